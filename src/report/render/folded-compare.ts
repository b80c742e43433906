import type { ComparisonAnswer } from '../../analyze/compare/comparison-answer.ts';
import type { Comparison, ComparisonVerdict } from '../../analyze/compare/comparison-types.ts';
import { oneLine, wrapText } from '../../util/text.ts';
import {
  advantageMarks,
  advantageMarkText,
  advantageText,
  allModels,
  headOf,
  taskOf,
  verdictNames,
} from './compare-parts.ts';
import { type FirstLookOptions, maxScreenLines, nextLines } from './look-parts.ts';
import {
  type MergedReason,
  mergedReasons,
  reasonKey,
  reasonLines,
  reasonMarks,
  reasonsThatFit,
} from './merged-reasons.ts';
import { type PackedRow, packedRows } from './packed-rows.ts';

const minRows = 4;
const minReasonLines = 3;

interface FoldedOptions extends FirstLookOptions {
  readonly answer: ComparisonAnswer;
  /** The compared runs and their state, one line each. */
  readonly about: readonly string[];
}

/**
 * Returns the first screen of a comparison that does not fit on one: all models together with their self-advantages, each
 * model's verdicts as marks, the most important reasons, what to do next, and a line that says what is folded.
 */
export function foldedCompare(comparison: Comparison, options: FoldedOptions): string {
  const { verdicts = [] } = comparison;
  const { answer, about, width } = options;
  const wrapped = (text: string) => wrapText(text, width);
  const head = [
    oneLine(`== ${answer.question} ==`, width),
    ...wrapped(answer.answer),
    ...about.flatMap(wrapped),
    ...(answer.adjustedOver === null ? [] : wrapped(`adjusted over ${answer.adjustedOver}`)),
  ];
  const tasks = [...Map.groupBy(verdicts, taskOf).values()].map((own) => ({ name: headOf(own, verdicts), own }));
  const together = (named: readonly string[]) => {
    const cells = tasks.flatMap(({ name, own }) =>
      own.filter(isTogether).map((each) => `${name} ${advantageText(comparison, each)} ${markOf(each, named)}`),
    );
    return cells.length === 0 ? [] : wrapped(`${allModels}: ${cells.join(' | ')}`);
  };
  const title = wrapped(`each model on ${tasks.map(({ name }) => name).join(' | ')}:`);
  const marks = wrapped(advantageMarkText(verdicts));
  const next = nextLines(answer, options).flatMap((lines) => lines.split('\n'));
  const all = weighedReasons(verdicts);
  const keys = [...all.keys()];
  const rows = rowsOf(verdicts, tasks);
  const tableOf = (count: number, named: readonly string[]) => packedRows(rows(named).slice(0, count), width);
  const around = [head, together(keys), title, marks, next, endingLines(true, width)].flat().length;
  const room = Math.max(minRows, maxScreenLines - around - minReasonLines);
  let shown = rows(keys).length;
  while (shown > minRows && tableOf(shown, keys).length > room) shown -= 1;
  const hidden = rows(keys).length - shown;
  const more = hidden === 0 ? [] : [`and ${hidden} more ${hidden === 1 ? 'model' : 'models'}: --wide`];
  const free = maxScreenLines - around - tableOf(shown, keys).length - more.length;
  const named = reasonsThatFit(free, { all, width });
  const reasons = reasonLines(named, { all, width });
  return [
    ...head,
    ...(reasons.length < free ? [''] : []),
    ...together(named),
    ...title,
    ...tableOf(shown, named),
    ...more,
    ...marks,
    ...reasons,
    ...next,
    ...endingLines(named.length < all.size, width),
  ].join('\n');
}

/** Returns what is folded. */
function endingLines(hasStars: boolean, width: number): readonly string[] {
  const reasons = hasStars ? 'other reasons (*), ' : '';
  return wrapText(`self-advantages, ${reasons}matrices, intervals and paired differences: --wide`, width);
}

function isTogether({ model }: ComparisonVerdict): boolean {
  return model === null;
}

function markOf({ verdict, reasons }: ComparisonVerdict, named: readonly string[]): string {
  return `${advantageMarks[verdict]}${reasonMarks(reasons, named)}`;
}

interface Task {
  readonly name: string;
  readonly own: readonly ComparisonVerdict[];
}

/** Returns the rows of models in the order of the comparison, by the reasons that have a letter. */
function rowsOf(
  verdicts: readonly ComparisonVerdict[],
  tasks: readonly Task[],
): (named: readonly string[]) => readonly PackedRow[] {
  const nameOf = verdictNames(verdicts);
  const names = [...new Set(verdicts.filter((each) => !isTogether(each)).map(nameOf))];
  return (named) =>
    names.map((name) => ({
      name,
      marks: tasks.map(({ own }) => {
        const found = own.find((each) => !isTogether(each) && nameOf(each) === name);
        return found === undefined ? '' : markOf(found, named);
      }),
    }));
}

/** Returns reasons by key: first those of all models together, then the frequent ones. */
function weighedReasons(verdicts: readonly ComparisonVerdict[]): ReadonlyMap<string, MergedReason> {
  const merged = mergedReasons(verdicts.flatMap(({ reasons }) => reasons));
  const primary = new Set(verdicts.filter(isTogether).flatMap(({ reasons }) => reasons.map(reasonKey)));
  const weight = (key: string) => (primary.has(key) ? 1 : 0);
  return new Map([...merged].toSorted(([one, a], [other, b]) => weight(other) - weight(one) || b.count - a.count));
}
