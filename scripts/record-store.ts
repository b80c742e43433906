/**
 * Makes the store that later versions must be able to read: test/golden/stores/VERSION. Run once for a released version, in
 * its checkout: node scripts/record-store.ts FOLDER. With a report as second argument (of a version that lacks this script),
 * it only writes the numbers of that report.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../src/store/open.ts';
import { answersHash, numbersText } from '../test/support/stored-numbers.ts';

const program = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const models = ['simulated/ada?self=0.9&format=0.2', 'simulated/bo'];
const experiments = ['association', 'restriction', 'difficulty', 'stump', 'verbatim', 'property'];
const design = ['--limit', '6', '--samples', '2', '--temperature', '0.7', '--sampling-seed', '3'];

const [folder, report] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder to write into');
mkdirSync(folder, { recursive: true });

function seb(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--store', 'store.sqlite'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout;
  throw new Error(stderr);
}

if (report === undefined) {
  const run = ['run', '--model', ...models, '--experiment', ...experiments, ...design];
  seb([...run, '--mode', 'direct', 'deliberate', '--json']);
}
const fields =
  report === undefined ? ['value', 'low', 'high', 'n', 'units', 'usable'] : ['value', 'n', 'units', 'usable'];
const json = report === undefined ? seb(['report', '--json']) : readFileSync(report, 'utf8');
writeFileSync(join(folder, 'numbers.tsv'), numbersText(json, fields));
const store = await openStore(join(folder, 'store.sqlite'));
writeFileSync(join(folder, 'answers.sha256'), `${await answersHash(store)}\n`);
await store.close();
