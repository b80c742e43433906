import type { Consent } from '../../domain/people/consent.ts';
import { type PeopleRun, type PersonCall, personCalls, plannedCounts, type Stage } from './person-calls.ts';
import { type PersonState, peopleOfRun, personState } from './person-session.ts';

interface Count {
  readonly answered: number;
  readonly total: number;
}

/** What one person has answered, and what is open. */
export interface PersonStatus {
  readonly person: string;
  readonly predictions: Count;
  readonly answers: Count;
  readonly state: PersonState['kind'];
  /** Time at which the questions open (ISO 8601); null unless the person waits for it. */
  readonly opensAt: string | null;
  /** When the person agreed to which text, oldest first; empty if the person has not agreed yet. */
  readonly consents: readonly Omit<Consent, 'person'>[];
}

/** Returns how far each person of a run is. */
export async function peopleStatus(open: PeopleRun, now: Date): Promise<readonly PersonStatus[]> {
  const calls = await personCalls(open);
  const total = await plannedCounts(open);
  const statuses: PersonStatus[] = [];
  for (const person of peopleOfRun(open.run)) {
    const countOf = (stage: Stage): Count => {
      const isStored = (each: PersonCall) => each.person === person && each.stage === stage && each.stored !== null;
      return { answered: calls.filter(isStored).length, total: total(person, stage) };
    };
    const state = await personState(open, person, now);
    const opensAt = state.kind === 'waiting' ? state.opensAt : null;
    statuses.push({
      ...{ person, predictions: countOf('prediction'), answers: countOf('answer') },
      ...{ state: state.kind, opensAt },
      consents: open.run.consents.flatMap(({ person: by, ...consent }) => (by === person ? [consent] : [])),
    });
  }
  return statuses;
}
