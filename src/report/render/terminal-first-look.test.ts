import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { madeFinding, madeResults } from '../../../test/support/made-findings.ts';
import { verdictTexts, verdictWords } from '../../domain/results/verdict-words.ts';
import { firstLook } from './terminal-first-look.ts';

const tasks = ['words it lists', 'requests it refuses', 'order of difficulty'];
const models = Array.from({ length: 15 }, (_, index) => `some-provider/a-model-with-a-long-name-${index}`);
const reason = 'not above the best constant answer after adjustment for the number of tests';

function grid(count: number) {
  return models.slice(0, count).flatMap((model, row) =>
    tasks.map((task, column) => {
      const verdict = verdictWords[(row + column) % verdictWords.length] ?? 'insufficient';
      return madeFinding({ model, task, experiment: task, verdict, reason: row % 2 === 0 ? reason : null });
    }),
  );
}

describe('firstLook', () => {
  it.each([60, 80, 120])('prints no line wider than %i columns', (width) => {
    for (const count of [1, 3, 15]) {
      const lines = firstLook(madeResults(grid(count)), { width, isWhole: false }).split('\n');
      expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
    }
  });

  it('shows 15 models and three tasks as a matrix on one screen, with a mark and a letter for each reason', () => {
    const text = firstLook(madeResults(grid(15)), { width: 80, isWhole: false });
    const lines = text.split('\n');
    expect(lines.length).toBeLessThanOrEqual(32);
    expect(lines.filter((line) => /name-\d+ /.test(line))).toHaveLength(15);
    expect(lines.find((line) => line.startsWith('…') || line.includes('name-0 '))).toMatch(/ a( |$)/);
    expect(text.replaceAll('\n', ' ')).toContain(`a: ${reason}`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`○ ${verdictTexts['not-distinguishable'].short}`);
  });

  it('numbers the columns of tasks that have no room, and names tasks of which a lower score is better', () => {
    const many = ['text it wrote', 'questions to hand over', 'answers it will know', 'tokens it will need'];
    const findings = models
      .slice(0, 3)
      .flatMap((model) =>
        many.map((task) => madeFinding({ model, task, better: task === 'tokens it will need' ? 'lower' : 'higher' })),
      );
    const text = firstLook(madeResults(findings), { width: 60, isWhole: false });
    expect(text).toMatch(/^ +1 +2 +3 +4$/m);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(many.map((task, index) => `${index + 1}: ${task}`).join('; '));
    expect(text).toContain('lower is better: tokens it will need');
    expect(firstLook(madeResults(grid(15)), { width: 80, isWhole: false })).not.toContain('lower is better');
  });

  it('shows a few findings with the reference that was tested, the difference and the reason', () => {
    const text = firstLook(
      madeResults([madeFinding({ verdict: 'not-distinguishable', reason, usable: 40, total: 200 })]),
      { width: 80, isWhole: false },
    );
    expect(text).toMatch(/my-model +70 % +60 % +\+10 \[\+2, \+18\] +40\/200 ! +not distinguishable/);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`(${reason})`);
    expect(text).toContain('\n    (not above'); // below its row
    expect(text).toContain('best constant: score of the best constant answer');
  });

  it('aligns columns', () => {
    const lines = firstLook(madeResults([madeFinding({ model: 'a/x' }), madeFinding({ model: 'a/longer' })]), {
      width: 80,
      isWhole: false,
    }).split('\n');
    const rows = lines.filter((line) => /^ +(x|longer) /.test(line));
    expect(new Set(rows.map((line) => line.indexOf('70 %'))).size).toBe(1);
    expect(rows).toHaveLength(2);
  });

  it('says first that a run is not finished', () => {
    const unfinished = ['run kill2: stopped, 1,048 of 2,700 calls answered'];
    const selection = { kind: 'run', name: 'run kill2', runs: ['x'], unfinished } as const;
    expect(firstLook(madeResults([madeFinding()], { selection }), { width: 80, isWhole: false }).split('\n')[0]).toBe(
      unfinished[0],
    );
  });

  it('keeps what differs in names: the provider if the rest is equal, the run of a model in several runs', () => {
    const named = (...names: readonly string[]) =>
      firstLook(madeResults(names.map((model) => madeFinding({ model }))), { width: 80, isWhole: false });
    expect(named('openai-compatible/good', 'openai-compatible/weak')).toMatch(/^ +good +70.*\n +weak +70/m);
    expect(named('a/same', 'b/same')).toMatch(/^ +a\/same +70.*\n +b\/same +70/m);
    const runs = ['111111aaaaaa', '222222bbbbbb'].map((run) => madeFinding({ run }));
    expect(firstLook(madeResults(runs), { width: 80, isWhole: false })).toMatch(/\(111111\) +70[\s\S]*\(222222\) +70/);
  });

  it('prints no interval above 100 %', () => {
    const text = firstLook(madeResults([madeFinding({ score: 1, scoreInterval: [0.92, 1] })]), {
      width: 80,
      isWhole: false,
    });
    expect(text).toContain('100 %');
    expect(text).not.toMatch(/± |10[1-9]|1[1-9]\d %/);
  });
});
