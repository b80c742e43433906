import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerEverything, answersFor } from '../../../test/support/people.ts';
import { newStore } from '../../../test/support/refusal.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { openStore } from '../../store/open.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { runOutcomes } from '../stored-run.ts';
import type { PeopleRun } from './person-calls.ts';
import { findPeopleRun, personState } from './person-session.ts';
import { createPeopleRun } from './prepare-people.ts';
import { isSealed } from './sealed.ts';
import { storeAnswer, storeConsent } from './store-answers.ts';

const experiments = experimentRegistry();
const monday = new Date('2026-03-02T09:00:00Z');
const later = (days: number) => new Date(monday.getTime() + days * 86_400_000);

describe('personState', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore(newStore());
  });
  afterEach(() => store.close());

  const open = async (run: Pick<RunRecord, 'id'>): Promise<PeopleRun> => ({
    ...{ store, experiments, run: await findPeopleRun(store, run.id) },
  });
  const stateOf = async (run: RunRecord, person: string, now: Date) => personState(await open(run), person, now);

  const answerAll = async (run: RunRecord, person: string, now: Date): Promise<number> =>
    answerEverything(await open(run), { person, now });
  const created = (names: string[], protocol: 'wait' | 'pair', experiment: string[] = ['association'], more = {}) =>
    createPeopleRun(store, {
      ...{ names, config: {}, options: { experiment, limit: 4, ...more } },
      protocol: protocol === 'wait' ? { kind: 'wait', days: 7 } : { kind: 'pair' },
    });

  it('opens the questions seven days after the last prediction, and not a second earlier', async () => {
    const run = await created(['ann'], 'wait');
    const before = await stateOf(run, 'ann', monday);
    if (before.kind !== 'open') throw new Error('predictions are open');
    expect(before.progress).toEqual({ stage: 'prediction', answered: 0, total: 4 });
    expect(before.calls.every(({ kind }) => kind === 'predict')).toBe(true);
    expect(await answerAll(run, 'ann', monday)).toBe(4);
    const opensAt = later(7).toISOString();
    expect(await stateOf(run, 'ann', monday)).toEqual({ kind: 'waiting', opensAt });
    expect(await stateOf(run, 'ann', new Date(later(7).getTime() - 1000))).toEqual({ kind: 'waiting', opensAt });
    const after = await stateOf(run, 'ann', later(7));
    expect(after.kind === 'open' && after.calls.map(({ kind }) => kind)).toEqual(Array(4).fill('behave'));
  });

  it('counts the seven days from the last of predictions of several days', async () => {
    const run = await created(['ann'], 'wait');
    const before = await stateOf(run, 'ann', monday);
    const [call] = before.kind === 'open' ? before.calls : [];
    if (call === undefined) throw new Error('a prediction is open');
    await storeConsent(await open(run), { person: 'ann', now: monday });
    await storeAnswer(await open(run), { person: 'ann', key: call.key, values: answersFor(call.form), now: monday });
    await answerAll(run, 'ann', later(1));
    expect(await stateOf(run, 'ann', later(7))).toEqual({ kind: 'waiting', opensAt: later(8).toISOString() });
  });

  it('keeps the items of a run closed until it is answered completely or ended', async () => {
    const { config } = await created(['ann'], 'wait');
    const states = (['running', 'finished', 'incomplete'] as const).map((status) => isSealed({ config, status }));
    expect(states).toEqual([true, false, false]);
  });

  it('refuses an answer to a question whose time has not come', async () => {
    const run = await created(['ann'], 'wait');
    await answerAll(run, 'ann', monday);
    const after = await stateOf(run, 'ann', later(8));
    const [question] = after.kind === 'open' ? after.calls : [];
    if (question === undefined) throw new Error('a question is open');
    const given = { person: 'ann', key: question.key, values: answersFor(question.form) };
    await expect(storeAnswer(await open(run), { ...given, now: later(6.9) })).rejects.toThrow('not open for ann now');
    expect((await store.existing([question.key])).size).toBe(0);
    await storeAnswer(await open(run), { ...given, now: later(8) });
    await expect(storeAnswer(await open(run), { ...given, now: later(8) })).rejects.toThrow('not open for ann now');
  });

  it('shows the questions in an order that is unrelated to that of the predictions', async () => {
    const run = await created(['ann'], 'wait', ['association'], { limit: 12 });
    const order = async (now: Date) => {
      const state = await stateOf(run, 'ann', now);
      return state.kind === 'open' ? state.calls.map(({ work }) => work.context.item.id) : [];
    };
    const [predictions] = [await order(monday)];
    await answerAll(run, 'ann', monday);
    const questions = await order(later(7));
    expect(questions.toSorted()).toEqual(predictions.toSorted());
    expect(questions).not.toEqual(predictions);
    expect(questions).not.toEqual(questions.toSorted());
  });

  it('stores ordinary answers, finishes the run and scores it', async () => {
    const run = await created(['ann'], 'wait', ['association', 'know', 'restriction', 'delegate']);
    expect(await answerAll(run, 'ann', monday)).toBe(16);
    expect((await store.run(run.id))?.status).toBe('paused');
    expect(await answerAll(run, 'ann', later(7))).toBe(20); // a judgement of each response
    const finished = await open(run);
    expect(finished.run.status).toBe('finished');
    expect(await stateOf(run, 'ann', later(7))).toEqual({ kind: 'done' });
    const rows: OutcomeRow[] = [];
    for await (const row of runOutcomes(store, finished.run, experiments)) rows.push(row);
    const present = rows.filter(({ outcome }) => 'prediction' in outcome && outcome.prediction.kind === 'present');
    expect(new Set(rows.map(({ model }) => model))).toEqual(new Set(['person/ann']));
    expect(present.length).toBe(rows.filter(({ outcome }) => 'prediction' in outcome).length);
  });

  it('lets the first of a pair predict by name and the second answer at any time', async () => {
    const run = await created(['ann', 'bob'], 'pair', ['know']);
    const [ann, bob] = [await stateOf(run, 'ann', monday), await stateOf(run, 'bob', monday)];
    expect(ann.kind === 'open' && ann.calls.every(({ kind }) => kind === 'predict')).toBe(true);
    expect(bob.kind === 'open' && bob.calls.every(({ kind }) => kind === 'behave')).toBe(true);
    expect(ann.kind === 'open' && ann.calls[0]?.call.messages[0]?.content).toContain(
      "another person, 'bob', not about you",
    );
    await answerAll(run, 'bob', monday);
    expect(await answerAll(run, 'ann', monday)).toBe(4);
    expect((await store.run(run.id))?.status).toBe('finished');
  });

  it('has everyone predict everyone else with --ask-others', async () => {
    const run = await created(['ann', 'bob'], 'wait', ['association'], { askOthers: true });
    const ann = await stateOf(run, 'ann', monday);
    if (ann.kind !== 'open') throw new Error('predictions are open');
    const about = ann.calls.filter(({ call }) => call.messages[0]?.content.includes("another person, 'bob'"));
    expect([ann.calls.length, about.length]).toEqual([8, 4]);
  });

  it('refuses questions that a person has in another run, and people who are unknown', async () => {
    const run = await created(['ann'], 'wait');
    expect((await created(['ann'], 'wait')).id).toBe(run.id);
    await expect(created(['ann'], 'wait', ['association'], { limit: 5 })).rejects.toThrow(
      'already asks these people 8 of the 10',
    );
    await expect(stateOf(run, 'eve', monday)).rejects.toThrow('"eve" does not take part');
  });

  it('refuses names that would be ambiguous, and experiments that people cannot take part in', async () => {
    for (const name of ['', 'a/b', 'a+b', 'a,b', ' ann', 'x'.repeat(41), 'a\u202eb']) {
      await expect(created([name], 'wait'), name).rejects.toThrow('cannot be the name of a person');
    }
    await expect(created(['ann', 'ann'], 'wait')).rejects.toThrow('two people');
    await expect(created(['ann'], 'pair')).rejects.toThrow('a pair is two people');
    await expect(created(['ann'], 'wait', ['difficulty'])).rejects.toThrow('tokens');
    await expect(created(['ann'], 'wait', [])).rejects.toThrow('no experiment was given');
  });
});
