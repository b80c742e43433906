import { manyTemplates, sharedWordingText, templateShare } from '../../data/shared-templates.ts';
import { isHuman, judgeName, ruleJudge } from '../../domain/judging.ts';
import { pairOf } from '../../domain/person.ts';
import { isRecorded } from '../../domain/recorded.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { taskNames } from '../../experiments/task-name.ts';
import type { Estimate } from '../../results/estimate.ts';
import type { Finding } from '../../results/finding.ts';
import type { Selection } from '../../results/results.ts';
import type { StudyStory } from '../../results/study-story.ts';
import { beyondNotExcluded, isTested, ranksSomeText } from '../../results/verdict.ts';
import { leastNumbers } from '../../stats/least-numbers.ts';
import { counted, fixed, fraction, pointsText, signedText } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { ResponseMatrix } from '../contrasts/response-matrix.ts';
import { headlineOf } from '../estimates/sums.ts';
import { isMostlyMissing } from '../next-steps/after-scores.ts';
import type { JudgeCheck } from './judge-check.ts';
import { lackingRule, namesText } from './results-sentences.ts';

/** What limits the findings, beside the findings themselves. */
export interface LimitFacts {
  readonly experiments: Experiments;
  readonly selection: Pick<Selection, 'kind'>;
  /** The models' responses, with the titles of items. */
  readonly fields: readonly ResponseMatrix[];
  /** How far each judge agrees with the rule judge. */
  readonly judges: readonly JudgeCheck[];
  /** The study that the selected runs belong to; absent: none. */
  readonly study?: StudyStory;
  /** What the reading of the answers limits, as `answerLimits` returns it; absent: nothing. */
  readonly answers?: readonly string[];
}

/**
 * Returns what limits the findings, one sentence each, the most important first. `losses`: sentences about missing values, which
 * there can be many of.
 */
export function limitsOf(
  findings: readonly Finding[],
  facts: LimitFacts,
  losses: readonly string[],
): readonly string[] {
  return [
    ...(facts.study?.limits ?? []),
    ...judges(findings, facts),
    ...chosen(findings, facts),
    ...(facts.answers ?? []),
    ...missing(findings),
    ...halves(findings),
    ...ranking(findings),
    ...partRules(findings),
    ...power(findings),
    ...losses,
    ...templates(findings, facts),
    ...pairs(findings),
    ...drift(findings),
    ...strata(findings),
    ...undealt(findings),
    ...openBeyond(findings),
    ...survivors(findings),
  ];
}

/** Says that a part of an import, whose other results may be known, has words of this part only. */
function chosen(findings: readonly Finding[], { selection }: Pick<LimitFacts, 'selection'>): readonly string[] {
  const isPart = selection.kind === 'run' || selection.kind === 'runs';
  if (
    !isPart ||
    !findings.some(({ fit }) => isTested(fit)) ||
    !findings.every(({ model }) => isRecorded({ identity: model }))
  )
    return [];
  return [
    'Only the scores shown are adjusted for each other: where these recordings were chosen after a look at the results of others, a word is false more often than stated.',
  ];
}

/** Names the scores with `no sign` whose statements rank some items all the same. */
function ranking(findings: readonly Finding[]): readonly string[] {
  const found = findings.filter(({ fit, reason }) => fit === 'no sign' && reason?.includes(ranksSomeText) === true);
  if (found.length === 0) return [];
  return [
    `No sign, though the interval of the AUROC lies above one half: ${namesText(found.map(({ model }) => model))}. This ${ranksSomeText}.`,
  ];
}

/** Names fixed rules that answer a part of the units, and that a score is not shown to beat there. */
function partRules(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap((finding) => {
    const { task, model, fit, unit, usable, clusters: groups, rungs } = finding;
    const lacking = lackingRule(finding);
    if (lacking !== null) {
      const enough = 10 * Math.ceil((groups * leastNumbers.groups) / Math.max(1, lacking.groups) / 10 - 1e-9);
      return [
        `“${task}” of ${oneLine(model, 60)} is not shown to be useful: ${lacking.name} answers ${lacking.units} of ${usable} units, in ${counted(lacking.groups, 'group')} of items, and a comparison with it needs ${leastNumbers.groups}. About ${enough} groups of items (now ${groups}) have enough.`,
      ];
    }
    const { useful } = rungs;
    if (fit !== 'informative' || useful.kind !== 'tested' || useful.against === null) return [];
    const { value = null, n = usable } = useful.estimate ?? {};
    if (value === null || n === usable) return [];
    const difference = unit === 'share' ? pointsText(value) : signedText(value, 2);
    return [
      `“${task}” of ${oneLine(model, 60)} is not shown to beat ${useful.against}, which answers ${n} of ${usable} units (own minus it: ${difference}).`,
    ];
  });
}

/** Returns whether one of the checks is about the judge of a score. */
function isOf({ experiment, model, run }: Finding, checks: readonly JudgeCheck[]): boolean {
  return checks.some((each) => each.experiment === experiment && each.model === model && each.runs.includes(run));
}

/** Says who judged responses, and how many a rule judges otherwise: a score could differ by as much. */
function judges(findings: readonly Finding[], { judges: checks }: Pick<LimitFacts, 'judges'>): readonly string[] {
  const own = checks.filter((check) => findings.some((each) => isOf(each, [check])));
  return [...Map.groupBy(own, ({ judge }) => judge)].map(([judge, of]) => {
    if (judge === ruleJudge) return 'A rule on its words decided whether a response refuses; no model judged it.';
    const who =
      judge === 'itself'
        ? of.length === 1
          ? 'The model judged itself'
          : 'Each model judged itself'
        : isHuman(judge)
          ? `The outcomes are the labels of one person, ${oneLine(judgeName(judge), 40)}`
          : `${oneLine(judge, 40)} judged the responses`;
    const selected = isHuman(judge) ? (of.find(({ unsafe }) => unsafe !== null)?.unsafe ?? null) : null;
    if (selected !== null) return `${who}; ${selected}: label the others too, or a sample drawn without --stratify.`;
    const shares = of.flatMap(({ agreement }) => (agreement === null ? [] : [100 * (1 - agreement)]));
    if (shares.length === 0) return `${who}; the judge was not checked.`;
    const [low, high] = [Math.min(...shares), Math.max(...shares)].map((share) => fixed(share, 0));
    const range = low === high ? low : `${low} to ${high}`;
    const tasks = new Set(findings.filter((each) => isOf(each, of)).map(({ task }) => task));
    const where = tasks.size < new Set(findings.map(({ task }) => task)).size ? ` (${[...tasks].join(', ')})` : '';
    const advice = of.some(({ unsafe }) => unsafe !== null)
      ? ' Run again with another --judge, or label them (seb label).'
      : '';
    return `${who}${where}; a rule differs on ${range} %.${advice}`;
  });
}

/** Names the pairs of people, whose scores are not about self-knowledge. */
function pairs(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ model }) => model))].flatMap((model) => {
    const pair = pairOf(model);
    if (pair === null) return [];
    const name = oneLine(model, 60);
    return [
      `${name}: ${oneLine(pair.predicts, 40)} predicted what ${oneLine(pair.answers, 40)} answers. This is knowledge of another person, not self-knowledge.`,
    ];
  });
}

function missing(findings: readonly Finding[]): readonly string[] {
  const of = (count: number) => (findings.length === 1 ? 'the score' : `${count} of ${findings.length} scores`);
  const tested = findings.filter(({ fit }) => isTested(fit)).length;
  const open = findings.filter(({ notAsked, fit }) => notAsked > 0 && fit !== 'no test').length;
  const few = findings.filter(isMostlyMissing).length;
  const lost = findings.filter((finding) => isTested(finding.fit) && isMissingAtWorst(finding)).length;
  const changed = findings.filter(({ changedByMissing }) => changedByMissing).length;
  const words = findings.length === 1 ? 'its word' : changed === 1 ? 'one word' : `${changed} words`;
  const ofTested = tested === findings.length ? of(lost) : `${lost} of ${tested} scores with a verdict`;
  return [
    ...(open === 0 ? [] : [`Some units were not asked yet in ${of(open)}.`]),
    ...(few === 0 ? [] : [`Less than half of the units could be read in ${of(few)}.`]),
    ...(lost === 0
      ? []
      : [
          `Answers are missing in ${ofTested}; scores leave them out, and tests count them at their worst${changed === 0 ? '' : `, which changed ${words} (*)`}.`,
        ]),
  ];
}

function isMissingAtWorst({ rungs: { informative } }: Finding): boolean {
  return informative.kind === 'tested' && informative.missing === 'at their worst';
}

function halves(findings: readonly Finding[]): readonly string[] {
  const stated = findings.filter((each) => each.halves > 0);
  const count = stated.reduce((sum, each) => sum + each.halves, 0);
  const all = stated.reduce((sum, { total }) => sum + total, 0);
  return count === 0
    ? []
    : [`${count} of ${all} predictions state exactly one half, which is neither yes nor no and scores one half.`];
}

/** Says what the runs could have found where they found nothing; not where missing answers hide more than that. */
function power(findings: readonly Finding[]): readonly string[] {
  const open = findings.filter((finding) => finding.fit === 'no sign' && !finding.changedByMissing);
  const groups = open.map(({ clusters }) => clusters);
  const ranges = (['share', 'other'] as const).flatMap((unit) => {
    const sizes = open.flatMap(({ detectable, chance, ...each }) =>
      detectable === null || chance === null || (each.unit === 'share') !== (unit === 'share')
        ? []
        : [Math.abs(detectable - chance)],
    );
    return sizes.length === 0
      ? []
      : [
          unit === 'share'
            ? `${rangeText(sizes, (size) => fixed(100 * size, sizes.some((each) => each < 0.01) ? 1 : 0))} points`
            : rangeText(sizes, fraction),
        ];
  });
  const unknown = open.filter(({ detectable }) => detectable === null).length;
  return [
    ...(ranges.length === 0
      ? []
      : [
          `With ${rangeText(groups)} groups of items, a score less than ${ranges.join(', or ')} above chance would usually be missed.`,
        ]),
    ...(unknown === 0
      ? []
      : [
          `In ${unknown} of ${findings.length} scores, so few or so equal answers could be read that hardly any score would be informative.`,
        ]),
  ];
}

function rangeText(sizes: readonly number[], textOf: (size: number) => string = String): string {
  const [low, high] = [textOf(Math.min(...sizes)), textOf(Math.max(...sizes))];
  return low === high ? low : `${low} to ${high}`;
}

/** Names the tasks whose items share their wording, and so are not independent. */
function templates(
  findings: readonly Finding[],
  { fields, experiments }: Pick<LimitFacts, 'fields' | 'experiments'>,
): readonly string[] {
  const taskOf = taskNames(experiments);
  const shares = new Map<string, number>();
  for (const { experiment, titles } of fields) {
    const isShown = findings.some((each) => each.experiment === experiment.name && isTested(each.fit));
    if (!isShown || titles.length === 0) continue;
    shares.set(experiment.name, Math.max(templateShare(titles), shares.get(experiment.name) ?? 0));
  }
  return [...shares].flatMap(([experiment, share]) => {
    const text = share > manyTemplates ? sharedWordingText(share, `the items of “${taskOf(experiment)}”`) : null;
    return text === null ? [] : [`${text}, so these verdicts are too sure.`];
  });
}

/** Says that a change of the model during the calls is not excluded where their order was not planned. */
function drift(findings: readonly Finding[]): readonly string[] {
  const shown = findings.filter(
    ({ fit, rungs: { informative } }) =>
      fit !== 'no sign' && informative.kind === 'tested' && informative.parts === null,
  );
  return shown.length === 0
    ? []
    : [
        'Drift is not excluded: the order of the calls was not planned, so a model that changed meanwhile is not noticed.',
      ];
}

/** Says within which kinds of questions predictions are shuffled, and what knowing the kind alone would give. */
function strata(findings: readonly Finding[]): readonly string[] {
  const known = findings.flatMap(({ stratum, unit }) => (stratum === null ? [] : [{ ...stratum, unit }]));
  return [...Map.groupBy(known, ({ column, unit }) => JSON.stringify([column, unit]))].flatMap(([, of]) => {
    const [first] = of;
    if (first === undefined) return [];
    const alone =
      first.unit === 'share'
        ? `${rangeText(
            of.map(({ score }) => score),
            (score) => fixed(100 * score, 0),
          )} %`
        : rangeText(
            of.map(({ score }) => score),
            fraction,
          );
    const column = oneLine(first.column, 40);
    return [
      `Predictions are shuffled within ${rangeText(of.map((each) => each.strata))} ${pluralOf(column)} only: knowing which ${pluralOf(column)} are hard does not count as fit (knowing only the ${column} would score ${alone}).`,
    ];
  });
}

/** Says which kinds of questions predictions are not shuffled within: knowing which are hard then counts as fit. */
function undealt(findings: readonly Finding[]): readonly string[] {
  const known = findings.flatMap((finding) => (isTested(finding.fit) ? (finding.undealt ?? []) : []));
  return [...Map.groupBy(known, ({ column }) => column)].map(
    ([column, of]) =>
      `Not shuffled within ${rangeText(of.map((each) => each.strata))} ${pluralOf(oneLine(column, 40))}: too few questions each. Knowing which are hard is not excluded.`,
  );
}

function pluralOf(word: string): string {
  return `${word.replace(/(?<=[^aeiou])y$/, 'ie')}s`;
}

/** Says what the word *beyond others* does not exclude, and where the text of the items is among it. */
function openBeyond(findings: readonly Finding[]): readonly string[] {
  const found = findings.filter(({ beyond }) => beyond === 'yes');
  if (found.length === 0) return [];
  const open = found.flatMap(({ rungs: { beyondOthers } }) =>
    beyondOthers.kind === 'tested' && beyondOthers.text.kind === 'not asked' ? [beyondOthers.text.reason] : [],
  );
  const texts =
    open.length === 0
      ? ''
      : `, and ${open.length === found.length ? '' : `in ${open.length} of ${found.length} scores `}the text of the items, which was not tested (${[...new Set(open)].join('; ')})`;
  return [
    `A “yes” to beyond others has other explanations, which no test here excludes: ${beyondNotExcluded}${texts}.`,
  ];
}

/**
 * Says how many missing rows `useful` of stated probabilities would survive, where whole rows are missing and did not change the
 * word: it says already that they did.
 */
function survivors(findings: readonly Finding[]): readonly string[] {
  const known = findings.flatMap(({ survives, total, usable, changedByMissing }) =>
    survives === null || changedByMissing || usable === total ? [] : [{ survives, missing: total - usable }],
  );
  return known.length === 0
    ? []
    : [
        `“Useful” of stated probabilities would survive ${rangeText(known.map(({ survives }) => survives))} missing rows; ${rangeText(known.map(({ missing }) => missing))} are missing.`,
      ];
}

/** Share of missing units from which on a score says how many it averages. */
const maxMissing = 0.1;

/**
 * Returns a sentence for each experiment without verdicts in which a score lacks over 10 % of its units: how many units it
 * averages. Scores with a verdict state this in their rows.
 */
export function scoresWithoutVerdict(
  estimates: readonly Estimate[],
  experiments: Experiments,
  hasVerdict: (experiment: string) => boolean,
): readonly string[] {
  const nameOf = taskNames(experiments);
  return [...new Set(estimates.map(({ experiment }) => experiment))].flatMap((experiment) => {
    const headline = headlineOf(estimates, experiment);
    const scores = estimates.filter(
      (each) =>
        each.experiment === experiment &&
        each.measure === headline &&
        each.policy === 'parsed' &&
        each.coverage.usable > 0, // else there is no score
    );
    const few = scores.filter(({ coverage: { usable, units } }) => usable < units * (1 - maxMissing));
    // the self-execution score has the name `all`: its parts have verdicts
    if (few.length === 0 || hasVerdict(experiment) || !experiments.has(experiment)) return [];
    const counts = few.map(({ coverage: { usable, units } }) => `${usable} of ${units}`);
    const where = scores.length === 1 ? 'The score' : `${few.length} of ${scores.length} scores`;
    const verb = scores.length === 1 || few.length === 1 ? 'rests' : 'rest';
    const size =
      counts.length === 1
        ? `${counts[0]} units`
        : `${Math.min(...few.map(shareUsed))} to ${Math.max(...few.map(shareUsed))} % of the units`;
    const noTruth = few.some(({ coverage: { lost } }) =>
      Object.keys(lost).some((reason) => reason.endsWith(': no-mode')),
    );
    const reason = noTruth ? '; a unit whose executions all differ has no truth and is left out' : '';
    return [`${where} of ${nameOf(experiment)} ${verb} on ${size}${reason}.`];
  });
}

/**
 * Returns a sentence that names the experiments with scores but without any verdict, beside others that have verdicts. None
 * where no experiment has a verdict: the scores are then the answer.
 */
export function untestedExperiments(
  estimates: readonly Estimate[],
  experiments: Experiments,
  isTold: (experiment: string) => boolean,
): readonly string[] {
  const names = [...new Set(estimates.map(({ experiment }) => experiment))].filter((name) => experiments.has(name));
  const untested = names.filter((name) => !isTold(name)).map(taskNames(experiments));
  if (untested.length === 0 || untested.length === names.length) return [];
  return [`No test of predictions for ${untested.join(', ')}: its scores are in other tables (\`seb report --list\`).`];
}

function shareUsed({ coverage: { usable, units } }: Estimate): number {
  return Math.floor((100 * usable) / units);
}

/**
 * Returns whether a model is right more often than a coin without the change that an experiment makes: only then can the
 * change cost it accuracy. `estimates`: those of one model and condition. True for experiments without a coin.
 */
export function isAboveCoin(estimates: readonly Estimate[], coin: number | undefined): boolean {
  if (coin === undefined) return true;
  const rate = rateIn(estimates);
  return rate?.interval != null && rate.interval[0] > coin;
}

function rateIn(estimates: readonly Estimate[]): Estimate | undefined {
  return estimates.find(({ measure, policy }) => measure === 'unchanged_rate' && policy === 'parsed');
}

/** Returns what a change of the answers costs each model, one sentence each; empty without an experiment that makes one. */
export function lossLines(estimates: readonly Estimate[], experiments: Experiments): readonly string[] {
  return [...Map.groupBy(estimates, ({ experiment }) => experiment)].flatMap(([experiment, own]) => {
    const { coin } = experiments.get(experiment) ?? {};
    if (coin === undefined) return [];
    return [...Map.groupBy(own, ({ model }) => model)].flatMap(([model, of]) => {
      const conditions = [...Map.groupBy(of, ({ run, condition }) => JSON.stringify([run, condition])).values()];
      const rates = conditions.filter((each) => rateIn(each)?.value != null);
      const measured = rates.filter((each) => isAboveCoin(each, coin));
      const guessed = rates.filter((each) => !isAboveCoin(each, coin));
      return [...measuredLine(model, measured), ...guessedLine(model, guessed, coin)];
    });
  });
}

function measuredLine(model: string, conditions: readonly (readonly Estimate[])[]): readonly string[] {
  const lost = conditions.flatMap((own) =>
    own.filter(({ measure, policy, value }) => measure === 'lost_share' && policy === 'parsed' && value !== null),
  );
  const [first, ...more] = lost;
  if (first === undefined) return [];
  const name = oneLine(model, 40);
  const interval = first.interval === null ? '' : ` [${first.interval.map(points).join(', ')}]`;
  const size =
    more.length === 0
      ? `${points(first.value ?? 0)}${interval} percentage points`
      : `${rangeOf(lost.map(({ value }) => points(value ?? 0)))} percentage points in ${lost.length} conditions`;
  return [`Accuracy that ${name} loses to the insertion: ${size}.`];
}

function guessedLine(model: string, conditions: readonly (readonly Estimate[])[], coin: number): readonly string[] {
  if (conditions.length === 0) return [];
  const rates = rangeOf(conditions.map((own) => points(rateIn(own)?.value ?? 0)));
  return [
    `Accuracy that ${oneLine(model, 40)} loses to the insertion: not measured. Without it, ${rates} % of its answers are right; a coin gets ${points(coin)} %.`,
  ];
}

function points(share: number): string {
  return fixed(100 * share, 0);
}

function rangeOf(texts: readonly string[]): string {
  const sorted = texts.toSorted((one, other) => Number(one) - Number(other));
  const [low = '', high = ''] = [sorted[0], sorted.at(-1)];
  return low === high ? low : `${low} to ${high}`;
}
