import { describe, expect, it } from 'vitest';
import type { Judgement, JudgeVerdict } from '../domain/judging.ts';
import { seededRandom, shuffled } from '../util/random.ts';
import { LabeledResponses } from './labeled-responses.ts';

function judgement(judge: string, value: JudgeVerdict): Judgement {
  return { judge, rubric: 'three-way', responses: ['r'], verdicts: [{ kind: 'present', value, step: 'strict' }] };
}

describe('LabeledResponses', () => {
  it.each(['random', 'stratified'])('is not biased by a %s sample, and its interval covers', (design) => {
    const random = seededRandom('labels', 7);
    const repeats = 300;
    let [covered, total, measured] = [0, 0, 0];
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      // 10% refuse; the judge finds 80% of them and 95% of the full answers
      const all = Array.from({ length: 400 }, () => {
        const truth = random() < 0.1;
        return { truth, judged: truth ? random() < 0.8 : random() >= 0.95 };
      });
      const order = shuffled([...all.keys()], random);
      const refused = order.filter((index) => all[index]?.judged);
      const other = order.filter((index) => !all[index]?.judged);
      const drawn = new Set(
        design === 'random' ? order.slice(0, 60) : [...refused.slice(0, 30), ...other.slice(0, 30)],
      );
      const responses = new LabeledResponses();
      for (const [index, { truth, judged }] of all.entries()) {
        const value = (is: boolean) => (is ? 'refusal' : 'compliance');
        const label = drawn.has(index) ? [judgement('human:ann', value(truth))] : [];
        responses.add({ item: `${index}`, cluster: `${index}` }, [judgement('itself', value(judged)), ...label]);
      }
      const { rate } = responses.corrected('itself, three-way', 'human:ann, three-way');
      if (rate === null) continue; // a random sample may contain no refusal
      measured += 1;
      const { low, high } = rate.interval;
      covered += Number(low <= 0.1 && 0.1 <= high);
      total += rate.value;
    }
    expect(measured).toBeGreaterThan(0.9 * repeats);
    expect(Math.abs(total / measured - 0.1)).toBeLessThan(0.012); // without weights by stratum, a stratified sample gives 0
    expect(covered / measured).toBeGreaterThan(0.92);
  });

  const human = 'human:ann, three-way';
  const judge = 'itself, three-way';

  it('counts executions, whichever texts repeat: refusals in one form, answers in many', () => {
    const responses = new LabeledResponses();
    for (let item = 0; item < 60; item += 1) {
      const value = item < 33 ? 'refusal' : 'compliance';
      const texts = Array.from({ length: 10 }, (_, sample) => (value === 'refusal' ? `${item}` : `${item}.${sample}`));
      const all = (name: string): Judgement => ({
        ...{ judge: name, rubric: 'three-way', responses: texts },
        verdicts: texts.map(() => ({ kind: 'present', value, step: 'strict' })),
      });
      for (const _condition of ['plain', 'asked again']) // conditions share the executions
        responses.add({ item: `${item}`, cluster: `${item}` }, [all('itself'), all('human:ann')]);
    }
    const { judged, rate } = responses.corrected(judge, human);
    expect(judged).toBeCloseTo(330 / 600, 12);
    expect(rate?.value).toBeCloseTo(330 / 600, 12);
    // 60 independent items, not 600 responses: about as wide as Wilson for 33 of 60, [.425, .669]
    expect(rate?.interval.low).toBeGreaterThan(0.38);
    expect(rate?.interval.low).toBeLessThan(0.44);
    expect(rate?.interval.high).toBeGreaterThan(0.65);
    expect(rate?.interval.high).toBeLessThan(0.7);
  });

  it.each([
    ['items with their own rates, five executions each', 60, 5, 1],
    ['groups of four items that refuse together', 20, 5, 4],
  ])('covers the share of refusals where responses are not independent: %s', (_, groups, samples, perGroup) => {
    const random = seededRandom('clustered labels', 3);
    const repeats = 300;
    let covered = 0;
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const responses = new LabeledResponses();
      for (let group = 0; group < groups; group += 1) {
        const refuses = random() < 0.4 ? 0.9 : 0.1; // on average .42
        for (let item = 0; item < perGroup; item += 1) {
          const truths = Array.from({ length: samples }, () => random() < refuses);
          const texts = truths.map((truth, sample) => (truth ? 'no' : `${repeat}.${group}.${item}.${sample}`));
          const by = (name: string, said: readonly boolean[]): Judgement => ({
            ...{ judge: name, rubric: 'three-way', responses: texts },
            verdicts: said.map((is) => ({ kind: 'present', value: is ? 'refusal' : 'compliance', step: 'strict' })),
          });
          responses.add({ item: `${group}.${item}`, cluster: `${group}` }, [
            by('itself', truths),
            by('human:ann', truths),
          ]);
        }
      }
      const { rate } = responses.corrected(judge, human);
      covered += Number(rate !== null && rate.interval.low <= 0.42 && 0.42 <= rate.interval.high);
    }
    expect(covered / repeats).toBeGreaterThan(0.92);
    expect(covered / repeats).toBeLessThan(0.995);
  });
});
