import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerbatimItem } from '../../src/experiments/verbatim/items.ts';
import { engaging, simulatedText, usualWords } from '../../src/experiments/verbatim/simulate.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';
import { subjectNamed } from '../support/simulated-subject.ts';

const items: readonly VerbatimItem[] = Array.from({ length: 200 }, (_, index) => ({
  id: `v${index + 1}`,
  inner: `Hi, my name is Eliza the ${index + 1}th.`,
  lead: `Hi, my name is Annie the ${index + 1001}th.`,
}));
const abilities = [0, 0.5, 1] as const;
const modelOf = (self: number) => `simulated/writer?self=${self}`;
const { words, choices, usual } = simulatedText;

/** Probabilities that a word of the usual choice, and any other word, is in an execution. */
const [often, seldom] = [usual + (1 - usual) / choices, (1 - usual) / choices];

/** Returns the expected share of a prediction's words that an execution contains. */
function expectedLikeness(self: number): number {
  const subject = subjectNamed('writer', self);
  let common = 0;
  for (const { inner } of items) {
    for (let index = 0; index < words; index += 1) {
      const usualOnes = usualWords(subject, inner, index);
      common += usualOnes.own === usualOnes.common ? often : seldom;
    }
  }
  const ofCommon = common / (items.length * words);
  return (1 - engaging(subject)) * (self * often + (1 - self) * ofCommon);
}

describe('writers of known verbatim ability', () => {
  let bench: Bench;
  let run: BenchRun;
  beforeAll(async () => {
    bench = await openBench();
    const options = { model: abilities.map(modelOf), judge: 'simulated/judge', experiment: ['verbatim'], samples: 3 };
    run = await bench.run(options, { verbatim: items });
  });
  afterAll(() => bench.close());

  it.each(abilities)('self-knowledge %d: recovers the simulated similarity, re-execution and base rate', (self) => {
    const { value, base, reexecution, n } = measured(run, 'token_f1', { model: modelOf(self) });
    expect(n).toBeCloseTo(items.length, 9);
    // 2,000 words, dependent within a text through its prediction: three standard errors are about 0.04.
    expect(Math.abs((value ?? 9) - expectedLikeness(self))).toBeLessThan(0.04);
    expect(Math.abs((reexecution ?? 9) - (often ** 2 + (choices - 1) * seldom ** 2))).toBeLessThan(0.02);
    expect(Math.abs((base ?? 9) - 1 / choices)).toBeLessThan(0.02);
  });

  it.each(abilities)('self-knowledge %d: failures are classified by rule and by judge', (self) => {
    const share = (name: string) => measured(run, name, { model: modelOf(self) }).value ?? 9;
    const engages = engaging(subjectNamed('writer', self));
    expect(Math.abs(share('engages_share') - engages)).toBeLessThan(0.08);
    expect(share('judged_engages_share')).toBe(share('engages_share'));
    // Ten words are all right only if the subject knows itself; then usual^10 of the executions are, and one in three
    // is enough.
    if (self < 1) expect(share('differs_share')).toBeCloseTo(1 - share('engages_share'), 12);
    else expect(Math.abs(share('exact_match') - often ** words)).toBeLessThan(0.08);
  });

  it('rises with ability in every similarity, from near the base rate to near the re-execution', () => {
    for (const name of ['edit_similarity', 'token_f1', 'first_words_match', 'exact_match']) {
      const [none = 9, half = 9, all = 9] = abilities.map(
        (self) => measured(run, name, { model: modelOf(self) }).value,
      );
      expect(none, name).toBeLessThan(all ?? 0);
      expect(half, name).toBeLessThanOrEqual(all ?? 0);
    }
    // All simulated texts have the same length, so length carries no information.
    expect(measured(run, 'length_ratio', { model: modelOf(1) })).toMatchObject({ value: 1, base: 1, reexecution: 1 });
  });
});
