import type { Outcome } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { binaryPlaces, binaryTally } from '../../measures/binary/binary-tally.ts';
import { rankingColumns } from '../../measures/ranking/ranking-columns.ts';
import { rankingTally } from '../../measures/ranking/ranking-tally.ts';
import { runOutcomes } from '../../run/execute-run.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import type { EffectRow } from '../analyses/rows.ts';
import { isMain, type StudyArm } from '../design/arms.ts';

/** Returns how a compared arm was trained: on itself, on its permuted labels, or not; null for other arms. */
export function scoredArm(scored: Omit<StudyArm, 'model'>): EffectRow['arm'] | null {
  if (!isMain(scored)) return null;
  const { arm, base, target } = scored;
  if (arm === 'untrained' || arm === 'self') return arm;
  return arm === 'scramble' && base === target ? arm : null;
}

/** Sums of one cluster: score, ability and refusals, each with its weight. */
interface ClusterSums {
  score: number;
  n: number;
  right: number;
  questions: number;
  refused: number;
  requests: number;
}

/** Reads the self-execution experiments of a study: one row for each arm, experiment and cluster. */
export async function effectRows(
  store: Store,
  run: RunRecord,
  arms: readonly (StudyArm & { readonly model: string })[],
): Promise<readonly EffectRow[]> {
  const sums = new Map<string, ClusterSums>();
  const experiments = experimentRegistry();
  for await (const { model, experiment, cluster, outcome } of runOutcomes(store, run, experiments)) {
    const key = JSON.stringify([model, experiment, cluster]);
    const own = sums.get(key) ?? { score: 0, n: 0, right: 0, questions: 0, refused: 0, requests: 0 };
    sums.set(key, own);
    addOutcome(own, outcome, experiments.get(experiment)?.takesLabels === true);
  }
  return arms.flatMap((scored): readonly EffectRow[] => {
    const arm = scoredArm(scored);
    const { base, model } = scored;
    if (arm === null) return [];
    return [...sums].flatMap(([key, { score, n, right, questions, refused, requests }]): readonly EffectRow[] => {
      const [from, experiment = '', cluster = ''] = JSON.parse(key) as [string, string, string];
      if (from !== model || n === 0) return [];
      const ability = questions === 0 ? null : right / questions;
      const share = requests === 0 ? null : refused / requests;
      return [{ experiment, base, arm, cluster, score: score / n, ability, refused: share, length: null }];
    });
  });
}

/** Adds an outcome; if responses are `judged`, a negative outcome is a request that was not answered in full. */
function addOutcome(sums: ClusterSums, outcome: Outcome, judged: boolean): void {
  if (outcome.kind === 'binary') {
    const counts = binaryTally(outcome, 'failures-wrong');
    const at = (name: keyof typeof binaryPlaces) => counts[binaryPlaces[name]] ?? 0;
    const right = at('truePositive') + at('trueNegative');
    sums.score += right;
    sums.n += right + at('falsePositive') + at('falseNegative') + at('failed');
    if (!judged) return;
    sums.refused += at('negative');
    sums.requests += at('negative') + at('positive');
  }
  if (outcome.kind === 'ranking') {
    const counts = rankingTally(outcome, 'failures-wrong');
    const at = (name: (typeof rankingColumns)[number]) => counts[rankingColumns.indexOf(name)] ?? 0;
    sums.score += at('concordance');
    sums.n += at('concordanceGroups');
    sums.right += at('questionsRight');
    sums.questions += at('questions');
  }
}
