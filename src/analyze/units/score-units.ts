import type { Stratum } from '../../domain/stratum.ts';
import type { ScoredUnit, ScoreWords } from '../../outcome-kinds/outcome-kind.ts';
import { kindOfOutcome, type OutcomeRow, unitOfOutcome } from '../../outcome-kinds/outcome-kinds.ts';
import { leavesEnough } from '../../stats/mixed-strata.ts';
import { mean } from '../../stats/moments.ts';
import type { AnswerKind } from '../../stats/rungs/answer-kind.ts';
import type { UnitScores } from '../../stats/rungs/unit-scores.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { SharedTexts } from '../contrasts/shared-texts.ts';
import type { UnitTable, UnitTables } from '../contrasts/unit-tables.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';

/** Number of units whose texts are kept, so that memory stays small; of more, what the text tells is not asked. */
const maxTexts = 20_000;

/** Which score: a model under one condition of one run. */
interface ScorePlace {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
}

/** What another model predicted, and what happened. */
interface AskedUnit {
  readonly prediction: unknown;
  readonly outcome: unknown;
}

/** The units of a score within data: number of each unit and of its cluster. */
interface UnitPlaces {
  readonly data: string;
  readonly unit: number[];
  readonly cluster: number[];
}

/** The units of one score of one model, in columns; a unit that was not asked yet is counted only. */
export interface CollectedScore extends ScorePlace {
  /** Name of the data and kind: scores with the same name are about the same units. */
  readonly data: string;
  kind: AnswerKind<unknown, unknown>;
  words: ScoreWords;
  /** Number of each unit and of its cluster in the data. */
  readonly unit: number[];
  readonly cluster: number[];
  /** The same units within the data that runs with other items share: what is said beside other models goes by these. */
  readonly shared: UnitPlaces;
  /** Prediction and outcome of each unit; null where missing. */
  readonly predictions: unknown[];
  readonly outcomes: unknown[];
  /** Share of each unit's executions that were asked and could not be used. */
  readonly lost: number[];
  /** Columns that most scores have no value of: null or beyond the end where a unit has none. */
  readonly labels: unknown[];
  readonly offers: (string | null)[];
  readonly rules: (ScoredUnit['rules'] | null)[];
  readonly strata: (Stratum | null)[];
  /** Text of the item of each unit, by unit number of the data; shared by all scores of the data. */
  readonly texts: ReadonlyMap<number, string>;
  /** Part of the run in which each unit was asked; none where the order of its calls was not planned. */
  readonly part: (string | null)[];
  /** Predictions of this model by other models, with its outcomes, by model and unit number; null where one is missing. */
  readonly asked: Map<string, Map<number, AskedUnit | null>>;
  executions: number;
  notAsked: number;
  /** How many of the units that were not asked have a prediction, and how many an outcome. */
  readonly alone: { predictions: number; outcomes: number };
}

interface OpenScore extends CollectedScore {
  readonly units: UnitTable;
  readonly texts: Map<number, string>;
}

/** Sets the value of a unit in a column that takes no memory until a unit has one. */
function setValue<Value>(column: (Value | null)[], unit: number, value: Value | null): void {
  if (value === null) return;
  while (column.length < unit) column.push(null);
  column.push(value);
}

/** Keeps, from a stream of outcomes, the values of each unit that the tests of the ladder read. */
export class ScoreUnits {
  readonly #scores = new NestedMap<OpenScore>();
  readonly #texts = new Map<UnitTable, Map<number, string>>();
  readonly #parts = new SharedTexts();
  readonly #strata = new NestedMap<Stratum>();
  readonly #units: UnitTables;
  readonly #shared: UnitTables | null;

  /** `shared`: units of the data that runs with other items share; null where none do. */
  constructor(units: UnitTables, shared: UnitTables | null = null) {
    this.#units = units;
    this.#shared = shared;
  }

  /**
   * Adds an outcome. Recorded readings are skipped: they are those of a recording's authors. `shared`: the outcome with the name of its
   * item within shared data.
   */
  add(row: OutcomeRow, title?: () => string, shared: OutcomeRow = row): void {
    if (row.reader === 'recorded') return;
    const { outcome, part = null, stratum = null } = row;
    const { scoring } = kindOfOutcome(outcome);
    const score = this.#score(row);
    if (score === null || scoring === null) return;
    if (!scoring.isAsked(outcome)) {
      score.notAsked += 1;
      const half = unitOfOutcome(outcome);
      if ((half?.prediction ?? null) !== null) score.alone.predictions += 1;
      if ((half?.outcome ?? null) !== null) score.alone.outcomes += 1;
      return;
    }
    if (scoring.decides?.(outcome) === true)
      Object.assign(score, { kind: scoring.answers(outcome), words: scoring.words(outcome) });
    const made = unitOfOutcome(outcome) as ScoredUnit; // it has a prediction
    const { units, texts } = score;
    const number = units.of(row);
    if (title !== undefined && texts.size < maxTexts && !texts.has(number)) {
      texts.set(number, 'unit' in outcome ? `${title()} ${outcome.unit}` : title());
    }
    const place = score.unit.length;
    score.unit.push(number);
    score.cluster.push(units.clusterOf[number] as number); // it has just been numbered
    if (this.#shared !== null) {
      const table = this.#shared.of(shared);
      const common = table.of(shared);
      score.shared.unit.push(common);
      score.shared.cluster.push(table.clusterOf[common] as number);
    }
    score.predictions.push(made.prediction);
    score.outcomes.push(made.outcome);
    score.lost.push(made.lost);
    setValue(score.labels, place, made.label);
    setValue(score.offers, place, made.offer);
    setValue(score.rules, place, made.rules.length === 0 ? null : made.rules);
    setValue(score.strata, place, stratum === null ? null : this.#stratum(stratum));
    setValue(score.part, place, part === null ? null : this.#parts.of(part));
    score.executions = Math.max(score.executions, made.executions);
  }

  /** Adds an outcome with the prediction of another model about its subject. */
  addPrediction(predictor: string, row: OutcomeRow): void {
    if (predictor === row.model) return;
    const { scoring } = kindOfOutcome(row.outcome);
    const score = this.#score(row);
    if (score === null || scoring?.isAsked(row.outcome) !== true) return;
    const { prediction, outcome } = scoring.unit(row.outcome);
    const isMissing = prediction === null || outcome === null;
    const own = score.asked.get(predictor) ?? new Map<number, AskedUnit | null>();
    score.asked.set(predictor, own);
    own.set(score.units.of(row), isMissing ? null : { prediction, outcome });
  }

  scores(): readonly CollectedScore[] {
    return this.#scores.values().filter(({ unit, notAsked }) => unit.length + notAsked > 0);
  }

  #score(row: OutcomeRow): OpenScore | null {
    const { run, experiment, model, condition, outcome } = row;
    const { scoring } = kindOfOutcome(outcome);
    if (scoring === null) return null;
    return this.#scores.get([run, experiment, model, condition], () => ({
      ...{ run, experiment, model, condition },
      ...this.#data(row),
      kind: scoring.answers(outcome),
      words: scoring.words(outcome),
      ...{
        predictions: [],
        outcomes: [],
        lost: [],
        labels: [],
        offers: [],
        rules: [],
        strata: [],
        part: [],
      },
      asked: new Map(),
      executions: 0,
      notAsked: 0,
      alone: { predictions: 0, outcomes: 0 },
    }));
  }

  /** Returns one object for all equal strata: each row has its own. */
  #stratum(stratum: Stratum): Stratum {
    const { column, value, isDeclared } = stratum;
    return this.#strata.get([isDeclared ? 'declared' : '', column, value], () => stratum);
  }

  #data(row: OutcomeRow): Pick<OpenScore, 'units' | 'texts' | 'shared' | keyof UnitPlaces> {
    const units = this.#units.of(row);
    const texts = this.#texts.get(units) ?? new Map<number, string>();
    this.#texts.set(units, texts);
    const placesIn = ({ data }: UnitTable): UnitPlaces => {
      return { data: `${row.experiment} ${row.outcome.kind} ${data}`, unit: [], cluster: [] };
    };
    const own = placesIn(units);
    return { ...own, shared: this.#shared === null ? own : placesIn(this.#shared.of(row)), units, texts };
  }
}

/** Part of the units whose calls had no planned order. */
const unplannedPart = '';

/** Returns the units of a score as the statistics read them. */
export function unitScoresOf(score: CollectedScore): UnitScores<unknown, unknown> {
  const { kind, predictions, outcomes, lost, cluster, part, executions, offers } = score;
  return {
    ...{ kind, predictions, outcomes, lost, clusters: cluster, executions },
    part: predictions.map((_, unit) => part[unit] ?? unplannedPart),
    planned: predictions.every((prediction, unit) => prediction === null || (part[unit] ?? null) !== null),
    strata: strataOf(score)?.values ?? null,
    offers: offers.length < predictions.length || offers.includes(null) ? null : (offers as string[]), // none is null
    rules: rulesOf(score),
  };
}

/** A column with the kinds of questions of a score's units. */
interface StrataColumn {
  readonly column: string;
  /** Value of each unit. */
  readonly values: readonly string[];
}

/** What of a score decides whether predictions are shuffled within a column. */
type StratifiedScore = Pick<CollectedScore, 'strata' | 'cluster' | 'offers' | 'part'>;

/** Returns the column that predictions of a score are shuffled within; null where the items have none, or one that leaves too little. */
export function strataOf(score: StratifiedScore): StrataColumn | null {
  const { found, isDealt } = strataColumn(score);
  return isDealt ? found : null;
}

/** Returns a default column that predictions are not shuffled within: too few groups of items share each of its values. */
export function undealtStrataOf(score: StratifiedScore): StrataColumn | null {
  const { found, isDealt } = strataColumn(score);
  if (found === null || isDealt || new Set(found.values).size === found.values.length) return null;
  return found;
}

function strataColumn({ strata, cluster, offers, part }: StratifiedScore) {
  const first = strata.find((each) => each !== null);
  if (first == null) return { found: null, isDealt: false };
  const found = { column: first.column, values: cluster.map((_, unit) => strata[unit]?.value ?? '') };
  const units = cluster.map((group, unit) => {
    const cell = JSON.stringify([part[unit] ?? unplannedPart, offers[unit] ?? '']);
    return { stratum: found.values[unit] as string, cell, group };
  });
  return { found, isDealt: first.isDeclared || leavesEnough(units) };
}

/** Returns the scores of the fixed rules, and of the commonest value of each offer where answers are categories. */
function rulesOf(score: CollectedScore): UnitScores<unknown, unknown>['rules'] {
  const { kind, outcomes, rules } = score;
  const names = [...new Set(rules.flatMap((each) => each?.map(([name]) => name) ?? []))];
  const fixed = names.map((name) => ({
    name,
    scores: outcomes.map((outcome, unit) => {
      const answer = rules[unit]?.find(([own]) => own === name)?.[1] ?? null;
      return answer === null || outcome === null ? null : kind.score(answer, outcome);
    }),
  }));
  return kind.name === 'category' ? [...fixed, commonestOfOffer(score)] : fixed;
}

function commonestOfOffer({ kind, outcomes, predictions, offers }: CollectedScore) {
  const read = [...outcomes.keys()].filter((unit) => outcomes[unit] !== null && predictions[unit] !== null);
  const best = new Map(
    [...Map.groupBy(read, (unit) => offers[unit] ?? '')].map(([offer, units]) => [
      offer,
      kind.best(units.map((unit) => outcomes[unit])).answer,
    ]),
  );
  return {
    name: 'the commonest value of each property',
    scores: outcomes.map((outcome, unit) => {
      const answer = best.get(offers[unit] ?? '');
      return answer === undefined || outcome === null ? null : kind.score(answer, outcome);
    }),
  };
}

/**
 * Returns the score of the label by unit, null where the outcome is missing and undefined where the unit has no label; null
 * where no label, or one value only, is given.
 */
export function labelScores({ kind, labels, outcomes }: CollectedScore): readonly (number | null | undefined)[] | null {
  const values = new Set(labels.filter((label) => label !== null).map((label) => JSON.stringify(label)));
  if (values.size < 2) return null; // a label with one value tells no items apart
  return outcomes.map((each, unit) => {
    const [outcome, label] = [each ?? null, labels[unit] ?? null];
    if (label === null) return undefined;
    return outcome === null ? null : kind.score(label, outcome);
  });
}

/** Returns the own score by unit; null where prediction or outcome is missing. */
export function ownScores({ kind, predictions, outcomes }: CollectedScore): readonly (number | null)[] {
  return predictions.map((prediction, unit) => {
    const outcome = outcomes[unit] ?? null;
    return prediction === null || outcome === null ? null : kind.score(prediction, outcome);
  });
}

/**
 * Returns the mean score by unit of the unrelated models that were asked about a score's model: null where one is missing,
 * undefined where none was asked; null where no unrelated model was.
 */
export function askedScores(
  score: CollectedScore,
  kinship: Kinship | undefined,
): readonly (number | null | undefined)[] | null {
  const { familyOf } = familiesOf([score.model, ...score.asked.keys()], kinship);
  const others = [...score.asked.values()].filter((_, index) => familyOf[index + 1] !== familyOf[0]);
  if (others.length === 0) return null;
  return score.unit.map((unit) => {
    const asked = others.flatMap((each) => (each.has(unit) ? [each.get(unit) ?? null] : []));
    if (asked.length === 0) return undefined;
    const read = asked.flatMap((each) => (each === null ? [] : [score.kind.score(each.prediction, each.outcome)]));
    return read.length < asked.length ? null : mean(read);
  });
}
