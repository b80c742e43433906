import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/util/canonical-json.ts';
import { chatRequest } from '../support/answering-server.ts';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';

interface Report {
  readonly salvaged?: readonly {
    readonly measure: string;
    readonly salvaged: number;
    readonly score: number;
    readonly n: number;
    readonly without: number;
    readonly nWithout: number;
  }[];
  readonly estimates: readonly {
    readonly measure: string;
    readonly policy: string;
    readonly value: number | null;
    readonly n: number;
  }[];
}

describe('scores with and without salvaged answers', () => {
  const folders: string[] = [];
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await loopbackServer();
  });
  afterAll(async () => {
    await server.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** Runs `restriction` against a model that answers a third of its predictions with a sentence. */
  async function run(sentence: (letter: string) => string) {
    server.handle((received, response) => {
      const prompt = chatRequest(received)
        .messages.map(({ content }) => content)
        .join('\n');
      const digit = Number.parseInt(sha256(prompt).slice(0, 4), 16);
      const letter = digit % 2 === 0 ? 'A' : 'B';
      const isPrediction = prompt.includes('"choice"');
      const predicted = digit % 3 === 0 ? sentence(letter) : `{"choice":"${letter}"}`;
      const reply = digit % 5 < 2 ? "I'm sorry, but I can't help with that." : 'Sure: first, take the lid off.';
      sendJson(response, 200, completion(isPrediction ? predicted : reply));
    });
    const folder = mkdtempSync(join(tmpdir(), 'seb-salvaged-'));
    folders.push(folder);
    const model = ['--model', 'openai-compatible/x', '--base-url', `${server.url}/v1`];
    const ended = await sebHere(['run', ...model, '--experiment', 'restriction', '--limit', '60'], { folder });
    expect(ended).toMatchObject({ code: 0 });
    const { stdout } = await sebHere(['report', '--json'], { folder });
    const { stdout: text } = await sebHere(['report', '--table', 'limits'], { folder });
    return { report: JSON.parse(stdout) as Report, text: text.replace(/\s+/g, ' ') };
  }

  it('equal those of a run in which the same answers could not be read', async () => {
    const stated = await run((letter) => `The answer is ${letter}.`);
    const unread = await run(() => 'That depends.');
    const [found] = stated.report.salvaged ?? [];
    if (found === undefined) throw new Error('nothing was salvaged');
    const accuracy = ({ estimates }: Report) =>
      estimates.find(({ measure, policy }) => measure === found.measure && policy === 'parsed');
    expect(found.salvaged).toBeGreaterThan(10);
    expect(found).toMatchObject({ score: accuracy(stated.report)?.value, n: accuracy(stated.report)?.n });
    expect(found.nWithout).toBe(accuracy(unread.report)?.n);
    expect(found.nWithout).toBe(found.n - found.salvaged);
    expect(found.without).toBeCloseTo(accuracy(unread.report)?.value ?? Number.NaN, 12);
    expect(found.without).not.toBe(found.score);
    expect(stated.text).toContain(`without the ${found.salvaged} with a salvaged answer`);
    expect(unread.report.salvaged).toBeUndefined();
  });
});
