import type { TopLevelSpec } from 'vega-lite';
import type { RaschReport } from '../../../analyze/rasch/rasch-table.ts';
import { oneLine } from '../../../util/text.ts';
import { numberText } from '../marks/number-text.ts';
import { type Figure, schema } from '../render/figure.ts';

interface Measured {
  readonly name: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly tip: string;
}

/** Returns an item-person map: models and benchmarks on one scale of log odds. */
export function raschMap(rasch: RaschReport | null): Figure {
  const named = { name: 'rasch-map', title: 'Abilities and difficulties on one scale (Rasch)' };
  if (rasch === null) return { ...named, kind: 'absent', reason: 'needs benchmark scores (see `seb rasch`)' };
  const models = measured(
    rasch.models.map(({ name, theta, se }) => ({ name, value: theta, se })),
    'ability',
  );
  const benchmarks = measured(
    rasch.benchmarks.map(({ name, delta, se }) => ({ name, value: delta, se })),
    'difficulty',
  );
  if (models.length === 0 || benchmarks.length === 0) {
    return { ...named, kind: 'absent', reason: 'no model or no benchmark has a finite measure' };
  }
  const left = rasch.models.length + rasch.benchmarks.length - models.length - benchmarks.length;
  return {
    ...named,
    title: titleOf(models),
    kind: 'drawn',
    caption: `A model passes a benchmark at its own level half the time. Bars: standard error. ${rasch.method === 'paper' ? 'The paper’s recipe' : 'Maximum likelihood'}, negative log likelihood ${rasch.nll.toFixed(4)}.${left > 0 ? ` ${left} without a finite measure are not drawn.` : ''}`,
    spec: twoRows(models, benchmarks, wide),
    narrow: twoRows(models, benchmarks, narrow),
  };
}

/** `models` are in descending order. */
function titleOf(models: readonly Measured[]): string {
  const text = ({ name, value }: Measured) => `${numberText(value, 'correlation')} (${name})`;
  const ends = [models.at(-1), models[0]].flatMap((model) => (model === undefined ? [] : [text(model)]));
  return `Abilities ${models.length === 1 ? ends[0] : ends.join(' to ')} in log odds (Rasch)`;
}

function measured(
  rows: readonly { readonly name: string; readonly value: number | null; readonly se: number | null }[],
  kind: string,
): readonly Measured[] {
  const known = rows.flatMap(({ name, value, se }): readonly Measured[] => {
    if (value === null) return [];
    const plain = oneLine(name, 60);
    const error = se === null ? '' : ` ± ${numberText(se, 'correlation')}`;
    const tip = `${plain} · ${kind}: ${numberText(value, 'correlation')}${error}`;
    return [{ name: plain, value, low: se === null ? null : value - se, high: se === null ? null : value + se, tip }];
  });
  return known.toSorted((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
}

interface Form {
  /** Width of the axis in pixels. */
  readonly width: number;
  readonly ticks: number;
  /** Maximum width of a name in pixels. */
  readonly names?: number;
}

const wide: Form = { width: 460, ticks: 6 };
const narrow: Form = { width: 170, ticks: 4, names: 130 };

/** Share of the axis that stays free at each end. */
const margin = 0.04;

function twoRows(models: readonly Measured[], benchmarks: readonly Measured[], form: Form): TopLevelSpec {
  const ends = [...models, ...benchmarks].flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const free = (most - least || 1) * margin;
  const domain = [least - free, most + free] as const; // the axis that vega derives leaves bars of the second row out
  return {
    $schema: schema,
    spacing: 16,
    resolve: { scale: { x: 'shared' } },
    vconcat: [
      rowOf('models: ability', { values: models, style: 'own', domain, form }),
      rowOf('benchmarks: difficulty', { values: benchmarks, style: 'published', domain, form }),
    ],
  } as TopLevelSpec; // the rows are built apart, which the typings of a literal do not follow
}

interface RowOf {
  readonly values: readonly Measured[];
  readonly style: 'own' | 'published';
  /** Ends of the axis. */
  readonly domain: readonly [number, number];
  readonly form: Form;
}

function rowOf(title: string, { values, style, domain, form: { width, ticks, names } }: RowOf) {
  const y = {
    field: 'name',
    type: 'nominal',
    title: null,
    scale: { domain: [...new Set(values.map(({ name }) => name))] },
    axis: {
      ...{ grid: true, ticks: false, domain: false, labelPadding: 8 },
      ...(names === undefined ? {} : { labelLimit: names }),
    },
  };
  const x = {
    type: 'quantitative',
    title: 'log odds',
    scale: { domain: [...domain], nice: false },
    axis: { tickCount: ticks },
  };
  const errors = {
    transform: [{ filter: { field: 'low', valid: true } }],
    mark: { type: 'rule', style: `${style}-interval`, aria: false },
    encoding: { y, x: { field: 'low', ...x }, x2: { field: 'high' } },
  };
  return {
    title: { text: title },
    width,
    height: { step: 18 },
    data: { values: [...values] },
    layer: [
      ...(values.some(({ low }) => low !== null) ? [errors] : []),
      {
        mark: { type: 'point', style },
        encoding: {
          y,
          x: { field: 'value', ...x },
          tooltip: { field: 'tip', type: 'nominal' },
          description: { field: 'tip', type: 'nominal' },
        },
      },
    ],
  };
}
