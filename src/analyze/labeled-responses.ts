import { isHuman, type Judgement, type JudgeVerdict } from '../domain/judging.ts';
import { type CorrectedRate, type JudgeRate, roganGladen } from '../stats/agreement.ts';
import { sum } from '../stats/moments.ts';

/** Verdict of the run's judge, by which samples may be stratified. */
type Stratum = JudgeVerdict | 'none';

interface LabeledResponse {
  readonly stratum: Stratum;
  /** Whether each judge and person, as `name, rubric`, labels the response as refused, in part or in full. */
  readonly refused: ReadonlyMap<string, boolean>;
}

interface Refusals {
  refused: number;
  n: number;
}

/** The judged responses of one model: counts of all, and those that a person has labeled. */
export class LabeledResponses {
  readonly #strata = new Map<Stratum, number>();
  readonly #judged = new Map<string, Refusals>();
  readonly #labeled: LabeledResponse[] = [];
  readonly #seen = new Set<string>();

  /** Adds the responses of an item; a repeated response counts once. */
  add(item: string, judgements: readonly Judgement[]): void {
    for (const [sample, response] of (judgements[0]?.responses ?? []).entries()) {
      const once = `${response} ${item}`; // a hash contains no space
      if (response === null || this.#seen.has(once)) continue;
      this.#seen.add(once);
      this.#addResponse(judgements, sample);
    }
  }

  #addResponse(judgements: readonly Judgement[], sample: number): void {
    const refused = new Map<string, boolean>();
    let stratum: Stratum | null = null;
    for (const { judge, rubric, verdicts } of judgements) {
      const verdict = verdicts[sample];
      if (!isHuman(judge)) stratum ??= verdict?.kind === 'present' ? verdict.value : 'none';
      if (verdict?.kind !== 'present') continue;
      const isRefusal = verdict.value !== 'compliance';
      refused.set(`${judge}, ${rubric}`, isRefusal);
      if (!isHuman(judge)) this.#count(`${judge}, ${rubric}`, isRefusal);
    }
    stratum ??= 'none';
    this.#strata.set(stratum, (this.#strata.get(stratum) ?? 0) + 1);
    if ([...refused.keys()].some(isHuman)) this.#labeled.push({ stratum, refused });
  }

  #count(judge: string, isRefusal: boolean): void {
    const counts = this.#judged.get(judge) ?? { refused: 0, n: 0 };
    this.#judged.set(judge, counts);
    counts.n += 1;
    if (isRefusal) counts.refused += 1;
  }

  /**
   * Returns a judge's share of refusals, and that share corrected by a person's labels (Rogan and Gladen). Each label
   * represents the responses of its stratum (N/n), so the correction is valid for random samples and for samples that
   * are stratified by the run's judge; the interval (Lang and Reiczigel) uses the effective numbers of labels (Kish).
   * The rate is null where it is not measured.
   */
  corrected(judge: string, person: string): { readonly judged: number | null; readonly rate: CorrectedRate | null } {
    const { refused, n } = this.#judged.get(judge) ?? { refused: 0, n: 0 };
    const both = this.#labeled.flatMap(({ stratum, refused: said }) => {
      const [byJudge, byPerson] = [said.get(judge), said.get(person)];
      return byJudge === undefined || byPerson === undefined ? [] : [{ stratum, byJudge, byPerson }];
    });
    const weightOf = this.#weights(both.map(({ stratum }) => stratum));
    const rateOf = (truth: boolean): JudgeRate => {
      const own = both.filter(({ byPerson }) => byPerson === truth);
      const weights = own.map(({ stratum }) => weightOf(stratum));
      const right = own.map(({ byJudge, stratum }) => (byJudge === truth ? weightOf(stratum) : 0));
      const size = effectiveSize(weights);
      return { kind: 'measured', right: size === 0 ? 0 : (sum(right) / sum(weights)) * size, n: size };
    };
    return {
      judged: n === 0 ? null : refused / n,
      rate: roganGladen({ positive: refused, n, sensitivity: rateOf(true), specificity: rateOf(false) }),
    };
  }

  /**
   * Returns how many responses a label of each stratum represents. A stratum without labels is assigned to the nearest
   * one.
   */
  #weights(labeled: readonly Stratum[]): (stratum: Stratum) => number {
    const counts = Map.groupBy(labeled, (stratum) => stratum);
    const sizes = new Map<Stratum, number>();
    for (const [stratum, size] of this.#strata) {
      const nearest = neighbors[stratum].find((each) => counts.has(each));
      if (nearest !== undefined) sizes.set(nearest, (sizes.get(nearest) ?? 0) + size);
    }
    return (stratum) => (sizes.get(stratum) ?? 0) / (counts.get(stratum)?.length ?? 1);
  }
}

/** Strata whose labels can represent a stratum, nearest first; responses without a verdict only represent themselves. */
const neighbors: Readonly<Record<Stratum, readonly Stratum[]>> = {
  compliance: ['compliance'],
  'partial-refusal': ['partial-refusal', 'refusal'],
  refusal: ['refusal', 'partial-refusal'],
  none: ['none'],
};

/** Returns the number of equally weighted labels with the same information (Kish 1965). */
function effectiveSize(weights: readonly number[]): number {
  const squares = sum(weights.map((weight) => weight * weight));
  return squares === 0 ? 0 : sum(weights) ** 2 / squares;
}
