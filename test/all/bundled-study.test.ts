import { expect, it } from 'vitest';
import { benchmarkCardSchema } from '../../src/report/card/benchmark-card.ts';
import { studyResultSchema } from '../../src/results/study-result.ts';
import { seb, socketsOf } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

const folder = newFolder();

/** Returns printed text without its line breaks, which depend on the width of the terminal. */
function unwrapped(text: string): string {
  return text.replace(/\s+/g, ' ');
}

it('seb study introspection --bundled runs the study of the demonstration models on a few items, with a notice about them', async () => {
  const args = ['study', 'introspection', '--bundled', '--items-per-task', '3', '--store', 'bundled.sqlite'];
  const ended = await seb([...args, '--json'], { folder });
  expect(ended).toMatchObject({ code: 0 });
  const { pairs, accuracy, behaviorChange, ladder, transfer } = studyResultSchema.parse(JSON.parse(ended.stdout));
  expect(pairs.map(({ a, b, verdict }) => [a, b, verdict])).toEqual([
    ['bundled/ada', 'bundled/bo', 'not measured'], // nine strings are too few for a verdict
  ]);
  expect(new Set(accuracy.map(({ arm }) => arm))).toEqual(
    new Set(['untrained', 'self', 'cross', 'scramble', 'shifted']),
  );
  expect(behaviorChange.map(({ shift, target }) => `${target} ${shift}`)).toEqual([
    ...['bundled/ada self-training', 'bundled/bo self-training', 'bundled/ada training', 'bundled/bo training'],
  ]);
  const arms = ladder.map(({ base, arm, target, axis }) => `${base} ${arm} ${target} ${axis}`);
  expect(new Set(arms).size).toBe(2 * 4 * 3); // of each target: before and after training, scrambled, by the other
  for (const { rungs } of ladder) expect(rungs).toHaveLength(4);
  expect(transfer.map(({ base }) => base)).toEqual(['bundled/ada', 'bundled/bo']);
  for (const { constant } of transfer) {
    expect(constant.untrained.value).toBeGreaterThanOrEqual(0.5); // of yes and no, one is right at least half the time
    expect(constant.self.missing).toBe('no execution of this arm can be scored');
  }
  const screen = (await sebHere(args, { folder })).stdout;
  expect(screen.trimEnd().split('\n').length, screen).toBeLessThanOrEqual(30); // 25 lines, with a notice and advice
  expect(unwrapped(screen)).toContain('our demonstration models');
  expect(unwrapped(screen)).toContain('bundled/ada and bundled/bo: not measured: ');
  const shown = await sebHere(['study', 'report', '--wide', '--store', 'bundled.sqlite'], { folder });
  expect(shown.stdout).toContain('Where does trained self-prediction break?');
  expect(unwrapped(shown.stdout)).toContain('have a known value in steps');
  expect(shown.stdout).toContain('Transfer to other tasks');
  expect(unwrapped(shown.stdout)).toContain(
    'Before training, not shown to be above the best constant answer: ada in “words it lists”',
  );
  expect(unwrapped(shown.stdout)).toContain('Such a model fails at the task, so this row does not measure transfer.');
  const report = (await sebHere(['report', '--store', 'bundled.sqlite'], { folder })).stdout.trimEnd();
  expect(report.split('\n').length, report).toBeLessThanOrEqual(32);
  expect(unwrapped(report)).toMatch(/^Can ada and bo be trained to know themselves\? bundled\/ada and bundled\/bo: /);
  expect(report).toContain('- ada and bo are our demonstration models: these numbers say nothing about LLMs.');
  const limits = (await sebHere(['report', '--table', 'limits', '--store', 'bundled.sqlite'], { folder })).stdout;
  expect(unwrapped(limits)).toMatch(/ in property(?: of its answer)? could not be read /);
  const card = await sebHere(['card', '--study', '--store', 'bundled.sqlite', '--json'], { folder });
  const { benchmark_card: made } = benchmarkCardSchema.parse(JSON.parse(card.stdout));
  expect(made.purpose_and_intended_users.tasks.map((task) => task.split(':')[0])).toEqual(['property', 'association']);
  expect(made.methodology.methods.join()).toContain('arms: untrained, self');
  expect(made.methodology.baseline_results.join()).toContain('bundled/ada and bundled/bo');
  expect(new Set(made.data.size).size).toBe(made.data.size.length);
  expect(socketsOf(folder)).toEqual([]);
}, 400_000);
