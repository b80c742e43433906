import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAttributes } from '../../dataset/files/attribute-file.ts';
import { readPublishedResults } from '../../dataset/files/published-results.ts';
import { dataFolder } from '../../dataset/shipped-datasets.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { seededRandom } from '../../util/random.ts';
import { analyzeAttributes } from './analyze-attributes.ts';
import type { ModelScore } from './attribute-lines.ts';
import { publishedScores } from './published-scores.ts';

const table = readAttributes(join(dataFolder, 'published', 'attributes.csv'));
const results = analyzeAttributes(table, publishedScores(readPublishedResults(), experimentRegistry()), { seed: 1 });

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

  it('does not distinguish these groups over eight models', () => {
    for (const measure of ['order_accuracy/failures-wrong', 'question_accuracy']) {
      const { interval, p, models } = groups('reasoning pair', measure);
      expect(models).toBe(8);
      expect(interval?.[0]).toBeLessThan(0);
      expect(interval?.[1]).toBeGreaterThan(0);
      expect(p).toBeGreaterThan(0.05);
    }
  });

  it("reproduces the paper's two size groups over valid rankings: about 70 and about 60 %", () => {
    const { first, second, interval, adjustedP } = groups('size', 'order_accuracy');
    expect([first.models.length, second.models.length]).toEqual([10, 5]);
    expect(percent(first.mean)).toBe('69.7');
    expect(percent(second.mean)).toBe('58.2');
    expect(interval?.[0]).toBeGreaterThan(0);
    expect(adjustedP).toBeLessThan(0.05);
  });

  it('says on every line how many models it has and that it shows no cause', () => {
    expect(results.lines.length).toBeGreaterThan(20);
    for (const { caution, models } of results.lines) {
      expect(caution).toBe(`${models} models, not randomized, no cause`);
    }
  });

  it('does not test makers, whose groups are too small to differ at 5 %', () => {
    expect(results.lines.filter(({ attribute }) => attribute === 'maker')).toEqual([]);
    expect(results.notes.join(' ')).toContain('maker: some groups have too few models');
  });

  it('correlates the self-execution score with ability over the fifteen models of Figure 8', () => {
    const found = line('ability', 'self_execution_score');
    expect(found).toMatchObject({ kind: 'correlation', models: 15 });
    if (found.kind === 'correlation') expect(found.correlation).toBeCloseTo(0.53, 2);
  });
});

describe('analyzeAttributes', () => {
  it('finds a difference between random groups in at most 5 % of data sets, after adjustment', () => {
    const random = seededRandom('attributes null');
    const sets = 200;
    let found = 0;
    for (let set = 0; set < sets; set += 1) {
      const models = Array.from({ length: 10 }, (_, index) => `m${index}`);
      const given = new Map(
        models.map((model, index) => [model, { group: index % 2 === 0 ? 'a' : 'b', number: String(index) }] as const),
      );
      const scores = models.flatMap((model): ModelScore[] =>
        ['one', 'two'].map((experiment) => ({ model, experiment, measure: 'm', unit: 'share', value: random() })),
      );
      const { lines } = analyzeAttributes({ columns: ['group', 'number'], models: given }, scores, { seed: set });
      if (lines.some(({ adjustedP }) => adjustedP !== null && adjustedP <= 0.05)) found += 1;
    }
    expect(found / sets).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / sets));
  });

  it('compares groups that are too small for a test only on the same items, if they have two models each', () => {
    const levels = { a: 'x', b: 'x', c: 'y', d: 'y', e: 'z' };
    const models = new Map(Object.entries(levels).map(([model, group]) => [model, { group }] as const));
    const scores = [...models.keys()].map(
      (model, position): ModelScore => ({ model, experiment: 'e', measure: 'm', unit: 'share', value: position / 10 }),
    );
    const contrast = { value: -0.2, interval: [-0.3, -0.1], p: 0.01, n: 50 } as const;
    const table = { columns: ['group'], models };
    const paired = analyzeAttributes(table, scores, { seed: 1, onSameItems: () => contrast });
    expect(paired.lines).toMatchObject([
      {
        first: { level: 'x' },
        second: { level: 'y' },
        p: null,
        adjustedP: null,
        interval: null,
        onSameItems: contrast,
      },
    ]);
    const other = analyzeAttributes(table, scores, { seed: 1, onSameItems: () => null });
    expect([other.lines, other.notes]).toEqual([[], paired.notes]);
  });

  it('orders levels and models as the table does, whatever the order of the scores', () => {
    const rows = [...'abcdefghi'].map(
      (model, position) => [model, { group: position % 2 === 0 ? 'new' : 'old', number: `${position}` }] as const,
    );
    const table = { columns: ['group', 'number'], models: new Map(rows) };
    const scores = [...'bcdefghi'].map(
      (model, position): ModelScore => ({ model, experiment: 'e', measure: 'm', unit: 'share', value: position / 10 }),
    );
    const { lines } = analyzeAttributes(table, scores, { seed: 1 });
    expect(lines).toMatchObject([
      { first: { level: 'new', models: ['c', 'e', 'g', 'i'] }, second: { level: 'old', models: ['b', 'd', 'f', 'h'] } },
      { kind: 'correlation' },
    ]);
    const reversed = analyzeAttributes(table, scores.toReversed(), { seed: 1 });
    expect(reversed.lines).toEqual(lines);
  });

  it('names the models that the table lacks, and finds provider/model by its last part', () => {
    const models = new Map([['a', { size: '1' }]]);
    const scores = ['host/a', 'host/b'].map(
      (model): ModelScore => ({ model, experiment: 'e', measure: 'm', unit: 'share', value: 0.5 }),
    );
    const { lines, notes } = analyzeAttributes({ columns: ['size'], models }, scores, { seed: 1 });
    expect(lines).toMatchObject([{ models: 1, p: null, reason: 'needs at least four models' }]);
    expect(notes).toEqual(['no row in the table of attributes: host/b']);
  });
});
