import { isAskedLate } from '../../domain/asked.ts';
import type { ControlResult } from '../../domain/control.ts';
import { taskNames } from '../../experiments/task-name.ts';
import { payoff } from '../../outcome-kinds/decision.ts';
import { limitLines, limitsOfStatements } from '../../recordings/checks/check-recordings.ts';
import type { Estimate } from '../../results/estimate.ts';
import type { ControlFinding, Finding } from '../../results/finding.ts';
import type { LadderFinding } from '../../results/ladder.ts';
import type { LogFacts } from '../../results/log-facts.ts';
import { originLimits } from '../../results/model-origin.ts';
import type { Results, Selection } from '../../results/results.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import type { NextStep } from '../../results/step.ts';
import type { StudyStory } from '../../results/study-story.ts';
import type { ToolFinding } from '../../results/tool-finding.ts';
import { isTested } from '../../results/verdict.ts';
import type { RunRecord } from '../../store/store.ts';
import { fixed } from '../../util/numbers.ts';
import { withVerdicts } from '../checks/fit-checks.ts';
import { nextSteps } from '../next-steps/next-steps.ts';
import type { Kinship } from '../self-knowledge/relatives.ts';
import type { TaskOfRun } from '../units/data-of-runs.ts';
import type { CollectedScore } from '../units/score-units.ts';
import { type LimitFacts, limitsOf, lossLines, scoresWithoutVerdict, untestedExperiments } from './limits.ts';
import { answerText, confidenceQuestion, namesText, questionText, secondaryAnswer } from './results-sentences.ts';
import { rightAnswers } from './right-answers.ts';
import { gradesLimits, logLimits, rightAnswer, rightQuestion } from './right-sentences.ts';
import { verdictFindings } from './verdicts.ts';

/** The analysis of the selected runs, from which their results are made. */
interface FindInput extends LimitFacts {
  readonly selection: Selection;
  readonly estimates: readonly Estimate[];
  readonly scores: readonly CollectedScore[];
  readonly kinship?: Kinship | undefined;
  /** Whether a stated value that looks filled in has its verdict all the same; absent: no. */
  readonly keepsFilled?: boolean;
  /** Scores along axes of difficulty; absent where no item is on a ladder. */
  readonly ladders?: readonly LadderFinding[];
  readonly tools?: readonly ToolFinding[];
  /** Which predictions were asked too late to be used, one sentence each; absent: none. */
  readonly asked?: readonly string[];
  /** What checks of the runs found; absent: the answers are those of logs, whose facts have it. */
  readonly checks?: readonly CheckFinding[];
  /** Notes on the reading of answers that a limit only counts; absent: none. */
  readonly notes?: readonly string[];
  /** What logs of other tools tell beside their answers; absent: the runs are not those of logs. */
  readonly logs?: LogFacts | undefined;
  readonly taskOf?: TaskOfRun | undefined;
  /** What to do next; absent: commands on the selected runs. */
  readonly next?: readonly NextStep[] | undefined;
  /** Records of the selected runs, for commands that repeat them; absent: not known. */
  readonly runs?: readonly RunRecord[];
  /** The analysis of the control's answers; absent where no run has a control. */
  readonly control?: Pick<FindInput, 'estimates' | 'scores'>;
}

/** Returns the result object of a selection, which every surface renders. Computed from its analysis only. */
export function findResults(input: FindInput): Results {
  const { control, estimates, experiments } = input;
  const findings = verdictFindings(input);
  const right = rightAnswers(input.fields, input.taskOf ?? ((_, experiment) => taskNames(experiments)(experiment)));
  const found = {
    findings,
    ...(right.length === 0 ? {} : { right }),
    ...(input.logs === undefined ? {} : { logs: input.logs }),
    ...(input.ladders === undefined ? {} : { ladders: input.ladders }),
    ...(input.tools === undefined ? {} : { tools: input.tools }),
  };
  const told = { ...found, ...storyOf(found, input.study) };
  const controls = control === undefined ? [] : controlFindings(verdictFindings({ ...input, ...control }), findings);
  const isTold = (name: string) =>
    [...findings, ...(input.ladders ?? []), ...(input.tools ?? [])].some(({ experiment }) => experiment === name);
  const hasVerdict = (name: string) => findings.some(({ experiment }) => experiment === name);
  const models = (findings.length === 0 ? estimates : findings).map(({ model }) => model);
  const isAboutConfidence = findings.length > 0 && findings.every(({ condition }) => isAskedLate(condition));
  const isAboutRight = findings.length === 0 && right.length > 0;
  const question = isAboutRight
    ? rightQuestion(right)
    : isAboutConfidence
      ? confidenceQuestion(models)
      : questionText(models);
  return {
    question: input.study?.question ?? question,
    ...told,
    ...(controls.length === 0 ? {} : { controls }),
    limits: [
      ...originLimits(estimates.map(({ model }) => model)),
      ...(input.asked ?? []),
      ...gradesLimits(input.fields),
      ...(input.logs === undefined ? [] : logLimits(input.logs)),
      ...(input.study === undefined ? twinLimits(input.scores) : []), // the arms of a study are models by design
      ...controlLimits(controls), // before the amounts of outcomes: a failed control changes what every score means
      ...limitLines(withVerdicts(input.checks ?? [], findings, taskNames(experiments)), limitsOfStatements),
      ...limitsOf(findings, input, lossLines(estimates, experiments)),
      ...(input.study === undefined
        ? [
            ...scoresWithoutVerdict(estimates, experiments, hasVerdict),
            ...untestedExperiments(estimates, experiments, isTold),
          ]
        : []),
    ],
    ...(input.notes === undefined || input.notes.length === 0 ? {} : { notes: input.notes }),
    ...selectedOf(told, input.selection),
    next:
      input.study?.next ??
      input.next ??
      nextSteps({ kind: 'scores', findings, selection: input.selection, runs: input.runs ?? [] }),
  };
}

/** Names models that predicted and answered every unit alike, one sentence for each group: probably one model. */
function twinLimits(scores: readonly CollectedScore[]): readonly string[] {
  const groups: CollectedScore[][] = [];
  for (const score of scores) {
    const group = groups.find(([first]) => first !== undefined && areTwins(first, score));
    if (group === undefined) groups.push([score]);
    else group.push(score);
  }
  const names = groups.filter(({ length }) => length > 1).map((group) => group.map(({ model }) => model).toSorted());
  return [...new Set(names.map((group) => `${group.slice(0, -1).join(', ')} and ${group.at(-1)}`))].map(
    (all) => `${all} predicted and answered every item alike: this may be one model under several names.`,
  );
}

function areTwins(one: CollectedScore, other: CollectedScore): boolean {
  if (one.model === other.model || one.data !== other.data || one.condition !== other.condition) return false;
  const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
  return (
    one.unit.length > 0 &&
    one.unit.length === other.unit.length &&
    one.unit.every(
      (unit, at) =>
        unit === other.unit[at] &&
        isSame(one.predictions[at], other.predictions[at]) &&
        isSame(one.outcomes[at], other.outcomes[at]),
    )
  );
}

/** Returns results with the present state of their runs, whose answers must not have changed. */
export function reselected(results: Results, selection: Selection): Results {
  const { findings, study } = results;
  const isFinished = selection.unfinished.length === 0;
  const next = study?.next ?? (isFinished ? results.next : nextSteps({ kind: 'scores', findings, selection }));
  return { ...results, ...selectedOf(results, selection), next };
}

/** Returns the study that the runs belong to, with what they alone say; nothing where they belong to none. */
function storyOf(found: Parameters<typeof runsAnswer>[0], study: StudyStory | undefined): Pick<Results, 'study'> {
  return study === undefined ? {} : { study: { ...study, runsAnswer: runsAnswer(found) } };
}

function runsAnswer(results: Pick<Results, 'findings' | 'ladders' | 'tools' | 'right'>): string {
  const { findings, right = [] } = results;
  const other = findings.length === 0 ? (secondaryAnswer(results) ?? rightAnswer(right)) : null;
  return other ?? answerText(findings, nameOfScore(findings));
}

/** Returns the name of a score in a sentence: the model, and its task where there are several. */
function nameOfScore(findings: readonly Finding[]): (finding: Finding) => string {
  const isOneTask = new Set(findings.map(({ task }) => task)).size === 1;
  return ({ model, task }) => (isOneTask ? namesText([model]) : `${namesText([model])} (${task})`);
}

/** Returns what depends on whether the runs are finished. */
function selectedOf(
  results: Pick<Results, 'findings' | 'ladders' | 'tools' | 'study' | 'right'>,
  selection: Selection,
): Pick<Results, 'selection' | 'answer' | 'provisional'> {
  const isFinished = selection.unfinished.length === 0;
  const answer = results.study?.answer ?? runsAnswer(results);
  return {
    selection,
    answer: isFinished
      ? answer
      : `So far: ${answer.replace(/^(?:Fits|No|None|The|In) /, (word) => word.toLowerCase())}`,
    provisional: isFinished ? null : selection.unfinished.join('; '),
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
  provisional: null,
  findings: [],
  limits: [],
  next: [{ command: 'seb run --model provider/model', about: 'asks a model; `seb models` lists providers' }],
};

/**
 * Returns the score from which on a control is good, and not said to fail: a share of right answers, or an error in doublings.
 * A payoff is good if it is at least that of the best fixed rule, because no one can earn more than the best option pays.
 */
function goodScore({ measure, better, constant }: Finding): number {
  if (measure === payoff.name) return constant ?? 1;
  return better === 'higher' ? 0.9 : 0.5;
}

/**
 * Returns what a control shows. A test that finds no difference is not a failure: `cannot-do` needs an interval of the score
 * without any good score. Outcomes that are almost all alike leave no room above the best constant answer.
 */
function resultOf(control: Finding): ControlResult {
  if (control.fit === 'useful') return 'can-do';
  const { interval } = control.score;
  const isRead = isTested(control.fit) || control.fit === 'one answer'; // a score of equal answers can be poor, too
  if (!isRead || interval === null) return 'not-known';
  const isPoor = control.better === 'higher' ? interval[1] < goodScore(control) : interval[0] > goodScore(control);
  return isPoor ? 'cannot-do' : 'not-known';
}

/**
 * Returns what the control `answer-shown` says about each finding that has one. `asked` are the findings about the control's
 * answers, adjusted among themselves; `findings` are those about the predictions, which stay as they are.
 */
export function controlFindings(asked: readonly Finding[], findings: readonly Finding[]): readonly ControlFinding[] {
  return asked.map((each): ControlFinding => {
    const own = findings.find(
      (other) =>
        other.run === each.run &&
        other.experiment === each.experiment &&
        other.model === each.model &&
        other.condition === each.condition &&
        other.measure === each.measure,
    );
    const result = resultOf(each);
    return {
      ...each,
      control: 'answer-shown',
      prediction: own?.score.value ?? null,
      result,
      meaning: meaningOf(each, result, own),
    };
  });
}

function meaningOf(control: Finding, result: ControlResult, own: Finding | undefined): string {
  if (result === 'not-known') return notKnownText(control);
  if (result === 'cannot-do') {
    return 'The format or the question fails even with the answer in view, so the verdict says nothing about self-knowledge.';
  }
  if (own === undefined || !isTested(own.fit)) return 'The model can do the task; its predictions have no verdict.';
  return own.fit === 'useful' ? 'The model can do the task, with and without the answer in view.' : notExplained;
}

const notExplained = 'The model can do the task: format and comprehension do not explain its verdict.';

function notKnownText(control: Finding): string {
  if (control.fit === 'one answer') return 'Not known: every prediction or every outcome is the same.';
  const { value } = control.score;
  if (!isTested(control.fit) || value === null) return tooFew;
  const isGood = control.better === 'higher' ? value >= goodScore(control) : value <= goodScore(control);
  return isGood && control.constant !== null
    ? `Not known: the outcomes are too alike for this control (best constant answer ${valueText(control, control.constant)}).`
    : 'Not known: the interval of the score includes good and poor scores.';
}

const tooFew = 'Too few usable answers to tell whether the model can do the task.';

function valueText({ unit }: Pick<Finding, 'unit'>, value: number): string {
  return unit === 'share' ? `${fixed(100 * value, 0)} %` : fixed(value, 2);
}

/** Returns what controls say about verdicts that are not a yes, one sentence for each result and group of models. */
export function controlLimits(controls: readonly ControlFinding[]): readonly string[] {
  const isStated = ({ meaning, result }: ControlFinding) =>
    result === 'can-do' ? meaning === notExplained : meaning !== tooFew;
  const byTask = Map.groupBy(controls.filter(isStated), ({ experiment, result, meaning }) =>
    JSON.stringify([experiment, result, result === 'not-known' ? meaning : '']),
  );
  const groups = Map.groupBy(byTask.values(), (of) =>
    JSON.stringify([of[0]?.result, of[0]?.meaning, of.map(({ model }) => model).toSorted()]),
  );
  return [...groups.values()].map(limitText);
}

function limitText(tasks: readonly (readonly ControlFinding[])[]): string {
  const first = tasks[0] as readonly [ControlFinding, ...ControlFinding[]];
  const { result, meaning } = first[0];
  const names = namesText(first.map(({ model }) => model));
  const [their, be] = first.length === 1 ? ['its', 'is'] : ['their', 'are'];
  const shown = `With ${their} own answer in view, ${names}`;
  const on = phraseOf(tasks.map(taskText));
  if (result === 'can-do') return `${shown} can do ${on}: format and comprehension do not explain the verdicts there.`;
  return result === 'cannot-do'
    ? `${shown} still ${be} not shown to beat the best constant answer on ${on}: the format or the question fails there, not self-knowledge.`
    : `Whether ${names} can do ${on} with ${their} own answer in view is ${meaning.replace('Not', 'not')}`;
}

/** Returns a task with the scores of its controls, in the order of the models: `task (59 %, 55 %)`. */
function taskText(of: readonly ControlFinding[]): string {
  const scores = of.flatMap((each) => (each.score.value === null ? [] : valueText(each, each.score.value)));
  return `“${of[0]?.task}” (${scores.join(', ')})`;
}

function phraseOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
