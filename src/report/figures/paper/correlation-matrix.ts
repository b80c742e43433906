import { correlateModels, type ValuesByModel } from '../../../analyze/compare/model-correlations.ts';
import type { RaschReport } from '../../../analyze/rasch/rasch-table.ts';
import { counted, fixed } from '../../../util/numbers.ts';
import { sources, type ValueSource, valuesByModel } from '../marks/estimate-dots.ts';
import { type FigureRows, selfExecutionPanels } from '../marks/figure-rows.ts';
import { type HeatMapCell, heatMap } from '../marks/heat-map.ts';
import { intervalText, numberText } from '../marks/number-text.ts';
import { countOf, isOne } from '../marks/title-words.ts';
import type { Figure } from '../render/figure.ts';
import { abilityOf } from './score-and-ability.ts';

const ability = 'ability';
/** Returns the paper's Figure 9: Pearson correlations over models. */
export function correlationMatrix(rows: FigureRows, rasch: RaschReport | null): Figure {
  const named = { name: 'correlations', title: 'Correlations over models' };
  const { parts, score } = selfExecutionPanels(rows);
  const names = [...parts.map(({ panel }) => panel), ability, score.panel];
  const found = sources
    .map((source) => {
      const columns = columnsOf(rows, { rasch, source });
      return { source, columns, cells: cellsOf(columns, names) };
    })
    .find(({ cells }) => cells.some(({ row, column, value }) => row !== column && value !== null));
  if (found === undefined) {
    return { ...named, kind: 'absent', reason: 'needs at least four models with two scores each' };
  }
  return {
    ...named,
    title: titleOf(found.columns, names.slice(0, -1)) ?? named.title,
    kind: 'drawn',
    caption: `Pearson’s r over ${whose[found.source]} Small: 95 % interval. A correlation over fifteen models is weak evidence. The self-execution score contains the three accuracies, so it correlates with them by construction: those cells are empty.`,
    ...heatMap({
      cells: found.cells,
      rows: [...names],
      columns: [...names],
      rowTitle: '',
      columnTitle: '',
      domain: [-1, 1],
      diverging: true,
      isShare: false,
      legend: 'Pearson’s r',
    }),
  };
}

const whose: Readonly<Record<ValueSource, string>> = {
  own: 'the models of this report; each counts once, with its mean over conditions and runs.',
  published: 'the published models on the paper’s items: this report has fewer than four models with two scores.',
};

function cellsOf(columns: Columns, names: readonly string[]): readonly HeatMapCell[] {
  const [ability, score] = names.slice(-2);
  const isPart = (name: string) => name !== ability && name !== score;
  return names.flatMap((row) =>
    names.map((column) => {
      if (row === column) return emptyCell(row, column, `${row} with itself`);
      const hasPart = (row === score && isPart(column)) || (column === score && isPart(row));
      return hasPart
        ? emptyCell(row, column, `${row} and ${column}: one is a part of the other`)
        : cellOf(columns, row, column);
    }),
  );
}

function emptyCell(row: string, column: string, tip: string): HeatMapCell {
  return { row, column, value: null, text: '–', tip, outlined: false };
}

type Columns = ReadonlyMap<string, ValuesByModel>;

/** Returns values by variable and model. */
function columnsOf(
  rows: FigureRows,
  { rasch, source }: { readonly rasch: RaschReport | null; readonly source: ValueSource },
): Columns {
  const columns = new Map<string, ValuesByModel>();
  const models = new Set<string>();
  const { parts, score } = selfExecutionPanels(rows);
  for (const wanted of [...parts, score]) {
    const values = valuesByModel(rows, wanted, source);
    for (const model of values.keys()) models.add(model);
    columns.set(wanted.panel, values);
  }
  const abilities = [...models].flatMap((model): readonly (readonly [string, number])[] => {
    const found = abilityOf(rasch, model);
    return found === null ? [] : [[model, found.theta]];
  });
  return columns.set(ability, new Map(abilities));
}

/** How many correlations have an interval without zero; those with the summary score are left out: it contains the parts. */
function titleOf(columns: Columns, names: readonly string[]): string | null {
  const intervals = names.flatMap((row, index) =>
    names.slice(index + 1).flatMap((column) => correlationOf(columns, row, column).correlation?.interval ?? []),
  );
  if (intervals.length === 0) return null;
  const isOffZero = intervals.map(({ low, high }) => low > 0 || high < 0);
  return `${countOf(isOffZero)} correlations over models ${isOne(isOffZero) ? 'has' : 'have'} an interval without 0`;
}

function correlationOf(columns: Columns, row: string, column: string) {
  const none: ValuesByModel = new Map();
  return correlateModels(columns.get(row) ?? none, columns.get(column) ?? none);
}

function cellOf(columns: Columns, row: string, column: string): HeatMapCell {
  const place = { row, column, outlined: false };
  const { correlation: r, count } = correlationOf(columns, row, column);
  if (r === null) {
    const tip = `${row} and ${column}: n/a (${counted(count, 'model')} with both, four are needed)`;
    return { ...place, value: null, text: 'n/a', tip };
  }
  const interval = r.interval === null ? '' : ` ${intervalText([r.interval.low, r.interval.high], 'correlation')}`;
  const tip = `${row} and ${column}: r = ${numberText(r.value, 'correlation')}${interval} · ${r.n} models`;
  const detail = r.interval === null ? {} : { detail: `[${fixed(r.interval.low, 2)}, ${fixed(r.interval.high, 2)}]` };
  return { ...place, value: r.value, text: fixed(r.value, 2), ...detail, tip };
}
