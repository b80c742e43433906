import type { Comparison } from '../analyse/comparison.ts';
import { countText, intervalText, numberText } from '../figure/number-text.ts';
import { oneLine } from '../util/text.ts';
import { measureName } from './experiment-notes.ts';
import { absentCell, type Cell, type Column, numberCell, type ReportTable, textCell } from './tables.ts';

const right = (name: string, help: string): Column => ({ name, align: 'right', help });
const left = (name: string, help: string): Column => ({ name, align: 'left', help });
const longestName = 60; // columns

interface Compared {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly reason?: string;
}

function comparedCell({ value, interval, reason }: Compared): Cell {
  if (value === null) return absentCell(reason ?? 'the data does not determine it');
  const text = numberText(value, 'correlation');
  if (interval === null) return numberCell(value, text, 'no interval: fewer than two clusters, or nothing varies');
  return numberCell(value, `${text} ${intervalText(interval, 'correlation')}`);
}

function chanceCell(p: number | null): Cell {
  if (p === null) return absentCell('no test: too few pairs');
  return numberCell(p, p < 0.001 ? '< 0.001' : p.toFixed(3));
}

/** What can be said about self-knowledge: self-advantage, self-access, and paired differences; no empty table. */
export function comparisonTables(comparison: Comparison): readonly ReportTable[] {
  return [selfAdvantageTable(comparison), betaTable(comparison), differenceTable(comparison)].filter(
    ({ rows }) => rows.length > 0,
  );
}

function selfAdvantageTable({ self_advantage }: Comparison): ReportTable {
  return {
    id: 'self-advantage-table',
    title: 'Self-advantage',
    lead: 'Score of a model’s forecasts of itself minus what its strength as a predictor and its predictability as a target make likely, fitted to the forecasts of others; “all models” is diagonal minus off-diagonal. An interval that holds 0 shows no privileged self-knowledge.',
    columns: [
      left('experiment', 'What was asked.'),
      left('measure', 'What the cells of the matrix are.'),
      left('model', 'As the user named it.'),
      right('advantage [95 %]', 'In the units of the measure.'),
      right('n', 'Items that every model has a forecast and an outcome for.'),
    ],
    rows: self_advantage.map((entry) => [
      textCell(entry.experiment),
      textCell(measureName(entry.measure)),
      textCell(entry.model === 'all' ? 'all models' : oneLine(entry.model, longestName)),
      comparedCell(entry),
      numberCell(entry.n, countText(entry.n)),
    ]),
  };
}

function betaTable({ beta }: Comparison): ReportTable {
  return {
    id: 'self-access',
    title: 'Self-access',
    lead: 'β: by how many log odds a forecast is likelier to be right when a model forecasts itself, with predictor, target and item held fixed.',
    columns: [
      left('experiment', 'What was asked.'),
      left('similarity', 'Whether the likeness of the two models’ behaviour is held fixed too.'),
      right('β [95 %]', 'Log odds; 0 is no self-access.'),
    ],
    rows: beta.map((entry) => [
      textCell(entry.experiment),
      textCell(entry.similarity ? 'held fixed' : 'left out'),
      comparedCell(entry),
    ]),
  };
}

function differenceTable({ differences }: Comparison): ReportTable {
  return {
    id: 'differences',
    title: 'Paired differences',
    lead: 'First minus second on the same items; p values by permutation, corrected after Holm over all comparisons of this report.',
    columns: [
      left('experiment', 'What was asked.'),
      left('measure', 'What is compared.'),
      left('first', 'Model or run.'),
      left('second', 'Model or run.'),
      right('difference [95 %]', 'Paired by item.'),
      right('p', 'Sign-flip permutation.'),
      right('p (Holm)', 'Corrected for the number of comparisons.'),
      right('n', 'Items that both have.'),
    ],
    rows: differences.map((entry) => [
      textCell(entry.experiment),
      textCell(measureName(entry.measure)),
      textCell(oneLine(entry.a, longestName)),
      textCell(oneLine(entry.b, longestName)),
      comparedCell(entry),
      chanceCell(entry.p),
      chanceCell(entry.p_holm),
      numberCell(entry.n, countText(entry.n)),
    ]),
  };
}
