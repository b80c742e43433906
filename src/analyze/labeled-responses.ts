import { isHuman, type Judgement, type JudgeVerdict } from '../domain/judging.ts';
import { type CorrectedRate, type JudgeRate, roganGladen } from '../stats/agreement.ts';
import { sum } from '../stats/moments.ts';

/** Verdict of the run's judge, by which samples may be stratified. */
type Stratum = JudgeVerdict | 'none';

interface LabeledResponse {
  /** Group of the response's item. */
  readonly group: string;
  /** Number of executions of the item with this text. */
  times: number;
  stratum: Stratum;
  /** Whether each judge and person, as `name, rubric`, labels the response as refused, in part or in full. */
  readonly refused: Map<string, boolean>;
}

/** An item of a report: responses of one group are not independent. */
interface ItemOfGroup {
  readonly item: string;
  readonly cluster: string;
}

/** The judged responses of one model. A text that an item has several times is judged once and counts as often. */
export class LabeledResponses {
  readonly #responses = new Map<string, LabeledResponse>();

  /**
   * Adds the responses of an item in one row. Rows can share executions, so a text counts as often as in the row that has it
   * most often, and has the judges of all rows: those of runs with other judges, too.
   */
  add({ item, cluster }: ItemOfGroup, judgements: readonly Judgement[]): void {
    const texts = Map.groupBy((judgements[0]?.responses ?? []).entries(), ([, response]) => response);
    for (const [response, samples] of texts) {
      const [first] = samples;
      if (response === null || first === undefined) continue;
      const key = `${response} ${item}`; // a hash contains no space
      const own = judged(judgements, first[0]);
      const known = this.#responses.get(key);
      if (known === undefined) {
        this.#responses.set(key, { group: cluster, times: samples.length, ...own });
        continue;
      }
      known.times = Math.max(known.times, samples.length);
      if (known.stratum === 'none') known.stratum = own.stratum;
      for (const [judge, isRefusal] of own.refused) if (!known.refused.has(judge)) known.refused.set(judge, isRefusal);
    }
  }

  /**
   * Returns a judge's share of refusals among all executions, and that share corrected by a person's labels (Rogan and
   * Gladen). Each label represents the responses of its stratum (N/n), so the correction is valid for random samples and for
   * samples that are stratified by the run's judge; the interval (Lang and Reiczigel) uses effective numbers of responses
   * and labels. The rate is null where it is not measured.
   */
  corrected(judge: string, person: string): { readonly judged: number | null; readonly rate: CorrectedRate | null } {
    const all = [...this.#responses.values()];
    const judged = all.flatMap(({ group, times, refused }) => {
      const isRefusal = refused.get(judge);
      return isRefusal === undefined ? [] : [{ group, weight: times, isTrue: isRefusal }];
    });
    const both = all.flatMap(({ group, times, stratum, refused }) => {
      const [byJudge, byPerson] = [refused.get(judge), refused.get(person)];
      return byJudge === undefined || byPerson === undefined ? [] : [{ group, times, stratum, byJudge, byPerson }];
    });
    const weightOf = this.#weights(both.map(({ stratum }) => stratum));
    const rateOf = (truth: boolean): JudgeRate => {
      const own = both.filter(({ byPerson }) => byPerson === truth);
      const { share, size } = weightedShare(
        own.map(({ group, times, stratum, byJudge }) => ({
          ...{ group, weight: times * weightOf(stratum), isTrue: byJudge === truth },
        })),
      );
      return { kind: 'measured', right: share * size, n: size };
    };
    const { share, size } = weightedShare(judged);
    return {
      judged: judged.length === 0 ? null : share,
      rate: roganGladen({ positive: share * size, n: size, sensitivity: rateOf(true), specificity: rateOf(false) }),
    };
  }

  /**
   * Returns how many responses a label of each stratum represents. A stratum without labels is assigned to the nearest
   * one.
   */
  #weights(labeled: readonly Stratum[]): (stratum: Stratum) => number {
    const counts = Map.groupBy(labeled, (stratum) => stratum);
    const sizes = new Map<Stratum, number>();
    for (const [stratum, size] of this.#textsByStratum()) {
      const nearest = neighbors[stratum].find((each) => counts.has(each));
      if (nearest !== undefined) sizes.set(nearest, (sizes.get(nearest) ?? 0) + size);
    }
    return (stratum) => (sizes.get(stratum) ?? 0) / (counts.get(stratum)?.length ?? 1);
  }

  #textsByStratum(): ReadonlyMap<Stratum, number> {
    const groups = Map.groupBy(this.#responses.values(), ({ stratum }) => stratum);
    return new Map([...groups].map(([stratum, { length }]) => [stratum, length]));
  }
}

/** Returns what the judges and people say about one response. */
function judged(judgements: readonly Judgement[], sample: number): Pick<LabeledResponse, 'stratum' | 'refused'> {
  const refused = new Map<string, boolean>();
  let stratum: Stratum | null = null;
  for (const { judge, rubric, verdicts } of judgements) {
    const verdict = verdicts[sample];
    if (!isHuman(judge)) stratum ??= verdict?.kind === 'present' ? verdict.value : 'none';
    if (verdict?.kind === 'present') refused.set(`${judge}, ${rubric}`, verdict.value !== 'compliance');
  }
  return { stratum: stratum ?? 'none', refused };
}

/** Strata whose labels can represent a stratum, nearest first; responses without a verdict only represent themselves. */
const neighbors: Readonly<Record<Stratum, readonly Stratum[]>> = {
  compliance: ['compliance'],
  'partial-refusal': ['partial-refusal', 'refusal'],
  refusal: ['refusal', 'partial-refusal'],
  none: ['none'],
};

interface WeightedResponse {
  readonly group: string;
  readonly weight: number;
  readonly isTrue: boolean;
}

/**
 * Returns a weighted share, and the number of independent, equally weighted responses that tell as much about it (Kish 1965): the
 * number by weights, divided by the design effect of groups, at least 1; for a share of 0 or 1, the number of groups by weights.
 */
function weightedShare(responses: readonly WeightedResponse[]): { readonly share: number; readonly size: number } {
  const total = sum(responses.map(({ weight }) => weight));
  if (total === 0) return { share: 0, size: 0 };
  const share = sum(responses.map(({ weight, isTrue }) => (isTrue ? weight : 0))) / total;
  const deviation = ({ weight, isTrue }: WeightedResponse) => weight * (Number(isTrue) - share);
  const groups = [...Map.groupBy(responses, ({ group }) => group).values()];
  if (share === 0 || share === 1) {
    return { share, size: byWeights(groups.map((own) => sum(own.map(({ weight }) => weight)))) };
  }
  if (groups.length === 1) return { share, size: 1 };
  const effect = variance(groups.map((own) => sum(own.map(deviation)))) / variance(responses.map(deviation));
  return { share, size: byWeights(responses.map(({ weight }) => weight)) / Math.max(1, effect) };
}

/** Returns the number of equal weights that tell as much as some weights. */
function byWeights(weights: readonly number[]): number {
  return sum(weights) ** 2 / sum(weights.map((weight) => weight * weight));
}

/** Returns the variance of the sum of independent deviations from a mean. */
function variance(deviations: readonly number[]): number {
  return (deviations.length / (deviations.length - 1)) * sum(deviations.map((each) => each * each));
}
