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
        responses.add(`${index}`, [judgement('itself', value(judged)), ...label]);
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
});
