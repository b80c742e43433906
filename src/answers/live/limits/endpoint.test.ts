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
  it('starts no call while the lease may have expired', async () => {
    let isCurrent = false;
    const mayStart = () => isCurrent;
    const endpoint = new Endpoint({
      name: 'x',
      mode: 'fixed',
      maxInFlight: 4,
      mayStart,
      share: Number.POSITIVE_INFINITY,
    });
    const tickets = await requestTurns(endpoint, 2);
    expect(tickets).toEqual([]);
    isCurrent = true;
    endpoint.setShare(4, 1); // looks again
    await Promise.resolve();
    expect(tickets).toHaveLength(2);
    endpoint.release();
  });

  it('starts no call above its share, which shrinks as calls are settled', async () => {
    const endpoint = new Endpoint({ name: 'x', mode: 'fixed', maxInFlight: 8, mayStart: () => true, share: 4 });
    const tickets = await requestTurns(endpoint, 9);
    expect(tickets).toHaveLength(4);
    endpoint.setShare(2, 2);
    for (const ticket of tickets.slice(0, 2)) {
      endpoint.ended(ticket as Ticket, answer); // granted above
      expect(endpoint.held).toBeGreaterThan(2);
      endpoint.settled();
    }
    await Promise.resolve();
    expect([tickets.length, endpoint.held]).toEqual([4, 2]);
    endpoint.ended(tickets[2] as Ticket, answer);
    endpoint.settled();
    await Promise.resolve();
    expect([tickets.length, endpoint.held]).toEqual([5, 2]);
    endpoint.release();
  });

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
