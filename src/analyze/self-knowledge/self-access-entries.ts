import { level } from '../../stats/basic/intervals.ts';
import { chanceAgreementControl, similarityControl } from '../../stats/self-access/cross-controls.ts';
import { type CrossItem, type SelfAccess, selfAccess } from '../../stats/self-access/self-access.ts';
import type { Control } from '../../stats/self-access/self-access-design.ts';
import { fraction } from '../../util/numbers.ts';
import { agreementWithSelf, type ModelClaims } from '../compare/binary-claims.ts';
import type { BetaEntry } from '../compare/comparison-types.ts';
import { batches, type CrossPrediction, itemCount, rightOf } from '../compare/cross-prediction.ts';
import { ends } from '../compare/paired-differences.ts';

/**
 * Returns beta without and with control for the similarity of models; chance agreement is controlled wherever rates
 * differ. With one execution a model's similarity to itself was not observed, so the controlled beta has no value.
 */
export function betaEntries(crossing: CrossPrediction, seed: number): readonly BetaEntry[] {
  const models = crossing.models.length;
  const items = models < 2 ? [] : crossItems(crossing, seed);
  const chance = crossing.field.kind === 'binary' && models > 1 ? [chanceAgreement(crossing)] : [];
  return [false, true].map((similarity): BetaEntry => {
    const alike = similarity && models > 1 ? likeness(crossing) : null;
    const controls = [...chance, ...(alike === null ? [] : [alike])].map((control) => perExecution(control, items));
    const found =
      whyNot(crossing, { items: items.length, similarity }) ?? selfAccess({ models, items, controls, seed, level });
    const caution = found.kind === 'known' && alike !== null ? extrapolation(alike) : null;
    return {
      experiment: crossing.field.experiment.name,
      condition: crossing.condition,
      value: found.kind === 'known' ? found.beta.value : null,
      interval: found.kind === 'known' ? ends(found.beta.interval) : null,
      similarity,
      controls: controls.map(({ name }) => name),
      n: itemCount(crossing, crossing.shared),
      ...(found.kind === 'known' ? {} : { reason: found.reason }),
      ...(caution === null ? {} : { caution }),
    };
  });
}

/** Returns why beta cannot be estimated from these items; null where it can be tried. */
function whyNot(
  { models, claims, shared }: CrossPrediction,
  { items, similarity }: { readonly items: number; readonly similarity: boolean },
): SelfAccess | null {
  if (models.length < 2) return null;
  if (items === 0) {
    return { kind: 'unknown', reason: 'no item has a prediction and an outcome of every model' };
  }
  const isRepeated = (claim: ModelClaims) => shared.some((place) => agreementWithSelf(claim, place) !== null);
  if (!similarity || claims.every(isRepeated)) return null;
  return {
    kind: 'unknown',
    reason: 'a model’s similarity to itself is not observed with one execution (run with --samples 2 or more)',
  };
}

/**
 * Returns a caution where a model is more, or less, similar to itself than any two models are to each other: the fit
 * extrapolates.
 */
function extrapolation({ values }: Control): string | null {
  const self = values.map((row, model) => row[model] as number);
  const others = values.flatMap((row, model) => row.filter((_, other) => other !== model));
  const [low, high] = [Math.min(...others), Math.max(...others)];
  if (self.every((value) => low <= value && value <= high)) return null;
  const [least, most] = [Math.min(...self), Math.max(...self)].map((value) => fraction(value));
  return `similarity of a model to itself (${least} to ${most}) lies outside that of different models (${fraction(low)} to ${fraction(high)}): the fit extrapolates`;
}

/** An execution of a proposition that all models have. */
interface Entry extends CrossItem {
  /** Index among the shared propositions, and the number of its executions. */
  readonly index: number;
  readonly executions: number;
}

function crossItems({ field, propositions, claims, shared }: CrossPrediction, seed: number): readonly Entry[] {
  const models = claims.length;
  const batchOf = batches(
    shared.map((place) => field.clusterOf[propositions.unitOf[place] as number] ?? 0),
    seed,
  );
  const rightShare = rightOf(field.kind);
  const known = claims.map(({ executions }) => new Float64Array(executions.length));
  const executionsAt = (place: number) =>
    claims.reduce((least, claim, b) => Math.min(least, knownOutcomes(claim, place, known[b])), Number.MAX_VALUE);
  const all = shared.reduce((sum, place) => sum + executionsAt(place), 0);
  const cells = models * models;
  const rights = new Uint8Array(all * cells); // one array for all: a model has many outcomes
  const entries: Entry[] = [];
  for (const [index, place] of shared.entries()) {
    const executions = executionsAt(place);
    for (let sample = 0; sample < executions; sample += 1) {
      const right = rights.subarray(entries.length * cells, (entries.length + 1) * cells);
      for (let a = 0; a < models; a += 1) {
        const prediction = claims[a]?.prediction[place] as number;
        for (let b = 0; b < models; b += 1)
          right[a * models + b] = rightShare(prediction, known[b]?.[sample] as number);
      }
      entries.push({ cluster: String(batchOf[index]), right, index, executions });
    }
  }
  return entries;
}

/**
 * Returns how many executions of a proposition are yes or no (a tie of an order is neither), and writes their outcomes
 * to the front of `outcomes`.
 */
function knownOutcomes({ executions }: ModelClaims, place: number, outcomes: Float64Array | undefined): number {
  let known = 0;
  for (let sample = 0; sample < executions.length; sample += 1) {
    const outcome = executions[sample]?.[place] as number;
    if (outcome !== 0 && outcome !== 1) continue;
    if (outcomes !== undefined) outcomes[known] = outcome;
    known += 1;
  }
  return known;
}

/** Divides a proposition's contribution to the error of a control among its executions. */
function perExecution({ influence, ...control }: Control, entries: readonly Entry[]): Control {
  if (influence === null) return { ...control, influence };
  return {
    ...control,
    influence: (item, errors) => {
      const { index, executions } = entries[item] as Entry;
      influence(index, errors);
      if (executions > 1)
        for (let cell = 0; cell < errors.length; cell += 1) errors[cell] = (errors[cell] as number) / executions;
    },
  };
}

/** Returns how often a's rate of "yes" and b's agree by chance. */
function chanceAgreement({ claims, shared }: CrossPrediction): Control {
  const at = (values: Float64Array | undefined, index: number) => values?.[shared[index] as number] as number;
  return chanceAgreementControl({
    models: claims.length,
    items: shared.length,
    said: (index, a) => at(claims[a]?.prediction, index),
    held: (index, b) => at(claims[b]?.outcome, index),
  });
}

/** Returns the share of propositions on which a and b behave alike; for a model and itself, in two executions. */
function likeness({ field, claims, shared, propositions }: CrossPrediction): Control {
  const isCategorical = field.kind === 'categorical';
  return similarityControl({
    models: claims.length,
    items: shared.length,
    weight: (index) => propositions.weight[shared[index] as number] as number,
    alike: (index, a, b) => {
      const [one, other, place] = [claims[a] as ModelClaims, claims[b] as ModelClaims, shared[index] as number];
      if (isCategorical) return a === b ? sameValues(one, place) : Number(one.outcome[place] === other.outcome[place]);
      return a === b ? agreementWithSelf(one, place) : agreementOf(one, other, place);
    },
  });
}

function agreementOf(a: ModelClaims, b: ModelClaims, place: number): number {
  const [one, other] = [a.outcome[place] as number, b.outcome[place] as number];
  return one * other + (1 - one) * (1 - other);
}

/** Returns the share of pairs of executions with the same value; null below two executions. */
function sameValues({ executions }: ModelClaims, place: number): number | null {
  const known = executions.map((execution) => execution[place] as number).filter((value) => !Number.isNaN(value));
  const pairs = known.length * (known.length - 1);
  if (pairs === 0) return null;
  const same = [...Map.groupBy(known, (value) => value).values()];
  return same.reduce((sum, { length }) => sum + length * (length - 1), 0) / pairs;
}
