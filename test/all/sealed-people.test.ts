import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { analyzeRuns } from '../../src/analyze/analyze-runs.ts';
import type { PeopleRun } from '../../src/answers/people/person-calls.ts';
import { findPeopleRun } from '../../src/answers/people/person-session.ts';
import { createPeopleRun } from '../../src/answers/people/prepare-people.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { runItems, runOutcomes, storedWorks } from '../../src/answers/stored-run.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { openStore } from '../../src/store/open.ts';
import { sebHere } from '../support/in-process.ts';
import { answerEverything } from '../support/people.ts';
import { newFolder, newStore } from '../support/refusal.ts';

const experiments = experimentRegistry();
const monday = new Date('2026-03-02T09:00:00Z');
const nextMonday = new Date('2026-03-09T09:00:00Z');
const closed = 'once its people have answered';

/** Creates a run of Ann and Bob in a store, and returns its id. */
async function createdIn(location: string): Promise<string> {
  const store = await openStore(location);
  const { id } = await createPeopleRun(store, {
    ...{ names: ['ann', 'bob'], config: {}, options: { experiment: ['association', 'restriction'], limit: 2 } },
    protocol: { kind: 'wait', days: 7 },
  });
  await store.close();
  return id;
}

async function withRun<Result>(
  location: string,
  id: string,
  use: (open: PeopleRun) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(location);
  try {
    return await use({ store, experiments, run: await findPeopleRun(store, id) });
  } finally {
    await store.close();
  }
}

const answerAt = (location: string, id: string, person: string, now: Date) =>
  withRun(location, id, (open) => answerEverything(open, { person, now }));

it('a run of people is listed as closed, not as paused, until everybody has answered', async () => {
  const location = newStore();
  const id = await createdIn(location);
  for (const person of ['ann', 'bob']) await answerAt(location, id, person, monday);
  const list = async (...flags: readonly string[]) =>
    (await sebHere(['list', '--store', location, ...flags])).stdout.replaceAll(/\s+/g, ' ');
  expect(await list()).toContain('closed until its people have answered');
  expect(await list()).not.toContain('paused');
  expect(JSON.parse(await list('--json'))).toMatchObject([{ run: id, closed: true }]);
  for (const person of ['ann', 'bob']) await answerAt(location, id, person, nextMonday);
  expect(await list()).toContain(', finished, ');
  expect(JSON.parse(await list('--json'))).toMatchObject([{ run: id, closed: false }]);
});

describe('a run whose people have not all answered', () => {
  const location = newStore();
  let id: string;
  beforeEach(async () => {
    id = await createdIn(location);
    for (const person of ['ann', 'bob']) await answerAt(location, id, person, monday);
    await answerAt(location, id, 'ann', nextMonday); // Bob is still to answer
  });

  it('is refused by every command that would show its items or results', async () => {
    const out = join(newFolder(), 'out');
    for (const args of [
      ['report', id, '--out', out],
      ['report', id, '--json'],
      ['compare', id],
      ['score', id],
      ['score'],
      ['show', id],
      ['items', id],
      ['card', id],
      ['label', 'sample', id, '2', '--out', out],
      ['label', 'results', id],
      ['run', '--model', `replay/${id}/person/ann`, '--experiment', 'association', '--limit', '2'],
      ['run', '--model', `replay/${id.slice(0, 6)}/person/bob`, '--experiment', 'association', '--dry-run'],
      ['doctor', '--model', `replay/${id}/person/ann`],
    ]) {
      const { code, stdout, stderr } = await sebHere([...args, '--store', location]);
      const said = `${stdout}${stderr}`.replace(/\s+/g, ' ');
      expect([code, said], args.join(' ')).toEqual([1, expect.stringContaining(closed)]);
      expect(said, args.join(' ')).not.toContain('associate');
    }
  });

  it('is refused by the functions of the library', async () => {
    await withRun(location, id, async ({ store, run }) => {
      await expect(runOutcomes(store, run, experiments).next()).rejects.toThrow(closed);
      await expect(runItems(store, run, experiments).next()).rejects.toThrow(closed);
      await expect(storedWorks(store, run, experiments)).rejects.toThrow(closed);
      await expect(analyzeRuns({ store, runs: [run], experiments })).rejects.toThrow(closed);
      const replayed = { model: [`replay/${id}/person/ann`], experiment: ['association'] };
      await expect(prepareRun(replayed, {}, store)).rejects.toThrow(closed);
    });
  });

  it('is listed without its answers, and stays closed in a copy of the store', async () => {
    const list = await sebHere(['list', '--store', location]);
    expect(list.stdout).toContain('person/ann, person/bob');
    const copy = newStore();
    expect((await sebHere(['merge', location, '--into', copy])).code).toBe(0);
    expect((await sebHere(['report', id, '--store', copy])).stderr).toContain(closed);
  });

  it('opens when the stores in which its people answered are merged', async () => {
    const [first, second, merged] = [newStore(), newStore(), newStore()];
    for (const [store, person] of [
      [first, 'ann'],
      [second, 'bob'],
    ] as const) {
      expect(await createdIn(store)).toBe(id);
      await answerAt(store, id, person, monday);
      await answerAt(store, id, person, nextMonday);
    }
    const { code, stderr } = await sebHere(['merge', first, second, '--into', merged]);
    expect(code, stderr).toBe(0);
    await withRun(merged, id, async ({ run }) => {
      expect(run.status).toBe('finished');
      expect(run.consents.map(({ person }) => person)).toEqual(['ann', 'bob']);
    });
    const report = await sebHere(['report', id, '--store', merged, '--json']);
    const { runs } = JSON.parse(report.stdout) as {
      readonly runs: readonly { readonly consents: readonly object[] }[];
    };
    expect(runs[0]?.consents).toMatchObject([
      { person: 'ann', how: 'viewer', at: monday.toISOString() },
      { person: 'bob', how: 'viewer', at: monday.toISOString() },
    ]);
  });

  it('ends early with `seb people end`: open questions count as missing, and nothing is open any more', async () => {
    const ended = await sebHere(['people', 'end', id, '--store', location]);
    expect(ended.stdout).toContain(`run ${id} has ended`);
    const status = await sebHere(['people', 'status', id, '--store', location]);
    expect(status.stdout).toMatch(/bob: 4 of 4 predictions, 0 of 6 answers/);
    const report = await sebHere(['report', id, '--store', location]);
    expect(report.code).toBe(0);
    expect(await answerAt(location, id, 'bob', nextMonday)).toBe(0);
  });
});
