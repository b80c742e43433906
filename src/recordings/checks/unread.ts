import type { CheckFinding } from '../../results/row-check.ts';
import { oneLine } from '../../util/text.ts';
import { bareNumber } from '../probability-scale.ts';
import type { RecordedLog } from '../recording.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';

/** Names scores whose values could not be read: a fault where the log has no other. */
export function checkUnreadScores(logs: readonly RecordedLog[]): readonly CheckFinding[] {
  return logs.flatMap((log) => {
    const isAlone = log.scores.every(({ kind }) => kind === 'unread');
    return log.scores.flatMap((score): CheckFinding[] =>
      score.kind === 'unread'
        ? [
            {
              ...{ check: 'unread', kind: isAlone ? 'fault' : 'limit', file: log.file, score: score.name },
              ...{ models: score.models.length === 0 ? log.models : score.models, rows: [], changesRows: true },
              found: score.reason,
              effect: `no outcome of ${score.name} counts: ${score.advice}`,
            },
          ]
        : [],
    );
  });
}

/** Share of the stated confidences that are not read above which a column is named. */
const maxUnread = 0.05;
/** Maximum number of values that a message shows. */
const maxShown = 3;

/** Names models whose stated confidences are not read: no numbers, or numbers of which the scale is unknown. */
export function checkUnreadConfidence(side: CheckedSide): readonly CheckFinding[] {
  const written = side.rows.filter(
    ({ confidence }) => confidence.kind === 'stated' || confidence.reason !== 'not-stated',
  );
  const unread = written.filter(({ confidence }) => confidence.kind === 'absent');
  if (unread.length <= maxUnread * written.length) return [];
  const texts = unread.flatMap(({ item, confidence }) =>
    'written' in confidence ? [{ item, text: confidence.written }] : [],
  );
  const shown = texts
    .filter(({ text }, index) => texts.findIndex((each) => each.text === text) === index)
    .slice(0, maxShown)
    .map(({ item, text }) => `"${oneLine(text, 40)}" (item ${oneLine(item, 40)})`);
  const isScale = unread.some(
    ({ confidence }) => confidence.kind === 'absent' && confidence.reason === 'ambiguous-scale',
  );
  const values = texts.map(({ text }) => text);
  const { why, advice } = isScale ? openScale(values) : values.some(hasNumber) ? noProbability : onlyWords;
  return [
    findingOn(side, isScale ? [] : unread, {
      ...{ check: 'unread', kind: 'fault', changesRows: true },
      found: `${unread.length} of ${written.length} stated confidences are not read: ${oneLine(side.log.confidenceField, 60)} holds ${shown.join(', ')}, ${why}`,
      effect: `no stated confidence in these rows: ${advice}`,
    }),
  ];
}

/** What is said of confidences that are not read. */
interface Unread {
  readonly why: string;
  readonly advice: string;
}

const noProbability: Unread = {
  why: 'which is no probability',
  advice:
    'write shares (0.8), percent (80 %) or points (8/10); --confidence-range LOWEST HIGHEST gives the limits of numbers',
};

const onlyWords: Unread = {
  why: noProbability.why,
  advice: 'write a number for each word, such as 90 % for high: shares (0.8), percent (80 %) or points (8/10)',
};

function hasNumber(text: string): boolean {
  return /\d/.test(text);
}

/** Returns what is open about the scale of numbers, with the forms and the flag that settle it. */
function openScale(texts: readonly string[]): Unread {
  const numbers = texts.flatMap((text) => bareNumber(text) ?? []);
  const [highest, above] = [Math.max(...numbers), numbers.find((number) => number > 1)];
  if (numbers.some((number) => number < 0))
    return {
      why: 'numbers below 0, such as logarithms or logits',
      advice:
        'write probabilities as shares (0.8) or percent (80 %); --confidence-range LOWEST HIGHEST gives the limits of ratings',
    };
  if (numbers.length === 0)
    return {
      why: 'one word alone: whether answers were withdrawn is unknown',
      advice: 'write shares (0.8), percent (80 %), or both decisions (1 and 0)',
    };
  if (above === undefined && !numbers.some((number) => number > 0 && number < 1))
    return {
      why: 'and 0 or 1 alone: 1 may be certainty, or 1 %',
      advice: 'write 100 % or 1 %; or add --confidence-range 0 1 (1 is certainty) or 0 100 (1 is 1 %)',
    };
  if (above === undefined || numbers.some((number) => number > 0 && number < 1))
    return {
      why: 'numbers up to 1 beside numbers above 1: their scale is unknown',
      advice:
        'write all as shares (0.8) or with a percent sign (80 %); where they have one scale, add --confidence-range 0 100 or 0 10',
    };
  const percent = (low: number, high: number) => `${Math.round((100 * (above - low)) / (high - low))} %`;
  const scales = [
    ...(numbers.every((number) => number >= 1 && number <= 5) ? [[1, 5] as const] : []),
    [0, 10] as const,
    [0, 100] as const,
  ].map(([low, high]) => `--confidence-range ${low} ${high} (${above} is ${percent(low, high)})`);
  return {
    why: `numbers up to ${highest}, which may be percent or ratings of a scale such as 1 to 10`,
    advice: `add ${scales.slice(0, -1).join(', ')} or ${scales.at(-1)}; or write ${above}/10 or ${above} %`,
  };
}
