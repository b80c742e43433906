import type { Dispatcher } from 'undici';
import { z } from 'zod';

const props = z.object({ total_slots: z.int().positive() });
/** A server that works on long prompts may answer late; the run then starts without the number. */
const timeoutMs = 5_000;

/**
 * Returns the number of requests that a server of llama.cpp works on at once, from its /props beside /v1; null where it
 * does not say, within five seconds.
 */
export async function serverSlots(
  baseUrl: string,
  dispatcher: Dispatcher,
  authorization: string | null,
): Promise<number | null> {
  try {
    const url = new URL(`${baseUrl.replace(/\/v1$/, '')}/props`);
    const reply = await dispatcher.request({
      origin: url.origin,
      path: url.pathname,
      method: 'GET',
      headers: { accept: 'application/json', ...(authorization === null ? {} : { authorization }) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return props.safeParse(await reply.body.json()).data?.total_slots ?? null;
  } catch {
    return null; // an unreachable server is reported by the first call
  }
}
