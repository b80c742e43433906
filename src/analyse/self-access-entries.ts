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
  return shared.flatMap((place, index) => {
    const known = stances.map((stance) => knownOutcomes(stance, place));
    const executions = Math.min(...known.map((outcomes) => outcomes.length));
    return Array.from({ length: executions }, (_, sample): Entry => {
      const right = new Uint8Array(models * models);
      for (const [a, { forecast }] of stances.entries()) {
        for (const [b, outcomes] of known.entries()) {
          right[a * models + b] = rightShare(forecast[place] as number, outcomes[sample] as number);
        }
      }
      return { cluster: String(batchOf[index]), right, index, executions };
    });
  });
}

function knownOutcomes({ executions }: Stances, place: number): readonly number[] {
  return executions.map((execution) => execution[place] as number).filter((outcome) => !Number.isNaN(outcome));
}

/** The executions of a proposition share what it adds to the error of a control. */
function perExecution({ influence, ...control }: Control, entries: readonly Entry[]): Control {
  if (influence === null) return { ...control, influence };
  return {
    ...control,
    influence: (item, a, b) => {
      const { index, executions } = entries[item] as Entry;
      return influence(index, a, b) / executions;
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
function agreementWithSelf(stances: Stances, place: number): number | null {
  const outcomes = knownOutcomes(stances, place);
  const pairs = outcomes.length * (outcomes.length - 1);
  if (pairs === 0) return null;
  const held = outcomes.reduce((sum, outcome) => sum + outcome, 0);
  const not = outcomes.length - held;
  return (held * (held - 1) + not * (not - 1)) / pairs;
}
