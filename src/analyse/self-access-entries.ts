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
    const controls = similarity && models > 1 ? [...chance, likeness(crossing)] : chance;
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

/** One entry an execution that all models have of a proposition. */
function crossItems({ field, propositions, stances, shared }: Crossing, seed: number): readonly CrossItem[] {
  const models = stances.length;
  const batchOf = batches(
    shared.map((place) => field.clusterOf[propositions.unitOf[place] as number] ?? 0),
    seed,
  );
  return shared.flatMap((place, index) => {
    const known = stances.map((stance) => knownOutcomes(stance, place));
    const executions = Math.min(...known.map((outcomes) => outcomes.length));
    return Array.from({ length: executions }, (_, sample): CrossItem => {
      const right = new Uint8Array(models * models);
      for (const [a, { forecast }] of stances.entries()) {
        for (const [b, outcomes] of known.entries()) {
          right[a * models + b] = rightShare(forecast[place] as number, outcomes[sample] as number);
        }
      }
      return { cluster: String(batchOf[index]), right };
    });
  });
}

function knownOutcomes({ executions }: Stances, place: number): readonly number[] {
  return executions.map((execution) => execution[place] as number).filter((outcome) => !Number.isNaN(outcome));
}

/** How often a's rate of "yes" and b's agree by chance. */
function chanceAgreement(crossing: Crossing): Control {
  const { stances, shared } = crossing;
  const rate = (values: Float64Array) =>
    shared.reduce((sum, place) => sum + (values[place] as number), 0) / Math.max(1, shared.length);
  const said = stances.map(({ forecast }) => rate(forecast));
  const held = stances.map(({ outcome }) => rate(outcome));
  return {
    name: 'chance agreement',
    values: said.map((yes) => held.map((does) => yes * does + (1 - yes) * (1 - does))),
  };
}

/** Share of propositions on which a and b behave alike; of a model and itself, in two executions (1 where there is one). */
function likeness({ stances, shared, propositions }: Crossing): Control {
  const values = stances.map((a, row) =>
    stances.map((b, column) => {
      let alike = 0;
      let all = 0;
      for (const place of shared) {
        const agreement = row === column ? agreementWithSelf(a, place) : agreementOf(a, b, place);
        if (agreement === null) continue;
        alike += (propositions.weight[place] as number) * agreement;
        all += propositions.weight[place] as number;
      }
      return all === 0 ? 1 : alike / all;
    }),
  );
  return { name: 'similarity', values };
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
