import { AppError } from '../util/app-error.ts';
import { oneLine } from '../util/text.ts';
import type { FieldChoice } from './recording.ts';
import type { ScoreChoice, ScoreScale, ScoreValues } from './score-scale.ts';

/** A score of a log, and what its values mean without any flag. */
export interface FlaggedScore {
  readonly name: string;
  readonly values: ScoreValues;
  readonly own: ScoreScale;
}

type Flag = 'range' | 'threshold' | 'better';

/**
 * Returns what the user says about each score of a log. `--range`, `--threshold` and `--better` are about the score of `--score`, or the
 * only score; among several, about the one whose meaning they settle. A note names a flag that no score needs. AppError where several
 * scores may be meant.
 */
export function scoreChoices(
  scores: readonly FlaggedScore[],
  choice: FieldChoice,
  { file, note }: { readonly file: string; readonly note: (sentence: string) => void },
): ReadonlyMap<string, ScoreChoice> {
  const { range, threshold, better } = choice;
  const whole: ScoreChoice = { range, threshold, better };
  if (scores.length === 1) return new Map(scores.map(({ name }) => [name, whole]));
  if (choice.score !== undefined) return new Map([[choice.score, whole]]);
  const open = scores.filter(({ values }) => values.isRangeOpen);
  const graded = scores.filter(({ own }) => own.kind === 'measured' && own.score.kind === 'graded');
  const unsettled = open.length > 0 ? open : graded;
  const directed = scores.filter(({ values }) => values.isDirectionOpen);
  const only = (flag: Flag, found: readonly FlaggedScore[]): readonly FlaggedScore[] => {
    if (found.length > 1)
      throw new AppError(
        'log-flag',
        `--${flag} is about one score, and ${oneLine(file, 200)} has several that it may be about: ${oneLine(found.map(({ name }) => name).join(', '), 200)}`,
        { hint: `name it: --score ${oneLine(found[0]?.name ?? 'NAME', 60)}` },
      );
    if (found.length === 0)
      note(`--${flag} changes nothing: no score needs it (--score NAME says which one it is about)`);
    return found;
  };
  const about: Readonly<Record<Flag, readonly FlaggedScore[]>> = {
    range: range === undefined ? [] : only('range', unsettled),
    threshold:
      threshold === undefined
        ? []
        : haveOneUnit(open, graded, threshold)
          ? graded
          : only('threshold', range === undefined ? [...open, ...graded] : unsettled),
    better: better === undefined ? [] : directed.length > 0 ? directed : only('better', [...open, ...graded]),
  };
  return new Map(
    scores.map((score) => [
      score.name,
      {
        range: about.range.includes(score) ? range : undefined,
        threshold: about.threshold.includes(score) ? threshold : undefined,
        better: about.better.includes(score) ? better : undefined,
      },
    ]),
  );
}

/** Returns whether a threshold means the same for all graded scores: their ranges are known and equal, and it lies within. */
function haveOneUnit(open: readonly FlaggedScore[], graded: readonly FlaggedScore[], threshold: number): boolean {
  const ranges = graded.flatMap(({ own }) => (own.kind === 'measured' ? [own.score.range] : []));
  const [first] = ranges;
  if (first === undefined || open.length > 0 || threshold < first[0] || threshold > first[1]) return false;
  return ranges.every(([low, high]) => low === first[0] && high === first[1]);
}
