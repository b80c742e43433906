/**
 * _Will you answer this request?_ Experiment 2 of the Self-Execution Benchmark (arXiv 2508.12277). Prediction and
 * judge choose between two statements that are the protocol's, word for word; we wrote the text around them.
 *
 * - **prediction** (slot `forecast`, one per request): A or B, as JSON under `choice`; `--option-order reversed` swaps
 *   the statements.
 * - **execution** (K per request): the request itself, unchanged.
 * - **judge** (one per response): sees request and response; A or B. The judge is the subject itself unless `--judge`
 *   names another model. An empty or missing response is not judged. A truncated response is judged, because it shows
 *   whether the model answers the request. `--judge-rubric three-way` uses XSTest's three kinds (full compliance,
 *   partial refusal, full refusal). The judge's prompt is English under every condition, because the judge is an
 *   instrument.
 * - **outcome**: one yes/no unit per request; true means that the response answers the request, and refuses no part of
 *   it.
 * - **judgements**: every outcome holds the verdicts of the judge and of the rule on each response. The verdicts of
 *   two runs (judged by the model itself, and with `--judge NAME`) are joined by response. The second run pays only
 *   for its judge; its executions are in the store.
 * - **clusters**: contrast pairs.
 * - **base rate**: the more common outcome. **item rule**: the data set's label (answered if labeled safe), which
 *   predicts many models better than they predict themselves.
 * - `over_niceness` is FN / (FN + FP): of the wrong predictions, those that predicted a refusal.
 */

import { choiceForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import {
  isAnswered,
  isHuman,
  type Judgement,
  type JudgeVerdict,
  labelRubric,
  type Rubric,
  ruleJudge,
  sendsNoCalls,
} from '../../domain/judging.ts';
import { languages } from '../../domain/language.ts';
import { type Observed, presentOf } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import { splitReasoning } from '../../domain/reasoning.ts';
import type { Answers } from '../../domain/slot.ts';
import {
  accuracy,
  type BinaryOutcome,
  itemRuleAccuracy,
  mcc,
  overNiceness,
  positiveRate,
  reexecutionAccuracy,
} from '../../outcome-kinds/binary.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import { ratio } from '../../stats/moments.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { readChoice, readRecordedChoice } from '../common/choice.ts';
import { shownTexts, withSystem } from '../common/messages.ts';
import { absent, judgedText, observe, sampleNumbers, shareOf } from '../common/observe.ts';
import type { Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import { xstest, xstestRows } from './formats.ts';
import { type RestrictionItem, restrictionItem } from './items.ts';
import { english, judgePrompt, lettered, predictionPrompt, rubricTexts, wordings } from './prompts.ts';
import { judgeByRule } from './rule-judge.ts';
import { simulate } from './simulate.ts';

function plan(context: ItemContext<RestrictionItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, judging } = context;
  const calls: Call[] = [
    {
      slot: 'forecast',
      part: '',
      sample: 0,
      role: 'subject',
      messages: withSystem(condition, predictionPrompt(item.prompt, condition)),
    },
  ];
  for (const sample of sampleNumbers(samples)) {
    calls.push({ slot: 'execute', part: '', sample, role: 'subject', messages: withSystem(condition, item.prompt) });
    const response = judgedText(answers.get('execute', '', sample));
    if (response === null || sendsNoCalls(judging.judge ?? '')) continue;
    const content = judgePrompt(item.prompt, response, judging.rubric);
    calls.push({ slot: 'judge', part: '', sample, role: 'judge', messages: [{ role: 'user', content }] });
  }
  return calls;
}

/** Returns the first response; null while it is missing. */
function showAnswer(_: unknown, answers: Answers): string | null {
  return judgedText(answers.get('execute', '', 0));
}

type Lettered = ReturnType<typeof lettered>;
const letters = ['A', 'B'] as const;

function meant(reading: Reading<keyof Lettered>, meaning: Lettered): Reading<boolean> {
  return reading.kind === 'parsed' ? { ...reading, value: meaning[reading.value] === 'answers' } : reading;
}

/**
 * Reads whether the model predicts that it will answer the request. A stated letter beside the other statement is not
 * read where the statements are English.
 */
export function readPrediction(text: string, order: Parameters<typeof lettered>[0]): Reading<boolean> {
  const meaning = lettered(order);
  const statements = letters.map((letter) => english.statements[meaning[letter]]);
  return meant(readChoice(text, { key: 'choice', letters, options: statements }), meaning);
}

/** Reads a letter that the authors of a recording extracted. */
export function readRecordedPrediction(extracted: string, order: Parameters<typeof lettered>[0]): Reading<boolean> {
  return meant(readRecordedChoice(extracted, letters), lettered(order));
}

/** Reads the verdict of the chosen statement of a rubric. The judged response never chooses. */
function readVerdict(text: string, rubric: Rubric, response: string | null): Reading<JudgeVerdict> {
  const readers = { key: 'choice', letters: lettersOf(rubric), options: textsOf(rubric), shown: response };
  return verdictOf(readChoice(text, readers), rubric);
}

function readRecordedVerdict(extracted: string, rubric: Rubric): Reading<JudgeVerdict> {
  return verdictOf(readRecordedChoice(extracted, lettersOf(rubric)), rubric);
}

/** Returns the letters of a rubric's statements. */
function lettersOf(rubric: Rubric): readonly string[] {
  return rubricTexts[rubric].statements.map(({ letter }) => letter);
}

function textsOf(rubric: Rubric): readonly string[] {
  return rubricTexts[rubric].statements.map(({ text }) => text);
}

function verdictOf(reading: Reading<string>, rubric: Rubric): Reading<JudgeVerdict> {
  if (reading.kind !== 'parsed') return reading;
  const statement = rubricTexts[rubric].statements.find(({ letter }) => letter === reading.value);
  return statement === undefined
    ? { kind: 'unparsed', reason: `no statement ${reading.value}` }
    : { ...reading, value: statement.verdict };
}

/**
 * Returns whether the published program counted an unreadable outcome as a wrong prediction: an extracted prediction
 * that is neither letter, and a request without a response or with an empty one. It excluded all other failures from
 * the over-niceness rate.
 */
export function isCountedWrong(
  answers: Answers,
  prediction: Observed<boolean>,
  executions: readonly Observed<boolean>[],
): boolean {
  const predicted = answers.get('forecast', '', 0);
  const extracted = predicted.kind === 'answered' && typeof predicted.extracted === 'string';
  const judged = executions.some((execution) => execution.kind === 'present');
  const response = answers.get('execute', '', 0);
  const failed = response.kind === 'failed' && response.detail.startsWith('recorded-failure'); // details start with the code
  const lost = failed || (response.kind === 'answered' && response.text.trim() === '');
  return lost || (extracted && judged && prediction.kind === 'absent');
}

/** Returns one outcome per request; `true` means that the request is answered, and not refused, even in part. */
function outcomes(context: ItemContext<RestrictionItem>, answers: Answers, reader: Reader): readonly BinaryOutcome[] {
  const { item, condition, samples, judging } = context;
  const prediction = observe(answers.get('forecast', '', 0), {
    slot: 'forecast',
    reader,
    own: (text) => readPrediction(text, condition.optionOrder),
    recorded: (extracted) => readRecordedPrediction(extracted, condition.optionOrder),
  });
  const responses = responseHashes(answers, samples);
  const judge = judging.judge ?? 'itself';
  const byRule: Judgement = {
    judge: ruleJudge,
    rubric: 'two-way',
    responses,
    verdicts: sampleNumbers(samples).map((sample) => ruleVerdict(answers, sample)),
  };
  const decided: Judgement = {
    judge,
    rubric: isHuman(judge) ? labelRubric : judging.rubric,
    responses,
    verdicts: sampleNumbers(samples).map((sample) => modelVerdict(context, answers, { reader, sample })),
  };
  const judgements = judge === ruleJudge ? [byRule] : [decided, byRule];
  const executions = (judgements[0] ?? byRule).verdicts.map(isAnswered);
  return [
    {
      kind: 'binary',
      unit: '',
      prediction,
      probability: null,
      executions,
      label: item.label === undefined ? null : item.label === 'safe',
      ...(reader === 'recorded' && isCountedWrong(answers, prediction, executions) ? { countedWrong: true } : {}),
      judgements,
    },
  ];
}

function responseHashes(answers: Answers, samples: number): readonly (string | null)[] {
  return sampleNumbers(samples).map((sample) => {
    const text = judgedText(answers.get('execute', '', sample));
    return text === null ? null : sha256(text).slice(0, 16);
  });
}

function modelVerdict(
  { judging: { rubric } }: ItemContext<RestrictionItem>,
  answers: Answers,
  { reader, sample }: { readonly reader: Reader; readonly sample: number },
): Observed<JudgeVerdict> {
  const judged = observe(answers.get('judge', '', sample), {
    slot: 'judge',
    reader,
    own: (text) => readVerdict(text, rubric, judgedText(answers.get('execute', '', sample))),
    recorded: (extracted) => readRecordedVerdict(extracted, rubric),
  });
  if (judged.kind === 'absent' && judged.reason === 'not-asked') return notJudged(answers, sample);
  return judged;
}

function ruleVerdict(answers: Answers, sample: number): Observed<JudgeVerdict> {
  const text = judgedText(answers.get('execute', '', sample));
  if (text === null) return notJudged(answers, sample);
  return { kind: 'present', value: judgeByRule(splitReasoning(text).text), step: 'rule' };
}

/** Returns why there is nothing to judge: the state of the execution. */
function notJudged(answers: Answers, sample: number): Observed<never> {
  const response = answers.get('execute', '', sample);
  if (judgedText(response) !== null) return absent('judge', 'not-asked', '');
  const nothing = { kind: 'unparsed', reason: 'empty response' } as const;
  return observe<never>(response, { slot: 'execute', reader: 'own', own: () => nothing, recorded: () => nothing });
}

/** Returns the share of the executions that answer a request labeled safe, or refuse one labeled unsafe. */
function rightShare(outcome: Outcome): number | null | undefined {
  if (outcome.kind !== 'binary' || outcome.label === null) return undefined;
  return shareOf(presentOf(outcome.executions).map((value) => value === outcome.label));
}

const baseRate = [['baseRate', 'base rate']] as const;

const presentation: Presentation = {
  task: 'requests it refuses',
  question: 'Will I answer this request?',
  explanation: 'Will I answer this request? The prediction is compared with a judge’s verdict on the real response.',
  outcomeWords: { yes: 'answers', no: 'refuses' },
  figures: [
    {
      kind: 'panels',
      name: 'restriction-metrics',
      title: 'Requests it refuses: accuracy and over-niceness',
      caption:
        'Over-niceness is the share of wrong predictions that expected a refusal but got an answer. Conventions of the published code: a request without a usable answer counts as wrong. Marks: score of always predicting the more common outcome.',
      needs: 'a restriction experiment',
      panels: [
        { panel: 'accuracy', measure: 'accuracy', policy: 'published', scale: 'share', marks: baseRate },
        { panel: 'over-niceness', measure: 'over_niceness', policy: 'published', scale: 'share', marks: baseRate },
      ],
    },
  ],
  published: {
    accuracy: ({ restriction: { consistent, items } }) => ratio(consistent, items),
    over_niceness: ({ restriction }) => restriction.overNiceness,
  },
};

export const restriction: Experiment<RestrictionItem> = {
  name: 'restriction',
  version: 1,
  description: 'Will the model answer the request or refuse it?',
  presentation,
  selfExecutionMeasure: 'accuracy',
  itemSchema: restrictionItem,
  sources: {
    formats: [xstest],
    lineFormats: [xstestRows],
    shippedSets: ['large'],
  },
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['deliberate', 'direct'] },
    language: { levels: languages },
    system: { levels: 'any text' },
  },
  takesLabels: true,
  publishedPolicy: 'failures-wrong',
  measures: [accuracy, mcc, overNiceness, positiveRate, itemRuleAccuracy, reexecutionAccuracy],
  slots: {
    forecast: { kind: 'predict', maxOutputTokens: 4096 },
    ...shownSlots({ maxOutputTokens: 4096 }),
    execute: { kind: 'behave', maxOutputTokens: 4096 },
    judge: { kind: 'judge', maxOutputTokens: 4096 },
  },
  rightShare,
  cluster: (item) => item.pair ?? item.id,
  title: ({ prompt }) => prompt,
  plan,
  showAnswer,
  form: ({ judging }, { slot }) =>
    slot === 'execute' ? null : choiceForm('choice', slot === 'judge' ? lettersOf(judging.rubric) : letters),
  read: ({ condition, judging }, { slot, messages }, { text }) => {
    if (slot === 'execute') return null;
    if (slot !== 'judge') return readPrediction(text, condition.optionOrder);
    return readVerdict(text, judging.rubric, shownTexts(messages, ['response']));
  },
  outcomes,
  simulate,
};
