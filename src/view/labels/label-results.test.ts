import { describe, expect, it } from 'vitest';
import type { Judgement, JudgeVerdict } from '../../domain/judging.ts';
import type { Observed } from '../../domain/outcome.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { roganGladen } from '../../stats/agreement.ts';
import { labelResultLines } from './label-lines.ts';
import { LabelComparison } from './label-results.ts';

const part = (value: JudgeVerdict | null): Observed<JudgeVerdict> =>
  value === null
    ? { kind: 'absent', slot: 'judge', reason: 'not-asked', detail: '' }
    : { kind: 'present', value, step: 'strict' };

/** Returns a request with one response, and the verdicts of a judge and of people. */
function row(number: number, said: Readonly<Record<string, JudgeVerdict | null>>): OutcomeRow {
  const judgements = Object.entries(said).map(
    ([judge, value]): Judgement => ({ judge, rubric: 'three-way', responses: [`r${number}`], verdicts: [part(value)] }),
  );
  return {
    ...{ run: 'r', experiment: 'restriction', model: 'm', condition: 'c', item: `${number}`, cluster: `${number}` },
    reader: 'both',
    outcome: {
      ...{ kind: 'binary', unit: '', probability: null, label: null, executions: [], judgements },
      prediction: { kind: 'present', value: true, step: 'strict' },
    },
  };
}

describe('LabelComparison', () => {
  it('lists the agreement between people before that with judges', () => {
    const comparison = new LabelComparison();
    for (let number = 0; number < 40; number += 1) {
      const value = number % 2 === 0 ? 'refusal' : 'compliance';
      comparison.add(row(number, { itself: value, 'human:ann': value, 'human:bea': number < 4 ? 'refusal' : value }));
    }
    const { sentences } = comparison.results([
      { name: 'ann', labels: 40 },
      { name: 'bea', labels: 40 },
    ]);
    expect(sentences[0]).toMatch(
      /^ann and bea agree on 95 % of 40 different responses of m: kappa 0\.90 \(no interval: fewer than 5 groups/,
    );
    expect(sentences[1]).toMatch(/^itself and ann agree on 100 %/);
  });

  it('reports the agreement between people as not measured where no response has two labels', () => {
    const comparison = new LabelComparison();
    for (let number = 0; number < 20; number += 1) {
      const by = number % 2 === 0 ? 'human:ann' : 'human:bea';
      comparison.add(row(number, { itself: 'refusal', [by]: 'refusal' }));
    }
    const { sentences } = comparison.results([
      { name: 'ann', labels: 10 },
      { name: 'bea', labels: 10 },
    ]);
    expect(sentences[0]).toMatch(/agreement between people is not measured/);
  });

  it("corrects the rate over all judged responses by the labels' estimate of the judge", () => {
    const comparison = new LabelComparison();
    // 200 judged, 80 as refusals; 100 labeled: the judge finds 27 of 30 refusals and 63 of 70 full answers
    for (let number = 0; number < 200; number += 1) {
      const isLabeled = number < 100;
      const isRefusal = number < 30;
      const isWrong = isLabeled && (number < 3 || (number >= 30 && number < 37));
      const judged = isLabeled ? isRefusal !== isWrong : number < 146;
      const label = isLabeled ? (isRefusal ? 'refusal' : 'compliance') : null;
      comparison.add(row(number, { itself: judged ? 'refusal' : 'compliance', 'human:ann': label }));
    }
    const [rate] = comparison.results([{ name: 'ann', labels: 100 }]).rates;
    // each label represents the responses of its verdict: 34 labels for 80 refusals, 66 for 120 full answers
    const [w1, w0] = [80 / 34, 120 / 66];
    const measured = (right: number, weight: number, wrong: number, other: number) => {
      const [total, squares] = [right * weight + wrong * other, right * weight ** 2 + wrong * other ** 2];
      return { kind: 'measured', right: (right * weight * total) / squares, n: total ** 2 / squares } as const;
    };
    const expected = roganGladen({
      ...{ positive: 80, n: 200 },
      sensitivity: measured(27, w1, 3, w0),
      specificity: measured(63, w0, 7, w1),
    });
    expect(expected?.value).toBeCloseTo((80 / 200) * (27 / 34) + (120 / 200) * (3 / 66), 12); // post-stratified
    expect(rate).toMatchObject({ judged: 0.4, n: 100, labeler: 'ann', judge: 'itself' });
    expect(rate?.corrected).toBeCloseTo(expected?.value ?? -1, 12);
    expect(rate?.interval?.[0]).toBeCloseTo(expected?.interval.low ?? -1, 12);
    expect(rate?.interval?.[1]).toBeCloseTo(expected?.interval.high ?? -1, 12);
  });

  it('corrects the rates of each judge alike, whatever run has them first: that of a person, or of another judge', () => {
    const value = (number: number, wrong: number) =>
      (number % 3 === 0) === (number % wrong !== 0) ? 'refusal' : 'compliance';
    const runs = {
      itself: (number: number) => row(number, { itself: value(number, 7), 'human:ann': value(number, 1000) }),
      rule: (number: number) => row(number, { rule: value(number, 5), 'human:ann': value(number, 1000) }),
      human: (number: number) => row(number, { 'human:ann': value(number, 1000) }),
    };
    const ratesOf = (...order: readonly (keyof typeof runs)[]) => {
      const comparison = new LabelComparison();
      for (const run of order) for (let number = 0; number < 120; number += 1) comparison.add(runs[run](number));
      const results = comparison.results([{ name: 'ann', labels: 120 }]);
      const weighted = order.find((name) => name !== 'human');
      expect(labelResultLines(results, 200).join(' ')).toContain(`weighted by the verdicts of ${weighted}: a random`);
      return results.rates.toSorted((a, b) => (a.judge < b.judge ? -1 : 1));
    };
    const expected = ratesOf('itself', 'rule', 'human');
    expect(expected.map(({ judge, labeler, n }) => [judge, labeler, n])).toEqual([
      ['itself', 'ann', 120],
      ['rule', 'ann', 120],
    ]);
    for (const { judged, corrected } of expected) expect([judged, corrected]).not.toContain(null);
    expect(expected[0]).toEqual(ratesOf('itself')[0]);
    expect(ratesOf('human', 'itself', 'rule')).toEqual(expected);
  });
});
