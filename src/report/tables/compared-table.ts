import type {
  BestOtherEntry,
  DifferenceEntry,
  DirectionEntry,
  SelfAdvantageEntry,
} from '../../analyze/compare/comparison-types.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { resultWords } from '../../results/result-words.ts';
import { oneLine } from '../../util/text.ts';
import { countText, intervalText, numberText } from '../figures/marks/number-text.ts';
import { absentCell, type Column, filled, left, maxNameWidth, numberCell, textCell } from './report-table.ts';

/** A row of a table about compared models. */
export type ComparedEntry = DirectionEntry | SelfAdvantageEntry | BestOtherEntry | DifferenceEntry;

export interface ComparedTexts {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
}

interface ComparedRows<E extends ComparedEntry> extends ComparedTexts {
  readonly entries: readonly E[];
  readonly columns: readonly Column<E>[];
  /** Whether the columns name the conditions. */
  readonly isNamed?: boolean;
}

/** Returns a table of entries, with a column of conditions where an experiment has several. */
export function comparedTable<E extends ComparedEntry>(rows: ComparedRows<E>): ReportTable {
  const { entries, columns, isNamed = false, ...texts } = rows;
  const conditions = new Set(entries.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  const several = conditions.size > new Set(entries.map(({ experiment }) => experiment)).size;
  const condition: Column<E> = left('condition', 'Wording and other settings of the prediction prompt.', (entry) =>
    entry.condition === undefined ? absentCell('not said') : textCell(oneLine(entry.condition, maxNameWidth)),
  );
  const task: Column<E> = left(resultWords.task, 'What is predicted.', (entry) => textCell(entry.experiment));
  return { ...texts, ...filled(entries, [task, ...(several && !isNamed ? [condition] : []), ...columns]) };
}

/** Returns a cell with a compared value and its interval. */
export function comparedCell({ value, interval, reason }: ComparedEntry): TableCell {
  if (value === null) return absentCell(reason ?? 'not identified by the data');
  const text = numberText(value, 'correlation');
  if (interval === null) return numberCell(value, text, 'no interval');
  return numberCell(value, `${text} ${intervalText(interval, 'correlation')}`);
}

/** Returns a cell with a number of items. */
export function itemsCell(n: number): TableCell {
  return numberCell(n, countText(n));
}
