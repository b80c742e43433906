import { chanceAgreementControl, similarityControl } from '../stats/cross-controls.ts';
import { type CrossItem, type SelfAccess, selfAccess } from '../stats/self-access.ts';
import type { Control } from '../stats/self-access-design.ts';
import type { BetaEntry } from './comparison.ts';
import { batches, type Crossing, itemCount, rightShare } from './cross.ts';
import { ends } from './differences.ts';
import { level } from './estimates.ts';
import type { Stances } from './propositions.ts';

/** Beta without and with the similarity of models held fixed; chance agreement is held fixed wherever rates differ. */
export function betaEntries(crossing: Crossing, seed: number): readonly BetaEntry[] {
  const models = crossing.models.length;
  const items = models < 2 ? [] : crossItems(crossing, seed);
  const chance = crossing.field.kind === 'binary' && models > 1 ? [chanceAgreement(crossing)] : [];
  return [false, true].map((similarity): BetaEntry => {
    const all = similarity && models > 1 ? [...chance, likeness(crossing)] : chance;
    const controls = all.map((control) => perExecution(control, items));
    const found: SelfAccess =
      models > 1 && items.length === 0
        ? { kind: 'unknown', reason: 'there is no item that every model has a forecast and an outcome for' }
        : selfAccess({ models, items, controls, seed, level });
    return {
      experiment: crossing.field.experiment.name,
      condition: crossing.condition,
      value: found.kind === 'known' ? found.beta.value : null,
      interval: found.kind === 'known' ? ends(found.beta.interval) : null,
      similarity,
      controls: controls.map(({ name }) => name),
      n: itemCount(crossing, crossing.shared),
      ...(found.kind === 'known' ? {} : { reason: found.reason }),
    };
  });
}

/** An execution that all models have of a proposition. */
interface Entry extends CrossItem {
  /** Which of the shared propositions, and how many executions of it there are. */
  readonly index: number;
  readonly executions: number;
}

function crossItems({ field, propositions, stances, shared }: Crossing, seed: number): readonly Entry[] {
  const models = stances.length;
  const batchOf = batches(
    shared.map((place) => field.clusterOf[propositions.unitOf[place] as number] ?? 0),
    seed,
  );
  const known = stances.map(({ executions }) => new Float64Array(executions.length));
  const executionsAt = (place: number) =>
    stances.reduce((least, stance, b) => Math.min(least, knownOutcomes(stance, place, known[b])), Number.MAX_VALUE);
  const all = shared.reduce((sum, place) => sum + executionsAt(place), 0);
  const cells = models * models;
  const rights = new Uint8Array(all * cells); // one for all: there are as many as outcomes of a model
  const entries: Entry[] = [];
  for (const [index, place] of shared.entries()) {
    const executions = executionsAt(place);
    for (let sample = 0; sample < executions; sample += 1) {
      const right = rights.subarray(entries.length * cells, (entries.length + 1) * cells);
      for (let a = 0; a < models; a += 1) {
        const forecast = stances[a]?.forecast[place] as number;
        for (let b = 0; b < models; b += 1) right[a * models + b] = rightShare(forecast, known[b]?.[sample] as number);
      }
      entries.push({ cluster: String(batchOf[index]), right, index, executions });
    }
  }
  return entries;
}

/** How many usable executions there are of a proposition; what they showed is written to the front of `outcomes`. */
function knownOutcomes({ executions }: Stances, place: number, outcomes: Float64Array | undefined): number {
  let known = 0;
  for (let sample = 0; sample < executions.length; sample += 1) {
    const outcome = executions[sample]?.[place] as number;
    if (Number.isNaN(outcome)) continue;
    if (outcomes !== undefined) outcomes[known] = outcome;
    known += 1;
  }
  return known;
}

/** The executions of a proposition share what it adds to the error of a control. */
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

/** How often a's rate of "yes" and b's agree by chance. */
function chanceAgreement({ stances, shared }: Crossing): Control {
  const at = (values: Float64Array | undefined, index: number) => values?.[shared[index] as number] as number;
  return chanceAgreementControl({
    models: stances.length,
    items: shared.length,
    said: (index, a) => at(stances[a]?.forecast, index),
    held: (index, b) => at(stances[b]?.outcome, index),
  });
}

/** Share of propositions on which a and b behave alike; of a model and itself, in two executions (1 where there is one). */
function likeness({ stances, shared, propositions }: Crossing): Control {
  return similarityControl({
    models: stances.length,
    items: shared.length,
    weight: (index) => propositions.weight[shared[index] as number] as number,
    alike: (index, a, b) => {
      const [one, other, place] = [stances[a] as Stances, stances[b] as Stances, shared[index] as number];
      return a === b ? agreementWithSelf(one, place) : agreementOf(one, other, place);
    },
  });
}

function agreementOf(a: Stances, b: Stances, place: number): number {
  const [one, other] = [a.outcome[place] as number, b.outcome[place] as number];
  return one * other + (1 - one) * (1 - other);
}

/** Share of pairs of executions that agree; null below two executions. */
function agreementWithSelf({ executions }: Stances, place: number): number | null {
  let [known, held] = [0, 0];
  for (let sample = 0; sample < executions.length; sample += 1) {
    const outcome = executions[sample]?.[place] as number;
    if (Number.isNaN(outcome)) continue;
    known += 1;
    held += outcome;
  }
  const pairs = known * (known - 1);
  if (pairs === 0) return null;
  const not = known - held;
  return (held * (held - 1) + not * (not - 1)) / pairs;
}
