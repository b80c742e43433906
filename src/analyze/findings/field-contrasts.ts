import { templateShare } from '../../dataset/shared-templates.ts';
import type { Measure } from '../../domain/measure.ts';
import { gain } from '../../domain/measure.ts';
import type { Group } from '../accumulate.ts';
import { batches } from '../compare/batches.ts';
import type { DataOf, ModelResponses, ResponseMatrix } from '../compare/response-matrix.ts';
import { type BeyondShared, SharedDifficulties } from '../self-knowledge/beyond-shared.ts';
import { itemOnlyScores, permutedPredictions } from '../self-knowledge/item-baselines.ts';
import { OtherModels } from '../self-knowledge/other-models.ts';
import { familiesOf, type Kinship } from '../self-knowledge/relatives.ts';
import { type MissingAsWrong, missingAsWrong } from './missing-as-wrong.ts';
import {
  absentContrast as absent,
  type Contrast,
  type ContrastDrawing,
  contrastOf,
  type Paired,
} from './paired-contrast.ts';

type Place = Pick<Group, 'run' | 'experiment' | 'model' | 'condition'>;

type OthersContrast = { readonly contrast: Contrast; readonly models: number };

const notAPrediction = 'the behavior of other models is not a prediction in this experiment';

interface FieldOptions extends ContrastDrawing {
  readonly dataOf: DataOf;
  /** What is declared about relatives; absent: makers are read from the models' names. */
  readonly kinship?: Kinship | undefined;
}

/** Contrasts that need the units of a model, or other models on the same data. */
export class FieldContrasts {
  readonly #fields: readonly ResponseMatrix[];
  readonly #options: FieldOptions;
  readonly #prepared = new Map<string, OtherModels>();
  readonly #shared = new Map<string, SharedDifficulties>();
  readonly #templates = new Map<ResponseMatrix, number>();

  constructor(fields: readonly ResponseMatrix[], options: FieldOptions) {
    this.#fields = fields;
    this.#options = options;
  }

  others({ run, experiment, model, condition }: Place, measure: Measure): OthersContrast {
    const found = this.#find({ run, experiment, model, condition }, measure);
    if (found === null) return { contrast: absent(notAPrediction), models: 0 };
    const { field, own } = found;
    const all = this.#othersIn(field, condition);
    const others = all.of(own);
    if (others === null) {
      const hasOthers = all.othersOf(own).length > 0;
      return { contrast: absent(hasOthers ? notAPrediction : 'needs a second model on the same items'), models: 0 };
    }
    const paired = pairedByCluster(field, { measure, own, scores: others.scores, seed: this.#options.seed });
    return { contrast: contrastOf(paired, this.#options), models: others.models };
  }

  /**
   * Returns what a model's prediction adds to what all models share, and to what its relatives (declared, or read
   * from their names) share.
   */
  beyondShared(place: Place, measure: Measure): BeyondShared {
    const found = this.#find(place, measure);
    if (found === null) return { kind: 'unknown', reason: 'needs other models on the same items' };
    const key = keyOf(found.field, place.condition);
    const shared = this.#shared.get(key) ?? new SharedDifficulties(found.field, place.condition, this.#options.seed);
    this.#shared.set(key, shared);
    return shared.of(found.own, this.#relativesOf(found.own.model, found.field)).beyond;
  }

  /** Returns the tests of a model if missing values were wrong; null for other than yes/no outcomes. */
  missingAsWrong(place: Place, measure: Measure): MissingAsWrong | null {
    const found = measure.kind === 'binary' ? this.#find(place, measure) : null;
    const claims = found === null ? null : this.#othersIn(found.field, place.condition).claims(found.own);
    const { seed } = this.#options;
    return found === null || claims === null ? null : missingAsWrong(found.field, claims, { measure, seed });
  }

  /** Returns the share of a place's items that seem to be made of a template; null where their texts are unknown. */
  templates(place: Place, measure: Measure): number | null {
    const field = this.#find(place, measure)?.field;
    if (field === undefined || field.titles.length === 0) return null;
    const known = this.#templates.get(field) ?? templateShare(field.titles);
    this.#templates.set(field, known);
    return known;
  }

  #relativesOf(model: string, { responses }: ResponseMatrix): (other: string) => boolean {
    const models = [...new Set(responses.map((each) => each.model))];
    const { familyOf } = familiesOf(models, this.#options.kinship);
    const family = familyOf[models.indexOf(model)];
    return (other) => familyOf[models.indexOf(other)] === family;
  }

  /** Returns references that only need the group's own units. */
  itemsOnly(group: Place, measure: Measure) {
    const { seed } = this.#options;
    const found = measure.kind === 'binary' ? this.#find(group, measure) : null;
    const claims = found === null ? null : this.#othersIn(found.field, group.condition).claims(found.own);
    if (found === null || claims === null) {
      const none = absent('for yes/no outcomes only');
      return { itemOnly: none, permuted: none };
    }
    const { field, own } = found;
    const scores = itemOnlyScores(field, { own, claims }, { measure, seed });
    const permuted = permutedPredictions(field, claims);
    return {
      itemOnly:
        scores === null
          ? absent('the texts of the items are not available')
          : contrastOf(pairedByCluster(field, { measure, own, scores, seed }), this.#options),
      permuted:
        permuted === null
          ? absent('no unit with a prediction and an outcome')
          : { value: permuted.difference, interval: null, p: permuted.p, n: permuted.n },
    };
  }

  #find({ run, experiment, model, condition }: Place, { kind }: Measure) {
    const data = this.#options.dataOf(run, experiment);
    const field = this.#fields.find(
      (each) => each.experiment.name === experiment && each.data === data && each.kind === kind,
    );
    const own = field?.responses.find(
      (each) => each.run === run && each.model === model && each.condition === condition,
    );
    return field === undefined || own === undefined ? null : { field, own };
  }

  #othersIn(field: ResponseMatrix, condition: string): OtherModels {
    const key = keyOf(field, condition);
    const known = this.#prepared.get(key) ?? new OtherModels(field, condition);
    this.#prepared.set(key, known);
    return known;
  }
}

function keyOf(field: ResponseMatrix, condition: string): string {
  return JSON.stringify([field.experiment.name, field.data, condition]);
}

interface ByUnit {
  readonly measure: Measure;
  readonly own: ModelResponses;
  readonly scores: Float64Array;
  readonly seed: number;
}

function pairedByCluster(field: ResponseMatrix, { measure, own, scores, seed }: ByUnit): Paired {
  const sums = new Map<number, [number, number]>();
  const clusterOf = batches(field.clusterOf, seed);
  for (const [unit, cluster] of clusterOf.entries()) {
    const difference = gain(measure, own.score.at(unit), scores[unit] as number);
    if (Number.isNaN(difference)) continue;
    const sum = sums.get(cluster) ?? [0, 0];
    sums.set(cluster, [sum[0] + difference, sum[1] + 1]);
  }
  return [...sums.values()];
}
