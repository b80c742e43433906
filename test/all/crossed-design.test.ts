import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeRun } from '../../src/answers/execute-run.ts';
import { dryRun } from '../../src/answers/plan/dry-run.ts';
import { itemTasks } from '../../src/answers/plan/item-task.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import type { CallKey, KeyedCall } from '../../src/domain/call.ts';
import { reportSchema } from '../../src/report/render/report-json.ts';
import type { StoredAnswer } from '../../src/store/store.ts';
import { start } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';
import { type Bench, openBench } from '../support/simulated-run.ts';

const crossed = {
  optionOrder: ['given' as const, 'reversed' as const],
  mode: ['direct' as const, 'deliberate' as const],
  samples: 2,
  limit: 5,
};
const wordings = {
  association: ['paper', 'quoted', 'hypothetical'],
  restriction: ['paper', 'plain', 'separate'],
  difficulty: ['paper', 'effort', 'separate'],
  verbatim: ['paper', 'quoted', 'exact'],
};
/** Number of executions (and judgments of them) that an item needs once, whatever the condition. */
const shared = { association: 2, restriction: 2 + 2, difficulty: 2 * 4, verbatim: 2 };
/** The verbatim prediction has no options, so both orders give the same prompt. */
const predictions = { association: 12, restriction: 12, difficulty: 12, verbatim: 6 };

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

async function inserted(run: () => Promise<unknown>): Promise<readonly StoredAnswer[]> {
  const answers: StoredAnswer[] = [];
  const insert = bench.store.insertAnswer.bind(bench.store);
  bench.store.insertAnswer = (answer) => {
    answers.push(answer);
    return insert(answer);
  };
  try {
    await run();
  } finally {
    bench.store.insertAnswer = insert;
  }
  return answers;
}

describe('a crossed design of 3 wordings x 2 orders x 2 modes', () => {
  it.each(Object.keys(wordings) as (keyof typeof wordings)[])('%s: sends each distinct prompt once', async (name) => {
    const options = { ...crossed, model: [`simulated/${name}`], experiment: [name], wording: wordings[name] };
    const run = () => bench.run(options);
    const first = await inserted(run);
    const bySlot = Map.groupBy(first, ({ call }) => (JSON.parse(call) as KeyedCall).slot);
    expect(new Set(first.map(({ key }) => key)).size).toBe(first.length);
    expect(bySlot.get('forecast')?.length).toBe(5 * predictions[name]);
    expect(first.length).toBe(5 * (predictions[name] + shared[name]));
    expect(await inserted(run), 'the same command asks nothing twice').toEqual([]);
  });

  it.each(Object.keys(wordings) as (keyof typeof wordings)[])('%s: the dry run says so beforehand', async (name) => {
    const options = { ...crossed, model: [`simulated/${name}`], experiment: [name], wording: wordings[name] };
    const { config, experiments, datasets } = await prepareRun(options, {}, bench.store);
    const [prediction] = dryRun(itemTasks(config, experiments, datasets), () => null);
    expect(prediction?.calls).toBe(5 * (predictions[name] + shared[name]));
  });

  it('has an outcome for every condition, all from the same executions', async () => {
    const options = { ...crossed, model: ['simulated/shared'], experiment: ['restriction'] };
    const { rows } = await bench.run({ ...options, wording: wordings.restriction });
    expect(new Set(rows.map(({ condition }) => condition)).size).toBe(12);
    for (const own of Map.groupBy(rows, ({ item }) => item).values()) {
      expect(own.length).toBe(12);
      const executions = own.map(({ outcome }) => (outcome.kind === 'binary' ? outcome.executions : null));
      for (const each of executions) expect(each).toEqual(executions[0]);
    }
  });

  it('resumes where it was stopped', async () => {
    const options = { ...crossed, model: ['simulated/stopped'], experiment: ['association'], concurrency: 1 };
    const prepared = await prepareRun({ ...options, wording: wordings.association }, {}, bench.store);
    const stopper = new AbortController();
    const keys: CallKey[] = [];
    const until = async (stopAfter: number) => {
      const answers = await inserted(() => {
        const insert = bench.store.insertAnswer;
        bench.store.insertAnswer = (answer) => {
          keys.push(answer.key);
          if (keys.length === stopAfter) stopper.abort();
          return insert(answer);
        };
        const stop = stopAfter > 0 ? stopper.signal : new AbortController().signal;
        return executeRun(prepared, { store: bench.store, stop, onProgress: () => {} });
      });
      return answers.length;
    };
    const before = await until(20);
    expect(before).toBeGreaterThanOrEqual(20);
    expect(before).toBeLessThan(5 * 14);
    expect(before + (await until(0))).toBe(5 * 14);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('shares nothing where the object prompt changes', async () => {
    const options = { ...crossed, model: ['simulated/languages'], experiment: ['difficulty'] };
    const answers = await inserted(() =>
      bench.run({ ...options, optionOrder: ['given'], mode: ['direct'], language: ['en', 'es', 'he', 'zh'] }),
    );
    expect(answers.length).toBe(5 * 4 * (1 + 8));
  });
});

describe('a crossed design through the command line', () => {
  it('plans what it must, goes on after an interrupt without asking again, and reports mean, spread and differences', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-crossed-'));
    // a delay does not affect answers, so it is not part of the run's id
    const design = (delay: number) => [
      ...['run', '--model', `simulated/interrupted?self=0.6&delay=${delay}`, '--experiment', 'association'],
      ...['--wording', wordings.association.join(','), '--option-order', 'given,reversed'],
      ...['--mode', 'direct,deliberate', '--samples', '2', '--limit', '5', '--concurrency', '2', '--json'],
    ];
    const planned = 5 * (predictions.association + shared.association);
    const store = ['--store', join(folder, '.seb', 'store.sqlite')];
    const dry = await sebHere([...design(0), ...store, '--dry-run']);
    expect(JSON.parse(dry.stdout)).toMatchObject({ calls: planned });

    const { child, said, ended } = start(design(60), { folder });
    await said('/s, about');
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, signal: null });
    const { run } = JSON.parse((await ended).stdout) as { run: string };
    const kept = answersIn(folder);
    expect(kept.size).toBeGreaterThan(0);
    expect(kept.size).toBeLessThan(planned);
    expect((await sebHere(['resume', run, ...store, '--json'])).code).toBe(0);
    const all = answersIn(folder);
    expect(all.size).toBe(planned);
    for (const [key, place] of kept) expect(all.get(key)).toBe(place);

    const { stdout } = await sebHere(['report', run, ...store, '--json']);
    const { conditions } = reportSchema.parse(JSON.parse(stdout));
    const spread = conditions.find(({ measure, policy }) => measure === 'accuracy' && policy === 'parsed');
    const values = spread?.conditions.map(({ value }) => value ?? 9) ?? [];
    expect(values.length).toBe(12);
    expect(spread?.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 12, 12);
    expect(spread?.differences.length).toBe(66);
    expect(spread?.factors.map(({ factor }) => factor)).toEqual([
      ...['wording', 'wording', 'wording', 'optionOrder', 'mode'],
    ]);
    const table = async (name: string) => (await sebHere(['report', run, '--table', name, ...store])).stdout;
    expect(await table('conditions-association')).toMatch(
      /words it lists over 12 conditions: mean and spread\nmodel +measure +mean \[95 %\]/,
    );
    expect(await table('level-differences-association')).toMatch(/ mode +direct +deliberate +[+−]?\d+\.\d points/);
  }, 240_000);
});

/** Returns the location of each stored answer by its key: an answer that was requested again would be elsewhere. */
function answersIn(folder: string): ReadonlyMap<string, string> {
  const database = new DatabaseSync(join(folder, '.seb', 'store.sqlite'));
  const rows = database.prepare('select key, block, place from answers').all();
  database.close();
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  return new Map(rows.map(({ key, block, place }) => [String(key), `${block} ${place}`]));
}
