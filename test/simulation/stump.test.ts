import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StumpItem } from '../../src/experiments/stump/items.ts';
import { failing, slips } from '../../src/experiments/stump/simulate.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';
import { subjectNamed } from '../support/simulated-subject.ts';

const items: readonly StumpItem[] = Array.from({ length: 240 }, (_, index) => ({
  id: `s${index + 1}`,
  topic: `topic ${(index % 80) + 1}`,
  number: Math.floor(index / 80) + 1,
}));
const abilities = [0, 0.5, 1] as const;
const modelOf = (self: number) => `simulated/author?self=${self}`;

/** Returns the expected values of an author with some self-knowledge, as means over the items. */
function truth(self: number) {
  const author = subjectNamed('author', self);
  const each = items.map((item) => {
    const { own, common } = failing(author, item);
    const slipped = slips(author, item);
    // A peer follows the right option: an author's slip makes its key one of the three wrong ones.
    const peer = slipped ? 1 - common / 3 : common;
    const sameWrong = (common / 3) ** 2;
    const contradicted = slipped ? (1 - common) ** 2 + 2 * sameWrong : 3 * sameWrong;
    return { own, peer, contradicted };
  });
  const mean = (key: 'own' | 'peer' | 'contradicted') => each.reduce((sum, one) => sum + one[key], 0) / each.length;
  return { own: mean('own'), peer: mean('peer'), contradicted: mean('contradicted') };
}

describe('authors of known stump ability', () => {
  let bench: Bench;
  let run: BenchRun;
  beforeAll(async () => {
    bench = await openBench();
    const model = abilities.map(modelOf);
    run = await bench.run({ model, experiment: ['stump'], samples: 4 }, { stump: items });
  });
  afterAll(() => bench.close());

  it.each(abilities)('self-knowledge %d: recovers the simulated fail rates', (self) => {
    const expected = truth(self);
    const value = (name: string) => measured(run, name, { model: modelOf(self) }).value;
    // 960 attempts and 480 answers of peers: three standard errors are 0.05 and 0.07.
    expect(Math.abs((value('fail_rate') ?? 9) - expected.own)).toBeLessThan(0.05);
    expect(Math.abs((value('peer_fail_rate') ?? 9) - expected.peer)).toBeLessThan(0.07);
    expect(Math.abs((value('excess_fail_rate') ?? 9) - (expected.own - expected.peer))).toBeLessThan(0.08);
    expect(Math.abs((value('invalid_key_rate') ?? 9) - expected.contradicted)).toBeLessThan(0.06);
    expect(value('well_formed_share')).toBe(1);
    expect(value('duplicate_share')).toBe(0);
    expect(value('key_agreement')).toBeCloseTo(1 - (value('fail_rate') ?? 0), 12);
  });

  it('orders authors by ability', () => {
    const excess = abilities.map((self) => measured(run, 'excess_fail_rate', { model: modelOf(self) }).value ?? 0);
    expect(excess).toEqual(excess.toSorted((a, b) => a - b));
    expect((excess[2] ?? 0) - (excess[0] ?? 0)).toBeGreaterThan(0.4);
  });

  it('shows the options in several orders, and maps each choice back', () => {
    const { base, n } = measured(run, 'fail_rate', { model: modelOf(1) });
    expect(n).toBe(items.length);
    expect(base).toBe(measured(run, 'peer_fail_rate', { model: modelOf(1) }).value);
  });
});

describe('a judge of keys', () => {
  it('recovers the simulated share of invalid keys, and counts malformed answers as missing, not failed', async () => {
    const bench = await openBench();
    const model = ['simulated/author?self=0.5&format=0.2'];
    const judge = 'simulated/judge';
    const run = await bench.run({ model, judge, experiment: ['stump'], samples: 2 }, { stump: items });
    const author = subjectNamed('author', 0.5);
    const expected =
      items.reduce((sum, item) => {
        const { common } = failing(author, item);
        return sum + (slips(author, item) ? 1 - common / 3 : common);
      }, 0) / items.length;
    expect(Math.abs((measured(run, 'judged_invalid_key_rate').value ?? 9) - expected)).toBeLessThan(0.09);
    expect(Math.abs((measured(run, 'well_formed_share').value ?? 9) - 0.8)).toBeLessThan(0.08);
    expect(Math.abs((measured(run, 'fail_rate').value ?? 9) - truth(0.5).own)).toBeLessThan(0.08);
    expect(measured(run, 'peer_fail_rate')).toEqual({ value: null, base: null, reexecution: null, n: 0 });
    const strict = measured(run, 'fail_rate', { policy: 'failures-wrong' });
    expect(strict.n).toBe(items.length);
    expect(strict.value ?? 9).toBeLessThan(measured(run, 'fail_rate').value ?? 0);
    await bench.close();
  });
});
