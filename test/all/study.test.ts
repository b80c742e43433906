import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunId } from '../../src/domain/run-config.ts';
import { splitOf } from '../../src/experiments/property/items.ts';
import { studyResultSchema } from '../../src/results/study-result.ts';
import { openStoreToRead } from '../../src/store/open.ts';
import { analyzeRecord } from '../../src/study/analyze-record.ts';
import type { StudyDesign } from '../../src/study/design/design.ts';
import { parseStudyRecord } from '../../src/study/study-record.ts';
import { normalizedString } from '../../src/util/normalized-string.ts';
import { type Ended, seb, socketsOf, start } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-study-'));
const knowing = ['simulated/ann?private=0.8&skill=0.4', 'simulated/bob?private=0.8&skill=0.4'];
const ignorant = ['simulated/cat?private=0&skill=0.7', 'simulated/dan?private=0&skill=0.7'];

const seeds = [1, 2, 3];
const design = (targets: string[], trainingSeeds?: number[]): StudyDesign => ({
  targets,
  arms: ['untrained', 'self', 'cross', 'scramble'],
  items: 'items.jsonl',
  tasks: ['animals'],
  itemsPerTask: { train: 60, test: 80 },
  port: { port: 'simulated' },
  ...(trainingSeeds === undefined ? {} : { trainingSeeds }),
  samples: 2,
  resamples: 300,
});

function write(name: string, content: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return name;
}

function study(file: string, ...args: readonly string[]): Promise<Ended> {
  return seb(['study', 'introspection', file, ...args], { folder });
}

/** The same command in this process. */
function studyHere(file: string, ...args: readonly string[]) {
  return sebHere(['study', 'introspection', file, ...args], { folder });
}

/** Returns printed text without its line breaks, which depend on the width of the terminal. */
function unwrapped(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Returns the number of answers in a store. */
async function answersIn(store: string): Promise<number> {
  const opened = await openStoreToRead(join(folder, store));
  try {
    return (await opened.check()).answers;
  } finally {
    await opened.close();
  }
}

beforeAll(async () => {
  const made = await sebHere(['data', 'print', 'property/animals', '--limit', '450']);
  writeFileSync(join(folder, 'items.jsonl'), made.stdout);
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The result of the study of models that know themselves, as the command prints it. */
let printed: string;

describe('seb study introspection', () => {
  it('finds an advantage where models know themselves, with the same bytes and no further call the second time', async () => {
    const file = write('knowing.json', design(knowing, seeds));
    const first = await study(file, '--json', '--store', 'a.sqlite');
    expect(first).toMatchObject({ code: 0 });
    printed = first.stdout;
    const result = studyResultSchema.parse(JSON.parse(printed));
    expect(result.pairs.map(({ verdict }) => verdict)).toEqual(['own better']);
    expect(result.pairs[0]?.I.quantity.interval?.[0]).toBeGreaterThan(0);
    expect(result.pairs[0]?.gainBase).toBe('scramble');
    const answers = await answersIn('a.sqlite');
    const second = await studyHere(file, '--json', '--store', 'a.sqlite');
    expect(second.stdout).toBe(first.stdout);
    expect(await answersIn('a.sqlite')).toBe(answers);
    expect(socketsOf(folder)).toEqual([]);
  }, 240_000);

  it('leaves in the store what its result is computed from', async () => {
    const store = await openStoreToRead(join(folder, 'a.sqlite'));
    try {
      const [only, ...others] = await store.studies();
      expect(others).toEqual([]);
      if (only === undefined) throw new Error('the store has the study');
      const record = parseStudyRecord(only.id, only.record);
      expect(await analyzeRecord(store, record)).toEqual(JSON.parse(printed));
      expect(record.runs).toHaveLength(4);
      const run = async (step: string) => await store.run(record.runs.find((each) => each.step === step)?.run as RunId);
      const follows = async (step: string) => (await run(step))?.provenance.follows;
      expect(await follows('executions')).toBeUndefined();
      for (const step of ['predictions', 'trained-executions']) {
        expect(await follows(step)).toBe((await run('executions'))?.id);
      }
    } finally {
      await store.close();
    }
  }, 240_000);

  it('names the study when one of its runs is removed', async () => {
    copyFileSync(join(folder, 'a.sqlite'), join(folder, 'removed.sqlite'));
    const removed = await sebHere(['rm', 'latest', '--store', 'removed.sqlite'], { folder });
    expect(removed.stdout).toMatch(/^study [0-9a-f]{12} used this run: running the study again sends the calls/m);
  }, 240_000);

  it('says what replaces the flags for parts of the test items', async () => {
    const ended = await studyHere('knowing.json', '--min-entropy', '0.5', '--store', 'a.sqlite');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('--min-entropy was removed: a study has one verdict, on all of its test items');
  });

  it('writes no test string into any training row', () => {
    const items = readFileSync(join(folder, 'items.jsonl'), 'utf8').trimEnd().split('\n');
    const strings = items.map((line) => (JSON.parse(line) as { string: string }).string);
    const tested = strings.filter((string) => splitOf({ string }) === 'test').map(normalizedString);
    const rows = readdirSync(join(folder, '.seb/study'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('rows.jsonl'))
      .map((name) => normalizedString(readFileSync(join(folder, '.seb/study', name), 'utf8')));
    expect(tested.length).toBeGreaterThan(50);
    expect(rows.length).toBeGreaterThan(5);
    for (const text of rows) expect(tested.filter((string) => text.includes(string))).toEqual([]);
  });

  it('resumes after a kill, and ends with the bytes of an undisturbed study', async () => {
    const targets = knowing.map((name) => `${name}&delay=5`);
    const file = write('slow.json', design(targets));
    const args = ['study', 'introspection', file, '--json', '--store', 'killed.sqlite'];
    for (const step of ['execute targets on test items', 'predictions of all arms']) {
      const begun = start(args, { folder });
      await begun.said(step);
      begun.child.kill('SIGKILL');
      await begun.ended;
    }
    const kept = await answersIn('killed.sqlite');
    const resumed = await sebHere(args, { folder });
    const whole = await studyHere(file, '--json', '--store', 'whole.sqlite');
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed.stdout).toBe(whole.stdout);
    expect(await answersIn('killed.sqlite')).toBe(await answersIn('whole.sqlite'));
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(await answersIn('whole.sqlite'));
  }, 240_000);

  it('sees no sign of privileged access where models know nothing of themselves', async () => {
    const ended = await studyHere(write('ignorant.json', design(ignorant, seeds)), '--store', 'b.sqlite');
    expect(ended).toMatchObject({ code: 0 });
    expect(unwrapped(ended.stdout)).toMatch(/cat\S* and \S*dan\S*: no advantage found: /);
    expect(ended.stdout).not.toMatch(/own better|better predicted by itself/);
  }, 240_000);

  it('prints every step with --dry-run, and sends nothing', async () => {
    const ended = await studyHere(write('dry.json', design(knowing)), '--dry-run', '--store', 'dry.sqlite');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    for (const text of [
      'execute targets on training items',
      'training, 4 jobs for each model:',
      'predictions of all arms',
      'Smallest detectable difference of two copies',
      'One training of each arm: the study can say how far these copies differ, and has\n  no verdict.',
    ])
      expect(ended.stdout).toContain(text);
    expect(readdirSync(folder)).not.toContain('dry.sqlite');
  }, 240_000);

  it('measures a prompt-induced shift and transfer where the design names them', async () => {
    const further = {
      promptShift: { system: 'You are a pirate.' },
      transfer: ['association', 'difficulty', 'know'],
      transferItems: 20,
    };
    const items = { itemsPerTask: { train: 40, test: 40 } };
    const file = write('further.json', { ...design(knowing), ...items, ...further, samples: 3, predictionSamples: 2 });
    const dry = await studyHere(file, '--dry-run', '--store', 'none.sqlite');
    const steps = [
      'execute models under the system prompt',
      'predictions of models that are given the system prompt',
      'experiments that no arm was trained on',
    ];
    for (const step of steps) expect(dry.stdout).toContain(step);
    const ended = await studyHere(file, '--json', '--store', 'further.sqlite');
    expect(ended).toMatchObject({ code: 0 });
    for (const step of steps) expect(ended.stderr).toContain(step);
    const result = studyResultSchema.parse(JSON.parse(ended.stdout));
    const changes = Map.groupBy(result.behaviorChange, ({ shift }) => shift);
    expect(changes.get('self-training')?.map(({ target }) => target)).toEqual(knowing);
    expect(changes.get('prompt')).toHaveLength(4);
    expect(result.calibration.length).toBeGreaterThan(0);
    expect(result.accuracy.every(({ baselines }) => baselines.trainingMode !== undefined)).toBe(true);
    const effects = result.transfer.map(({ experiment, base, effect }) => [experiment, base, effect.quantity.value]);
    expect(effects.map(([experiment, base]) => [experiment, base])).toEqual(
      knowing.flatMap((base) => further.transfer.map((experiment) => [experiment, base])),
    );
    expect(await studyHere(file, '--store', 'further.sqlite')).toMatchObject({ code: 0 });
    const printed = await sebHere(['study', 'report', '--wide', '--store', 'further.sqlite'], { folder });
    expect(unwrapped(printed.stdout)).not.toMatch(/Not measured.*transfer to other experiments/);
    expect(unwrapped(printed.stdout)).toMatch(/bob, trained on its own answers a system prompt \d+ 100 %/);
  }, 180_000);

  it('does not wait for a training job, exits with 0 and a note, and starts no second job', async () => {
    const port = {
      port: 'command',
      template: 'trl',
      command: `until [ -e ${folder}/go ]; do sleep 0.1; done`,
      adapter: 'adapter.bin',
    };
    const file = write('waiting.json', { ...design(knowing), port });
    try {
      for (let time = 0; time < 2; time += 1) {
        const ended = await study(file, '--store', 'waiting.sqlite');
        expect(ended).toMatchObject({ code: 0 });
        expect(ended.stdout).toContain('Training jobs are still running. Run the same command again later');
        expect(ended.stderr).not.toContain('predictions of all arms');
      }
      const listed = await sebHere(['train', 'list', '--json', '--store', 'waiting.sqlite'], { folder });
      expect(JSON.parse(listed.stdout)).toHaveLength(1);
    } finally {
      writeFileSync(join(folder, 'go'), '');
    }
    const failed = await study(file, '--wait', '--store', 'waiting.sqlite');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('has failed');
  }, 120_000);

  it.each([
    ['the same model twice', { targets: [knowing[0], knowing[0]] }, 'listed twice'],
    ['an unknown task', { tasks: ['plants'] }, 'no task plants'],
    ['an unknown held-out pair', { heldOut: { pairs: ['animals×color'] } }, 'animals×color'],
    ['no cross arm', { arms: ['self'] }, 'no arm cross'],
    ['everything held out', { heldOut: { tasks: ['animals'] } }, 'no training items'],
    [
      'a foreign hyperparameter',
      { port: { port: 'simulated', hyperParameters: { learningRateMultiplier: 2 } } },
      '--lr-multiplier',
    ],
    ['an unknown field', { target: 'x' }, 'target'],
    ['numbers of training rows', { sizes: [20] }, 'the field sizes was removed'],
    ['transfer to an unknown experiment', { transfer: ['chess'] }, 'chess is not'],
  ])('refuses %s before any call', async (_, change, message) => {
    const ended = await studyHere(write('refused.json', { ...design(knowing), ...change }), '--store', 'none.sqlite');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(message);
    expect(ended.stderr).not.toContain('execute targets');
  });

  it('refuses items without held-out strings', async () => {
    const lines = readFileSync(join(folder, 'items.jsonl'), 'utf8').trimEnd().split('\n');
    const train = lines.filter((line) => splitOf(JSON.parse(line) as { string: string }) === 'train');
    writeFileSync(join(folder, 'train.jsonl'), `${train.join('\n')}\n`);
    const ended = await studyHere(write('no-test.json', { ...design(knowing), items: 'train.jsonl' }));
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('no held-out strings');
  }, 240_000);
});
