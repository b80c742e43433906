import { isPerson, pairOf } from '../../domain/people/person.ts';
import { originLimits } from '../../results/model-origin.ts';
import type { Selection } from '../../results/results.ts';
import { fraction, fractionRange } from '../../util/numbers.ts';
import { namesText } from '../findings/results-sentences.ts';
import type { Comparison, ComparisonVerdict, DifferenceEntry, PooledEntry } from './comparison-types.ts';

/** The answer of a comparison, which comes before its tables. */
export interface ComparisonAnswer {
  readonly question: string;
  /** The answer in one sentence. */
  readonly answer: string;
  /** The tests that are adjusted together; null where nothing was tested. */
  readonly adjustedOver: string | null;
  /** What the answer is not about, one sentence each. */
  readonly limits: readonly string[];
  /** What to do next, as commands with real names. */
  readonly next: readonly string[];
}

/** How the question of verdicts on self-advantage differs from that of the verdict "above others" of `seb report`. */
const otherQuestion = 'Asked here: whom does a prediction fit best? “Above others” asks what it adds.';

/** What the runs of a study alone do not decide. */
const studyRuns = 'These are the runs of a study alone: its verdict comes from trained arms, and `seb report` has it.';

/** What a paired difference does not exclude where groups have several units; docs/statistics.md has the rates. */
const wholeGroups =
  'A paired difference may also come from groups that fail as a whole, which chance left out of one side.';

/** Level of the adjusted tests of paired differences. */
const level = 0.05;

/** Returns what a comparison answers: by its primary verdicts, or, of runs of one model, by its paired differences. */
export function comparisonAnswer(
  comparison: Comparison,
  { runs, kind }: Pick<Selection, 'runs' | 'kind'>,
): ComparisonAnswer {
  const { verdicts = [], matrices, differences } = comparison;
  const primary = verdicts.filter((each) => each.primary);
  const models = [...new Set(matrices.flatMap((matrix) => matrix.models))];
  const [run = 'latest'] = runs;
  const isUndecided = primary.length > 0 && primary.every(({ p }) => p === null);
  const needsFour = isUndecided && primary.some(({ verdict }) => verdict === 'needs-four-models'); // a study decides with two
  const against = peopleAgainstModels(comparison);
  const hasPeople = models.some(isPerson);
  return {
    question:
      against?.question ??
      (primary.length === 0
        ? 'Do the scores differ on the same items?'
        : `Do ${namesText(models)} predict themselves better than expected from the others?`),
    answer:
      against?.answer ?? (primary.length === 0 ? differenceAnswer(comparison) : verdictAnswer(primary, comparison)),
    adjustedOver: adjustedOver(verdicts),
    limits: [
      ...(kind === 'study' ? [studyRuns] : []),
      ...originLimits(models),
      ...(primary.length === 0 || isUndecided ? [] : [otherQuestion]),
      ...((primary.length === 0 || isUndecided) && differences.some(isFoundInGroups) ? [wholeGroups] : []),
    ],
    next: [
      ...(kind === 'study' ? ['seb report'] : needsFour && !hasPeople ? ['seb study introspection --bundled'] : []),
      ...(primary.length === 0 ? [`seb items ${run} --wrong`] : [`seb items ${run} --divergent`]),
      'seb view',
    ],
  };
}

function isFoundInGroups({ pHolm, n, units = n }: DifferenceEntry): boolean {
  return pHolm !== null && pHolm <= level && units > n;
}

/**
 * Returns the question of people as a baseline, and its answer: whose scores are better where a person and a language model
 * have the same items. Null without such a difference.
 */
function peopleAgainstModels({
  differences,
  pooled = [],
}: Comparison): Pick<ComparisonAnswer, 'question' | 'answer'> | null {
  const mixed = differences.flatMap((each) => {
    const [a, b] = each.models ?? [];
    if (a === undefined || b === undefined || isPerson(a) === isPerson(b)) return [];
    const isAhead = (each.value ?? 0) > 0 === (each.better !== 'lower'); // whether `a` has the better score
    return [{ ...each, person: isPerson(a) ? a : b, isPersonAhead: isAhead === isPerson(a) }];
  });
  if (mixed.length === 0) return null;
  const pairs = mixed.flatMap(({ person }) => pairOf(person) ?? []);
  const tested = mixed.filter(({ pHolm }) => pHolm !== null);
  const found = tested.filter(({ pHolm }) => (pHolm ?? 1) <= level);
  const better = found.filter(({ isPersonAhead }) => isPersonAhead).length;
  const counts = [
    `${better} in favor of the person`,
    `${found.length - better} in favor of the model`,
    `${tested.length - found.length} not distinguishable from zero`,
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

/** Returns what the test of all people together against all models says, over items and over people and models. */
function pooledText({
  experiment,
  people,
  models,
  value,
  interval,
  pHolm,
  pSubjects,
  isPeopleAhead,
}: PooledEntry): string {
  const who = `All ${people.length} ${people.length === 1 ? 'person' : 'people'} together against all ${models.length} ${models.length === 1 ? 'model' : 'models'} in “${experiment}”`;
  if (value === null || pHolm === null) return `${who}: too few items that all of them have.`;
  const side =
    pHolm > level ? 'not distinguishable from zero' : `in favor of the ${isPeopleAhead === true ? 'people' : 'models'}`;
  const size = `people minus models ${fraction(value)}${interval === null ? '' : ` ${fractionRange(interval)}`}`;
  const others = pSubjects === null ? '' : `; over other people and models ${pText(pSubjects)}`;
  return `${who}: ${size}, ${side} (over other items ${pText(pHolm)}${others}).`;
}

function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${fraction(p)}`;
}

/** Returns whom people predict: themselves, or, in pairs, another person. */
function whom(all: number, pairs: number): string {
  if (pairs === 0) return 'themselves';
  return pairs === all ? 'another person' : 'themselves and another person';
}

function verdictAnswer(primary: readonly ComparisonVerdict[], comparison: Comparison): string {
  const hasPeople = comparison.matrices.some(({ models }) => models.some(isPerson)); // and then no language models
  const tasksOf = (...words: readonly ComparisonVerdict['verdict'][]) =>
    primary.filter(({ verdict }) => words.includes(verdict)).map(({ experiment }) => experiment);
  const parts = (
    [
      ['better than expected', tasksOf('advantage')],
      ['worse than expected', tasksOf('disadvantage')],
      ['not distinguishable from what is expected', tasksOf('none')],
      [`not decided, which needs four ${hasPeople ? 'of them' : 'models'}`, tasksOf('needs-four-models')],
      ['too few usable items', tasksOf('insufficient')],
    ] as const
  ).filter(([, tasks]) => tasks.length > 0);
  const listed = parts.map(([text, tasks]) => `${text} in ${tasks.map((task) => `“${task}”`).join(', ')}`).join('; ');
  const isUndecided = primary.every(({ p }) => p === null);
  return `${hasPeople ? 'All people' : 'All models'} together: ${listed}.${isUndecided ? ` ${differenceAnswer(comparison)}` : ''}`;
}

/** Says how many paired differences are distinguishable from zero. */
function differenceAnswer({ differences }: Comparison): string {
  const tested = differences.filter(({ pHolm }) => pHolm !== null);
  if (tested.length === 0) return 'No paired difference has enough items for a test.';
  const found = tested.filter(({ pHolm }) => (pHolm ?? 1) <= level).length;
  const untested = differences.length - tested.length;
  const rest = untested === 0 ? '' : `; ${untested} ${untested === 1 ? 'has' : 'have'} too few items for a test`;
  if (differences.length === 1)
    return `The paired difference is ${found === 1 ? '' : 'not '}distinguishable from zero.`;
  const all = `${found} of ${differences.length} paired differences ${found === 1 ? 'is' : 'are'}`;
  const open = tested.length - found;
  return `${all} distinguishable from zero${open === 0 ? '' : `; ${open} ${open === 1 ? 'is' : 'are'} not`}${rest}.`;
}

function adjustedOver(verdicts: readonly ComparisonVerdict[]): string | null {
  const count = (primary: boolean) => verdicts.filter((each) => each.primary === primary && each.p !== null).length;
  const [first, others] = [count(true), count(false)];
  if (first + others === 0) return null;
  return `${first} ${first === 1 ? 'test' : 'tests'} of all models together, one per task${others === 0 ? '' : `; ${others} others among themselves`}`;
}
