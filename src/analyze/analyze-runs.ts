import { z } from 'zod';
import { AnswerWeights } from '../answers/outcomes/answer-weights.ts';
import { NewAnswers } from '../answers/outcomes/new-answers.ts';
import type { ScoredItem } from '../answers/outcomes/outcome-rows.ts';
import { conditionName } from '../answers/plan/item-task.ts';
import { selectionOf } from '../answers/selected-runs.ts';
import { type RunsOfStore, readScoredRuns } from '../answers/stored-run.ts';
import { isNeverAsked } from '../domain/asked.ts';
import type { AttributeTable } from '../domain/attribute-table.ts';
import type { Condition } from '../domain/condition.ts';
import type { ItemBase } from '../domain/dataset.ts';
import { stratumColumns } from '../domain/stratum.ts';
import type { Experiments } from '../experiments/registry.ts';
import { type TaskName, taskNames } from '../experiments/task-name.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import type { JudgeAgreement, ReadingCount, ServedModel } from '../results/answers.ts';
import type { AttributeResults } from '../results/attributes.ts';
import type { Comparison } from '../results/comparison.ts';
import type { ConditionSpread } from '../results/estimate.ts';
import type { LogFacts } from '../results/log-facts.ts';
import type { Results, Selection } from '../results/results.ts';
import type { CheckFinding } from '../results/row-check.ts';
import type { NextStep } from '../results/step.ts';
import type { StudyStory } from '../results/study-story.ts';
import type { RunRecord } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { checkArguments, experimentsShape, openStoreShape, runsShape } from '../util/check-arguments.ts';
import { CollectedRows } from '../util/garbage.ts';
import { once } from '../util/remembered.ts';
import { type Analysis, Analyzer } from './analyze.ts';
import { attributesOfRuns, kinshipWith } from './attributes/analyze-attributes.ts';
import { answerReadings } from './checks/answer-readings.ts';
import { RunChecks } from './checks/run-checks.ts';
import { ServedModels } from './checks/served-models.ts';
import { compareModels } from './compare/compare-models.ts';
import { conditionSpreads } from './conditions.ts';
import type { ComparedScore, SideOrder } from './contrasts/run-contrasts.ts';
import { findResults } from './findings/find-results.ts';
import { type JudgeCheck, judgeChecks, labelChecks, ruleJudged } from './findings/judge-check.ts';
import { StatedProbabilities } from './findings/stated-probabilities.ts';
import type { ItemOutcomes } from './kept-item.ts';
import { type AnswerFacts, KeptOutcomes, OutcomeLines, usualKeptFrom } from './kept-outcomes.ts';
import { ladderFindings } from './ladder/ladder-curves.ts';
import { answerLimits, countedNotes, ReadingCounts } from './reading-counts.ts';
import type { Kinship } from './self-knowledge/relatives.ts';
import { ToolUses, toolFindings } from './self-run/tool-findings.ts';
import { conditionsOfRuns, dataOfRuns, settingsOfRuns, tasksOfRuns } from './units/data-of-runs.ts';
import type { CollectedScore } from './units/score-units.ts';
import { type ItemsOf, type SharedData, sharedData, storedItems } from './units/shared-data.ts';

/** Estimates of runs. Slower results are methods, computed on call. */
export interface RunsAnalysis extends Analysis {
  /** Which models served the answers. */
  readonly served: readonly ServedModel[];
  /** How the answers were read, by model and kind of call. */
  readonly readings: readonly ReadingCount[];
  /** What is in doubt about the answers of runs, and what these cannot show; [] for logs, whose rows are checked before. */
  readonly checks: readonly CheckFinding[];
  readonly experiments: Experiments;
  /**
   * Returns how measures vary over the conditions of each run with several: the headline of each experiment, or all
   * measures.
   */
  spreads(measures: 'headlines' | 'all'): readonly ConditionSpread[];
  agreements(): readonly JudgeAgreement[];
  /** Returns the result object of these runs: what every surface shows. */
  results(): Results;
  /** Relates given attributes of the models to their scores; null without attributes. */
  attributes(): AttributeResults | null;
  /** Compares models on the items that they share. Without a second model or run, its lists are empty. */
  comparison(score?: ComparedScore): Comparison;
}

/** Results of reading runs. */
export interface ReadAnalysis extends AnswerFacts {
  readonly analyzer: Analyzer;
  /** The outcomes of controls, apart from those of predictions. */
  readonly control: Analyzer;
  readonly probabilities: StatedProbabilities;
}

/** A scored item with its run, and how it is named. */
interface RunItem {
  readonly run: RunRecord;
  readonly item: Pick<ScoredItem, 'rows' | 'control' | 'predictions' | 'item'>;
  /** Text of the item; undefined where it is not known. */
  readonly title: (() => string) | undefined;
}

/** Runs to analyze, wherever their outcomes come from, and options. */
export interface AnalyzedRuns extends Omit<RunsOfStore, 'store'> {
  /** What the runs are called together, as `selectRuns` returns it; absent: their names. */
  readonly selection?: Selection;
  /** What logs of other tools tell beside their answers; absent: the runs are not those of logs. */
  readonly logs?: LogFacts;
  /** What results name to do next; absent: commands on the selected runs. */
  readonly next?: readonly NextStep[];
  /** The study that the selected runs belong to, which results are about first; absent: none. */
  readonly study?: StudyStory;
  /** What is declared about relatives among the models; absent: makers are read from their names. */
  readonly kinship?: Kinship;
  /** What is given about the models; absent: nothing. Its column `maker` declares relatives. */
  readonly attributes?: AttributeTable;
  /** Whether a stated value that looks filled in has its verdict all the same; absent: no. */
  readonly keepsFilled?: boolean;
  /** Which of two models is the first side of a difference; absent: by their names, and of logs as they are given. */
  readonly order?: SideOrder;
  /** Only these models and experiments; absent: all. */
  readonly only?: { readonly models: readonly string[] | null; readonly experiments: readonly string[] | null };
}

/** Runs of a store to analyze, and options. */
export interface ReadRuns extends AnalyzedRuns, RunsOfStore {
  /** Whether outcomes are read from the answers although they are kept beside them; absent: no. */
  readonly readAgain?: boolean;
  /** Number of calls of a run from which on its outcomes are kept in the store; absent: the usual one. Infinity: none. */
  readonly keptFrom?: number;
}

/** An argument that says which runs to read. */
export const readShape = z.looseObject({ store: openStoreShape, runs: runsShape, experiments: experimentsShape });
const readArguments = z.object({ read: readShape });

/**
 * Reads, scores and analyzes runs of a store; nothing is sent. Estimates are shares between 0 and 1 unless their `unit`
 * says otherwise. Throws an `AppError` when a finished run lacks answers or a run has an unknown experiment.
 */
export async function analyzeRuns(read: ReadRuns): Promise<RunsAnalysis> {
  checkArguments('analyzeRuns', readArguments, { read });
  return analysisOf(await readRuns(read), read);
}

/**
 * Compares the models of runs on the items that they share, as `seb compare` does. Throws an `AppError` in the cases of
 * `analyzeRuns`.
 */
export async function compareRuns(read: ReadRuns): Promise<Comparison> {
  checkArguments('compareRuns', readArguments, { read });
  return (await analyzeRuns(read)).comparison();
}

/** Reads and scores runs, and passes each item to `also`, so that it need not be read again. */
export async function readRuns(
  { only, ...read }: ReadRuns,
  also?: (item: ScoredItem) => Promise<void>,
): Promise<ReadAnalysis> {
  const kept = new KeptOutcomes(read, also === undefined ? (read.keptFrom ?? usualKeptFrom) : Number.POSITIVE_INFINITY);
  const facts: AnswerFacts[] = [];
  const shared = await sharedData(storedItems(read.store), read.runs);
  const outcomes = new ChosenOutcomes({ ...read, ...(only === undefined ? {} : { only }), shared });
  const columns = new StratumColumns();
  for await (const { run, items } of readScoredRuns(read)) {
    const key = await kept.key(run);
    const found = key === null || read.readAgain === true ? null : await kept.find(run, key);
    if (found !== null) {
      for (const item of found.items()) outcomes.add(item, () => item.title);
      facts.push(found.facts);
      continue;
    }
    const lines = key === null ? null : new OutcomeLines();
    const collected = new CollectedFacts(read, run);
    for await (const item of items()) {
      const title = once(() => item.work.experiment.title(item.item));
      columns.add(run, item.item);
      outcomes.add(item, title);
      await collected.add(item);
      lines?.add({ title: title(), rows: item.rows, control: item.control, predictions: item.predictions });
      await also?.(item);
    }
    const own = collected.facts();
    facts.push(own);
    if (key !== null && lines !== null) await kept.keep(run, key, lines, own);
  }
  columns.check();
  return {
    ...outcomes.collected(),
    served: facts.flatMap(({ served }) => served),
    readings: facts.flatMap(({ readings }) => readings),
    toolUses: facts.flatMap(({ toolUses }) => toolUses),
    checks: facts.flatMap(({ checks }) => checks),
    otherWeights: facts.flatMap(({ otherWeights }) => otherWeights),
  };
}

/**
 * Analyzes runs whose outcomes are given, such as those of logs, as runs of a store are. What only answers tell is unknown: which
 * models served them, and how they were read.
 */
export async function analyzeItems(
  { items, itemsOf }: { readonly items: AsyncIterable<RunItem>; readonly itemsOf: ItemsOf },
  about: AnalyzedRuns,
): Promise<RunsAnalysis> {
  const outcomes = new ChosenOutcomes({ ...about, shared: await sharedData(itemsOf, about.runs) });
  const columns = new StratumColumns();
  for await (const { run, item, title } of items) {
    columns.add(run, item.item);
    outcomes.add(item, title);
  }
  columns.check();
  return analysisOf(
    { ...outcomes.collected(), served: [], readings: [], toolUses: [], checks: [], otherWeights: [] },
    about,
  );
}

/** Collects the outcomes of the chosen models and experiments, wherever they come from. */
class ChosenOutcomes {
  readonly #only: AnalyzedRuns['only'];
  readonly #analyzer: Analyzer;
  readonly #control: Analyzer;
  readonly #probabilities = new StatedProbabilities();
  readonly #collected = new CollectedRows(100_000);

  constructor({
    runs,
    experiments,
    only,
    shared = null,
  }: Pick<AnalyzedRuns, 'runs' | 'experiments' | 'only'> & { readonly shared?: SharedData | null }) {
    this.#only = only;
    const options = { experiments, dataOf: dataOfRuns(runs) };
    [this.#analyzer, this.#control] = [new Analyzer({ ...options, shared }), new Analyzer(options)];
  }

  add({ rows, control, predictions }: Omit<ItemOutcomes, 'title'>, title: (() => string) | undefined): void {
    const only = this.#only;
    this.#collected.add(rows.length);
    for (const row of rows) {
      if (!isChosen(row, only)) continue;
      this.#analyzer.add(row, title);
      this.#probabilities.add(row);
    }
    for (const row of control) if (isChosen(row, only)) this.#control.add(row, title);
    for (const { predictor, row } of predictions) {
      if (isChosen(row, only) && isChosen({ ...row, model: predictor }, only))
        this.#analyzer.addPrediction(predictor, row);
    }
  }

  collected(): Pick<ReadAnalysis, 'analyzer' | 'control' | 'probabilities'> {
    return { analyzer: this.#analyzer, control: this.#control, probabilities: this.#probabilities };
  }
}

/** Collects what the answers of a run tell beside the outcomes of its items. */
class CollectedFacts {
  readonly #run: RunRecord;
  readonly #answers = new NewAnswers();
  readonly #served = new ServedModels();
  readonly #weights: AnswerWeights;
  readonly #readings = new ReadingCounts();
  readonly #toolUses = new ToolUses();
  readonly #checks = new RunChecks();
  readonly #taskOf: TaskName;

  constructor({ store, experiments }: Pick<RunsOfStore, 'store' | 'experiments'>, run: RunRecord) {
    this.#taskOf = taskNames(experiments);
    this.#run = run;
    this.#weights = new AnswerWeights(store);
  }

  async add(item: ScoredItem): Promise<void> {
    const answers = this.#answers.of(item);
    this.#served.add(this.#run.id, answers);
    await this.#weights.add(this.#run, answers);
    const readingOf = answerReadings(item);
    this.#readings.add(this.#run.id, item, { answers, readingOf });
    this.#toolUses.add(this.#run.id, item);
    this.#checks.add(this.#run, item, { answers, readingOf });
  }

  facts(): AnswerFacts {
    const served = this.#served.list();
    return {
      served,
      checks: this.#checks.findings(this.#taskOf, served),
      readings: this.#readings.list(),
      toolUses: this.#toolUses.list(),
      otherWeights: this.#weights.sentences(),
    };
  }
}

/** The columns of items, which a column that the user declares to be a stratum must be among. */
class StratumColumns {
  readonly #known = new Set<string>();
  #declared: string | null = null;

  add({ stratum }: RunRecord, item: ItemBase): void {
    if (stratum === undefined || this.#known.has(stratum)) return;
    this.#declared = stratum;
    for (const column of stratumColumns(item)) this.#known.add(column);
  }

  /** Throws an `AppError` where no item has the declared column. */
  check(): void {
    if (this.#declared === null || this.#known.has(this.#declared)) return;
    throw new AppError('unknown-stratum', `no item has a column ${this.#declared}`, {
      hint: `columns of these items: ${[...this.#known].toSorted().join(', ')}`,
    });
  }
}

/** Returns what is declared about relatives among the models of runs, attributes included. */
function kinshipOf({
  runs,
  kinship,
  attributes,
}: Pick<ReadRuns, 'runs' | 'kinship' | 'attributes'>): Kinship | undefined {
  const models = runs.flatMap(({ config }) => config.models.map(({ name }) => name));
  return attributes === undefined ? kinship : kinshipWith(attributes, models, kinship);
}

/** Returns whether an outcome is of the chosen models and experiments. */
export function isChosen({ model, experiment }: OutcomeRow, only: ReadRuns['only']): boolean {
  return only?.models?.includes(model) !== false && only?.experiments?.includes(experiment) !== false;
}

type ConditionsOf = ReturnType<typeof conditionsOfRuns>;

function conditionOf(
  { run, experiment, condition }: CollectedScore,
  conditionsOf: ConditionsOf,
): Condition | undefined {
  return conditionsOf(run, experiment).find((each) => conditionName(each) === condition);
}

/** Returns whether nothing was predicted, because the log has no confidence. */
function isOfNever(score: CollectedScore, conditionsOf: ConditionsOf): boolean {
  return isNeverAsked(conditionOf(score, conditionsOf) ?? {});
}

const askedTexts = {
  'with-answer': 'Confidence was stated with the answer: it cannot be used before answering.',
  'after-answer': 'Confidence was stated after the answer: it cannot be used before answering.',
} as const;

/** Says which confidences were stated too late to decide who should answer. */
function askedLimits(scores: readonly CollectedScore[], conditionsOf: ConditionsOf): readonly string[] {
  const levels = new Set(scores.map((score) => conditionOf(score, conditionsOf)?.asked));
  return Object.entries(askedTexts).flatMap(([level, text]) => (levels.has(level) ? [text] : []));
}

/** Returns whether the judges of the runs are safe to rely on: beside other judges, beside labels of people, and as a rule. */
function allJudgeChecks(
  agreements: readonly JudgeAgreement[],
  runs: readonly RunRecord[],
  experiments: Experiments,
): readonly JudgeCheck[] {
  return [...judgeChecks(agreements, runs), ...labelChecks(agreements, runs), ...ruleJudged(runs, experiments)];
}

interface ComparedRuns extends Pick<AnalyzedRuns, 'runs'> {
  readonly logs: LogFacts | undefined;
  readonly order: SideOrder | undefined;
  readonly kinship: Kinship | undefined;
  readonly score: ComparedScore | undefined;
}

/** Returns the comparison of runs; logs are compared as `seb compare` compares them: by one score. */
function comparisonOf(
  rows: Parameters<typeof compareModels>[0],
  { runs, logs, order, kinship, score }: ComparedRuns,
): Comparison {
  const options = { settingsOf: settingsOfRuns(runs), kinship };
  const asked = score === 'right' ? { ...rows, scores: [] } : rows; // of answers, not of predictions
  if (logs === undefined) return compareModels(asked, { ...options, score, order: order ?? 'by name' });
  const ofScore = new Set(logs.compared);
  const fields = rows.fields.filter(({ responses }) => responses.some(({ run }) => ofScore.has(run)));
  return compareModels({ ...rows, fields }, { ...options, score: score ?? 'right', order: order ?? 'as given' });
}

export function analysisOf(
  { analyzer, control, served, readings, toolUses, probabilities, checks, otherWeights }: ReadAnalysis,
  {
    runs,
    experiments,
    kinship,
    attributes,
    study,
    keepsFilled,
    logs,
    next,
    order,
    selection = selectionOf(runs),
  }: AnalyzedRuns,
): RunsAnalysis {
  const analysis = analyzer.finish();
  const options = { experiments, conditionsOf: conditionsOfRuns(runs) };
  const asked = analysis.scores.filter((score) => !isOfNever(score, options.conditionsOf));
  const spreadsOf = (policy: 'parsed' | 'failures-wrong', measures: 'headlines' | 'all') =>
    conditionSpreads(analysis.groups, { ...options, policy, measures });
  const agreements = once(() => analysis.judges.agreements());
  const related = kinshipOf({
    runs,
    ...(kinship === undefined ? {} : { kinship }),
    ...(attributes === undefined ? {} : { attributes }),
  });
  const results = once(() => {
    const controlled = runs.some(({ config }) => config.control !== undefined) ? control.finish() : null;
    const ladders = ladderFindings(analysis.categories.ladders());
    const tools =
      toolUses.length === 0
        ? []
        : toolFindings(toolUses, {
            ...options,
            estimates: analysis.estimates,
            spreads: spreadsOf('parsed', 'headlines'),
          });
    return findResults({
      ...(ladders.length === 0 ? {} : { ladders }),
      ...(tools.length === 0 ? {} : { tools }),
      ...(controlled === null ? {} : { control: { estimates: controlled.estimates, scores: controlled.scores } }),
      ...{ selection, experiments, estimates: analysis.estimates, scores: asked, fields: analysis.fields },
      ...{
        kinship: related,
        judges: allJudgeChecks(agreements(), runs, experiments),
        keepsFilled: keepsFilled ?? false,
      },
      ...(study === undefined ? {} : { study }),
      ...{ logs, next, runs, taskOf: tasksOfRuns(runs, experiments) },
      ...(logs === undefined ? { checks } : {}),
      asked: askedLimits(asked, options.conditionsOf),
      answers: [
        ...otherWeights,
        ...probabilities.limits(taskNames(experiments)),
        ...answerLimits(readings, analysis.salvaged, experiments),
      ],
      notes: countedNotes(readings, analysis.salvaged, experiments),
    });
  });
  const compared = (score?: ComparedScore) => {
    const rows = { scores: analysis.scores, fields: analysis.compared, findings: results().findings };
    return comparisonOf(rows, { runs, logs, order, kinship: related, score });
  };
  const comparison = once(() => compared());
  return {
    ...analysis,
    served,
    readings,
    checks,
    experiments,
    spreads: (measures) => (['parsed', 'failures-wrong'] as const).flatMap((policy) => spreadsOf(policy, measures)),
    agreements,
    results,
    attributes: () =>
      attributes === undefined
        ? null
        : attributesOfRuns(attributes, { findings: results().findings, fields: analysis.fields, kinship: related }),
    comparison: (score) => (score === undefined ? comparison() : compared(score)),
  };
}
