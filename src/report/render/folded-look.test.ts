import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { madeFinding, madeResults } from '../../../test/support/made-findings.ts';
import { readableUnits } from '../../domain/results/finding.ts';
import { verdictTexts, verdictWords } from '../../domain/results/verdict-words.ts';
import { firstLook } from './terminal-first-look.ts';

const tasks = ['words it lists', 'requests it refuses', 'order of difficulty'];
const limits = [
  'Less than half of the units could be read in 2 of 45 scores.',
  '84 % of the items of “order of difficulty” share most of their wording with others: they are not independent, so these verdicts are too sure.',
  'Not distinguishable is not absent: a real difference of 20 to 44 percentage points would be noticed in 4 of 5 such runs.',
  'Taken as independent: 120 items (words it lists).',
];
const next = ['seb items 111111aaaaaa --missing --model provider/model-1', 'seb compare', 'seb view'];
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Returns findings of this many models, each with its own reason, of which some could read few units. */
function manyReasons(models: number) {
  return Array.from({ length: models }, (_, row) => row).flatMap((row) =>
    tasks.map((task, column) => {
      const verdict = verdictWords[(row + column) % verdictWords.length] ?? 'insufficient';
      const [usable, total] = [row === 1 ? 47 : 120, 120];
      const own = `a cause that only verdicts of kind ${String.fromCharCode(97 + ((row * 3 + column) % 26))} have`;
      const reason = row === 1 ? `${readableUnits({ usable, total })}; ${own}` : own;
      return madeFinding({ model: `provider/model-${row}`, task, experiment: task, verdict, usable, total, reason });
    }),
  );
}

const look = (models: number, more: object = {}, isWhole = false) =>
  firstLook(madeResults(manyReasons(models), { limits, next, ...more }), { width: 80, isWhole });

describe('foldedLook', () => {
  it('shows every verdict, the limits, the next steps and what is folded on one screen', () => {
    const text = look(15);
    expect(text.split('\n').length).toBeLessThanOrEqual(32);
    expect(text.split('\n').filter((line) => stringWidth(line) > 80)).toEqual([]);
    for (const limit of limits) expect(plain(text)).toContain(limit);
    for (const command of next) expect(text.split('\n')).toContain(command);
    expect(text).toMatch(/other reasons \(\*\).*--wide$/);
    const padded = text.replaceAll('\n', ' '.repeat(24));
    for (const { model, verdict } of manyReasons(15)) {
      const [row = ''] = new RegExp(`${model.slice('provider/'.length)} .{20}`).exec(padded) ?? [];
      expect(` ${row} `, model).toContain(` ${verdictTexts[verdict].mark}`);
    }
    expect(text).not.toContain('70/60'); // no number stands beside a verdict whose reason is folded
  });

  it('names first the units that scores are about', () => {
    const text = look(15);
    expect(plain(text)).toContain('a (3 verdicts): on the 47 of 120 that could be read');
    expect(text).toMatch(/model-1 +△! a/);
  });

  it('folds nothing with --wide', () => {
    const text = look(15, {}, true);
    expect(text.split('\n').length).toBeGreaterThan(40);
    for (const { reason } of manyReasons(15)) expect(plain(text)).toContain(reason);
  });

  it('keeps the screen with 60 models, those with the best verdicts first, and says how many there are', () => {
    const text = look(60);
    expect(text.split('\n').length).toBeLessThanOrEqual(32);
    expect(text).toMatch(/and \d+ more rows without better verdicts: --wide/);
    for (const limit of limits) expect(plain(text)).toContain(limit);
  });

  it('keeps the most important of many limits and counts the others', () => {
    const many = [...limits, ...Array.from({ length: 20 }, (_, index) => `Accuracy that model ${index} loses: 3.`)];
    const text = look(15, { limits: many });
    expect(text.split('\n').length).toBeLessThanOrEqual(32);
    for (const limit of limits) expect(plain(text)).toContain(limit);
    expect(text).toMatch(/^- \d+ more limits: --wide$/m);
  });

  it('shows the scores where they fit', () => {
    const few = manyReasons(4).map((each) => ({ ...each, reason: 'one reason for all' }));
    expect(firstLook(madeResults(few, { limits, next }), { width: 80, isWhole: false })).toContain('70/60');
  });
});
