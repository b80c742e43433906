import type { PairReading, RecordedPair } from '../../results/log-comparison.ts';
import type { ReportTable } from '../../results/page.ts';
import { shortenMiddle } from '../../util/text.ts';
import { contrastColumns, contrastNotes } from './contrast-table.ts';
import { absentCell, filled, left, numberCell, right, textCell } from './report-table.ts';

/** Widest name of a model in a table. */
const nameWidth = 36;

interface NamedReading {
  readonly name: string;
  readonly reading: PairReading;
}

/** Returns the table of the contrasts of logs: a row for each way to count the missing outcomes of a pair. */
export function logContrasts(pairs: readonly RecordedPair[]): ReportTable {
  const [only] = pairs;
  const isOne = pairs.length === 1 && only !== undefined;
  const short = (name: string) => shortenMiddle(name, nameWidth);
  const rows = pairs.flatMap((pair): NamedReading[] => {
    const name = (how: string) =>
      isOne
        ? how
        : `${pair.set === null ? '' : `${pair.set}: `}${short(pair.a)} − ${short(pair.b)}${how === 'as counted' ? '' : `, ${how}`}`;
    return [
      { name: name('as counted'), reading: pair },
      ...(pair.answered === null ? [] : [{ name: name('answered'), reading: pair.answered }]),
    ];
  });
  const mean = (value: number | null) =>
    value === null
      ? absentCell('no item with a score on both sides')
      : numberCell(value, `${(100 * value).toFixed(1)} %`);
  return {
    ...{ id: 'contrasts-of-logs', title: '', lead: '' },
    ...filled(rows, [
      left<NamedReading>(isOne ? 'missing answers' : 'first − second', 'What is compared.', ({ name }) =>
        textCell(name),
      ),
      right(isOne ? short(only.a) : 'first', 'Mean of the first side.', ({ reading }) => mean(reading.means.a), 1),
      right(isOne ? short(only.b) : 'second', 'Mean of the second side.', ({ reading }) => mean(reading.means.b), 1),
      ...contrastColumns<NamedReading>(({ reading }) => reading),
    ]),
    notes: contrastNotes(
      rows.map(({ reading }) => reading),
      null, // the tool of the log has to ask again
    ),
  };
}
