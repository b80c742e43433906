import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chatRequest, formalAnswer } from '../answering-server.ts';
import { type Started, start } from '../command.ts';
import { completion } from '../models/completion.ts';
import { loopbackServer, sendJson } from '../models/loopback-server.ts';

/** A model server that counts calls, and that a test can hold. */
export interface CountedServer {
  readonly url: string;
  /** Calls that arrived, and the maximum that was in flight. */
  readonly calls: () => number;
  readonly mostInFlight: () => number;
  readonly inFlight: () => number;
  /** Maximum, over the calls as they arrive, of the dollars of the answers so far and `reserve` for each call in flight. */
  mostDollars(price: { readonly answer: number; readonly reserve: number }): number;
  /** Answers every call after this time, also those that are held. */
  answerAfter(milliseconds: number): void;
  /** Holds the calls: answers one each `everyMs`, or none. */
  hold(everyMs?: number): void;
  close(): Promise<void>;
}

/** Counts of every answer, which its prompt and its text do not contradict. */
const usage = { prompt_tokens: 150, completion_tokens: 30, total_tokens: 180 };

/** Starts a model server whose answers take `answerMs`. */
export async function countedServer(answerMs: number): Promise<CountedServer> {
  const server = await loopbackServer();
  const held: (() => void)[] = [];
  let delay: number | null = answerMs;
  let trickle: NodeJS.Timeout | null = null;
  let [calls, most, inFlight] = [0, 0, 0];
  const arrivals: { readonly answered: number; readonly inFlight: number }[] = [];
  server.handle(async (received, response) => {
    calls += 1;
    inFlight += 1;
    most = Math.max(most, inFlight);
    arrivals.push({ answered: calls - inFlight, inFlight });
    response.on('close', () => {
      inFlight -= 1;
    });
    if (delay === null) await new Promise<void>((resolve) => held.push(resolve));
    else await sleep(delay);
    sendJson(response, 200, { ...completion(formalAnswer(chatRequest(received))), usage });
  });
  const endTrickle = () => {
    if (trickle !== null) clearInterval(trickle);
    trickle = null;
  };
  return {
    url: `${server.url}/v1`,
    calls: () => calls,
    mostInFlight: () => most,
    inFlight: () => inFlight,
    mostDollars: (price) =>
      Math.max(...arrivals.map((arrival) => arrival.answered * price.answer + arrival.inFlight * price.reserve)),
    answerAfter(milliseconds) {
      endTrickle();
      delay = milliseconds;
      for (const answer of held.splice(0)) answer();
    },
    hold(everyMs) {
      endTrickle();
      delay = null;
      if (everyMs !== undefined) trickle = setInterval(() => held.shift()?.(), everyMs);
    },
    async close() {
      endTrickle();
      for (const answer of held.splice(0)) answer();
      await server.close();
    },
  };
}

/** Starts a process `seb worker`. */
export function startWorker(folder: string, url: string, more: readonly string[] = []): Started {
  return start(['worker', '--store', url, ...more], { folder });
}

/** Returns the rows of a query on a store. */
export async function rowsOf(url: string, query: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on('error', () => {}); // the server is restarted by a test
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** Returns a number that a query on a store computes. */
export async function numberOf(url: string, query: string): Promise<number> {
  const [row = {}] = await rowsOf(url, query);
  return Number(Object.values(row)[0] ?? 0);
}
