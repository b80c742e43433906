import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { seb } from '../support/command.ts';
import { newFolder } from '../support/refusal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a script in an empty folder and returns what it prints to stdout. */
async function printed(script: string, folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: folder });
  return stdout;
}

/** Expected output of each example. A new example needs an entry. */
const expected: Readonly<Record<string, RegExp>> = {
  'measure.ts':
    /^run [0-9a-f]{12} is finished\n(?=.*knows-itself\?self=1: useful; beyond others: [a-z ]+\n).*guesses\?self=0: (?:informative|no sign); beyond others: /s,
  'own-experiment.ts': /^accuracy \{ value: 0\.\d+, baseRate: 0\.\d+ \}\nmcc /,
  'own-model.ts': /^[0-9a-f]{12} 15 answers\nedit_similarity \{ value: 1, n: 5 \}\n/,
  'report.ts':
    /^run [0-9a-f]{12} is finished, 0 calls failed\n\d+ estimates\n\d+ files; open example-report.report\.html\n$/,
};

it('has an expectation for every example', () => {
  const scripts = readdirSync(join(root, 'examples')).filter(
    (file) => file.endsWith('.ts') && file !== 'seb.config.ts',
  );
  expect(scripts.toSorted()).toEqual(Object.keys(expected));
});

it.each(Object.entries(expected))(
  'examples/%s runs in an empty folder',
  async (file, output) => {
    const folder = newFolder();
    expect(await printed(join(root, 'examples', file), folder)).toMatch(output);
    expect(existsSync(join(folder, '.seb', 'example.sqlite'))).toBe(true);
    if (file === 'report.ts') expect(existsSync(join(folder, 'example-report', 'report.html'))).toBe(true);
  },
  120_000,
);

it('the script of docs/api.md runs, and its run is in the default store of the command', async () => {
  const [, script = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'docs/api.md'), 'utf8')) ?? [];
  const folder = newFolder();
  const file = join(folder, 'script.ts');
  const source = JSON.stringify(new URL('../../src/index.ts', import.meta.url).href);
  writeFileSync(file, script.replace("'self-execution-benchmark'", source));
  const text = await printed(file, folder);
  // the page shows a measurement that tells the two apart
  expect(text).toMatch(/^finished: simulated\/knows-itself\?self=1 in association: useful$/m);
  expect(text).toMatch(/^finished: simulated\/guesses\?self=0 in association: (?:informative|no sign)$/m);
  const { stdout } = await seb(['report', '--json'], { folder });
  const { estimates } = JSON.parse(stdout) as { estimates: readonly unknown[] };
  expect(text).toContain(`\n${estimates.length} estimates, `);
}, 120_000);

it('examples/seb.config.ts is a config that `seb run` accepts', async () => {
  const run = ['run', '--config', join(root, 'examples', 'seb.config.ts')];
  const { code, stdout, stderr } = await seb([...run, '--dry-run'], { folder: newFolder() });
  expect(stderr).not.toContain('there is no option');
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/calls in total, \$\d+\.\d+ to \$\d+\.\d+/);
  expect(stdout).toContain('The upper end assumes');
});
