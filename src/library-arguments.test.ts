import { describe, expect, it } from 'vitest';
import * as library from './index.ts';
import * as properties from './properties.ts';
import * as report from './report.ts';
import * as study from './study.ts';
import { AppError } from './util/app-error.ts';

const entries: Readonly<Record<string, unknown>>[] = [library, report, study, properties];
const functions = new Map(
  entries
    .flatMap((entry) => Object.entries(entry))
    .flatMap(([name, value]) =>
      typeof value === 'function' && value !== AppError ? [[name, value as (...given: unknown[]) => unknown]] : [],
    ),
);

/** Calls a function as a script without types may do; returns what it throws, at once or later. */
async function thrownBy(called: (...given: unknown[]) => unknown, given: readonly unknown[]): Promise<unknown> {
  try {
    const result = await called(...given);
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
      for await (const _ of result as AsyncIterable<unknown>) break; // tested above
    }
    return result;
  } catch (error) {
    return error;
  }
}

/** What is passed instead of the first argument. */
const nonsense: readonly (readonly [string, readonly unknown[]])[] = [
  ['nothing', []],
  ['undefined', [undefined]],
  ['null', [null]],
  ['a number', [-1.5]],
  ['a function', [() => 1]],
  ['a symbol', [Symbol('x')]],
  ['a list of numbers', [[1, 2]]],
  ['undefined and an empty object', [undefined, {}]],
  ['null and a text', [null, 'x']],
  ['numbers', [1.5, 2, 3]],
];

/** Functions whose arguments all have defaults. */
const needNothing = ['experimentRegistry'];

describe.each([...functions])('%s of the library', (name, called) => {
  it.each(nonsense)('throws an AppError that names the argument for %s', async (what, given) => {
    const thrown = await thrownBy(called, given);
    if (needNothing.includes(name) && given[0] === undefined) return expect(thrown).not.toBeInstanceOf(Error);
    expect(thrown, what).toBeInstanceOf(AppError);
    expect((thrown as AppError).message).toMatch(
      new RegExp(`^${name}: (?:[\\w.]+ (?:is|must|names)|there is no|the options are) ?.*`),
    );
    expect((thrown as AppError).message).not.toMatch(/undefined|Invalid input|cannot read/i);
  });
});

describe('the library', () => {
  it.each([
    [() => library.createModel(undefined as never), 'createModel: name is missing'],
    [() => library.openStore(undefined as never), 'openStore: location is missing'],
    [() => library.analyzeRuns(undefined as never), 'analyzeRuns: read is missing'],
    [() => library.analyzeRuns({} as never), 'analyzeRuns: read.store is missing'],
    [() => report.writeReport({} as never, {} as never), 'writeReport: read.store is missing'],
    [() => library.chosenRuns({} as never, []), 'chosenRuns: store.runs is missing'],
    [() => library.prepareRun({}, {}, undefined as never), 'prepareRun: store is missing'],
    [() => library.executeRun({} as never, {} as never), 'executeRun: prepared.id is missing'],
    [() => library.closeModels({} as never), 'closeModels: prepared.models is missing'],
    [() => library.defineModel({ name: 'own/x' } as never), 'defineModel: definition.respond is missing'],
    [() => library.defineExperiment({ name: 'x' } as never), 'defineExperiment: experiment.version is missing'],
  ])('says what is missing: %s', async (call, message) => {
    await expect((async () => await call())()).rejects.toMatchObject({
      name: 'AppError',
      code: 'bad-options',
      message,
    });
  });
});
