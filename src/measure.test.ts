import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newFolder } from '../test/support/refusal.ts';
import { type Bench, openBench } from '../test/support/simulated-run.ts';
import { analyzeRuns, compareRuns } from './analyze/analyze-runs.ts';
import { chosenRuns } from './answers/choose-runs.ts';
import { association } from './experiments/association/index.ts';
import { defineExperiment, experimentRegistry } from './experiments/registry.ts';
import { measure } from './measure.ts';
import { defineModel } from './models/define-model.ts';
import type { ModelRequest } from './models/language-model.ts';
import { withScoresMarked } from './results/finding.ts';
import { openStore } from './store/open.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Creates a model with a constant answer, and a judge who accepts it. */
function parrot(name: string) {
  const respond = vi.fn(({ slot }: Pick<ModelRequest, 'slot'>) => {
    if (slot === 'judge') return '{"choice": "A"}';
    return slot === 'forecast' ? '{"response": "Hello."}' : 'Hello.';
  });
  return { respond, model: defineModel({ name, version: 1, respond }) };
}

describe('measure', () => {
  it('returns the numbers of the pipeline for the stored run, and sends nothing the second time', async () => {
    const options = {
      models: ['simulated/a?self=1', 'simulated/b?self=0'],
      experiments: ['association'],
      limit: 10,
      store: bench.store,
    };
    const first = await measure(options);
    expect(first).toMatchObject({ status: 'finished', progress: { answered: 40, found: 0 } });
    const runs = await chosenRuns(bench.store, [first.run]);
    const read = { store: bench.store, runs, experiments: experimentRegistry(), seed: 1 };
    const analysis = await analyzeRuns(read);
    expect(first.estimates).toEqual(withScoresMarked(analysis.estimates, first.verdicts));
    expect(first.verdicts).toEqual(analysis.results().findings);
    expect(first.comparisons).toEqual(await compareRuns(read));
    expect(first.comparisons.differences.length).toBeGreaterThan(0);
    const again = await measure(options);
    expect(again).toMatchObject({ run: first.run, progress: { answered: 0, found: 40 } });
    expect(again.estimates).toEqual(first.estimates);
  });

  it('takes a model object as subject and judge, stores its answers under its identity, and leaves it open', async () => {
    const { model, respond } = parrot('own/parrot');
    const close = vi.fn(async () => {});
    const own = { ...model, close };
    const { run, status, estimates } = await measure({
      models: [own],
      judge: own,
      experiments: ['verbatim'],
      limit: 2,
      store: bench.store,
    });
    expect(status).toBe('finished');
    const slots = ['execute', 'execute', 'forecast', 'forecast']; // no response is judged by its own model
    expect(respond.mock.calls.map(([{ slot }]) => slot).toSorted()).toEqual(slots);
    expect(close).not.toHaveBeenCalled();
    const exact = estimates.find(({ measure, policy }) => measure === 'exact_match' && policy === 'parsed');
    expect(exact).toMatchObject({ model: 'own/parrot', value: 1, n: 2 });
    const [record] = await chosenRuns(bench.store, [run]);
    expect(record?.config.models).toEqual([{ name: 'own/parrot', identity: 'own/parrot@1', baseUrl: null }]);
    expect(record?.provenance.command).toMatch(/^measure\(\) in /);
  });

  it('calls a judge that is given as an object', async () => {
    const subject = parrot('own/subject');
    const judge = parrot('own/judge');
    const { status } = await measure({
      models: [subject.model],
      judge: judge.model,
      experiments: ['verbatim'],
      limit: 1,
      store: bench.store,
    });
    expect(status).toBe('finished');
    expect(subject.respond.mock.calls.map(([{ slot }]) => slot).toSorted()).toEqual(['execute', 'forecast']);
    expect(judge.respond.mock.calls.map(([{ slot }]) => slot)).toEqual(['judge']);
  });

  it('accepts an experiment object without its name', async () => {
    const { estimates } = await measure({
      models: ['simulated/a'],
      experiments: [defineExperiment({ ...association, name: 'mine' })],
      items: { mine: 'data/association/items.jsonl' },
      limit: 3,
      store: bench.store,
    });
    expect(new Set(estimates.map(({ experiment }) => experiment))).toEqual(new Set(['mine']));
  });

  it('has no numbers while the run is paused, and continues it when called again', async () => {
    const stop = new AbortController();
    const { model, respond } = parrot('own/paused');
    const pausing = defineModel({
      name: model.name,
      version: 1,
      respond: (request) => {
        stop.abort();
        return respond(request);
      },
    });
    const options = { experiments: ['verbatim'], limit: 3, store: bench.store };
    const paused = await measure({ ...options, models: [pausing], stop: stop.signal });
    expect(paused).toMatchObject({ status: 'paused', estimates: [], verdicts: [], ending: { why: 'stopped' } });
    expect(paused.comparisons.differences).toEqual([]);
    expect(respond).toHaveBeenCalledTimes(1);
    const progress = vi.fn();
    const finished = await measure({ ...options, models: [model], onProgress: progress });
    expect(finished).toMatchObject({ run: paused.run, status: 'finished', progress: { found: 1 } });
    expect(respond).toHaveBeenCalledTimes(6); // two calls per item, including the one of the paused run
    expect(progress).toHaveBeenCalled();
  });

  it('stores the run in a store given by name', async () => {
    const store = join(newFolder(), 'store.sqlite');
    const { run } = await measure({ models: ['simulated/a'], experiments: ['association'], limit: 2, store });
    const opened = await openStore(store);
    expect((await opened.runs()).map(({ id }) => id)).toEqual([run]);
    await opened.close();
  });

  const malformed: readonly (readonly [given: unknown, message: RegExp])[] = [
    [undefined, /^measure: the options are missing$/],
    [null, /^measure: the options are missing$/],
    ['simulated/a', /^measure: the options are missing$/],
    [['simulated/a'], /^measure: the options are missing$/],
    [{}, /^measure: models is missing$/],
    [{ model: ['simulated/a'] }, /^measure: there is no option "model" \(did you mean models\?\)$/],
    [{ models: ['simulated/a'], experiment: ['know'] }, /^measure: .*"experiment" \(did you mean experiments\?\)$/],
    [{ modles: ['simulated/a'] }, /^measure: models is missing \(is "modles" a misspelling of it\?\)$/],
    [{ models: 'simulated/a' }, /^measure: models is not a list of models$/],
    [{ models: [] }, /^measure: models names no model$/],
    [{ models: [undefined] }, /^measure: model\.0: is neither a name nor a model object$/],
    [{ models: ['simulated/a'], experiments: 'all' }, /^measure: experiments is not a list of experiments$/],
    [{ models: ['simulated/a'], experiments: [null] }, /^measure: experiments\.0: is not an experiment$/],
    [{ models: ['simulated/a'], judge: 5 }, /^measure: judge: is neither a name nor a model object$/],
    [{ models: ['simulated/a'], store: 5 }, /^measure: store is neither the location of a store nor an open store$/],
    [{ models: ['simulated/a'], stop: true }, /^measure: stop is not an AbortSignal$/],
    [{ models: ['simulated/a'], onProgress: 'yes' }, /^measure: onProgress is not a function$/],
    [{ models: ['simulated/a'], smaples: 2 }, /^measure: there is no option "smaples" \(did you mean samples\?\)$/],
  ];
  it.each(malformed)('refuses the argument %j of a script that no compiler checked', async (given, message) => {
    await expect(measure(given as never)).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/./),
    });
  });

  it('refuses invalid options by name, and leaves no store behind', async () => {
    const store = join(newFolder(), 'store.sqlite');
    const models = ['simulated/a'];
    await expect(measure({ models, samples: 0, store })).rejects.toMatchObject({
      code: 'bad-options',
      message: expect.stringMatching(/^measure: samples/),
    });
    await expect(measure({ models: [], store })).rejects.toMatchObject({ code: 'bad-options' });
    const halfModel = { name: 'own/half', ask: async () => ({}) };
    await expect(measure({ models: [halfModel as never], store })).rejects.toMatchObject({ code: 'config-shape' });
    const twins = [parrot('own/twin').model, parrot('own/twin').model];
    await expect(measure({ models: twins, store })).rejects.toMatchObject({ code: 'same-model' });
    expect(existsSync(store)).toBe(false);
  });
});
