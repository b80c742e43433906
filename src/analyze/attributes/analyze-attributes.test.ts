import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { normal } from '../../../test/simulation/scenarios/draw.ts';
import { readAttributes } from '../../data/files/attribute-file.ts';
import { readPublishedResults } from '../../data/files/published-results.ts';
import { dataFolder } from '../../data/shipped-datasets.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { type Random, seededRandom } from '../../util/random.ts';
import { analyzeAttributes, type ModelScore } from './analyze-attributes.ts';
import { publishedScores } from './published-scores.ts';

const table = readAttributes(join(dataFolder, 'published', 'attributes.csv'));
const results = analyzeAttributes(table, publishedScores(readPublishedResults(), experimentRegistry()));

function line(attribute: string, measure: string) {
  const found = results.lines.find((each) => each.attribute === attribute && each.measure === measure);
  if (found === undefined) throw new Error(`no line ${attribute}, ${measure}`);
  return found;
}

function groups(attribute: string, measure: string) {
  const found = line(attribute, measure);
  if (found.kind !== 'groups') throw new Error(`${attribute} is a number`);
  return found;
}

const percent = (share: number) => (100 * share).toFixed(1);

describe('analyzeAttributes on the published results', () => {
  it("reproduces the paper's four numbers of reasoning models and their counterparts (section 4.3)", () => {
    const order = groups('reasoning pair', 'order_accuracy/failures-wrong');
    const questions = groups('reasoning pair', 'question_accuracy');
    expect([order.first.level, order.second.level]).toEqual(['yes', 'no']);
    expect([order.first.mean, order.second.mean].map(percent)).toEqual(['68.3', '68.7']);
    expect([questions.first.mean, questions.second.mean].map(percent)).toEqual(['88.2', '80.1']);
  });

  it("reproduces the paper's two size groups over valid rankings: about 70 and about 60 %", () => {
    const { first, second } = groups('size', 'order_accuracy');
    expect([first.models.length, second.models.length]).toEqual([10, 5]);
    expect(percent(first.mean)).toBe('69.7');
    expect(percent(second.mean)).toBe('58.2');
  });

  it('tests no line: the fifteen models have seven makers', () => {
    for (const { p, interval, reason } of results.lines) {
      expect({ p, interval }).toEqual({ p: null, interval: null });
      expect(reason).toMatch(/^[1-7] makers: no test below 8$|does not vary|at least four models/);
    }
  });

  it('says on every line how many models it has and that it shows no cause', () => {
    expect(results.lines.length).toBeGreaterThan(20);
    for (const { caution, models } of results.lines) {
      expect(caution).toBe(`${models} models, not randomized, no cause`);
    }
  });

  it('has no line of the makers themselves', () => {
    expect(results.lines.filter(({ attribute }) => attribute === 'maker')).toEqual([]);
  });

  it('correlates the self-execution score with ability over the fifteen models of Figure 8', () => {
    const found = line('ability', 'self_execution_score');
    expect(found).toMatchObject({ kind: 'correlation', models: 15 });
    if (found.kind === 'correlation') expect(found.correlation).toBeCloseTo(0.53, 2);
  });
});

/** Draws makers whose models share a score, and a group that belongs to the maker; `effect` in its standard deviations. */
function drawnTable(random: Random, { makers, each, effect }: { makers: number; each: number; effect: number }) {
  const models = Array.from({ length: makers * each }, (_, index) => ({ name: `m${index}`, maker: index % makers }));
  const shared = Array.from({ length: makers }, (_, maker) => normal(random) + (maker % 2 === 0 ? effect : 0));
  const table = {
    columns: ['group'],
    models: new Map(
      models.map(({ name, maker }) => [name, { group: maker % 2 === 0 ? 'a' : 'b', maker: `maker ${maker}` }] as const),
    ),
  };
  const scores = models.map(
    ({ name, maker }): ModelScore => ({
      ...{ model: name, experiment: 'one', measure: 'm', unit: 'share' },
      value: (shared[maker] as number) + 0.5 * normal(random),
    }),
  );
  return { table, scores };
}

describe('analyzeAttributes', () => {
  it.each([
    { makers: 8, each: 2 },
    { makers: 12, each: 3 },
  ])('finds an attribute of $makers makers whose models resemble each other in at most 5 % of data sets', (size) => {
    const random = seededRandom('attributes null', size.makers);
    const sets = 200;
    let found = 0;
    for (let set = 0; set < sets; set += 1) {
      const { table, scores } = drawnTable(random, { ...size, effect: 0 });
      if (analyzeAttributes(table, scores).lines.some(({ adjusted }) => (adjusted ?? 1) <= 0.05)) found += 1;
    }
    expect(found).toBeLessThanOrEqual(20); // 99.9 % limit of 5 %
  });

  it('finds a large difference between makers, and not below eight makers', () => {
    const random = seededRandom('attributes power');
    const { table, scores } = drawnTable(random, { makers: 12, each: 2, effect: 4 });
    const [line] = analyzeAttributes(table, scores).lines;
    expect(line?.adjusted).toBeLessThan(0.05);
    expect(line?.interval?.[0]).toBeGreaterThan(0);
    const few = drawnTable(random, { makers: 7, each: 2, effect: 4 });
    const [untested] = analyzeAttributes(few.table, few.scores).lines;
    expect(untested).toMatchObject({ p: null, adjusted: null, interval: null, reason: '7 makers: no test below 8' });
  });

  it('compares groups that are too small for a test only on the same items, if they have two models each', () => {
    const levels = { a: 'x', b: 'x', c: 'y', d: 'y', e: 'z' };
    const models = new Map(Object.entries(levels).map(([model, group]) => [model, { group }] as const));
    const scores = [...models.keys()].map(
      (model, position): ModelScore => ({ model, experiment: 'e', measure: 'm', unit: 'share', value: position / 10 }),
    );
    const contrast = { value: -0.2, interval: [-0.3, -0.1], p: 0.01, n: 50 } as const;
    const table = { columns: ['group'], models };
    const paired = analyzeAttributes(table, scores, { onSameItems: () => contrast });
    expect(paired.lines).toMatchObject([
      {
        first: { level: 'x' },
        second: { level: 'y' },
        p: null,
        adjusted: null,
        interval: null,
        onSameItems: contrast,
      },
    ]);
    const other = analyzeAttributes(table, scores, { onSameItems: () => null });
    expect(other.lines).toMatchObject([{ p: null, reason: '4 makers: no test below 8', onSameItems: null }]);
  });

  it('orders levels and models as the table does, whatever the order of the scores', () => {
    const rows = [...'abcdefghi'].map(
      (model, position) => [model, { group: position % 2 === 0 ? 'new' : 'old', number: `${position}` }] as const,
    );
    const table = { columns: ['group', 'number'], models: new Map(rows) };
    const scores = [...'bcdefghi'].map(
      (model, position): ModelScore => ({ model, experiment: 'e', measure: 'm', unit: 'share', value: position / 10 }),
    );
    const { lines } = analyzeAttributes(table, scores);
    expect(lines).toMatchObject([
      { first: { level: 'new', models: ['c', 'e', 'g', 'i'] }, second: { level: 'old', models: ['b', 'd', 'f', 'h'] } },
      { kind: 'correlation' },
    ]);
    const reversed = analyzeAttributes(table, scores.toReversed());
    expect(reversed.lines).toEqual(lines);
  });

  it('names the models that the table lacks, and finds provider/model by its last part', () => {
    const models = new Map([['a', { size: '1' }]]);
    const scores = ['host/a', 'host/b'].map(
      (model): ModelScore => ({ model, experiment: 'e', measure: 'm', unit: 'share', value: 0.5 }),
    );
    const { lines, notes } = analyzeAttributes({ columns: ['size'], models }, scores);
    expect(lines).toMatchObject([{ models: 1, p: null, reason: 'needs at least four models' }]);
    expect(notes).toEqual(['no row in the table of attributes: host/b']);
  });
});
