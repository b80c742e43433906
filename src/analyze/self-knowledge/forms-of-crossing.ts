import type { Measure } from '../../domain/measure.ts';
import {
  type FormEstimate,
  type FormEstimates,
  formChances,
  formInterval,
  matrixForms,
} from '../../stats/advantage/advantage-forms.ts';
import { type LinkedSample, maxFactors, thresholdAdvantage } from '../../stats/advantage/threshold-advantage.ts';
import { agreementWithSelf } from '../compare/binary-claims.ts';
import type { AdvantageForm, SelfAdvantageEntry } from '../compare/comparison-types.ts';
import { type CrossPrediction, crossTallies, measuredCells } from '../compare/cross-prediction.ts';
import type { TestedAdvantage } from './advantage-verdict.ts';

type Form = TestedAdvantage['forms'][number];

/** Returns the forms of one measure's self-advantage: for each model of the crossing, then for all models. */
export function advantageForms(
  crossing: CrossPrediction,
  measure: Measure,
  { familyOf, seed }: { readonly familyOf: readonly number[]; readonly seed: number },
): readonly (readonly Form[])[] {
  const models = crossing.models.length;
  const clusters = crossTallies(crossing, crossing.shared, seed);
  const inMatrix = matrixForms({ clusters, models, cells: gainCells(crossing, measure) });
  const latent = thresholdForm(crossing, clusters, { familyOf, seed });
  return Array.from({ length: models + 1 }, (_, index) => [
    formOf('additive', inMatrix.additive[index] ?? null, whyNoMatrix(models)),
    formOf('multiplicative', inMatrix.multiplicative[index] ?? null, whyNoMatrix(models)),
    typeof latent === 'string'
      ? formOf('threshold', null, whyNoThreshold(latent, models))
      : formOf('threshold', latent[index] ?? null, ''),
  ]);
}

function formOf(name: string, estimate: FormEstimate | null, reason: string): Form {
  return { name, estimate, reason: estimate === null ? reason : null };
}

function whyNoMatrix(models: number): string {
  return models < 3 ? 'needs at least three models' : 'the measure is undefined in required cells';
}

type Missing = Extract<ReturnType<typeof thresholdAdvantage>, string>;

function whyNoThreshold(missing: Missing, models: number): string {
  if (missing === 'related') return 'all models have one maker; needs models of at least two makers';
  if (missing === 'unexplained') {
    return `the models share more than ${maxFactors(models)} factors, the maximum that ${models} models can identify`;
  }
  return maxFactors(models) === 0
    ? 'needs at least four models: with fewer, self-knowledge is not distinguishable from knowledge of the model family'
    : 'a model always predicts the same outcome or always behaves the same way';
}

/** Returns the cells of a measure minus its value without any knowledge: only then is a product of effects 0. */
function gainCells({ field: { kind }, models }: CrossPrediction, measure: Measure) {
  const cells = measuredCells(kind, models.length, measure);
  if (kind !== 'ranking') return cells;
  return (totals: Float64Array) => cells(totals).map((value) => value - 0.5);
}

function thresholdForm(
  crossing: CrossPrediction,
  clusters: readonly Float64Array[],
  { familyOf, seed }: { readonly familyOf: readonly number[]; readonly seed: number },
): FormEstimates | Missing {
  const models = crossing.models.length;
  const found = thresholdAdvantage({ ...linkedSample(crossing), familyOf }, { seed, draws: models > 8 ? 100 : 200 });
  if (typeof found === 'string') return found;
  // Propositions of one cluster are dependent; simulated ones are not. Phi has a standard error of both kinds.
  const clustered = clusters.length < crossing.shared.length;
  const phi = matrixForms({ clusters, models, cells: phiCells(models) }).additive[models] ?? null;
  const design = clustered && phi !== null ? Math.max(1, phi.error / found.phiError) : 1;
  return Array.from(found.values, (value, index) => ({
    value,
    error: (found.errors[index] as number) * design,
    degrees: null,
  }));
}

/** Returns the correlations of predictions with outcomes, for any kind of experiment. */
function phiCells(models: number) {
  const margins = models * models;
  const cells = new Float64Array(margins);
  return (totals: Float64Array): Float64Array => {
    const all = totals[margins + 2 * models] as number;
    for (let cell = 0; cell < margins; cell += 1) {
      const said = (totals[margins + Math.floor(cell / models)] as number) / all;
      const held = (totals[margins + models + (cell % models)] as number) / all;
      const both = ((totals[cell] as number) / all - 1 + said + held) / 2;
      cells[cell] = (both - said * held) / Math.sqrt(said * (1 - said) * held * (1 - held));
    }
    return cells;
  };
}

function linkedSample({ claims, shared, propositions }: CrossPrediction): LinkedSample {
  const at = (values: Float64Array | undefined, item: number) => values?.[shared[item] as number] as number;
  return {
    models: claims.length,
    items: shared.length,
    // An order that names neither question does not say which is easier.
    said: (item, model) => {
      const prediction = at(claims[model]?.prediction, item);
      return prediction === 2 ? 0.5 : prediction;
    },
    held: (item, model) => at(claims[model]?.outcome, item),
    weight: (item) => propositions.weight[shared[item] as number] as number,
    executions: Math.min(...claims.map(({ executions }) => executions.length)),
    agreement: (model) => {
      const shares = shared.flatMap((index) => {
        const claim = claims[model];
        return claim === undefined ? [] : (agreementWithSelf(claim, index) ?? []);
      });
      return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
    },
  };
}

/** Returns the forms as `compare --json` prints them. */
export function printedForms(forms: readonly Form[]): readonly AdvantageForm[] {
  return forms.map(({ name, estimate, reason }): AdvantageForm => {
    if (estimate === null)
      return { form: name, value: null, interval: null, p: null, ...(reason === null ? {} : { reason }) };
    return { form: name, value: estimate.value, interval: formInterval(estimate), p: formChances(estimate).above };
  });
}

/** Returns what is tested about a self-advantage entry. */
export function testedAdvantage(
  { experiment, condition = '', measure, form, model }: SelfAdvantageEntry,
  tested: Pick<TestedAdvantage, 'primary' | 'clusters' | 'models' | 'forms' | 'requirements'>,
): TestedAdvantage {
  return { experiment, condition, measure, form, model: model === 'all' ? null : model, ...tested };
}
