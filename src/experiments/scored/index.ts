/**
 * Outcomes that another tool logged (`seb import FILE...`): whether each execution was right, and the confidence that
 * was stated. Nothing is asked: the experiment is only read from recordings, and `seb run` does not offer it.
 *
 * - **prediction** (slot `forecast`): the stated probability that the answer is right; none where the log has none.
 * - **execution** (K per item): the logged answer; its outcome is the value that the tool gave (`extracted`: `right`,
 *   `wrong`, a grade or why there is none). Of a graded score all values are grades, 0 and 1 among them, and no prediction
 *   is scored. One half under a score of right and wrong is neither and has no yes or no; its share counts as the accuracy.
 * - **factor** `asked`: whether the confidence was stated before, with or after the answer, or never; levels are never
 *   pooled.
 * - **clusters**: the item's group.
 */

import { askedLevels } from '../../domain/asked.ts';
import type { Call } from '../../domain/call.ts';
import type { Observed } from '../../domain/outcome.ts';
import type { Reading } from '../../domain/reading.ts';
import { scoredExperiment } from '../../domain/recorded.ts';
import { type Answers, isNotRecorded, type SlotState } from '../../domain/slot.ts';
import { type BinaryOutcome, probabilityMeasures, yesNoOf } from '../../outcome-kinds/binary.ts';
import type { GradedOutcome } from '../../outcome-kinds/graded.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import type { Experiment, ItemContext, MissingAnswer } from '../experiment.ts';
import { type LoggedItem, scoredItem } from './items.ts';

/** What the import stores as the value of an execution. */
export const outcomeWords = { right: 'right', wrong: 'wrong' } as const;

/** Why an execution has no outcome, as the import stores it. */
const absenceTexts = {
  failed: 'the execution failed',
  cancelled: 'the execution was cancelled',
  limit: 'over a limit',
  'no-answer': 'no answer',
  unscored: 'no score',
} as const;
type LoggedAbsence = keyof typeof absenceTexts;

/** How the tool of the log counts an execution without an outcome: as wrong (0), or not at all (null). */
interface CountedAbsence {
  readonly reason: LoggedAbsence;
  readonly counted: 0 | null;
}

const asWrong = ', counted as wrong';

/** Returns the text that stands for an absent outcome in a store. */
export function absenceText({ reason, counted }: CountedAbsence): string {
  return `${absenceTexts[reason]}${counted === 0 ? asWrong : ''}`;
}

/** Returns the absence that a stored text ends with; null for any other text. */
export function readAbsence(text: string): CountedAbsence | null {
  const isCounted = text.endsWith(asWrong);
  const words = isCounted ? text.slice(0, -asWrong.length) : text;
  const found = Object.entries(absenceTexts).find(([, own]) => words.endsWith(own));
  return found === undefined ? null : { reason: found[0] as LoggedAbsence, counted: isCounted ? 0 : null }; // a key of the table
}

const gradePattern = /^grade (\d(?:\.\d+)?(?:e-\d+)?)$/;

/** Returns the text that stands for a grade, a share of its range in [0, 1], in a store. */
export function gradeText(share: number): string {
  return `grade ${share}`;
}

/** Returns the grade that a stored text stands for; null for any other text. */
function readGrade(text: string): number | null {
  const [, grade] = gradePattern.exec(text) ?? [];
  return grade === undefined ? null : Number(grade);
}

/** Returns how right an execution is by the tool's count, in [0, 1]; null where the tool does not count it. */
function countedShare(execution: Observed<boolean | number>): number | null {
  if (execution.kind === 'present') return Number(execution.value);
  return readGrade(execution.detail) ?? readAbsence(execution.detail)?.counted ?? null;
}

/** Returns the executions of an outcome; none for an outcome of another kind than those of logs. */
function executionsOf(outcome: Outcome): readonly Observed<boolean | number>[] {
  return outcome.kind === 'binary' || outcome.kind === 'graded' ? outcome.executions : [];
}

/** Returns the share of the executions that are right as the tool of the log counts them, grades included. */
function rightShare(outcome: Outcome): number | null | undefined {
  if (outcome.kind !== 'binary' && outcome.kind !== 'graded') return undefined;
  let [sum, counted] = [0, 0];
  for (const execution of outcome.executions) {
    const share = countedShare(execution);
    if (share !== null) [sum, counted] = [sum + share, counted + 1];
  }
  return counted === 0 ? null : sum / counted;
}

/** Returns why an execution has no outcome, and how the tool of the log counts it; null for a grade, which is one. */
function missingAnswer(execution: Outcome): MissingAnswer | null {
  const [value] = executionsOf(execution);
  if (value?.kind !== 'absent' || gradePattern.test(value.detail)) return null;
  return readAbsence(value.detail) ?? { reason: value.reason, counted: null };
}

export const scored: Experiment<LoggedItem> = {
  name: scoredExperiment,
  version: 1,
  description: 'Was the answer right, by the score in the log of another tool?',
  presentation: {
    task: 'logged answers',
    isNamedByData: true,
    showsRight: true,
    question: 'Is my answer right?',
    explanation:
      'Outcomes that another tool logged: whether each answer was right, and the probability that the model stated. A probability above 50 % counts as “right”, and one of exactly 50 % as neither, which scores one half. A probability that was stated with or after the answer cannot be used before answering.',
    outcomeWords: { yes: 'answers it correctly', no: 'answers it incorrectly' },
    happened: 'was right on',
  },
  itemSchema: scoredItem,
  factors: {
    wording: { levels: ['logged'] },
    mode: { levels: ['direct'] },
    language: { levels: ['en'] },
    asked: { levels: [...askedLevels, 'never'] }, // never: the log has no confidence
  },
  publishedPolicy: 'parsed',
  measures: probabilityMeasures,
  slots: { forecast: { kind: 'predict' }, execute: { kind: 'behave' } },
  cluster: (item) => item.group,
  isGrouped: (item) => item.isGrouped === true,
  title: ({ text, id }) => text || id,
  plan,
  read: ({ item }, { slot }, { extracted }) => {
    if (slot !== 'execute') return readConfidence(extracted);
    return item.isGraded === true ? gradeOf(extracted) : readOutcome(extracted);
  },
  outcomes,
  rightShare,
  predictsRight: true,
  missingAnswer,
  hasOneReading: true,
  simulate: () => outcomeWords.right,
};

function plan({ item, condition, samples }: ItemContext<LoggedItem>): readonly Call[] {
  const ask = (content: string) => [{ role: 'user', content }] as const;
  const executions = sampleNumbers(samples).map(
    (sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages: ask(item.text) }),
  );
  if (condition.asked === 'never') return executions;
  const forecast = `(confidence, stated ${condition.asked ?? ''}) ${item.text}`;
  return [{ slot: 'forecast', part: '', sample: 0, role: 'subject', messages: ask(forecast) }, ...executions];
}

function readOutcome(extracted: string | null | undefined): Reading<boolean> {
  if (extracted === outcomeWords.right || extracted === outcomeWords.wrong)
    return { kind: 'parsed', value: extracted === outcomeWords.right, step: 'recorded' };
  return { kind: 'unparsed', reason: extracted ?? 'the tool gave no right or wrong' };
}

function gradeOf(extracted: string | null | undefined): Reading<number> {
  const grade = readGrade(extracted ?? '');
  if (grade !== null) return { kind: 'parsed', value: grade, step: 'recorded' };
  return { kind: 'unparsed', reason: extracted ?? 'the tool gave no grade' };
}

function readConfidence(extracted: string | null | undefined): Reading<number> {
  const value = Number(extracted ?? Number.NaN);
  if (value >= 0 && value <= 1) return { kind: 'parsed', value, step: 'recorded' };
  return { kind: 'unparsed', reason: 'no confidence was stated, or its scale is ambiguous' };
}

/**
 * Returns an execution. One that the recording does not have was not asked: items of a log may have different numbers of
 * executions. Where a log states how many were planned, its reader has a row for each.
 */
function executionIn(answers: Answers, sample: number): SlotState {
  const answer = answers.get('execute', '', sample);
  return isNotRecorded(answer) ? { kind: 'not-asked' } : answer;
}

function outcomes(
  { item, samples }: ItemContext<LoggedItem>,
  answers: Answers,
): readonly (BinaryOutcome | GradedOutcome)[] {
  const observed = <Value>(
    slot: string,
    sample: number,
    read: (extracted: string | null | undefined) => Reading<Value>,
  ) => {
    const answer = slot === 'execute' ? executionIn(answers, sample) : answers.get(slot, '', sample);
    const extracted = 'extracted' in answer ? answer.extracted : undefined;
    return observe(answer, { slot, reader: 'own', own: () => read(extracted), recorded: () => read(extracted) });
  };
  const stated = observed('forecast', 0, readConfidence);
  if (item.isGraded === true)
    return [
      {
        kind: 'graded',
        confidence: stated,
        executions: sampleNumbers(samples).map((sample) => observed('execute', sample, gradeOf)),
      },
    ];
  return [
    {
      kind: 'binary',
      unit: '',
      prediction: stated.kind === 'present' ? { ...stated, value: yesNoOf(stated.value) } : stated,
      probability: stated.kind === 'present' ? stated.value : null,
      executions: sampleNumbers(samples).map((sample) => observed('execute', sample, readOutcome)),
      label: null,
    },
  ];
}
