import { Accumulator } from '../../src/analyze/accumulate.ts';
import { buildCrossPrediction, crossTallies, measuredCells } from '../../src/analyze/compare/cross-prediction.ts';
import { ResponseMatrices, type ResponseMatrix } from '../../src/analyze/compare/response-matrix.ts';
import { type ModelContrasts, modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import { type CompareVerdictWord, compareVerdicts } from '../../src/analyze/self-knowledge/advantage-verdict.ts';
import { advantageForms } from '../../src/analyze/self-knowledge/forms-of-crossing.ts';
import { familiesOf, type Kinship } from '../../src/analyze/self-knowledge/relatives.ts';
import { besideVerdicts, requirementsOf } from '../../src/analyze/self-knowledge/requirements.ts';
import type { BinaryOutcome } from '../../src/domain/outcome.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { mcc } from '../../src/measures/binary/binary-measures.ts';
import { closestOthers } from '../../src/stats/advantage/closest-other.ts';
import { logistic } from '../../src/stats/basic/logistic.ts';
import { seededRandom } from '../../src/util/random.ts';
import { normal, unreadIntervals } from './simulate.ts';

const experiments = experimentRegistry();

/**
 * Models of unknown makers without private knowledge. Logits of outcome and prediction: rate + trait z_i + what is named
 * below, which both have.
 */
export interface ComparedWorld {
  readonly models?: number;
  readonly items?: number;
  readonly trait?: number;
  /** Standard deviation of the models' rates, which each model knows. */
  readonly rates?: number;
  /** Public yes/no features of an item; each model has its own weight (sd 1) for each and follows it in both sessions. */
  readonly features?: number;
  /** Whether the text of an item says its features. */
  readonly written?: true;
  /** Pairs of models that are near copies: share of the items on which they do and say the same. */
  readonly copies?: number;
  /** What pairs of relatives share beyond the trait, and the number of pairs. */
  readonly family?: number;
  readonly pairs?: number;
  /** Whether the pairs are declared, as `--relatives` does. */
  readonly declared?: true;
  /** Whether predictions are the more probable outcome, without noise. */
  readonly exact?: true;
}

/** Returns the word on all models together in `seb compare`, and the contrasts of each in `seb report`. */
export function wordsIn(
  name: string,
  world: ComparedWorld,
  seed: number,
): { readonly compared: () => CompareVerdictWord; readonly each: readonly ModelContrasts[] } {
  const { models = 6, items = 200, trait = 1, rates = 0.5, features = 0, copies = 0, family = 0, pairs = 0 } = world;
  const random = seededRandom('compared words', name, seed);
  const rate = Array.from({ length: models }, () => rates * normal(random));
  const weights = Array.from({ length: models }, () => Array.from({ length: features }, () => normal(random)));
  const accumulator = new Accumulator(experiments);
  const matrices = new ResponseMatrices(experiments, () => 'data');
  for (let item = 0; item < items; item += 1) {
    const shared = trait * normal(random);
    const shown = Array.from({ length: features }, () => (random() < 0.5 ? 1 : -1));
    const ofPair = Array.from({ length: models }, () => family * normal(random));
    const words = world.written ? shown.map((value, at) => `feature${at} is ${value > 0 ? 'present' : 'absent'}`) : [];
    const text = `request ${words.join(' and ')} about subject${item}`;
    let last = { says: false, does: false };
    for (let model = 0; model < models; model += 1) {
      const policy = shown.reduce((sum, value, at) => sum + value * (weights[model]?.[at] as number), 0);
      const relative = model < 2 * pairs ? (ofPair[model >> 1] as number) : 0;
      const level = (rate[model] as number) + shared + policy + relative;
      const drawn = {
        does: random() < logistic(level),
        says: world.exact ? level > 0 : random() < logistic(level),
      };
      const isCopied = model % 2 === 1 && model < 2 * pairs && random() < copies;
      const { does, says } = isCopied ? last : drawn;
      last = drawn;
      const outcome: BinaryOutcome = {
        ...{ kind: 'binary', unit: '', label: null, probability: null },
        prediction: { kind: 'present', value: says, step: 'strict' },
        executions: [{ kind: 'present', value: does, step: 'strict' }],
      };
      const place = { run: 'r', experiment: 'restriction', model: `model${model}`, condition: 'c', item: `i${item}` };
      const row = { ...place, cluster: `i${item}`, reader: 'both', outcome } as const;
      matrices.add(row, accumulator.add(row).parsed, () => text);
    }
  }
  const fields = matrices.fields();
  const names = Array.from({ length: pairs }, (_, pair) => [`model${2 * pair}`, `model${2 * pair + 1}`]);
  const kinship = world.declared ? { relatives: names } : {};
  const options = { experiments, dataOf: () => 'data', seed, kinship, ...unreadIntervals };
  const contrasts = modelContrasts(accumulator.groups(), fields, options);
  return { compared: () => comparedIn(fields, kinship, seed), each: contrasts };
}

/** Returns the word on all models together, by the forms, requirements and policy of `seb compare`. */
function comparedIn([field]: readonly ResponseMatrix[], kinship: Kinship, seed: number): CompareVerdictWord {
  const crossing = field === undefined ? null : buildCrossPrediction(field, 'c');
  if (crossing === null) return 'insufficient';
  const models = crossing.models.length;
  const clusters = crossTallies(crossing, crossing.shared, seed);
  const { familyOf, unknown } = familiesOf(crossing.models, kinship);
  const forms = advantageForms(crossing, mcc, { familyOf, seed })[models] ?? [];
  const closest = closestOthers({ clusters, models, cells: measuredCells('binary', models, mcc) }, seed);
  const beside = besideVerdicts(crossing, closest, { unknown, seed })[models];
  const requirements = beside === undefined ? [] : requirementsOf(beside);
  const about = { experiment: 'restriction', condition: 'c', measure: 'mcc', form: 'reuse', model: null } as const;
  const tested = { ...about, primary: true, clusters: clusters.length, models, forms, requirements };
  return compareVerdicts([tested])[0]?.verdict ?? 'insufficient';
}
