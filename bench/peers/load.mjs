/** What every bare loop does: so many prompts, so many in flight. Arguments: URL, prompts file, calls, in flight. */
import { readFileSync } from 'node:fs';

export const [url = '', file = '', calls = '0', inFlight = '0'] = process.argv.slice(2);

/** Asks prompt after prompt; each of `inFlight` lanes has one call out. The answer's text must be there. */
export async function loop(ask) {
  const prompts = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(0, Number(calls))
    .map((line) => JSON.parse(line));
  let next = 0;
  const lane = async () => {
    while (next < prompts.length) {
      const prompt = prompts[next];
      next += 1;
      const text = await ask(prompt);
      if (typeof text !== 'string' || text === '') throw new Error('an answer without text');
    }
  };
  await Promise.all(Array.from({ length: Number(inFlight) }, lane));
}
