import { peopleOf } from '../../domain/people/person.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { seededRandom } from '../../util/random.ts';
import { findRun, latestRun } from '../prepare/find-run.ts';
import { type PeopleRun, type PersonCall, personCalls, plannedCounts, type Stage } from './person-calls.ts';
import { isSealed } from './sealed.ts';

/** How far a person is at a stage: stored answers, and those needed. */
interface StageProgress {
  readonly stage: Stage;
  readonly answered: number;
  readonly total: number;
}

/**
 * What a person may see now. `open`: these calls, in the order in which they are shown; `waiting`: nothing before this time
 * (ISO 8601); `done`: every call is answered, or the run has ended.
 */
export type PersonState =
  | { readonly kind: 'open'; readonly calls: readonly PersonCall[]; readonly progress: StageProgress }
  | { readonly kind: 'waiting'; readonly opensAt: string }
  | { readonly kind: 'done' };

const msPerDay = 86_400_000;

/**
 * Returns what a person may see at a time. Predictions come first; the questions themselves are open once every prediction
 * of this person is stored and the days of the protocol have passed since the last one. AppError for a person who does not
 * take part in the run.
 */
export async function personState(open: PeopleRun, person: string, now: Date): Promise<PersonState> {
  const { run } = open;
  refuseStranger(run, person);
  if (!isSealed(run)) return { kind: 'done' };
  const own = (await personCalls(open)).filter((each) => each.person === person);
  const total = await plannedCounts(open);
  const stateOf = (stage: Stage): PersonState | null => {
    const calls = own.filter((each) => each.stage === stage);
    const left = calls.filter(({ stored }) => stored === null);
    if (left.length === 0) return null;
    const progress = { stage, answered: calls.length - left.length, total: total(person, stage) };
    return { kind: 'open', calls: inShownOrder(left, { run, person }), progress };
  };
  const predicting = stateOf('prediction');
  if (predicting !== null) return predicting;
  const opensAt = openingTime(run.config, own);
  if (opensAt !== null && opensAt > now.getTime()) {
    return { kind: 'waiting', opensAt: new Date(opensAt).toISOString() };
  }
  return stateOf('answer') ?? { kind: 'done' };
}

/** Returns the time at which the questions open, in milliseconds since 1970; null if they are open from the beginning. */
function openingTime({ people }: Pick<RunConfig, 'people'>, own: readonly PersonCall[]): number | null {
  if (people?.kind !== 'wait') return null;
  const times = own.flatMap(({ stage, stored }) =>
    stage === 'prediction' && stored !== null ? [Date.parse(stored.askedAt)] : [],
  );
  return times.length === 0 ? null : Math.max(...times) + people.days * msPerDay;
}

/**
 * Shuffles calls by run, person and key: the order of the questions is unrelated to that of the predictions, and stays while
 * some are answered. Judgements of responses come after all responses.
 */
function inShownOrder(
  calls: readonly PersonCall[],
  { run, person }: { readonly run: RunRecord; readonly person: string },
): readonly PersonCall[] {
  const placed = calls.map((each) => ({
    each,
    isJudgement: each.kind === 'judge',
    place: seededRandom('people', run.id, person, each.key)(),
  }));
  return placed
    .toSorted((a, b) => Number(a.isJudgement) - Number(b.isJudgement) || a.place - b.place)
    .map(({ each }) => each);
}

/** Returns the people who take part in a run. */
export function peopleOfRun({ config }: Pick<RunRecord, 'config'>): readonly string[] {
  return config.people === undefined ? [] : peopleOf(config.models.map(({ name }) => name));
}

/** Throws an AppError for a person who does not take part in a run. */
export function refuseStranger(run: RunRecord, person: string): void {
  const people = peopleOfRun(run);
  if (people.includes(person)) return;
  throw new AppError('unknown-person', `"${person}" does not take part in run ${run.id}`, {
    hint: `its people are ${people.join(', ')}`,
  });
}

/** Returns the run of people with an id or name; `latest` is the newest one. AppError for a run without people. */
export async function findPeopleRun(store: Pick<Store, 'runs'>, id: string): Promise<RunRecord> {
  const all = await store.runs();
  const own = all.filter(({ config }) => config.people !== undefined);
  const run = findRun(id === latestRun && own.length > 0 ? own : all, id);
  if (run.config.people !== undefined) return run;
  throw new AppError('not-people', `run ${run.id} has language models, not people`, {
    hint: '`seb people new` creates a run of people; `seb people status` lists them',
  });
}
