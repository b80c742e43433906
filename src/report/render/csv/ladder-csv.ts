import type { LadderFinding, RungScore } from '../../../results/ladder.ts';
import type { Quantity } from '../../../results/quantity.ts';
import { type Columns, csvTable } from './csv.ts';

type Row = LadderFinding & { readonly at: RungScore };

const columns: Columns<Row> = {
  run: ({ run }) => run,
  experiment: ({ experiment }) => experiment,
  model: ({ model }) => model,
  condition: ({ condition }) => condition,
  axis: ({ axis }) => axis,
  rung: ({ at }) => at.rung,
  label: ({ at }) => at.label,
  n: ({ at }) => at.score.n,
  ...quantityColumns('score', ({ score }) => score),
  ...quantityColumns('constant', ({ constant }) => constant),
  ...quantityColumns('gain', ({ gain }) => gain),
  ...quantityColumns('re_execution', ({ reexecution }) => reexecution),
  ...quantityColumns('other_models', ({ others }) => others),
  read: ({ at }) => at.read,
  known: ({ at }) => at.known,
  p_holm: ({ at }) => at.holm,
  above: ({ at }) => (at.isAbove ? 'yes' : 'no'),
};

function quantityColumns(name: string, of: (rung: RungScore) => Quantity): Columns<Row> {
  return {
    [name]: ({ at }) => of(at).value,
    [`${name}_low`]: ({ at }) => of(at).interval?.[0] ?? null,
    [`${name}_high`]: ({ at }) => of(at).interval?.[1] ?? null,
  };
}

/** Returns a line for each rung of each model. */
export function ladderCsv(ladders: readonly LadderFinding[]): string {
  return csvTable(
    columns,
    ladders.flatMap((curve) => curve.rungs.map((at) => ({ ...curve, at }))),
  );
}
