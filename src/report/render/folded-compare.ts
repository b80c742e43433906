import type { ComparisonAnswer } from '../../analyze/compare/comparison-answer.ts';
import type { Comparison, ComparisonVerdict } from '../../analyze/compare/comparison-types.ts';
import { wrapText } from '../../util/text.ts';
import {
  advantageMarks,
  advantageMarkText,
  advantageText,
  allModels,
  compareHead,
  headOf,
  taskOf,
  verdictNames,
} from './compare-parts.ts';
import { foldedScreen } from './folded-screen.ts';
import { type FirstLookOptions, nextLines } from './look-parts.ts';
import { byWeight, type MergedReason, mergedReasons, reasonKey, reasonMarks } from './merged-reasons.ts';
import { packedRows } from './packed-rows.ts';

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
  const tasks = [...Map.groupBy(verdicts, taskOf).values()].map((own) => ({ name: headOf(own, verdicts), own }));
  const together = (named: readonly string[]) => {
    const cells = tasks.flatMap(({ name, own }) =>
      own.filter(isTogether).map((each) => `${name} ${advantageText(comparison, each)} ${markOf(each, named)}`),
    );
    return cells.length === 0 ? [] : wrapped(`${allModels}: ${cells.join(' | ')}`);
  };
  const title = wrapped(`each model on ${tasks.map(({ name }) => name).join(' | ')}:`);
  const nameOf = verdictNames(verdicts);
  const ofModels = verdicts.filter((each) => !isTogether(each));
  return foldedScreen({
    width,
    head: compareHead({ answer, about, width, isTight: true }),
    title: (named) => [...together(named), ...title],
    names: [...new Set(ofModels.map(nameOf))],
    table: (shown, named) =>
      packedRows(
        shown.map((name) => ({
          name,
          marks: tasks.map(({ own }) => {
            const found = own.find((each) => !isTogether(each) && nameOf(each) === name);
            return found === undefined ? '' : markOf(found, named);
          }),
        })),
        width,
      ),
    moreRows: (count) => `more ${count === 1 ? 'model' : 'models'}`,
    marks: advantageMarkText(verdicts),
    reasons: weighedReasons(verdicts),
    minReasonLines: 3,
    below: [
      ...answer.limits.flatMap((text) => wrapped(`- ${text}`)),
      ...nextLines(answer, options).flatMap((lines) => lines.split('\n')),
    ],
    folded: (stars) =>
      `self-advantages, ${stars === '' ? '' : `${stars}, `}matrices, intervals and paired differences: --wide`,
  });
}

function isTogether({ model }: ComparisonVerdict): boolean {
  return model === null;
}

function markOf({ verdict, reasons }: ComparisonVerdict, named: readonly string[]): string {
  return `${advantageMarks[verdict]}${reasonMarks(reasons, named)}`;
}

/** Returns reasons by key: first those of all models together, then the frequent ones. */
function weighedReasons(verdicts: readonly ComparisonVerdict[]): ReadonlyMap<string, MergedReason> {
  const merged = mergedReasons(verdicts.flatMap(({ reasons }) => reasons));
  const primary = new Set(verdicts.filter(isTogether).flatMap(({ reasons }) => reasons.map(reasonKey)));
  return byWeight(merged, (key) => (primary.has(key) ? 1 : 0));
}
