import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../structure/source-files.ts';

/** Folder of the installed package; absent in a checkout, which has none: what is shipped is compared where it is packed. */
const installed = process.env.SEB_INSTALLED;
const folder = mkdtempSync(join(tmpdir(), 'seb-output-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programs = { checkout: join(root, 'src/cli/main.ts'), built: join(installed ?? '', 'dist/cli/seb.js') };
const log = (path: string) => join(root, 'test/golden/logs', path);

/** A folder for each program, both at paths of one length: the two run at the same time, and wrap their lines alike. */
const places = { checkout: join(folder, 'a'), built: join(folder, 'b') };

interface Printed {
  readonly status: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes of the files below `out` by name, as base64. */
  readonly files: Readonly<Record<string, string>>;
}

/** Runs a command of the checkout or of the package in an empty folder, and returns all that it prints and writes. */
async function result(
  program: keyof typeof programs,
  command: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Printed> {
  const work = places[program];
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  for (const version of ['0.1', '0.2']) {
    copyFileSync(join(root, 'test/golden/stores', version, 'store.sqlite'), join(work, `${version}.sqlite`));
  }
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const env = {
    PATH,
    HOME: folder,
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    ...environment,
  };
  const options = { cwd: work, env, maxBuffer: 2 ** 28, timeout: 300_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [programs[program], ...command.split(' ')], options, (error, stdout, stderr) => {
      const status = error === null ? 0 : (error.code ?? error.signal ?? null);
      const unplaced = (text: string) => text.replaceAll(work, 'WORK');
      resolve({ status, stdout: unplaced(stdout), stderr: unplaced(stderr), files: filesBelow(join(work, 'out')) });
    });
  });
}

function filesBelow(path: string): Readonly<Record<string, string>> {
  if (!existsSync(path)) return {};
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = names.filter((name) => statSync(join(path, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(path, name), 'base64')]));
}

const helped = [
  'run',
  'resume',
  'report',
  'items',
  'show',
  'compare',
  'worth',
  'view',
  'demo',
  'study',
  'study run',
  'train',
]
  .concat([
    'train start',
    'data',
    'data check',
    'import',
    'people',
    'label',
    'list',
    'rm',
    'merge',
    'score',
    'experiments',
  ])
  .concat(['models', 'doctor', 'collect', 'worker', 'card', 'rasch', 'attributes']);

const commands: readonly string[] = [
  ...['--version', '--help', ...helped.map((name) => `${name} --help`)],
  ...[
    'rasch',
    'rasch --method paper',
    'attributes',
    'attributes --json',
    'experiments',
    'experiments --json',
    'models',
  ],
  ...['data list', 'card', 'run --model simulated/a simulated/b --dry-run', 'frobnicate', 'report --store nowhere'],
  ...['0.1', '0.2'].flatMap((version) =>
    [
      ...['list', 'list --json', 'items latest', 'show latest', 'show latest --full --json', 'score'],
      ...['report', 'report --json', 'report --csv', 'report --markdown --wide', 'report --list', 'report --out out'],
      ...['compare --wide --explain', 'compare --json', 'worth', 'resume latest'],
    ].map((command) => `${command} --store ${version}.sqlite`),
  ),
  `compare ${log('inspect/times_alpha-large.eval')} ${log('inspect/times_beta-small.eval')}`,
  `compare ${log('inspect/times_alpha-large.eval')} ${log('inspect/times_beta-small.eval')} --json`,
  ...[
    'inspect/errors.eval',
    'inspect/string-ids.json',
    'promptfoo/out.jsonl',
    'table/answers.csv',
    'lm-eval/alpha-large',
  ]
    .concat('eee/5bd1b9e2-e5d2-46ad-a429-32ef0ef61c10.json')
    .map((path) => `report ${log(path)}`),
  `import ${log('inspect/times_alpha-large.eval')} --store new.sqlite`,
];

describe.skipIf(installed === undefined)(
  'the package (skipped here: scripts/check-package.sh runs it, installed)',
  () => {
    it.each(commands)(
      'prints and writes for `seb %s` what the sources do',
      async (command) => {
        const [fromSources, fromPackage] = await Promise.all([result('checkout', command), result('built', command)]);
        expect(fromPackage).toEqual(fromSources);
        expect(`${fromSources.stdout}${fromSources.stderr}`).not.toBe('');
      },
      600_000,
    );

    it('keeps compiled code in the cache folder of the user, and needs no such folder', async () => {
      const cache = join(folder, 'cache');
      const environment = { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, NODE_COMPILE_CACHE: '' };
      mkdirSync(cache);
      const command = 'list --store 0.2.sqlite';
      const { stdout } = await result('built', command, environment);
      expect(Object.keys(filesBelow(cache)).length).toBeGreaterThan(10);
      const again = await result('built', command, environment);
      expect(again.stdout).toBe(stdout);
      const without = await result('built', command, { XDG_CACHE_HOME: '/dev/null/x', NODE_COMPILE_CACHE: '' });
      expect(without.stdout).toBe(stdout);
    }, 600_000);

    it('starts its threads and programs, and finds the models: a run of a bundled model', async () => {
      const command = 'run --model bundled/ada --experiment association --limit 2 --json';
      const { status, stderr, stdout } = await result('built', command);
      expect(status, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ status: 'finished' });
    }, 600_000);
  },
);
