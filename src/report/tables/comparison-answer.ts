import { oneAnswerReason } from '../../analyze/contrasts/run-contrasts.ts';
import { areUnequal, isHalf } from '../../analyze/contrasts/shared-items.ts';
import { isPerson, pairOf } from '../../domain/person.ts';
import type { ComparedTask, Comparison, Difference, PooledPeople } from '../../results/comparison.ts';
import { isFound, isTestedContrast } from '../../results/contrast.ts';
import type { Selection } from '../../results/results.ts';
import type { NextStep } from '../../results/step.ts';
import { type BeyondWord, beyondNotExcluded } from '../../results/verdict.ts';
import { minModelsForWord } from '../../stats/least-numbers.ts';
import { fraction, fractionRange, pRelation } from '../../util/numbers.ts';
import { differenceRange } from '../figures/marks/number-text.ts';
import { countsText, meansText, sizeText } from './contrast-table.ts';
import { distinctNames } from './finding-numbers.ts';
import { directedWord } from './score-meaning.ts';

/** The answer of a comparison, which comes before its tables. */
export interface ComparisonAnswer {
  readonly question: string;
  /** The answer in one sentence. */
  readonly answer: string;
  /** What the answer is not about, one sentence each. */
  readonly limits: readonly string[];
  readonly next: readonly NextStep[];
}

/** What the runs of a study alone do not decide. */
const studyRuns = 'These are the runs of a study alone: its verdict comes from trained arms, and `seb report` has it.';

/** The tests of all models together do not ask what the text tells. */
const notExcluded = `A “yes” to beyond others has other explanations, which no test here excludes: what the text of the items tells, ${beyondNotExcluded} (docs/verdicts.md).`;

/** What is compared: runs of a store, or logs; and what to do next. */
interface ComparedSource {
  readonly kind: Selection['kind'] | 'logs';
  readonly next: readonly NextStep[];
}

/** Returns what a comparison answers: what own predictions add to what others tell, or, without that, which scores differ. */
export function comparisonAnswer(comparison: Comparison, { kind, next }: ComparedSource): ComparisonAnswer {
  const { tasks } = comparison;
  const models = [...new Set(tasks.flatMap(({ byModel }) => byModel.map(({ model }) => model)))];
  const asked = tasks.filter(({ together }) => together.kind === 'asked');
  const against = peopleAgainstModels(comparison);
  const isAboutTasks = asked.length > 0;
  const hasWord = asked.some(({ together }) => together.kind === 'asked' && together.beyond === 'yes');
  return {
    question:
      against?.question ??
      (isAboutTasks
        ? 'Do the models’ own predictions add to what other models tell?'
        : differenceQuestion(comparison, kind)),
    answer: against?.answer ?? (isAboutTasks ? taskAnswer(asked) : differenceAnswer(comparison)),
    limits: [
      ...(kind === 'study' ? [studyRuns] : []),
      ...(hasWord ? [notExcluded] : []),
      ...(!isAboutTasks && models.length > 1
        ? [
            `Not tested: whether own predictions add to what other models tell. It takes models of three makers, and ${minModelsForWord} models for a verdict.`,
          ]
        : []),
    ],
    next,
  };
}

/** Returns what is asked of scores: of the answers, right or graded, or of self-prediction. */
function differenceQuestion({ differences }: Comparison, kind: ComparedSource['kind']): string {
  const isOfAnswers =
    kind === 'logs' || (differences.length > 0 && differences.every(({ measure }) => measure === 'right'));
  return isOfAnswers ? 'Whose answers to the same items are better?' : 'Does self-prediction differ on the same items?';
}

/** Returns in which tasks all models together add to what others tell. */
function taskAnswer(asked: readonly ComparedTask[]): string {
  const named = (beyond: BeyondWord) =>
    asked.flatMap(({ experiment, together }) =>
      together.kind === 'asked' && together.beyond === beyond ? [experiment] : [],
    );
  const [yes, no, open] = [named('yes'), named('not shown'), named('not asked')];
  const listed = (tasks: readonly string[]) => [...new Set(tasks)].map((task) => `“${task}”`).join(', ');
  const decided = yes.length + no.length;
  if (decided === 0) return undecidedAnswer(asked);
  const rest = open.length === 0 ? '' : `; not decided in ${listed(open)}, which needs ${minModelsForWord} models`;
  const tasks = decided === 1 ? 'task' : 'tasks';
  return yes.length === 0
    ? `Not shown in ${decided} ${tasks}${rest}.`
    : `Yes in ${yes.length} of ${decided} ${tasks}: ${listed(yes)}${rest}.`;
}

/** Returns why no task has a word: how many models there are, and how many of them are in the means. */
function undecidedAnswer(asked: readonly ComparedTask[]): string {
  const all = Math.max(...asked.map(({ byModel }) => byModel.length));
  const used = Math.max(...asked.map(({ together }) => (together.kind === 'asked' ? together.models : 0)));
  const who =
    used === all ? ` with ${all} models` : `: ${used} of ${all} models have a verdict and 98 % of the answers`;
  return `Not decided${who}. A word needs ${minModelsForWord}; the numbers are below.`;
}

/**
 * Returns the question of people as a baseline, and its answer: whose scores are better where a person and a language model
 * have the same items. Null without such a difference.
 */
function peopleAgainstModels({
  differences,
  pooled,
}: Comparison): Pick<ComparisonAnswer, 'question' | 'answer'> | null {
  const mixed = differences.flatMap((each) => {
    const [a, b] = each.models;
    if (isPerson(a) === isPerson(b)) return [];
    return [{ ...each, person: isPerson(a) ? a : b, isPersonAhead: isAhead(each) === isPerson(a) }];
  });
  if (mixed.length === 0) return null;
  const pairs = mixed.flatMap(({ person }) => pairOf(person) ?? []);
  const tested = mixed.filter(isTestedContrast);
  const found = tested.filter(isFound);
  const better = found.filter(({ isPersonAhead }) => isPersonAhead).length;
  const counts = [
    `${better} in favor of the person`,
    `${found.length - better} in favor of the model`,
    `no difference found in ${tested.length - found.length}`,
  ];
  const many = `${tested.length} ${tested.length === 1 ? 'difference' : 'differences'}`;
  return {
    question: `Do people predict ${whom(mixed.length, pairs.length)} better than models predict themselves?`,
    answer:
      tested.length === 0
        ? 'No person and model share enough items for a test.'
        : `Of ${many} between a person and a model on the same items: ${counts.join(', ')}.${pooled.map((each) => ` ${pooledText(each)}`).join('')}`,
  };
}

/** Returns whether `a` has the better score. */
function isAhead({ quantity, better }: Pick<Difference, 'quantity' | 'better'>): boolean {
  return (quantity.value ?? 0) > 0 === (better === 'higher');
}

/** Returns what the test of all people together against all models says. */
function pooledText(pooled: PooledPeople): string {
  const { experiment, people, models, quantity, adjusted } = pooled;
  const who = `All ${people.length} ${people.length === 1 ? 'person' : 'people'} together against all ${models.length} ${models.length === 1 ? 'model' : 'models'} in “${experiment}”`;
  const { value, interval } = quantity;
  if (value === null || adjusted === null) return `${who}: too few items or people for a test.`;
  const side = isFound(pooled) ? `in favor of the ${isAhead(pooled) ? 'people' : 'models'}` : pooled.word;
  const size = `people minus models ${fraction(value)}${interval === null ? '' : ` ${fractionRange(interval)}`}`;
  return `${who}: ${size}, ${side} (p ${pRelation(adjusted)}, over other items and over other people and models: the larger p, and the interval of both).`;
}

/** Returns whom people predict: themselves, or, in pairs, another person. */
function whom(all: number, pairs: number): string {
  if (pairs === 0) return 'themselves';
  return pairs === all ? 'another person' : 'themselves and another person';
}

/** Says how many paired differences were found, and why others have no test. */
function differenceAnswer({ differences }: Comparison): string {
  const tested = differences.filter(isTestedContrast);
  const untested = differences.filter((each) => !isTestedContrast(each));
  const constant = untested.filter(({ reason }) => reason === oneAnswerReason).length;
  const unequal = untested.filter(areUnequal).length; // the table has the reason
  const half = untested.filter(isHalf).length;
  const few = untested.length - constant - unequal - half;
  const reasons = new Set(
    untested.flatMap((each) =>
      each.reason === oneAnswerReason || areUnequal(each) || isHalf(each) ? [] : [each.reason],
    ),
  );
  const why = reasons.size === 1 ? ` (${[...reasons].join()})` : ''; // of several, the table has each
  const have = (count: number) => (count === 1 ? 'has' : 'have');
  const always = [
    constant === 0 ? '' : ` ${constant} ${have(constant)} one answer on both sides: no test.`,
    unequal === 0 ? '' : ` ${unequal} ${have(unequal)} unequal items: no test.`,
    half === 0 ? '' : ` ${half} ${have(half)} a side with predictions or answers alone: no test.`,
  ].join('');
  if (tested.length === 0) {
    if (few > 0 || untested.length === 0) return `No paired difference has enough items for a test${why}.${always}`;
    if (constant + half === 0) return 'No paired difference is tested: one side lacks items of the other.';
    if (constant + unequal === 0) return 'No paired difference is tested: one side has predictions or answers alone.';
    if (unequal + half === 0)
      return 'No paired difference is tested: the predictions or the outcomes of both sides are all the same.';
    return `No paired difference is tested.${always}`;
  }
  const rest = `${few === 0 ? '' : ` ${few} more ${have(few)} too few items for a test.`}${always}`;
  const [only] = tested;
  const several = new Set(differences.map(({ experiment }) => experiment)).size > 1;
  if (tested.length === 1 && only !== undefined)
    return `${several ? `${only.experiment}: ` : ''}${differenceText(only)}${rest}`;
  return `${tested.filter(isFound).length} of ${tested.length} tested differences found${foundText(tested.filter(isFound), several)}.${rest}`;
}

/** Maximum number of found differences that the answer names. */
const maxFound = 2;

/** Names the sides of few found differences: `: ada is lower than bo (words it lists)`; empty for none and for many. */
function foundText(found: readonly Difference[], several: boolean): string {
  if (found.length === 0 || found.length > maxFound) return '';
  const names = distinctNames(found.flatMap(({ a, b }) => [a, b]));
  const sentences = found.map((pair) => {
    const [a, b] = [names.get(pair.a) ?? pair.a, names.get(pair.b) ?? pair.b];
    return `${a} is ${directedWord(pair)} than ${b}${several ? ` (${pair.experiment})` : ''}`;
  });
  return `: ${sentences.join('; ')}`;
}

/** Returns the word on a difference in a sentence, with its size, its interval, the counts that decide it, and p. */
function differenceText(pair: Difference): string {
  const { quantity, adjusted, unit } = pair;
  const names = distinctNames([pair.a, pair.b]);
  const [a, b] = [pair.a, pair.b].map((name) => names.get(name) ?? name) as [string, string];
  const { value, interval } = quantity;
  const points = unit === 'share' || unit === 'difference' ? ' points' : '';
  const details = [
    ...(interval === null ? [] : [`95 % interval ${differenceRange(interval, unit)}${points}`]),
    ...(pair.counts === null ? [] : [countsText(pair, a, b)]),
    ...(adjusted === null ? [] : [`p ${pRelation(adjusted)}`]),
  ].join('; ');
  const { means } = pair;
  const both = means.a === null || means.b === null ? '' : ` (${meansText([means.a, means.b], unit)})`;
  return isFound(pair)
    ? `${a} is ${directedWord(pair)} than ${b} by ${sizeText(value ?? 0, unit)}${both}: ${details}.`
    : `No difference found between ${a} and ${b}${both}: ${details}.`;
}
