import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { splitOf } from '../../src/experiments/property/items.ts';
import { type Ended, seb, socketsOf, start } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';
import { openAiFake } from '../support/train/fake-dialects.ts';
import { FakeHost } from '../support/train/fake-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-train-'));
const key = 'canary-key-of-openai';
let host: FakeHost;
let run: string;

beforeAll(async () => {
  host = await FakeHost.start(openAiFake);
  vi.stubEnv('OPENAI_API_KEY', key);
  const made = await here(
    'run',
    '--experiment',
    'property',
    '--model',
    'simulated/ada',
    '--samples',
    '2',
    '--limit',
    '80',
    '--json',
  );
  run = (JSON.parse(made.stdout) as { run: string }).run;
}, 120_000);
afterAll(async () => {
  await host.server.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function cli(...args: readonly string[]): Promise<Ended> {
  return seb(args, { folder, environment: { OPENAI_API_KEY: key } });
}

/** The same in this process, for commands that send nothing. */
function here(...args: readonly string[]) {
  return sebHere(args, { folder });
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await sleep(20);
}

const rowsOf = (arm: string) => ['train', 'rows', '--run', run, '--arm', arm, '--out', `rows/${arm}`];
const file = (name: string) => readFileSync(join(folder, 'rows', name), 'utf8');
const startOpenAi = () => [
  'train',
  'start',
  '--rows',
  'rows/self',
  '--base',
  'openai/gpt-x',
  '--port',
  'openai',
  '--base-url',
  host.baseUrl,
];

describe('seb train rows', () => {
  test('writes only rows of the training split, identical for self and cross', async () => {
    for (const arm of ['self', 'cross', 'scramble', 'read-off', 'shifted']) {
      expect(await here(...rowsOf(arm)), arm).toMatchObject({ code: 0, stderr: '' });
    }
    expect(file('cross/train.jsonl')).toBe(file('self/train.jsonl'));
    expect(file('scramble/train.jsonl')).not.toBe(file('self/train.jsonl'));
    for (const arm of ['self', 'read-off', 'shifted']) {
      const rows = file(`${arm}/rows.jsonl`).trimEnd().split('\n');
      const strings = rows.map((line) => (JSON.parse(line) as { string: string }).string);
      expect(strings.length).toBeGreaterThan(20);
      expect(strings.filter((string) => splitOf({ string }) === 'test')).toEqual([]);
    }
    expect(JSON.parse(file('self/rows.json'))).toMatchObject({
      arm: 'self',
      sources: [{ run }],
      wordings: ['asked-before'],
    });
  }, 120_000);

  test('counts the test strings of a run that has no training item', async () => {
    const tested = await here(
      'run',
      ...`--experiment property --model simulated/ada --split test --limit 3 --json`.split(' '),
    );
    const { run: id } = JSON.parse(tested.stdout) as { run: string };
    const refused = await here('train', 'rows', '--run', id, '--arm', 'self', '--out', 'rows/none');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('3 strings are in the test split');
    expect(refused.stderr).toContain('--split train');
  });

  test('names what is missing', async () => {
    const ended = await here('train', 'rows', '--arm', 'self', '--out', 'rows/none');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('give either a run with --run or a file with --examples');
  });
});

describe('seb train start', () => {
  test('sends nothing with --dry-run, and prints tokens, money and hosting', async () => {
    const dry = await here(...startOpenAi(), '--dry-run', '--epochs', '1', '--train-price', '25');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(/training {2}\$\d.*at most \$\d/);
    expect(dry.stdout).toMatch(/hosting {3}\S/);
    expect(dry.stdout).toContain('January 6, 2027');
    vi.stubEnv('OPENAI_API_KEY', '');
    expect(await here(...startOpenAi(), '--dry-run', '--epochs', '1', '--train-price', '25')).toEqual(dry);
    expect(await here(...startOpenAi())).toMatchObject({ code: 1, stdout: '' }); // names the missing key
    vi.stubEnv('OPENAI_API_KEY', key);
    expect(host.requests).toEqual([]);
  });

  test('refuses a budget without a price before anything is sent', async () => {
    const ended = await here(...startOpenAi(), '--budget', '5');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('--budget needs the price of training');
    expect(host.charges).toBe(0);
  });

  test('submits once, prints the commands to continue at Ctrl-C, and is collected, shown and listed', async () => {
    const first = start(startOpenAi(), { folder, environment: { OPENAI_API_KEY: key } });
    await until(() => host.count('job') > 0); // the job is submitted, and waits for the next poll
    first.child.kill('SIGINT');
    const left = await first.ended;
    expect(left.code).toBe(130);
    const collect = /seb (train collect [0-9a-f]{12})/.exec(left.stderr)?.[1] ?? '';
    expect(collect).not.toBe('');
    expect(left.stderr).toContain(collect.replace('collect', 'cancel'));
    expect(host.charges).toBe(1);

    const again = await cli(...startOpenAi(), '--no-wait', '--json');
    expect(again.code).toBe(0);
    for (let poll = 0; poll < 5; poll += 1) await cli(...collect.split(' '));
    const collected = await cli(...collect.split(' '), '--json');
    expect(JSON.parse(collected.stdout)).toMatchObject({
      state: { kind: 'succeeded', model: 'openai/ft:trained-ftjob-1' },
    });
    expect(host.charges).toBe(1);

    const name = collect.split(' ')[2] ?? '';
    const shown = await here('train', 'show', name);
    expect(shown.stdout).toMatch(/submitted as ftjob-1[\s\S]*succeeded: openai\/ft:trained-ftjob-1/);
    const listed = await here('train', 'list');
    expect(listed.stdout).toContain(`${name}  succeeded`);
    expect(listed.stdout).toContain('2027-01-14');
    for (const { stdout, stderr } of [left, again, collected, shown, listed])
      expect(stdout + stderr).not.toContain(key);
    expect(socketsOf(folder)).toEqual([new URL(host.baseUrl).host]);
  }, 120_000);

  test('lists the jobs when a key is unknown', async () => {
    expect((await here('train', 'cancel', 'ffff')).stderr).toContain('`seb train list` shows the jobs');
  });
});
