import { describe, expect, it } from 'vitest';
import { type Answer, noMetadata } from '../../../domain/answer.ts';
import type { Ticket } from './adaptive-limit.ts';
import { Endpoint, maxUnstoredPerPermit } from './endpoint.ts';

const answer: Answer = { kind: 'answered', text: 'four', ...noMetadata };
const goOn = new AbortController().signal;

/** Requests a turn `calls` times; `tickets` are those that have been granted so far, null for a dismissed call. */
async function requestTurns(endpoint: Endpoint, calls: number): Promise<(Ticket | null)[]> {
  const tickets: (Ticket | null)[] = [];
  for (let call = 0; call < calls; call += 1) void endpoint.turn(goOn).then((ticket) => tickets.push(ticket));
  await Promise.resolve();
  return tickets;
}

const fixed = (maxInFlight: number) =>
  new Endpoint({ name: 'server', mode: 'fixed', maxInFlight, mayStart: () => true, share: Number.POSITIVE_INFINITY });

describe('an endpoint', () => {
  it('grants the next turn when a call ends, and none while too many results are not stored', async () => {
    const endpoint = fixed(2);
    const tickets = await requestTurns(endpoint, 9);
    expect(tickets).toHaveLength(2);
    for (let ended = 0; ended < 4; ended += 1) {
      endpoint.ended(tickets[ended] as Ticket, answer); // granted above
      await Promise.resolve();
    }
    expect(tickets).toHaveLength(2 * maxUnstoredPerPermit);
    endpoint.settled();
    await Promise.resolve();
    expect(tickets).toHaveLength(2 * maxUnstoredPerPermit + 1);
  });

  it('dismisses calls that wait for a result to be stored', async () => {
    const endpoint = fixed(1);
    const tickets = await requestTurns(endpoint, 4);
    for (let ended = 0; ended < maxUnstoredPerPermit; ended += 1) {
      endpoint.ended(tickets[ended] as Ticket, answer); // granted above
      await Promise.resolve();
    }
    endpoint.release();
    await Promise.resolve();
    expect(tickets.slice(maxUnstoredPerPermit)).toEqual([null, null]);
  });
});
