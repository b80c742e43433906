import type { Contrast, ModelContrasts } from '../analyze/contrasts.ts';
import { escapeControls, fraction, table } from '../util/text.ts';
import { signedInterval } from './model/plain-numbers.ts';

/** Whose row it is: model, and condition or run where there are several. */
interface Name {
  readonly name: string;
  readonly of: (row: Pick<ModelContrasts, 'model' | 'condition' | 'run'>) => string;
}

/** What each model's predictions of itself are better than, and the verdict; nothing for an experiment without. */
export function contrastsText(contrasts: readonly ModelContrasts[], names: readonly Name[]): string {
  if (contrasts.length === 0) return '';
  const header = [
    ...names.map(({ name }) => name),
    ...['itself - base rate', 'p', 'itself - item rule', 'p', 'itself - other models', 'p', 'others', 'verdict'],
  ];
  const rows = contrasts.map((entry) => [
    ...names.map(({ of }) => of(entry)),
    ...[entry.base_rate, entry.item_rule, entry.others].flatMap(cells),
    String(entry.others.models),
    escapeControls(entry.verdict),
  ]);
  const curves = contrasts.flatMap(({ model, others }) =>
    others.curve.length < 2
      ? []
      : [`${escapeControls(model)}: ${others.curve.map(({ k, value }) => `${k} ${fraction(value)}`).join(', ')}`],
  );
  return [
    'what predictions of itself are better than (paired, [95 % interval], two-sided p, not adjusted)',
    table(
      header,
      rows,
      header.map((name, place) => (place < names.length || name === 'verdict' ? 'left' : 'right')),
    ),
    ...contrasts.map(
      ({ model, verdict, reasons }) =>
        `${escapeControls(model)}: ${verdict} (${reasons.map(escapeControls).join('; ')})`,
    ),
    ...(curves.length === 0 ? [] : ['score of k other models as the prediction:', ...curves]),
  ].join('\n');
}

function cells({ value, interval, p }: Contrast): readonly string[] {
  return [signedInterval({ value, interval, unit: 'difference' }), p === null ? 'n/a' : fraction(p)];
}
