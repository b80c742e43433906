import { manyTemplates, sharedWordingText } from '../../dataset/shared-templates.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { pairOf, participantsOf } from '../../domain/people/person.ts';
import {
  type EnsembleFinding,
  type Finding,
  isMostlyMissing,
  type WordingChoice,
} from '../../results/finding.ts';
import type { LadderFinding } from '../../results/ladder.ts';
import { noticedText } from '../../results/noticed-text.ts';
import type { Selection } from '../../results/results.ts';
import type { StudyStory } from '../../results/study-story.ts';
import { isTested } from '../../results/verdict.ts';
import type { ToolFinding } from '../../results/tool-finding.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { taskNames } from '../../experiments/task-name.ts';
import { fixed, fraction } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { ModelContrasts } from './model-contrasts.ts';
import { minSharedModels } from './model-verdicts.ts';

/** Input of `findResults`: the analysis of the selected runs. */
export interface FindInput {
  readonly selection: Selection;
  readonly estimates: readonly Estimate[];
  readonly contrasts: readonly ModelContrasts[];
  readonly experiments: Experiments;
  /** Ensembles of predictors; absent where models did not predict each other. */
  readonly ensembles?: readonly EnsembleFinding[];
  /** Wordings chosen on one half of the items; absent where no run has several. */
  readonly wordings?: readonly WordingChoice[];
  /** Scores along axes of difficulty; absent where no item is on a ladder. */
  readonly ladders?: readonly LadderFinding[];
  readonly tools?: readonly ToolFinding[];
  /** The analysis of the control's answers; absent where no run has a control. */
  readonly control?: Pick<FindInput, 'estimates' | 'contrasts'>;
  /** The study that the selected runs belong to; absent: none. */
  readonly study?: StudyStory;
  /** What the reading of the answers limits, as `answerLimits` returns it; absent: nothing. */
  readonly answers?: readonly string[];
  /** Number of items of a run's experiment. */
  readonly itemsOf: (run: string, experiment: string) => number | null;
}

/**
 * Returns what limits the findings, one sentence each, the most important first. `secondary`: sentences about controls and
 * losses, which there can be many of.
 */
export function limitsOf(
  findings: readonly Finding[],
  input: Pick<FindInput, 'itemsOf' | 'contrasts' | 'answers' | 'study' | 'experiments'>,
  secondary: readonly string[],
): readonly string[] {
  return [
    ...(input.answers ?? []),
    ...(input.study?.limits ?? []),
    ...missing(findings),
    ...ownRules(findings),
    ...templates(input),
    ...pairs(findings),
    ...power(findings),
    ...independence(input),
    ...secondary,
    ...fewModels(findings),
  ];
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
  const few = findings.filter(isMostlyMissing);
  const open = few.filter(({ usable, total, notAsked = 0 }) => notAsked > total - usable - notAsked).length;
  const of = (count: number) => `${count} of ${findings.length} scores`;
  return [
    ...(open === 0 ? [] : [`Most units that are missing were not asked yet in ${of(open)}.`]),
    ...(few.length === open ? [] : [`Less than half of the units could be read in ${of(few.length - open)}.`]),
  ];
}

/** Says what the runs could have found where they found nothing. */
function power(findings: readonly Finding[]): readonly string[] {
  const open = findings.filter(
    ({ verdict }) => verdict === 'not-distinguishable' || verdict === 'not-above-tells-apart',
  );
  const hasPlain = open.some(({ verdict }) => verdict === 'not-distinguishable'); // limits name only what a row has
  const caution = hasPlain ? 'Not distinguishable is not absent' : 'Not above is not absent';
  const ranges = (['share', 'other'] as const).flatMap((unit) => {
    const sizes = open.flatMap((each) =>
      each.detectable === null || (each.unit === 'share') !== (unit === 'share') ? [] : [each.detectable],
    );
    return sizes.length === 0 ? [] : [unit === 'share' ? pointsText(sizes) : rangeText(sizes, fraction)];
  });
  const unknown = open.filter(({ detectable }) => detectable === null).length;
  return [
    ...(ranges.length === 0 ? [] : [`${caution}: ${noticedText(`difference of ${ranges.join(', or of ')}`)}.`]),
    ...(unknown === 0
      ? []
      : [
          `${caution}: the difference that such runs would notice is not known for ${unknown} of ${findings.length} scores.`,
        ]),
  ];
}

/** Says what "above others" leaves open: models that follow own rules about public features are above others, too. */
function ownRules(findings: readonly Finding[]): readonly string[] {
  return findings.some(({ verdict }) => verdict === 'above-constant-and-others')
    ? ['Above others does not exclude a model’s own rule on what all can see.']
    : [];
}

/** Returns the range of differences of shares in percentage points, as the table beside it has them. */
function pointsText(sizes: readonly number[]): string {
  return `${rangeText(sizes, (size) => fixed(100 * size, 0))} percentage points`;
}

function rangeText(sizes: readonly number[], textOf: (size: number) => string = String): string {
  const [low, high] = [textOf(Math.min(...sizes)), textOf(Math.max(...sizes))];
  return low === high ? low : `${low} to ${high}`;
}

/** Names the tasks whose items share their wording, and so are not independent. */
function templates({ contrasts, experiments }: Pick<FindInput, 'contrasts' | 'experiments'>): readonly string[] {
  const taskOf = taskNames(experiments);
  const shares = new Map<string, number>();
  for (const { primary, verdict, experiment, templates: share } of contrasts) {
    if (primary && isTested(verdict) && share !== null)
      shares.set(experiment, Math.max(share, shares.get(experiment) ?? 0));
  }
  return [...shares].flatMap(([experiment, share]) => {
    const text = sharedWordingText(share, `the items of “${taskOf(experiment)}”`);
    return text === null ? [] : [`${text}, so these verdicts are too sure.`];
  });
}

/** Minimum share of items that are groups of their own, for a set to be taken as items without groups. */
const ungrouped = 0.9;

/** Names the tasks whose items have no groups, but for those of near-equal texts. */
function independence({
  itemsOf,
  contrasts,
  experiments,
}: Pick<FindInput, 'itemsOf' | 'contrasts' | 'experiments'>): readonly string[] {
  const counts = contrasts.flatMap(({ primary, verdict, run, experiment, clusters, templates: share }) => {
    const items = itemsOf(run, experiment);
    const isUngrouped = items !== null && clusters > 0 && clusters >= ungrouped * items;
    return primary && isTested(verdict) && (share ?? 0) <= manyTemplates && isUngrouped
      ? [{ experiment, clusters, items }]
      : [];
  });
  if (counts.length === 0) return [];
  const taskOf = taskNames(experiments);
  const sizes = [...Map.groupBy(counts, ({ experiment }) => experiment)].map(([experiment, all], index) => {
    const isJoined = all.some(({ clusters, items }) => clusters < items);
    const groups = isJoined ? ` in ${rangeText(all.map(({ clusters }) => clusters))} groups` : '';
    return `${rangeText(all.map(({ items }) => items))}${index === 0 ? ' items' : ''}${groups} (${taskOf(experiment)})`;
  });
  return [`Taken as independent: ${sizes.join(', ')}.`];
}

function fewModels(findings: readonly Finding[]): readonly string[] {
  const isAbove = findings.some(({ verdict }) => verdict === 'above-constant');
  const models = Math.max(0, ...findings.map(({ beyondShared }) => beyondShared?.models ?? 1));
  if (!isAbove || models >= minSharedModels) return [];
  return [`Whether a prediction goes beyond what all models share needs ${minSharedModels} models on the same items.`];
}

/** Returns what to do next, as commands with real names. */
export function nextSteps(findings: readonly Finding[], { kind, runs, unfinished }: Selection): readonly string[] {
  const [run] = runs;
  if (run === undefined) return [];
  const few = findings.find(isMostlyMissing);
  const models = new Set(findings.map(({ model }) => model)).size;
  const isAboutPeople = findings.some(({ model }) => participantsOf(model) !== null); // they answer no call that is sent
  return [
    ...(unfinished.length > 0 && kind === 'run' && !isAboutPeople ? [`seb resume ${run}`] : []),
    ...(few === undefined ? [`seb items ${run} --wrong`] : [`seb items ${few.run} --missing --model ${few.model}`]),
    ...(models > 1 ? ['seb compare'] : []),
    'seb view',
  ];
}
