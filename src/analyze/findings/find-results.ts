import type { Estimate } from '../../domain/estimate.ts';
import type { Finding } from '../../results/finding.ts';
import type { LadderFinding } from '../../results/ladder.ts';
import { originLimits } from '../../results/model-origin.ts';
import type { Results, Selection } from '../../results/results.ts';
import type { StudyStory } from '../../results/study-story.ts';
import type { ToolFinding } from '../../results/tool-finding.ts';
import type { CollectedScore } from '../scores/score-units.ts';
import type { Kinship } from '../self-knowledge/relatives.ts';
import { controlFindings, controlLimits } from './control-findings.ts';
import { ladderFindings } from './ladder-findings.ts';
import { type LimitFacts, limitsOf, nextSteps } from './limits.ts';
import { lossLines } from './losses.ts';
import { answerText, namesText, questionText } from './results-sentences.ts';
import { scoresWithoutVerdict, untestedExperiments } from './scores-without-verdict.ts';
import { secondaryAnswer } from './secondary-answer.ts';

/** The analysis of the selected runs, from which their results are made. */
interface FindInput extends LimitFacts {
  readonly selection: Selection;
  readonly estimates: readonly Estimate[];
  readonly scores: readonly CollectedScore[];
  readonly kinship?: Kinship | undefined;
  /** Scores along axes of difficulty; absent where no item is on a ladder. */
  readonly ladders?: readonly LadderFinding[];
  readonly tools?: readonly ToolFinding[];
  /** The analysis of the control's answers; absent where no run has a control. */
  readonly control?: Pick<FindInput, 'estimates' | 'scores'>;
}

/** Returns the result object of a selection, which every surface renders. Computed from its analysis only. */
export function findResults(input: FindInput): Results {
  const { control, estimates, experiments } = input;
  const findings = ladderFindings(input);
  const found = {
    findings,
    ...(input.ladders === undefined ? {} : { ladders: input.ladders }),
    ...(input.tools === undefined ? {} : { tools: input.tools }),
  };
  const told = { ...found, ...storyOf(found, input.study) };
  const controls = control === undefined ? [] : controlFindings(ladderFindings({ ...input, ...control }), findings);
  const isTold = (name: string) =>
    [...findings, ...(input.ladders ?? []), ...(input.tools ?? [])].some(({ experiment }) => experiment === name);
  const hasVerdict = (name: string) => findings.some(({ experiment }) => experiment === name);
  const models = (findings.length === 0 ? estimates : findings).map(({ model }) => model);
  return {
    question: input.study?.question ?? questionText(models),
    ...told,
    ...(controls.length === 0 ? {} : { controls }),
    limits: [
      ...originLimits(estimates.map(({ model }) => model)),
      ...twinLimits(input.scores),
      ...limitsOf(findings, input, [...controlLimits(controls), ...lossLines(estimates, experiments)]),
      ...(input.study === undefined
        ? [
            ...scoresWithoutVerdict(estimates, experiments, hasVerdict),
            ...untestedExperiments(estimates, experiments, isTold),
          ]
        : []),
    ],
    ...selectedOf(told, input.selection),
  };
}

/** Names models that predicted and answered every unit alike: probably one model under two names. */
function twinLimits(scores: readonly CollectedScore[]): readonly string[] {
  const twins = scores.flatMap((score, index) =>
    scores
      .slice(index + 1)
      .filter((other) => areTwins(score, other))
      .map((other) => [score.model, other.model].toSorted().join(' and ')),
  );
  return [...new Set(twins)].map(
    (names) => `${names} predicted and answered every item alike: this may be one model under two names.`,
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
  return { ...results, ...selectedOf(results, selection) };
}

/** Returns the study that the runs belong to, with what they alone say; nothing where they belong to none. */
function storyOf(found: Parameters<typeof runsAnswer>[0], study: StudyStory | undefined): Pick<Results, 'study'> {
  return study === undefined ? {} : { study: { ...study, runsAnswer: runsAnswer(found) } };
}

function runsAnswer(results: Pick<Results, 'findings' | 'ladders' | 'tools'>): string {
  const { findings } = results;
  return (findings.length === 0 ? secondaryAnswer(results) : null) ?? answerText(findings, nameOfScore(findings));
}

/** Returns the name of a score in a sentence: the model, and its task where there are several. */
function nameOfScore(findings: readonly Finding[]): (finding: Finding) => string {
  const isOneTask = new Set(findings.map(({ task }) => task)).size === 1;
  return ({ model, task }) => (isOneTask ? namesText([model]) : `${namesText([model])} (${task})`);
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
  next: [{ command: 'seb run --model provider/model', about: '' }],
};
