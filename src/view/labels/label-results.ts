import { JudgeComparison } from '../../analyze/judges.ts';
import { LabeledResponses } from '../../analyze/labeled-responses.ts';
import { isHuman, judgeName } from '../../domain/judging.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { JudgeAgreement } from '../../results/answers.ts';
import { fixed } from '../../util/numbers.ts';
import type { LabelResults } from '../contract/contract-labels.ts';

/** Returns a judge's name without its rubric. */
const nameOf = (judge: string) => judge.replace(/, (two|three)-way$/, '');

/** Collects the labels of people and judges on the same responses. */
export class LabelComparison {
  readonly #comparison = new JudgeComparison();
  /** Responses by experiment and model. */
  readonly #responses = new Map<string, LabeledResponses>();

  add(row: OutcomeRow): void {
    if (row.outcome.kind !== 'binary' || row.outcome.judgements === undefined || row.reader === 'recorded') return;
    this.#comparison.add(row);
    const key = JSON.stringify([row.experiment, row.model]);
    const responses = this.#responses.get(key) ?? new LabeledResponses();
    this.#responses.set(key, responses);
    responses.add(row, row.outcome.judgements);
  }

  /**
   * Returns the agreement between people first, because it bounds everything else; then with each judge, with corrected
   * rates.
   */
  results(labelers: LabelResults['labelers']): LabelResults {
    const all = this.#comparison
      .agreements()
      .filter(({ first, second, n }) => n > 0 && (isHuman(first) || isHuman(second)));
    const between = all.filter(({ first, second }) => isHuman(first) && isHuman(second));
    const withJudges = all.filter(({ first, second }) => !(isHuman(first) && isHuman(second)));
    return {
      labelers,
      agreements: [...between, ...withJudges].map(agreementOf),
      sentences: [
        ...(labelers.length === 0 ? ['No labels yet.'] : []),
        ...(labelers.length > 1 && between.length === 0
          ? ['No response was labeled by two people, so agreement between people is not measured.']
          : []),
        ...between.map(sentenceOf),
        ...withJudges.map(sentenceOf),
      ],
      rates: withJudges.flatMap((entry) => this.#corrected(entry)),
    };
  }

  #corrected({ experiment, model, first, second, n }: JudgeAgreement): LabelResults['rates'] {
    if (isHuman(first)) return []; // people come after the judges
    const found = this.#responses.get(JSON.stringify([experiment, model]))?.corrected(first, second);
    if (found === undefined) return [];
    const { judged, rate } = found;
    return [
      {
        ...{ model, judge: nameOf(first), labeler: personName(second), n, judged },
        corrected: rate?.value ?? null,
        interval: rate === null ? null : [rate.interval.low, rate.interval.high],
        method: rate?.interval.method ?? 'not measured: too few labels, or a judge no better than chance',
      },
    ];
  }
}

function agreementOf({
  experiment,
  model,
  first,
  second,
  n,
  agreement,
  kappa,
  kappaInterval: interval,
  method,
  table,
}: JudgeAgreement): LabelResults['agreements'][number] {
  return {
    ...{ experiment, model, n, agreement, kappa, method },
    ...{ first: personName(first), second: personName(second) },
    interval: interval === null ? null : [interval[0], interval[1]],
    table: table.map((row) => [...row]),
  };
}

function personName(judge: string): string {
  return judgeName(nameOf(judge));
}

function sentenceOf({
  model,
  first,
  second,
  n,
  agreement,
  kappa,
  kappaInterval: interval,
  method,
  ...rest
}: JudgeAgreement): string {
  const people = [first, second].map(personName);
  const share = agreement === null ? '' : ` on ${Math.round(agreement * 100)} % of`;
  const range = interval === null ? '' : ` [${fixed(interval[0], 2)}, ${fixed(interval[1], 2)}]`;
  const known = kappa === null ? 'kappa not defined (only one value was given)' : `kappa ${fixed(kappa, 2)}${range}`;
  const recall =
    rest.partialRecall === null ? '' : `; of partial refusals ${Math.round(rest.partialRecall * 100)} % alike`;
  const why = interval === null && kappa !== null ? ` (${method})` : '';
  return `${people[0]} and ${people[1]} agree${share} ${n} different responses of ${model}: ${known}${why}${recall}.`;
}
