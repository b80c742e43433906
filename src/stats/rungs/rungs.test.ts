import { describe, expect, it } from 'vitest';
import { probability, yesNo } from '../../outcome-kinds/binary.ts';
import { category } from '../../outcome-kinds/categorical.ts';
import { decision } from '../../outcome-kinds/decision.ts';
import { numberWithin } from '../../outcome-kinds/numeric.ts';
import { ranking } from '../../outcome-kinds/ranking.ts';
import { type Random, randomInteger, seededRandom } from '../../util/random.ts';
import type { AnswerKind } from './answer-kind.ts';
import { informativeWithin, type RungTests, rungs } from './rungs.ts';
import type { UnitScores } from './unit-scores.ts';

interface Unit<P, Y> {
  readonly p: P | null;
  readonly y: Y | null;
}

function scored<P, Y>(
  kind: AnswerKind<P, Y>,
  units: readonly Unit<P, Y>[],
  more: Partial<UnitScores<P, Y>> = {},
): ReturnType<typeof rungs> {
  return rungs({ ...singleUnits(kind, units), ...more });
}

function singleUnits<P, Y>(kind: AnswerKind<P, Y>, units: readonly Unit<P, Y>[]): UnitScores<P, Y> {
  return {
    kind,
    predictions: units.map(({ p }) => p),
    outcomes: units.map(({ y }) => y),
    clusters: units.map((_, unit) => unit),
    ...{ part: units.map(() => ''), lost: units.map(() => 0) },
    ...{ strata: null, planned: false, executions: 1, offers: null, rules: [] },
  };
}

function tests(found: ReturnType<typeof rungs>): RungTests {
  if (found.result.kind !== 'tests') throw new Error(found.result.reason);
  return found.result;
}

/** Returns yes/no units with a base rate of outcomes and a chance that the prediction is right. */
function drawYesNo(random: Random, { n, base, accuracy }: { n: number; base: number; accuracy: number }) {
  return Array.from({ length: n }, () => {
    const y = Number(random() < base);
    return { y, p: random() < accuracy ? y : 1 - y };
  });
}

/** Orders of three questions. */
const orders = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 0, 2],
  [2, 0, 1],
] as const;

function winsOf(order: readonly number[]) {
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  return { members: 3, wins: pairs.map(([i, j]) => Number(order.indexOf(i) < order.indexOf(j))) };
}

/** 99 % upper limit of the number of 400 tests that reject at 2.5 %. */
const mostOf400 = 19;
/** The same at 0.5 %. */
const mostOf400Opposite = 7;

describe('rungs', () => {
  it('scores beside chance, kappa and the constants', () => {
    // 20, 5, 10, 15: kappa of statsmodels.stats.inter_rater.cohens_kappa is .4 with the own item in the chance score (.5)
    const cells = [
      [1, 1, 20],
      [1, 0, 5],
      [0, 1, 10],
      [0, 0, 15],
    ] as const;
    const units = cells.flatMap(([p, y, count]) => Array.from({ length: count }, () => ({ p, y })));
    const found = scored(yesNo as AnswerKind<number, number>, units);
    expect(found.score).toMatchObject({ value: { value: 0.7 } });
    expect(found.chance.kind === 'known' && found.chance.value).toBeCloseTo((50 * 0.5 - 0.7) / 49, 12);
    expect(found.skill.kind === 'known' && found.skill.value.value).toBeCloseTo((0.2 * 50) / (50 - 25 - 0.3), 12);
    expect(found.skill.kind === 'known' && found.skill.value.se).toBeCloseTo(0.12699606293110033, 2); // its std_kappa
    expect(found.constants.map(({ name, score }) => [name, score])).toEqual([
      ['always yes', 0.6],
      ['always no', 0.4],
    ]);
    expect(tests(found).informative).toMatchObject({ test: 'exact' });
  });

  it('compares single yes/no with constants by McNemar, groups by t, and graded scores also by Hall’s transformation', () => {
    const random = seededRandom('constants');
    const units = drawYesNo(random, { n: 60, base: 0.3, accuracy: 0.7 });
    const testsOfConstants = (found: ReturnType<typeof rungs>) =>
      found.constants.map(({ difference }) => difference.test);
    expect(testsOfConstants(scored<number, number>(yesNo, units))).toEqual(['mcnemar', 'mcnemar']);
    const clusters = units.map((_, unit) => unit >> 1);
    expect(testsOfConstants(scored<number, number>(yesNo, units, { clusters }))).toEqual(['t', 't']);
    const stated = units.map(({ p, y }) => ({ p: p === 1 ? 0.8 + 0.2 * random() : 0.2 * random(), y }));
    expect(new Set(testsOfConstants(scored<number, number>(probability, stated)))).toEqual(new Set(['hall']));
  });

  it('does not depend on the order of rows or on the names of clusters and classes', () => {
    const random = seededRandom('row order');
    const units = drawYesNo(random, { n: 90, base: 0.4, accuracy: 0.65 }).map((unit, i) => ({ ...unit, i }));
    const clusters = units.map(({ i }) => i >> 1);
    const found = scored<number, number>(yesNo, units, { clusters });
    const order = units.toSorted(() => random() - 0.5);
    const again = scored<number, number>(yesNo, order, {
      clusters: order.map(({ i }) => `item ${1000 - (i >> 1)}`),
    });
    expect(tests(again).informative.p).toBeCloseTo(tests(found).informative.p, 10);
    expect(tests(again).useful.pConstants).toBeCloseTo(tests(found).useful.pConstants, 10);
    const turned = scored<number, number>(
      yesNo,
      units.map(({ p, y }) => ({ p: 1 - p, y: 1 - y })),
      { clusters },
    );
    expect(tests(turned).informative.p).toBeCloseTo(
      tests(scored<number, number>(yesNo, units, { clusters })).informative.p,
      10,
    );
  });

  it('finds nothing in predictions that are dealt at random', () => {
    for (const size of [1, 4]) {
      let [informative, opposite] = [0, 0];
      const random = seededRandom('null', size);
      for (let trial = 0; trial < 400; trial += 1) {
        const units = Array.from({ length: 120 }, () => ({ p: Number(random() < 0.3), y: Number(random() < 0.2) }));
        const { result } = scored<number, number>(yesNo, units, {
          clusters: units.map((_, unit) => Math.floor(unit / size)),
        });
        if (result.kind !== 'tests') continue;
        informative += Number(result.informative.p <= 0.025);
        opposite += Number(result.opposite.p <= 0.025);
      }
      expect(informative).toBeLessThanOrEqual(mostOf400);
      expect(opposite).toBeLessThanOrEqual(mostOf400);
    }
  });

  it('finds accuracy .65 at n = 100 and base .5 in at least .75 of runs', () => {
    const random = seededRandom('power');
    let found = 0;
    for (let trial = 0; trial < 300; trial += 1) {
      const units = drawYesNo(random, { n: 100, base: 0.5, accuracy: 0.65 });
      found += Number(tests(scored<number, number>(yesNo, units)).informative.p <= 0.025);
    }
    expect(found).toBeGreaterThan(240); // .86 expected
  });

  it('calls categories dealt at random opposite in at most 2.5 %, although agreements on rare values are skewed', () => {
    let opposite = 0;
    const random = seededRandom('skewed categories');
    const draw = () => [`value ${Math.floor(6 * random() ** 2)}`];
    for (let trial = 0; trial < 400; trial += 1) {
      const units = Array.from({ length: 60 }, () => ({ p: draw(), y: draw() }));
      opposite += Number(tests(scored(category, units)).opposite.p <= 0.025);
    }
    expect(opposite).toBeLessThanOrEqual(mostOf400);
  });

  it('finds nothing in predictions and executions of unrelated orders, whatever the model changed meanwhile', () => {
    // each pass through the items has an order of its own; the model is replaced half way, or alternates every 10 calls
    const changes = [
      (call: number) => (call < 100 ? 0.2 : 0.8),
      (call: number) => (Math.floor(call / 10) % 2 ? 0.2 : 0.8),
    ];
    for (const [scenario, rate] of changes.entries()) {
      let [informative, useful] = [0, 0];
      const random = seededRandom('replaced', scenario);
      const order = () => Array.from({ length: 200 }, (_, unit) => unit).toSorted(() => random() - 0.5);
      for (let trial = 0; trial < 400; trial += 1) {
        const [predicted, executed] = [order(), order()];
        const units = Array.from({ length: 200 }, (_, unit) => ({
          p: Number(random() < rate(predicted[unit] as number)),
          y: Number(random() < rate(executed[unit] as number)),
        }));
        const found = tests(scored<number, number>(yesNo, units));
        informative += Number(found.informative.p <= 0.025);
        useful += Number(found.useful.p <= 0.025);
      }
      expect(informative).toBeLessThanOrEqual(mostOf400);
      expect(useful).toBeLessThanOrEqual(mostOf400);
    }
  });

  it('deals within parts: a model that changed between them is not called informative', () => {
    const random = seededRandom('parts');
    let [within, across] = [0, 0];
    for (let trial = 0; trial < 200; trial += 1) {
      const units = Array.from({ length: 200 }, (_, i) => {
        const rate = i < 100 ? 0.2 : 0.8;
        return { p: Number(random() < rate), y: Number(random() < rate) };
      });
      const part = units.map((_, i) => `${Math.floor(i / 50)}`);
      within += Number(tests(scored<number, number>(yesNo, units, { part })).informative.p <= 0.025);
      across += Number(tests(scored<number, number>(yesNo, units)).informative.p <= 0.025);
    }
    expect(across).toBeGreaterThan(190);
    expect(within).toBeLessThanOrEqual(11);
  });

  it('counts missing values against the claim, in both directions', () => {
    const random = seededRandom('missing');
    let [informative, opposite, without] = [0, 0, 0];
    for (let trial = 0; trial < 200; trial += 1) {
      const units = Array.from({ length: 200 }, () => ({ p: Number(random() < 0.5), y: Number(random() < 0.5) }));
      const hide = (agrees: boolean) =>
        units.map(({ p, y }) =>
          (p === y) === agrees && random() < 0.15
            ? random() < 0.3
              ? { p: null, y: null }
              : random() < 0.5
                ? { p: null, y }
                : { p, y: null }
            : { p, y },
        );
      const lost = hide(false);
      without += Number(
        tests(
          scored<number, number>(
            yesNo,
            lost.filter(({ p, y }) => p !== null && y !== null),
          ),
        ).informative.p <= 0.025,
      );
      informative += Number(tests(scored<number, number>(yesNo, lost)).informative.p <= 0.025);
      opposite += Number(tests(scored<number, number>(yesNo, hide(true))).opposite.p <= 0.025);
    }
    expect(without).toBeGreaterThan(10); // what complete cases would say
    expect(informative).toBeLessThanOrEqual(11);
    expect(opposite).toBeLessThanOrEqual(11);
  });

  it('counts lost executions against the claim as if each had answered the worst', () => {
    const random = seededRandom('lost executions');
    const units = drawYesNo(random, { n: 90, base: 0.5, accuracy: 0.8 });
    const loses = (unit: number) => unit % 9 === 0; // one of three executions; the two that were read agree with y
    const lost = units.map((_, unit) => (loses(unit) ? 1 / 3 : 0));
    const atWorst = units.map(({ p, y }, unit) => ({ p, y: loses(unit) ? (2 * y + (1 - p)) / 3 : y }));
    const found = scored<number, number>(yesNo, units, { executions: 3, lost });
    const filled = scored<number, number>(yesNo, atWorst, { executions: 3 });
    expect(found.counts.missing).toEqual({ shares: [0, expect.closeTo(10 / 270, 12)], atWorst: true });
    expect(tests(found).informative.p).toBeCloseTo(tests(filled).informative.p, 12);
    expect(tests(found).informative.p).toBeGreaterThan(
      tests(scored<number, number>(yesNo, units, { executions: 3 })).informative.p,
    );
    for (const { name, difference } of found.constants) {
      const same = filled.constants.find((each) => each.name === name);
      expect(difference.p.higher).toBeCloseTo(same?.difference.p.higher ?? Number.NaN, 12);
    }
  });

  it.each<[string, AnswerKind<unknown, unknown>, (value: number) => unknown, (value: number) => unknown]>([
    ['probabilities', probability as AnswerKind<unknown, unknown>, (v) => 0.2 + 0.2 * v, (v) => v / 3],
    ['numbers', numberWithin(5) as AnswerKind<unknown, unknown>, (v) => v, (v) => [v, v]],
    ['categories', category as AnswerKind<unknown, unknown>, (v) => [`${v}`], (v) => [`${v}`, `${v}`]],
    ['decisions', decision(['a', 'b']) as AnswerKind<unknown, unknown>, (v) => v % 2, (v) => [1 - (v % 2), v % 2]],
    ['rankings', ranking as AnswerKind<unknown, unknown>, (v) => orders[v], (v) => winsOf(orders[v] ?? [])],
  ])('counts lost executions of %s against the claim', (_, kind, p, y) => {
    const random = seededRandom('lost', kind.name);
    const units = Array.from({ length: 60 }, () => {
      const value = randomInteger(random, 4);
      return { p: p(random() < 0.4 ? value : randomInteger(random, 4)), y: y(value) };
    });
    const full = scored(kind, units, { executions: 3 });
    const found = scored(kind, units, { executions: 3, lost: units.map((_, unit) => (unit % 3 === 0 ? 1 / 3 : 0)) });
    expect(tests(found).informative.p).toBeGreaterThan(tests(full).informative.p);
    expect(tests(found).useful.pConstants).toBeGreaterThan(tests(full).useful.pConstants);
    expect(found.score).toEqual(full.score);
  });

  it('compares with every constant order, whatever is missing of some groups', () => {
    const units = Array.from({ length: 40 }, (_, unit) => {
      const order = orders[unit % 4] ?? [];
      return { p: order, y: winsOf(order) };
    });
    const kind = ranking as AnswerKind<unknown, unknown>;
    const names = (of: readonly { p: unknown; y: unknown }[]) => scored(kind, of).constants.map(({ name }) => name);
    expect(names(units)).toHaveLength(6);
    expect(names([{ p: null, y: null }, ...units]).toSorted()).toEqual(names(units).toSorted());
  });

  it('takes t for clusters, graded answers and predictions of one half', () => {
    const random = seededRandom('which test');
    const units = drawYesNo(random, { n: 60, base: 0.5, accuracy: 0.7 });
    const test = (more: Partial<UnitScores<number, number>>, own = units) =>
      tests(scored<number, number>(yesNo, own, more)).informative.test;
    expect(test({})).toBe('exact');
    const shares = units.map(({ p, y }, i) => ({ p, y: i % 3 === 0 ? 2 / 3 : y }));
    expect(test({ executions: 3 }, shares)).toBe('exact');
    expect(test({ clusters: units.map((_, i) => i >> 1) })).toBe('t');
    const half = units.map((unit, i) => (i === 0 ? { ...unit, p: 0.5 } : unit));
    expect(test({}, half)).toBe('t');
    expect(scored<number, number>(yesNo, half).counts.halves).toBe(1);
    const stated = units.map(({ p, y }) => ({ p: 0.2 + p / 2, y }));
    expect(tests(scored<number, number>(probability, stated, { executions: 3 })).informative.test).toBe('t');
  });

  it('finds nothing where few predictions differ from the commonest, which t would', () => {
    // before the exact test of several executions and the moments of all permutations: .057 to .068 of sets informative, the
    // categories opposite in .114 of them at 0.5 %
    const fiveOf = (random: Random) => {
      const deviate = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const rate = 1 / (1 + Math.exp(-Math.log(4) - 2 * deviate));
      return Array.from({ length: 5 }, () => Number(random() < rate)).reduce((sum, each) => sum + each, 0) / 5;
    };
    const count = (name: string, draw: (random: Random) => ReturnType<typeof scored>) => {
      const random = seededRandom('few differ', name);
      const hits = { informative: 0, opposite: 0 };
      for (let trial = 0; trial < 400; trial += 1) {
        const { result } = draw(random);
        if (result.kind !== 'tests') continue;
        hits.informative += Number(result.informative.p <= 0.025);
        hits.opposite += Number(result.opposite.p <= 0.005);
      }
      expect(hits.informative, name).toBeLessThanOrEqual(mostOf400);
      expect(hits.opposite, name).toBeLessThanOrEqual(mostOf400Opposite);
    };
    const units = <P, Y>(predictions: readonly [P, P], draw: () => Y) =>
      Array.from({ length: 200 }, (_, at) => ({ p: predictions[Number(at < 8)] as P, y: draw() }));
    const executions = { executions: 5 };
    count('yes or no', (random) =>
      scored<number, number>(
        yesNo,
        units([0, 1], () => fiveOf(random)),
        executions,
      ),
    );
    count('stated probabilities', (random) =>
      scored<number, number>(
        probability,
        units([0.5, 1], () => fiveOf(random)),
        executions,
      ),
    );
    count('categories', (random) =>
      scored(category, [
        ...units([['a'], ['b']], () => [random() < 0.8 ? 'a' : 'b']),
        ...Array.from({ length: 2 }, () => ({ p: ['c'], y: [random() < 0.8 ? 'a' : 'b'] })),
      ]),
    );
  });

  it('says how many more items a verdict needs', () => {
    const reason = (
      units: readonly Unit<number, number>[],
      more: Partial<UnitScores<number, number>> = {},
    ): string | undefined => {
      const { result } = scored<number, number>(yesNo, units, more);
      return result.kind === 'no verdict' ? result.reason : undefined;
    };
    const units = drawYesNo(seededRandom('how many more'), { n: 40, base: 0.5, accuracy: 0.7 });
    expect(reason(units.slice(0, 12))).toBe(
      '12 groups of items, fewer than the 20 that a verdict needs; 8 more items, each in a new group, would be enough',
    );
    const unequal = [...units.keys()].map((unit) => Math.max(0, unit - 18)); // one of 19, 21 of 1: 40² / 382 = 4.1
    expect(reason(units, { clusters: unequal })).toBe(
      '40 items in 22 groups of unequal size count as 4.1, fewer than the 15 that a verdict needs; 40 more items, each in a new group, would be enough',
    );
    const strata = (mixed: number, rarer: number) => ({
      strata: units.map((_, i) => (i < mixed ? 'mixed' : 'equal')),
      outcomes: units.map((_, i) => Number(i < rarer)),
    });
    expect(reason(units, strata(16, 8))).toBe(
      '16 groups of items in strata with several answers, fewer than the 20 that a verdict needs; 4 more there would be enough',
    );
    expect(reason(units, strata(30, 4))).toBe(
      '4 answers of the rarer kind in strata with both, fewer than the 5 that a verdict needs; 1 more there would be enough',
    );
  });

  it('is too few, not one answer, where the strata alone keep every agreement from being shown', () => {
    // predictions differ within two of 20 strata: at best 1/3 times 1/3; without strata, the same units can show a fit
    const units = Array.from({ length: 60 }, (_, i) => {
      const [stratum, place] = [Math.floor(i / 3), i % 3];
      return { p: Number(stratum < 2 ? place === 0 : stratum < 10), y: Number(place === 0), stratum: String(stratum) };
    });
    const strata = units.map(({ stratum }) => stratum);
    const resultOf = (all: readonly Unit<number, number>[], more: Partial<UnitScores<number, number>> = {}) =>
      scored<number, number>(yesNo, all, more).result;
    expect(resultOf(units, { strata })).toEqual({
      ...{ kind: 'no verdict', word: 'too few' },
      reason: 'within the strata, no agreement could be distinguished from chance; more items in each are needed',
    });
    expect(resultOf(units).kind).toBe('tests');
    const alike = units.map(({ y }, i) => ({ p: Number(i < 2), y }));
    expect(resultOf(alike, { strata })).toMatchObject({ word: 'one answer' });
  });

  it('says why there is no verdict', () => {
    const random = seededRandom('no verdict');
    const word = (found: ReturnType<typeof rungs>) =>
      found.result.kind === 'no verdict' ? found.result.word : 'verdict';
    const units = drawYesNo(random, { n: 40, base: 0.5, accuracy: 0.7 });
    expect(word(scored<number, number>(yesNo, units))).toBe('verdict');
    expect(word(scored<number, number>(yesNo, units.slice(0, 19)))).toBe('too few');
    const unequal = [...units.keys()].map((unit) => Math.max(0, unit - 18));
    expect(word(scored<number, number>(yesNo, units, { clusters: unequal }))).toBe('too few');
    expect(
      word(
        scored<number, number>(
          yesNo,
          units.map((unit) => ({ ...unit, p: 1 })),
        ),
      ),
    ).toBe('one answer');
    const rare = units.map((_, i) => ({ p: Number(i < 2), y: Number(i < 1) }));
    expect(word(scored<number, number>(yesNo, rare))).toBe('one answer'); // 2 of 40 is the smallest p
    expect(
      word(
        scored<number, number>(
          yesNo,
          units.map((unit, i) => (i < 21 ? { ...unit, y: null } : unit)),
        ),
      ),
    ).toBe('unreadable');
    expect(word(scored<number, number>(yesNo, []))).toBe('too few');
  });

  it('tests the few other predictions where over 95 % are one value: false as rarely as stated, and with power', () => {
    // of 500 items 15 have another prediction; they are right as often as the others, or a quarter as often
    for (const kind of [yesNo, probability] as const) {
      const found = { unrelated: 0, related: 0 };
      for (const world of ['unrelated', 'related'] as const) {
        const random = seededRandom('one value', world);
        for (let trial = 0; trial < 200; trial += 1) {
          const units = Array.from({ length: 500 }, (_, unit) => {
            const isOther = unit < 15;
            const y = Number(random() < (isOther && world === 'related' ? 0.2 : 0.8));
            return { p: isOther ? (kind === yesNo ? 0 : 0.5) : kind === yesNo ? 1 : 0.95, y };
          });
          const { result } = scored<number, number>(kind, units);
          if (result.kind !== 'tests') throw new Error(result.word);
          found[world] += Number(result.informative.p <= 0.025);
        }
      }
      expect(found.unrelated).toBeLessThanOrEqual(11);
      expect(found.related).toBeGreaterThanOrEqual(190);
    }
  });

  it.each([
    ['informative', 6, 0.2],
    ['opposite', 10, 0.8],
  ] as const)('finds no %s by t where %d others in groups have the usual outcome by chance', (claim, others, base) => {
    const random = seededRandom('few others', claim);
    const counts = { tests: 0, found: 0 };
    for (let trial = 0; trial < 300; trial += 1) {
      const ofGroup = Array.from({ length: 67 }, () => (random() < 0.4 ? Number(random() < base) : null));
      const units = Array.from({ length: 200 }, (_, unit) => ({
        p: unit % 3 === 0 && unit / 3 < others ? 0 : 1,
        y: ofGroup[Math.floor(unit / 3)] ?? Number(random() < base),
      }));
      const { result } = scored<number, number>(yesNo, units, {
        clusters: units.map((_, unit) => Math.floor(unit / 3)),
      });
      if (result.kind !== 'tests') continue;
      counts.tests += 1;
      counts.found += Number(claim === 'informative' ? result.informative.p <= 0.025 : result.opposite.p <= 0.005);
    }
    expect(counts.found).toBeLessThanOrEqual(claim === 'informative' ? 14 : 5);
  });

  it.each([
    [100, 1, 'one answer'],
    [100, 2, 'one answer'],
    [100, 3, 'one answer'], // C(30, 3) / C(100, 3) is above 2.5 %
    [100, 4, 'verdict'],
    [500, 2, 'one answer'],
    [500, 15, 'verdict'],
    [40, 2, 'one answer'],
  ])('of %d predictions with %d others has %s: the test decides, not their share', (n, others, expected) => {
    const units = Array.from({ length: n }, (_, unit) => ({ p: Number(unit >= others), y: Number(unit % 10 > 2) }));
    const { result } = scored<number, number>(yesNo, units);
    expect(result.kind === 'no verdict' ? result.word : 'verdict').toBe(expected);
  });

  it('deals decisions among items with the same offer', () => {
    const kind = decision(['x', 'y']);
    const random = seededRandom('offers');
    let found = 0;
    for (let trial = 0; trial < 200; trial += 1) {
      const offers = Array.from({ length: 80 }, () => randomInteger(random, 2));
      // The choice follows the offer, and so does the better option; within an offer they are unrelated.
      const units = offers.map((offer) => {
        const better = random() < 0.8 ? offer : 1 - offer;
        return { p: random() < 0.8 ? offer : 1 - offer, y: [Number(better === 0), Number(better === 1)] };
      });
      found += Number(tests(scored<number, readonly number[]>(kind, units, { offers })).informative.p <= 0.025);
    }
    expect(found).toBeLessThanOrEqual(11);
  });

  it('compares with fixed rules', () => {
    const random = seededRandom('rules');
    const units = drawYesNo(random, { n: 80, base: 0.5, accuracy: 0.8 });
    const own = units.map(({ p, y }) => Number(p === y));
    const found = tests(scored<number, number>(yesNo, units, { rules: [{ name: 'the rule', scores: own }] }));
    expect(found.useful.hardest.name).toBe('the rule');
    expect(found.useful.pConstants).toBe(1);
  });

  it('knows which rules answer every unit', () => {
    const units = drawYesNo(seededRandom('part'), { n: 40, base: 0.5, accuracy: 0.8 });
    const part = units.map((_, unit) => (unit % 2 === 0 ? 1 : null));
    const { constants } = scored<number, number>(yesNo, units, { rules: [{ name: 'the part', scores: part }] });
    expect(new Map(constants.map(({ name, isComplete }) => [name, isComplete]))).toEqual(
      new Map([
        ['always yes', true],
        ['always no', true],
        ['the part', false],
      ]),
    );
  });

  it('calls nothing useful that is not informative, such as a rule about the offer that beats every constant', () => {
    const random = seededRandom('offers only');
    const mostly = (value: number) => (random() < 0.8 ? value : 1 - value);
    const offers = Array.from({ length: 200 }, (_, unit) => unit % 2);
    const units = offers.map((offer) => ({ p: mostly(offer), y: mostly(offer) }));
    const { informative, useful } = tests(scored<number, number>(yesNo, units, { offers }));
    expect(useful.pConstants).toBeLessThan(0.01);
    expect(informative.p).toBeGreaterThan(0.1);
    expect(useful.p).toBe(informative.p);
  });

  it('rewards probabilities and categories that fit', () => {
    const random = seededRandom('graded');
    const stated = Array.from({ length: 300 }, () => {
      const p = random();
      return { p, y: Number(random() < p) };
    });
    const found = scored<number, number>(probability, stated);
    expect(tests(found).informative).toMatchObject({ test: 'midranks' });
    expect(tests(found).useful.p).toBeLessThan(0.001);
    const words = Array.from({ length: 100 }, () => {
      const y = 'abcdef'[Math.min(randomInteger(random, 6), randomInteger(random, 6))] as string;
      return { y: [y], p: [random() < 0.5 ? y : 'a'] };
    });
    expect(tests(scored<readonly string[], readonly string[]>(category, words)).informative.p).toBeLessThan(0.001);
  });

  it('never says more than the scale in what such a run would have found', () => {
    const random = seededRandom('detectable');
    for (let trial = 0; trial < 100; trial += 1) {
      const found = scored<number, number>(
        yesNo,
        drawYesNo(random, { n: 20 + randomInteger(random, 60), base: 0.1 + 0.4 * random(), accuracy: 0.5 }),
      );
      if (found.result.kind !== 'tests' || found.chance.kind !== 'known') continue;
      const { detectable } = found.result.informative;
      if (detectable.kind === 'known') expect(found.chance.value + detectable.value).toBeLessThanOrEqual(1 + 1e-12);
    }
  });
});

describe('informativeWithin', () => {
  const units = Array.from({ length: 40 }, (_, i) => ({
    p: Number((i * 7) % 10 < 4 || i % 3 === 0),
    y: Number((i * 7) % 10 < 5 || i % 4 === 0),
  }));
  const within = (own: readonly Unit<number, number>[], size: number, more: Partial<UnitScores<number, number>> = {}) =>
    informativeWithin(
      { ...singleUnits<number, number>(yesNo, own), ...more },
      own.map((_, i) => `cell ${Math.floor(i / size)}`),
    );

  it('equals scipy.stats.hypergeom in each cell, convolved', () => {
    expect(within(units, 4)).toBeCloseTo(0.0026041666666666665, 12);
  });

  it('takes the cells in place of parts and strata', () => {
    const part = units.map((_, i) => `part ${i % 2}`);
    expect(within(units, 4, { part, strata: part })).toBe(within(units, 4));
  });

  it('counts a missing value at its worst, and is 1 where cells leave too little to deal', () => {
    const lost = units.map((unit, i) => (i % 9 === 0 ? { ...unit, p: null } : unit));
    const read = lost.map((unit, i) => ({ ...unit, cell: `cell ${i >> 2}` })).filter(({ p }) => p !== null);
    const ofRead = informativeWithin(
      singleUnits<number, number>(yesNo, read),
      read.map(({ cell }) => cell),
    );
    expect(within(lost, 4)).toBeGreaterThan(2 * ofRead);
    expect(within(units, 1)).toBe(1);
    const threshold = units.map((_, i) => ({ p: Number(i >= 18), y: Number(i >= 18) })); // one cell has two outcomes
    expect(within(threshold, 4, { executions: 3 })).toBe(1);
  });
});
