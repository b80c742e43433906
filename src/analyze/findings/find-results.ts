import { type Finding, isMostlyMissing, readableUnits } from '../../results/finding.ts';
import { originLimits } from '../../results/model-origin.ts';
import type { Results, Selection } from '../../results/results.ts';
import type { StudyStory } from '../../results/study-story.ts';
import { isTested } from '../../results/verdict.ts';
import { scoreEstimate } from '../estimates/headline.ts';
import { controlFindings, controlLimits } from './control-findings.ts';
import { type FindInput, limitsOf, nextSteps } from './limits.ts';
import { lossLines } from './losses.ts';
import type { ModelContrasts } from './model-contrasts.ts';
import { maxMissing } from './model-verdicts.ts';
import { adjustedOverText, answerText, questionText } from './results-sentences.ts';
import { scoresWithoutVerdict } from './scores-without-verdict.ts';
import { secondaryAnswer } from './secondary-answer.ts';

export type { FindInput } from './limits.ts';

/** Returns the result object of a selection, which every surface renders. Computed from its analysis only. */
export function findResults(input: FindInput): Results {
  const { control, estimates } = input;
  const asked = findingsOf(input);
  const findings = byTask(asked);
  const found = {
    findings,
    ...(input.ladders === undefined ? {} : { ladders: input.ladders }),
    ...(input.tools === undefined ? {} : { tools: input.tools }),
  };
  const hasVerdict = (name: string) => input.contrasts.some(({ experiment }) => experiment === name);
  const told = { ...found, ...storyOf(found, input.study) };
  const controls = control === undefined ? [] : controlFindings(byTask(findingsOf({ ...input, ...control })), findings);
  return {
    question: input.study?.question ?? questionText((asked.length === 0 ? estimates : asked).map(({ model }) => model)),
    adjustedOver: adjustedOverText(findings),
    ...told,
    ...(controls.length === 0 ? {} : { controls }),
    ...(input.wordings === undefined ? {} : { wordings: input.wordings }),
    ...(input.ensembles === undefined ? {} : { ensembles: input.ensembles }),
    limits: [
      ...originLimits(estimates.map(({ model }) => model)),
      ...limitsOf(findings, input, [...controlLimits(controls), ...lossLines(input.estimates, input.experiments)]),
      ...(input.study === undefined ? scoresWithoutVerdict(estimates, input.experiments, hasVerdict) : []),
    ],
    ...selectedOf(told, input.selection),
  };
}

function findingsOf(input: FindInput): readonly Finding[] {
  return input.contrasts.filter(({ primary }) => primary).map((each) => findingOf(each, input));
}

/** Returns results with the present state of their runs, whose answers must not have changed. */
export function reselected(results: Results, selection: Selection): Results {
  return { ...results, ...selectedOf(results, selection) };
}

/** Returns the study that the runs belong to, with what they alone say; nothing where they belong to none. */
function storyOf(found: Parameters<typeof runsAnswer>[0], study: StudyStory | undefined): Pick<Results, 'study'> {
  return study === undefined ? {} : { study: { ...study, runsAnswer: runsAnswer(found) } };
}

function runsAnswer(results: Pick<Results, 'findings' | 'ladders' | 'tools'>): string {
  const { findings } = results;
  return (findings.length === 0 ? secondaryAnswer(results) : null) ?? answerText(findings);
}

/** Returns what depends on whether the runs are finished. */
function selectedOf(
  results: Pick<Results, 'findings' | 'ladders' | 'tools' | 'study'>,
  selection: Selection,
): Pick<Results, 'selection' | 'answer' | 'provisional' | 'next'> {
  const isFinished = selection.unfinished.length === 0;
  const { findings, study } = results;
  const answer = study?.answer ?? runsAnswer(results);
  return {
    selection,
    answer: isFinished ? answer : `So far: ${answer}`,
    provisional: isFinished ? null : selection.unfinished.join('; '),
    next: study?.next ?? nextSteps(findings, selection),
  };
}

/** Returns the results of a selection of which some runs are not read yet. */
export function provisionalResults(
  selection: Selection,
  { read, models }: { readonly read: number; readonly models: readonly string[] },
): Results {
  const state = `${read} of ${selection.runs.length} runs read`;
  return {
    question: questionText(models),
    answer: `Reading answers: ${state}.`,
    selection,
    adjustedOver: 'not known until every run is read',
    provisional: state,
    findings: [],
    limits: [],
    next: [],
  };
}

/** Returns the results of a store without runs. */
export const noRunResults: Results = {
  question: questionText([]),
  answer: 'The store holds no run.',
  selection: { kind: 'runs', name: 'no runs', runs: [], unfinished: [] },
  adjustedOver: 'no test',
  provisional: null,
  findings: [],
  limits: [],
  next: ['seb run --model provider/model'],
};

/** Returns the order of rows on every surface: by task, in each from the best difference to the worst. */
function byTask(findings: readonly Finding[]): readonly Finding[] {
  const tasks = Map.groupBy(findings, ({ task, measure }) => JSON.stringify([task, measure]));
  const rank = ({ difference }: Finding) => difference ?? Number.MIN_SAFE_INTEGER; // not known: last
  return [...tasks.values()].flatMap((rows) => rows.toSorted((a, b) => rank(b) - rank(a)));
}

function findingOf(contrast: ModelContrasts, { estimates, experiments }: FindInput): Finding {
  const { run, experiment, model, condition, measure, tested, beyondShared: beyond } = contrast;
  const own = scoreEstimate(estimates, contrast);
  const [usable, total] = [own?.coverage.usable ?? 0, own?.coverage.units ?? 0];
  const notAsked = notAskedUnits(own?.coverage.lost ?? {});
  const counts = { usable, total, ...(notAsked === 0 ? {} : { notAsked }) };
  const { presentation, measures } = experiments.get(experiment) ?? {};
  return {
    run,
    experiment,
    task: presentation?.task ?? experiment,
    condition,
    model,
    measure,
    unit: own?.unit ?? 'share',
    better: measures?.find(({ name }) => name === measure)?.better ?? 'higher',
    score: own?.value ?? null,
    scoreInterval: own?.interval ?? null,
    reference: { name: 'best constant answer', value: tested.reference },
    difference: tested.difference,
    differenceInterval: tested.interval,
    level: tested.level,
    n: own?.n ?? 0,
    ...counts,
    others: own?.otherModels ?? null,
    itemRule: own?.itemRule ?? null,
    beyondShared:
      beyond.kind === 'known'
        ? { value: beyond.value, interval: beyond.interval, p: beyond.p, models: beyond.models }
        : null,
    reexecution: own?.reexecution ?? null,
    detectable: tested.detectable,
    verdict: contrast.verdict,
    reason: reasonOf(contrast, counts),
    p: contrast.p,
  };
}

/** Returns how many units are missing because a call of theirs was not sent. */
function notAskedUnits(lost: Readonly<Record<string, number>>): number {
  const counts = Object.entries(lost).filter(([reason]) => reason.endsWith(': not-asked'));
  return counts.reduce((sum, [, count]) => sum + count, 0);
}

function decidedBy(interval: ModelContrasts['tested']['interval']): string {
  return interval === null
    ? 'decided by the sign-flip test; the difference has no interval'
    : 'decided by the sign-flip test with stepwise adjustment, which finds more than the interval';
}

/** Returns why a reader would not guess a verdict from the numbers beside it; null where they say it. */
function reasonOf(
  { verdict, reasons, tested: { interval } }: ModelContrasts,
  { usable, total, ...missing }: Pick<Finding, 'usable' | 'total' | 'notAsked'>,
): string | null {
  const isAbove = verdict.startsWith('above');
  const isClaim = isAbove || verdict.endsWith('tells-apart');
  const isFew = isMostlyMissing({ usable, total }) || (isClaim && usable < total * (1 - maxMissing));
  const few = isFew ? [readableUnits({ usable, total, ...missing })] : [];
  const includesZero = interval === null || (interval[0] <= 0 && interval[1] >= 0);
  const isBelow = verdict.startsWith('below');
  const test = (isAbove || isBelow) && includesZero ? [decidedBy(interval)] : [];
  const unexplained =
    !isAbove && !isBelow && isTested(verdict) && !includesZero && reasons.length === 0
      ? ['the sign-flip test does not agree with the interval']
      : [];
  const parts = [...few, ...reasons, ...test, ...unexplained];
  return parts.length === 0 ? null : parts.join('; ');
}
