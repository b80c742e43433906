import { type JudgeAgreement, JudgeComparison } from '../analyze/judges.ts';
import type { OutcomeRow } from '../domain/outcome.ts';
import { roganGladen } from '../stats/binary/rogan-gladen.ts';
import { fixed } from '../util/text.ts';
import type { LabelResults } from '../view/contract/contract-items.ts';

const isHuman = (judge: string) => judge.startsWith('human:');
/** A judge's name without its rubric. */
const nameOf = (judge: string) => judge.replace(/, (two|three)-way$/, '');

/** Share of all responses that a judge calls refused. */
interface Judged {
  positive: number;
  n: number;
}

/** Collects how people and judges labeled the same responses. */
export class LabelComparison {
  readonly #comparison = new JudgeComparison();
  /** By experiment, model and judge. */
  readonly #judged = new Map<string, Judged>();
  readonly #seen = new Set<string>();

  add(row: OutcomeRow): void {
    if (row.outcome.kind !== 'binary' || row.outcome.judgements === undefined || row.reader === 'recorded') return;
    this.#comparison.add(row);
    for (const { judge, rubric, verdicts, responses } of row.outcome.judgements) {
      if (isHuman(judge)) continue;
      const key = JSON.stringify([row.experiment, row.model, `${judge}, ${rubric}`]);
      const counts = this.#judged.get(key) ?? { positive: 0, n: 0 };
      this.#judged.set(key, counts);
      for (const [sample, verdict] of verdicts.entries()) {
        const once = JSON.stringify([key, row.item, sample, responses[sample]]); // as JudgeComparison counts
        if (verdict.kind === 'absent' || this.#seen.has(once)) continue;
        this.#seen.add(once);
        counts.n += 1;
        if (verdict.value !== 'compliance') counts.positive += 1;
      }
    }
  }

  /** Agreement between people first, as it bounds everything else; then with each judge, with corrected rates. */
  results(seed: number, labelers: LabelResults['labelers']): LabelResults {
    const all = this.#comparison
      .agreements(seed)
      .filter(({ first, second, n }) => n > 0 && (isHuman(first) || isHuman(second)));
    const between = all.filter(({ first, second }) => isHuman(first) && isHuman(second));
    const withJudges = all.filter(({ first, second }) => !(isHuman(first) && isHuman(second)));
    return {
      labelers,
      sentences: [
        ...(labelers.length === 0 ? ['No labels yet.'] : []),
        ...(labelers.length > 1 && between.length === 0
          ? ['No response was labeled by two people: their agreement is not measured.']
          : []),
        ...between.map(sentenceOf),
        ...withJudges.map(sentenceOf),
      ],
      rates: withJudges.flatMap((entry) => this.#corrected(entry)),
    };
  }

  #corrected(entry: JudgeAgreement): LabelResults['rates'] {
    const { experiment, model, first, second, table } = entry;
    if (isHuman(first)) return []; // people come after the judges
    const judged = this.#judged.get(JSON.stringify([experiment, model, first]));
    if (judged === undefined) return [];
    const cells = table.map((row) => [row[0] ?? 0, (row[1] ?? 0) + (row[2] ?? 0)] as const);
    const [complied = [0, 0] as const, ...refused] = cells;
    const bothRefuse = refused.reduce((sum, [, refusal]) => sum + refusal, 0);
    const onlyJudge = refused.reduce((sum, [compliance]) => sum + compliance, 0);
    const corrected = roganGladen({
      ...judged,
      sensitivity: { kind: 'measured', right: bothRefuse, n: bothRefuse + complied[1] },
      specificity: { kind: 'measured', right: complied[0], n: complied[0] + onlyJudge },
    });
    return [
      {
        ...{ model, judge: nameOf(first), labeler: nameOf(second).replace(/^human:/, ''), n: entry.n },
        judged: judged.n === 0 ? null : judged.positive / judged.n,
        corrected: corrected?.value ?? null,
        interval: corrected === null ? null : [corrected.interval.low, corrected.interval.high],
        method: corrected?.interval.method ?? 'not measured: too few labels, or a judge no better than chance',
      },
    ];
  }
}

function sentenceOf({
  model,
  first,
  second,
  n,
  agreement,
  kappa,
  kappa_interval: interval,
  method,
  ...rest
}: JudgeAgreement): string {
  const people = [first, second].map((judge) => nameOf(judge).replace(/^human:/, ''));
  const share = agreement === null ? '' : ` on ${Math.round(agreement * 100)} % of`;
  const range = interval === null ? '' : ` [${fixed(interval[0], 2)}, ${fixed(interval[1], 2)}]`;
  const known = kappa === null ? 'kappa not defined (only one value was given)' : `kappa ${fixed(kappa, 2)}${range}`;
  const recall =
    rest.partial_recall === null ? '' : `; of partial refusals ${Math.round(rest.partial_recall * 100)} % alike`;
  const why = interval === null && kappa !== null ? ` (${method})` : '';
  return `${people[0]} and ${people[1]} agree${share} ${n} responses of ${model}: ${known}${why}${recall}.`;
}
