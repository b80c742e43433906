import { runOutcomes } from '../../answers/stored-run.ts';
import { experimentNamed, experimentRegistry } from '../../experiments/registry.ts';
import { binaryPlaces, binaryTally } from '../../outcome-kinds/binary.ts';
import { kindOfOutcome, missingReason, type Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import { rankingColumns, rankingTally } from '../../outcome-kinds/ranking-tally.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import type { TransferRow } from '../analyses/rows.ts';
import { isMain, type StudyArm } from '../design/arms.ts';

/** Returns how a compared arm was trained: on itself, on its permuted labels, or not; null for other arms. */
export function scoredArm(scored: Omit<StudyArm, 'model'>): TransferRow['arm'] | null {
  if (!isMain(scored)) return null;
  const { arm, base, target } = scored;
  if (arm === 'untrained' || arm === 'self') return arm;
  return arm === 'scramble' && base === target ? arm : null;
}

/** Sums of one cluster: its tally, usable outcomes, and what changes base rates, each with its weight. */
interface ClusterSums {
  readonly sample: Outcome;
  readonly tally: number[];
  /** The tally of usable outcomes alone. */
  readonly parsed: number[];
  /** Summed scores of the constant answers of `itemConstants`, over `known` outcomes. */
  readonly constants: number[];
  known: number;
  outcomes: number;
  usable: number;
  right: number;
  questions: number;
  refused: number;
  requests: number;
}

/**
 * Reads the experiments that no arm was trained on: one row for each arm, experiment and cluster. The score is that of
 * single items of the outcome's kind, in [0, 1]; missing predictions count as wrong.
 */
export async function transferRows(
  store: Store,
  run: RunRecord,
  arms: readonly (StudyArm & { readonly model: string })[],
): Promise<readonly TransferRow[]> {
  const sums = new Map<string, ClusterSums>();
  const experiments = experimentRegistry();
  for await (const { model, experiment, cluster, outcome } of runOutcomes(store, run, experiments)) {
    const key = JSON.stringify([model, experiment, cluster]);
    const facts = { known: 0, outcomes: 0, usable: 0, right: 0, questions: 0, refused: 0, requests: 0 };
    const own = sums.get(key) ?? { sample: outcome, tally: [], parsed: [], constants: [], ...facts };
    sums.set(key, own);
    const { slots, takesLabels = false } = experimentNamed(experiments, experiment);
    const { tally, itemConstants } = kindOfOutcome(outcome);
    addCounts(own.tally, tally(outcome, 'failures-wrong'));
    addCounts(own.parsed, tally(outcome, 'parsed'));
    const constants = itemConstants?.(outcome) ?? null;
    addCounts(own.constants, constants ?? []);
    own.known += constants === null ? 0 : 1;
    own.outcomes += 1;
    own.usable += missingReason(outcome, slots) === null ? 1 : 0;
    addFacts(own, outcome, takesLabels);
  }
  return arms.flatMap((scored): readonly TransferRow[] => {
    const arm = scoredArm(scored);
    const { base, model } = scored;
    if (arm === null) return [];
    return [...sums].flatMap(([key, own]): readonly TransferRow[] => {
      const [from, experiment = '', cluster = ''] = JSON.parse(key) as [string, string, string];
      const { sample, tally, parsed, ...facts } = own;
      const { itemMeasure } = kindOfOutcome(sample);
      const score = from === model ? itemMeasure.value(tally) : null;
      if (score === null) return [];
      const read = itemMeasure.value(parsed);
      const { right, questions, refused, requests } = facts;
      const ability = questions === 0 ? null : right / questions;
      const share = requests === 0 ? null : refused / requests;
      return [
        {
          ...{ experiment, base, arm, cluster, score, read, constants: constantScores(own) },
          ...{ usable: facts.usable / facts.outcomes, ability, refused: share },
        },
      ];
    });
  });
}

/** Returns the mean scores of the constant answers on a cluster; of any answer where the base rate is fixed; else null. */
function constantScores({ sample, tally, constants, known }: ClusterSums): readonly number[] | null {
  if (known > 0) return constants.map((sum) => sum / known);
  const { itemMeasure } = kindOfOutcome(sample);
  if (itemMeasure.constants !== undefined) {
    const weight = itemMeasure.constantsWeight?.(tally) ?? 0;
    return weight > 0 ? itemMeasure.constants(tally).map((sum) => sum / weight) : null;
  }
  const fixed = itemMeasure.baseRate?.(tally) ?? null;
  return fixed === null ? null : [fixed];
}

function addCounts(sums: number[], counts: ArrayLike<number>): void {
  for (let index = 0; index < counts.length; index += 1) sums[index] = (sums[index] ?? 0) + (counts[index] as number);
}

/** Adds what changes base rates; if responses are `judged`, a negative outcome is a request that was not answered in full. */
function addFacts(sums: ClusterSums, outcome: Outcome, judged: boolean): void {
  if (outcome.kind === 'binary' && judged) {
    const counts = binaryTally(outcome, 'failures-wrong');
    sums.refused += counts[binaryPlaces.negative] ?? 0;
    sums.requests += (counts[binaryPlaces.negative] ?? 0) + (counts[binaryPlaces.positive] ?? 0);
  }
  if (outcome.kind === 'ranking') {
    const counts = rankingTally(outcome, 'failures-wrong');
    const at = (name: (typeof rankingColumns)[number]) => counts[rankingColumns.indexOf(name)] ?? 0;
    sums.right += at('questionsRight');
    sums.questions += at('questions');
  }
}
