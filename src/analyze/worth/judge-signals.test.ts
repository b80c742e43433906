import { describe, expect, it } from 'vitest';
import {
  drawItems,
  noSignal,
  randomOf,
  type Scenario,
  subjectEffects,
  trueGains,
} from '../../../test/simulation/worth-scenarios.ts';
import { tCritical } from '../../stats/distributions.ts';
import { analyzeWorth } from './analyze-worth.ts';
import { crossFit, divisions, foldsOf, type WorthItems, type WorthSignal } from './cross-fit.ts';
import { judgeSignals, policyGains } from './judge-signals.ts';
import type { ModelAnswer, ModelAnswers } from './model-answers.ts';

/** Items of which A answers the first half of the values right and B all; B costs `price` of a right answer. */
function splitItems(count: number, price: number): { items: WorthItems; signal: WorthSignal } {
  const right = Float64Array.from({ length: count }, (_, item) => Number(item % 2 === 0));
  const difference = right.map((value) => 1 - value - price);
  return {
    items: {
      ...{ right, difference, lowest: difference, highest: difference },
      group: Int32Array.from(right.keys()),
      groupNames: Array.from(right, (_, item) => `item ${item}`),
    },
    signal: {
      ...{ name: 'own', asks: true, price: 0.01, passPrice: 0 },
      values: { kind: 'stated', values: right.slice() },
    },
  };
}

function drawn(scenario: Scenario, count: number, set: number) {
  const random = randomOf(`test ${count}`, set);
  const effects = subjectEffects(random);
  return { ...drawItems(scenario, { count, effects, random }), effects };
}

describe('foldsOf', () => {
  it('depends on the names of groups alone, not on their order, and uses all ten folds evenly', () => {
    const names = Array.from({ length: 5000 }, (_, each) => `q${each}`);
    const folds = foldsOf(names, 3);
    expect([...foldsOf(names.toReversed(), 3)].toReversed()).toEqual([...folds]);
    const counts = Array.from({ length: 10 }, (_, fold) => folds.filter((each) => each === fold).length);
    expect(Math.min(...counts)).toBeGreaterThan(400);
    expect(Math.max(...counts)).toBeLessThan(600);
    expect([...foldsOf(names, 4)]).not.toEqual([...folds]);
  });
});

describe('judgeSignals', () => {
  it('says of a free signal whether it beats the constants, of one that is asked for nothing', () => {
    const { items, signal } = splitItems(300, 0.3);
    const labels = (of: (item: number) => unknown) => Array.from({ length: 300 }, (_, item) => String(of(item)));
    const free = (name: string, of: (item: number) => unknown): WorthSignal => ({
      ...{ ...signal, name, asks: false, price: 0 },
      values: { kind: 'gain-by-label', labels: labels(of) },
    });
    const found = judgeSignals(items, [signal, free('parity', (item) => item % 2), free('noise', (item) => item % 7)]);
    expect(found.map(({ name, beatsConstants }) => [name, beatsConstants])).toEqual([
      ['own', null],
      ['parity', true],
      ['noise', false],
    ]);
  });
});

describe('crossFit', () => {
  it('passes on by label where B is better, not where A is weak', () => {
    const { items, signal } = splitItems(300, 0.2);
    const labels = Array.from({ length: 300 }, (_, item) => ['both weak', 'B better', 'A better'][item % 3] as string);
    const gains = { 'both weak': -0.2, 'B better': 0.4, 'A better': -0.3 } as Readonly<Record<string, number>>;
    const difference = Float64Array.from(labels, (label) => gains[label] as number);
    const right = Float64Array.from(labels, (label) => ({ 'both weak': 0.4, 'B better': 0.6 })[label] ?? 0.8);
    const { passes } = crossFit(
      { ...items, difference, lowest: difference, highest: difference, right },
      { ...signal, values: { kind: 'gain-by-label', labels } },
    );
    for (const passed of passes) expect([...passed]).toEqual(labels.map((label) => Number(label === 'B better')));
  });

  it('passes equal values on together and keeps items without a value', () => {
    const { items, signal } = splitItems(200, 0.2);
    const values = Float64Array.from(items.right, (value, item) => (item < 10 ? Number.NaN : value));
    const { passes } = crossFit(items, { ...signal, values: { kind: 'stated', values } });
    expect(passes).toHaveLength(divisions);
    for (const passed of passes) {
      expect([...passed.slice(0, 10)]).toEqual(Array.from({ length: 10 }, () => 0));
      expect([...passed.slice(10)]).toEqual([...items.right.slice(10)].map((right) => 1 - right));
    }
  });

  it('does not learn the threshold of an item from its own group', () => {
    const { items, signals } = drawn({ ...noSignal, groupSize: 4 }, 400, 3);
    const [signal] = signals as [WorthSignal];
    const changed = { ...items, difference: items.difference.map((value, item) => (item < 2 ? value + 500 : value)) };
    const [before, after] = [items, changed].map((each) => crossFit(each, signal).passes.map((passed) => [...passed]));
    expect(after?.map((passed) => passed.slice(0, 4))).toEqual(before?.map((passed) => passed.slice(0, 4)));
    expect(after).not.toEqual(before); // the other groups learn it
  });
});

describe('policyGains', () => {
  it('equals the arithmetic of a perfect signal', () => {
    const { items, signal } = splitItems(200, 0.2);
    const gains = policyGains(items, crossFit(items, signal), 'left out');
    expect(gains.overKeep.value).toBeCloseTo(0.5 * 0.8 - 0.01, 10); // passes the half that A gets wrong
    expect(gains.overPass.value).toBeCloseTo(0.5 * 0.2 - 0.01, 10); // saves B's price on the other half
    expect(gains.overRandom.value).toBeCloseTo(0.25, 1); // cov(pass, d) of two halves
    expect(gains.overKeep.df).toBe(199);
  });

  it('counts repeated items of a group once', () => {
    const { items, signal } = splitItems(400, 0.2);
    const paired = {
      ...items,
      group: items.group.map((group) => Math.floor(group / 4)),
      groupNames: items.groupNames.slice(0, 100),
    };
    const [alone, together] = [items, paired].map(
      (each) => policyGains(each, crossFit(each, signal), 'left out').overKeep,
    );
    expect(together?.df).toBe(99);
    expect(together?.value).toBeCloseTo(alone?.value ?? 0, 10);
  });
});

describe('judgeSignals', () => {
  const verdictOf = (items: WorthItems, ...signals: readonly WorthSignal[]) => judgeSignals(items, signals)[0]?.verdict;

  it('says worth asking for a signal that beats both constants, chance and the free signal', () => {
    const { items, signal } = splitItems(200, 0.2);
    const labels = Array.from(items.right, (_, item) => String(item % 3));
    const free: WorthSignal = {
      name: 'subject',
      asks: false,
      price: 0,
      passPrice: 0,
      values: { kind: 'gain-by-label', labels },
    };
    expect(verdictOf(items, signal, free)).toBe('worth asking');
  });

  it('names the free signal that knows the same', () => {
    const { items, signal } = splitItems(200, 0.2);
    const labels = Array.from(items.right, String);
    const free: WorthSignal = {
      name: 'subject',
      asks: false,
      price: 0,
      passPrice: 0,
      values: { kind: 'gain-by-label', labels },
    };
    expect(judgeSignals(items, [signal, free])[0]).toMatchObject({
      verdict: 'not shown to beat a free signal',
      freeSignal: 'subject',
    });
  });

  it('says not worth it where the price is above the gain', () => {
    const { items, signal } = splitItems(200, 0.2);
    expect(verdictOf(items, { ...signal, price: 0.3 })).toBe('not worth it at these prices');
    const never = Float64Array.from(items.difference, () => -0.1);
    const worse = { ...items, difference: never, lowest: never, highest: never };
    expect(verdictOf(worse, signal)).toBe('not shown to pay'); // its threshold is always keep, so nothing was tested
  });

  it('says of a free signal that it loses only where it is shown to be worse than the better constant', () => {
    const { items, signal } = splitItems(200, 0.2);
    const free = { name: 'subject', asks: false, price: 0, passPrice: 0 } as const;
    const perfect = { ...free, values: signal.values };
    expect(judgeSignals(items, [perfect])[0]).toMatchObject({ beatsConstants: true, loses: false });
    const difference = Float64Array.from(items.difference, (_, item) => (item % 2 === 0 ? 0.5 : -0.6));
    const opposed = { ...items, difference, lowest: difference, highest: difference }; // two items of a label, one of each kind
    const labels = Array.from(difference, (_, item) => String(Math.floor(item / 2)));
    const misleading = { ...free, values: { kind: 'gain-by-label', labels } } as const;
    expect(judgeSignals(opposed, [misleading])[0]).toMatchObject({ beatsConstants: false, loses: true });
    const few = difference.map((value, item) => (item < 20 ? value : -0.1)); // hardly any group is passed on
    const seldom = { ...items, difference: few, lowest: few, highest: few };
    expect(judgeSignals(seldom, [misleading])[0]).toMatchObject({ beatsConstants: false, loses: false });
  });

  it('says not available before answering where only saving the call of A would pay', () => {
    const { items, signal } = splitItems(200, 0.2);
    expect(verdictOf(items, { ...signal, passPrice: 0.01 })).toBe('worth asking');
    expect(verdictOf(items, { ...signal, passPrice: 0.25 })).toBe('not available before answering');
  });

  it('refuses a verdict on fewer than 15 groups that the policy treats differently', () => {
    const { items, signal } = splitItems(200, 0.2);
    const values = Float64Array.from(items.right, (right, item) => (item < 20 ? right : 1));
    expect(judgeSignals(items, [{ ...signal, price: 0, values: { kind: 'stated', values } }])[0]).toMatchObject({
      verdict: 'not distinguishable',
      reason: expect.stringContaining('15 are needed'),
    });
  });

  it('withdraws a verdict that missing outcomes at their worst would reverse', () => {
    const { items, signal } = splitItems(200, 0.38);
    const withMissing = (count: number, range: number) => {
      const isMissing = (item: number) => item < count;
      return {
        ...items,
        difference: items.difference.map((value, item) => (isMissing(item) ? Number.NaN : value)),
        lowest: items.difference.map((value, item) => (isMissing(item) ? -range : value)),
        highest: items.difference.map((value, item) => (isMissing(item) ? range : value)),
      };
    };
    expect(verdictOf(withMissing(1, 0.5), signal)).toBe('worth asking'); // and it holds
    expect(verdictOf(withMissing(1, 5_000), signal)).toBe('not distinguishable');
    expect(verdictOf(withMissing(16, 0.5), signal)).toBe('worth asking'); // 8 %, and it holds
    expect(verdictOf(withMissing(16, 50), signal)).toBe('not distinguishable');
  });

  it('adjusts over the signals that are asked for', () => {
    const { items, signals } = drawn({ ...noSignal, signals: 6 }, 300, 1);
    const judged = judgeSignals(items, signals);
    const raw = judged.map(({ overKeep, overPass, overRandom, overFree }) =>
      Math.max(...[overKeep, overPass, overRandom, ...overFree.map(({ gain }) => gain)].map(({ p }) => p)),
    );
    for (const [at, { asks, adjusted, family }] of judged.entries()) {
      expect(family).toBe(asks ? judged.filter((each) => each.asks).length : null);
      if (asks) expect(adjusted).toBeGreaterThanOrEqual(raw[at] ?? 1);
      else expect(adjusted).toBeNull();
    }
  });

  it('is the same whatever the order of the items', () => {
    const { items, signals } = drawn({ ...noSignal, private: 1.5, signals: 1 }, 300, 2);
    const [own, subject] = signals as [WorthSignal, WorthSignal];
    const reversed = (values: Float64Array) => values.toReversed();
    if (own.values.kind !== 'stated' || subject.values.kind !== 'gain-by-label') throw new Error('one of each');
    const backwards = judgeSignals(
      {
        ...items,
        group: items.group.toReversed(),
        ...{ difference: reversed(items.difference), right: reversed(items.right) },
        ...{ lowest: reversed(items.lowest), highest: reversed(items.highest) },
      },
      [
        { ...own, values: { kind: 'stated', values: reversed(own.values.values) } },
        { ...subject, values: { kind: 'gain-by-label', labels: subject.values.labels.toReversed() } },
      ],
    );
    expect(backwards[0]?.overKeep.value).toBeCloseTo(judgeSignals(items, signals)[0]?.overKeep.value ?? 0, 8);
    expect(backwards[0]?.overKeep.interval?.[0]).toBeCloseTo(
      judgeSignals(items, signals)[0]?.overKeep.interval?.[0] ?? 0,
      8,
    );
  });
});

describe('verdicts in simulated scenarios', () => {
  const sets = 30;

  /** Number of sets in which a signal is called worth asking. */
  const asking = (scenario: Scenario, count: number) => {
    let found = 0;
    for (let set = 0; set < sets; set += 1) {
      const { items, signals } = drawn(scenario, count, set);
      found += Number(judgeSignals(items, signals).some(({ verdict }) => verdict === 'worth asking'));
    }
    return found;
  };

  it('rarely calls a signal worth asking that knows nothing, or no more than the subject', () => {
    // At a rate of 5 %, more than 4 of 30 have a chance of 2 %; the seeds are fixed.
    expect(asking({ ...noSignal, signals: 6 }, 200)).toBeLessThanOrEqual(4);
    expect(asking({ ...noSignal, shared: 1.2 }, 300)).toBeLessThanOrEqual(4);
  });

  it('finds own knowledge, and covers the true gain of its thresholds', () => {
    const scenario = { ...noSignal, private: 1.5, shared: 0.6 };
    expect(asking(scenario, 500)).toBeGreaterThanOrEqual(18);
    let covered = 0;
    for (let set = 0; set < sets; set += 1) {
      const { items, signals, effects } = drawn(scenario, 200, set);
      const [signal] = signals as [WorthSignal];
      const policy = crossFit(items, signal);
      const truth = trueGains(policy.thresholds, scenario, effects).overKeep;
      const { value, se, df } = policyGains(items, policy, 'left out').overKeep;
      covered += Number(Math.abs(value - truth) <= tCritical(0.025, df) * (se ?? 0));
    }
    expect(covered).toBeGreaterThanOrEqual(26); // fewer at 95 % have a chance of 2 %
  });
});

describe('analyzeWorth', () => {
  it('says nothing where over 10 % of the items have no outcome, which could decide the answer', () => {
    const answer = (item: number, missing: number): ModelAnswer => ({
      ...{
        group: `group ${item}`,
        subject: null,
        label: null,
        right: item < missing ? null : item % 2,
        stated: item % 3,
      },
      ...{ tokenProbability: null, answer: null, answerDollars: null, answerSeconds: null },
      ...{ askDollars: null, askSeconds: null },
    });
    const found = (missing: number) => {
      const answers = new Map(Array.from({ length: 40 }, (_, item) => [`item ${item}`, answer(item, missing)]));
      const keep: ModelAnswers = {
        ...{
          model: 'a',
          task: 'know',
          condition: '',
          states: 'choice',
          asked: 'before',
          judgesItself: false,
          isRecorded: false,
          answers,
        },
      };
      const choice = { keep, pass: null, panel: null, others: [], prices: null, signals: null };
      return analyzeWorth({ ...choice, runs: [], maxError: null, withCurve: false });
    };
    expect(found(4).kind).toBe('measured');
    expect(found(5)).toMatchObject({ kind: 'not-measured', reason: expect.stringContaining('over 10 %') });
  });
});
