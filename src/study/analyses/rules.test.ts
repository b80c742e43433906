import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import {
  baselineRules,
  crossFittedMode,
  distinctTrueRows,
  groupModes,
  groupsWithItemValues,
  type TrueRow,
} from './rules.ts';

const row = (cluster: string, truth: string, changes: Parameters<typeof predictionRow>[0] = {}) =>
  ({ ...predictionRow({ cluster, truth, ...changes }), truth }) satisfies TrueRow;

const items = ['cat', 'cat', 'cat', 'owl', 'cat', 'cat'].map((truth, n) => row(`s${n}`, truth, { echo: 'owl' }));
const nothing = { training: [], seed: 1 };

describe('baselineRules', () => {
  it('knows the most frequent value with and without the string itself', () => {
    const rules = baselineRules({ ...nothing, items });
    expect(items.map(rules.get('oracleMode')!)).toEqual(items.map(() => 'cat'));
    expect(items.map(rules.get('mode')!)).toEqual(items.map(() => 'cat'));
  });

  it('takes the training mode over all tasks of a property', () => {
    const training = ['owl', 'owl', 'cat'].map((truth, n) => row(`t${n}`, truth, { task: 'foods', split: 'train' }));
    expect(baselineRules({ ...nothing, items, training }).get('trainingMode')!(items[0]!)).toBe('owl');
  });

  it('echoes the string’s own property', () => {
    expect(baselineRules({ ...nothing, items }).get('echo')!(items[0]!)).toBe('owl');
  });

  it('leaves out rules without input', () => {
    const plain = [row('s0', 'cat')];
    expect([...baselineRules({ ...nothing, items: plain }).keys()]).toEqual(['mode', 'oracleMode', 'itemOnly']);
  });

  it('fits item-only rules on other strings and on the training rows', () => {
    const words = ['red', 'blue'];
    const strings = Array.from({ length: 40 }, (_, n) => row(`${words[n % 2]} ${n}`, n % 2 === 0 ? 'warm' : 'cold'));
    const training = strings.map((each) => ({ ...each, truth: each.truth === 'warm' ? 'cold' : 'warm' }));
    const rules = baselineRules({ ...nothing, items: strings, training });
    expect(strings.map(rules.get('itemOnly')!)).toEqual(strings.map(({ truth }) => truth));
    expect(strings.map(rules.get('trainedItemOnly')!)).toEqual(training.map(({ truth }) => truth));
  });
});

describe('distinctTrueRows', () => {
  it('takes the first row with a truth of each property of a string', () => {
    const rows = [
      predictionRow({ truth: null }),
      row('a', 'cat'),
      row('a', 'cat', { base: 'bob', target: 'ann' }),
      row('b', 'owl'),
    ];
    expect(distinctTrueRows(rows).map(({ cluster }) => cluster)).toEqual(['a', 'b']);
  });
});

const strings = Array.from({ length: 40 }, (_, n) => n);
const rowsOf = (fixedValues: 'closed' | 'binary' | null, truth: (n: number) => string) =>
  strings.map((n) =>
    predictionRow({ cluster: `s${n}`, truth: truth(n), ...(fixedValues === null ? {} : { fixedValues }) }),
  );

describe('groupsWithItemValues', () => {
  it('finds groups whose options differ by item, where a guess is better than the base rate', () => {
    const own = (n: number) => `option ${n}`;
    expect(groupsWithItemValues(rowsOf('closed', own))).toEqual(['animals × first-word']);
    expect(groupsWithItemValues(rowsOf('binary', (n) => String(n % 3)))).toEqual(['animals × first-word']);
  });

  it('accepts values that items share, any values where the set is open, and few strings', () => {
    expect(groupsWithItemValues(rowsOf('closed', (n) => String(n % 4)))).toEqual([]);
    expect(groupsWithItemValues(rowsOf('binary', (n) => String(n % 2)))).toEqual([]);
    expect(groupsWithItemValues(rowsOf(null, (n) => `value ${n}`))).toEqual([]);
    expect(groupsWithItemValues(rowsOf('closed', (n) => `option ${n}`).slice(0, 19))).toEqual([]);
  });
});

describe('crossFittedMode', () => {
  it('does not let a string vote for itself', () => {
    // Every string has a distinct value, except one pair: in sample a constant is right twice, out of sample never more.
    const items = Array.from({ length: 10 }, (_, n) => ({ cluster: `s${n}`, group: 'g', truth: `v${n}` }));
    const mode = crossFittedMode(items, 1);
    expect(items.filter((item) => mode(item) === item.truth)).toEqual([]);
  });

  it('finds the value that most other strings have', () => {
    const items = Array.from({ length: 20 }, (_, n) => ({ cluster: `s${n}`, group: 'g', truth: n < 14 ? 'x' : 'y' }));
    const mode = crossFittedMode(items, 1);
    expect(items.map(mode)).toEqual(items.map(() => 'x'));
  });
});

describe('groupModes', () => {
  it('returns the most frequent value of each group, the first in code unit order on ties', () => {
    const truths = [
      ['g', 'b'],
      ['g', 'a'],
      ['h', 'z'],
      ['h', 'z'],
      ['h', 'a'],
    ] as const;
    expect(groupModes(truths.map(([group, truth]) => ({ group, truth })))).toEqual(
      new Map([
        ['g', 'a'],
        ['h', 'z'],
      ]),
    );
  });
});
