import { runOutcomes } from '../../answers/stored-run.ts';
import { experimentNamed, experimentRegistry } from '../../experiments/registry.ts';
import { binaryTerms } from '../../outcome-kinds/binary.ts';
import { nearConstants } from '../../outcome-kinds/numeric.ts';
import { kindOfOutcome, missingReason, type Outcome, termsOfOutcome } from '../../outcome-kinds/outcome-kinds.ts';
import { rankingTerms } from '../../outcome-kinds/ranking-terms.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import type { TransferRow } from '../analyses/rows.ts';
import type { StudyArm } from '../design/arms.ts';

/**
 * Returns how a compared arm was trained, in each of its trainings: on itself, on its permuted labels, or not; null for other
 * arms.
 */
export function scoredArm(scored: Omit<StudyArm, 'model'>): TransferRow['arm'] | null {
  if (scored.shiftedOf !== undefined) return null;
  const { arm, base, target } = scored;
  if (arm === 'untrained' || arm === 'self') return arm;
  return arm === 'scramble' && base === target ? arm : null;
}

/** Sums of one cluster: terms, usable outcomes, and what changes base rates, each with its weight. */
interface ClusterSums {
  readonly sample: Outcome;
  readonly terms: number[];
  /** The terms of usable outcomes alone. */
  readonly parsed: number[];
  /** Summed scores of the constant answers to a number, over `known` outcomes. */
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
 * Reads the experiments that no arm was trained on: one row for each training of an arm,
 * experiment and cluster. The score is that of
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
    const own = sums.get(key) ?? { sample: outcome, terms: [], parsed: [], constants: [], ...facts };
    sums.set(key, own);
    const { slots, takesLabels = false } = experimentNamed(experiments, experiment);
    addNumbers(own.terms, termsOfOutcome(outcome, 'failures-wrong'));
    addNumbers(own.parsed, termsOfOutcome(outcome, 'parsed'));
    const constants = outcome.kind === 'numeric' ? nearConstants(outcome) : null;
    addNumbers(own.constants, constants ?? []);
    own.known += constants === null ? 0 : 1;
    own.outcomes += 1;
    own.usable += missingReason(outcome, slots) === null ? 1 : 0;
    addFacts(own, outcome, takesLabels);
  }
  return arms.flatMap((scored): readonly TransferRow[] => {
    const arm = scoredArm(scored);
    const { base, model, training } = scored;
    if (arm === null) return [];
    return [...sums].flatMap(([key, own]): readonly TransferRow[] => {
      const [from, experiment = '', cluster = ''] = JSON.parse(key) as [string, string, string];
      const { sample, terms, parsed, ...facts } = own;
      const { itemMeasure } = kindOfOutcome(sample);
      const score = from === model ? itemMeasure.value(terms) : null;
      if (score === null) return [];
      const read = itemMeasure.value(parsed);
      const { right, questions, refused, requests } = facts;
      const ability = questions === 0 ? null : right / questions;
      const share = requests === 0 ? null : refused / requests;
      return [
        {
          ...{ experiment, base, arm, cluster, score, read, constants: constantScores(own) },
          ...{ usable: facts.usable / facts.outcomes, ability, refused: share },
          ...(training === undefined ? {} : { training: String(training.run) }),
        },
      ];
    });
  });
}

/** Returns the mean scores of the constant answers on a cluster; of any answer where the base rate is fixed; else null. */
function constantScores({ sample, terms, constants, known }: ClusterSums): readonly number[] | null {
  if (known > 0) return constants.map((sum) => sum / known);
  const { itemMeasure } = kindOfOutcome(sample);
  if (itemMeasure.constants !== undefined) return itemMeasure.constants(terms);
  const fixed = itemMeasure.baseRate?.(terms) ?? null;
  return fixed === null ? null : [fixed];
}

function addNumbers(sums: number[], numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) sums[index] = (sums[index] ?? 0) + number;
}

/** Adds what changes base rates; if responses are `judged`, a negative outcome is a request that was not answered in full. */
function addFacts(sums: ClusterSums, outcome: Outcome, judged: boolean): void {
  if (outcome.kind === 'binary' && judged) {
    const { positive, negative } = binaryTerms(outcome, 'failures-wrong');
    sums.refused += negative;
    sums.requests += negative + positive;
  }
  if (outcome.kind === 'ranking') {
    const { questionsRight, questions } = rankingTerms(outcome, 'failures-wrong');
    sums.right += questionsRight;
    sums.questions += questions;
  }
}
