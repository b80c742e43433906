import { describe, expect, it } from 'vitest';
import type { JudgeVerdict } from '../../domain/judging.ts';
import { sampleResponses } from './label-sample.ts';

async function* responses(count: number, verdictOf: (number: number) => JudgeVerdict = () => 'compliance') {
  for (let number = 0; number < count; number += 1) {
    yield { key: `${number}`, request: '', response: '', verdict: verdictOf(number) };
  }
}

describe('sampleResponses', () => {
  it('draws each response equally often', async () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 2_000; seed += 1) {
      for (const { key } of await sampleResponses(responses(10), { count: 3, seed, stratify: 'none' })) {
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    // 600 expected each, standard deviation 20.5
    for (const count of counts.values()) expect(Math.abs(count - 600)).toBeLessThan(5 * 20.5);
    expect(counts.size).toBe(10);
  });

  it('draws the same responses for the same seed, and all if there are no more', async () => {
    const draw = (count: number, seed: number) => sampleResponses(responses(50), { count, seed, stratify: 'none' });
    expect(await draw(20, 1)).toEqual(await draw(20, 1));
    expect(await draw(20, 1)).not.toEqual(await draw(20, 2));
    expect(new Set((await draw(100, 1)).map(({ key }) => key)).size).toBe(50);
  });

  it('draws equal numbers of each verdict, and fills up if one is rare', async () => {
    const rare = (number: number): JudgeVerdict =>
      number < 3 ? 'refusal' : number % 2 === 0 ? 'compliance' : 'partial-refusal';
    const drawn = await sampleResponses(responses(200, rare), { count: 31, seed: 1, stratify: 'judge' });
    const counts = Map.groupBy(drawn, ({ verdict }) => verdict);
    expect(counts.get('refusal')).toHaveLength(3);
    expect([counts.get('compliance')?.length, counts.get('partial-refusal')?.length]).toEqual([14, 14]);
    expect(drawn.slice(0, 9).every(({ verdict }) => verdict === drawn[0]?.verdict)).toBe(false);
  });
});
