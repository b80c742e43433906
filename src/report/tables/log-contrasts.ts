import type { Difference } from '../../results/comparison.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import type { ReportTable } from '../../results/page.ts';
import { shortenMiddle } from '../../util/text.ts';
import { contrastColumns, contrastNotes } from './contrast-table.ts';
import { absentCell, filled, left, numberCell, right, textCell } from './report-table.ts';

/** Widest name of a model in a table. */
const nameWidth = 36;

/** The two ways to count missing answers. */
const asLogged = 'as logged';
const leftOut = 'left out';

interface NamedReading {
  readonly name: string;
  readonly reading: PairedContrast;
}

/** Returns the table of the contrasts of logs: a row for each way to count the missing outcomes of a pair. */
export function logContrasts(pairs: readonly Difference[]): ReportTable {
  const [only] = pairs;
  const isOne = pairs.length === 1 && only !== undefined;
  const short = (name: string) => shortenMiddle(name, nameWidth);
  const hasReadings = pairs.some(({ answered, missing }) => answered !== null || missing.units > 0);
  const rows = pairs.flatMap((pair): NamedReading[] => {
    const name = (how: string | null) =>
      isOne
        ? hasReadings
          ? (how ?? asLogged)
          : pair.asked.toLocaleString('en')
        : `${pair.set === undefined ? '' : `${pair.set}: `}${short(pair.a)} − ${short(pair.b)}${how === null ? '' : `, missing ${how}`}`;
    return [
      { name: name(null), reading: pair },
      ...(pair.answered === null ? [] : [{ name: name(leftOut), reading: pair.answered }]),
    ];
  });
  const mean = (value: number | null) =>
    value === null
      ? absentCell('no item with a score on both sides')
      : numberCell(value, `${(100 * value).toFixed(1)} %`);
  return {
    ...{ id: 'contrasts-of-logs', title: '', lead: '' },
    ...filled(rows, [
      (isOne && !hasReadings ? right<NamedReading> : left<NamedReading>)(
        isOne ? (hasReadings ? 'missing answers' : 'items') : 'first − second',
        'What is compared.',
        ({ name }) => textCell(name),
      ),
      right(isOne ? short(only.a) : 'first', 'Mean of the first side.', ({ reading }) => mean(reading.means.a), 1),
      right(isOne ? short(only.b) : 'second', 'Mean of the second side.', ({ reading }) => mean(reading.means.b), 1),
      ...contrastColumns<NamedReading>(({ reading }) => reading, isOne),
    ]),
    notes: contrastNotes(
      rows.map(({ reading }) => reading),
      null, // the tool of the log has to ask again
    ),
  };
}
