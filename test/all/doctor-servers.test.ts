import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type Handler, type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { newFolder } from '../support/refusal.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

const bodySchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ content: z.string() })),
  response_format: z.unknown().optional(),
});

/** Answers as a server of llama.cpp with 512 tokens in two slots, which has one model; the first call takes `delayMs`. */
function llamaServer(delayMs = 0): Handler {
  let calls = 0;
  return async ({ path, body }, response) => {
    if (path === '/props') {
      return sendJson(response, 200, { total_slots: 2, default_generation_settings: { n_ctx: 512 } });
    }
    if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: 'm', owned_by: 'llamacpp' }] });
    calls += 1;
    if (calls === 1) await sleep(delayMs);
    const { model, messages, response_format } = bodySchema.parse(JSON.parse(body));
    const prompt = messages.map(({ content }) => content).join(' ');
    if (model !== 'm') return sendJson(response, 404, { error: { message: `model '${model}' not found` } });
    if (prompt.split(' ').length > 512) {
      return sendJson(response, 400, { error: { message: 'request exceeds the available context size (512 tokens)' } });
    }
    if (prompt.includes('prime')) return sendJson(response, 200, completion(`answer ${calls}`)); // never twice the same
    return sendJson(response, 200, completion(response_format === undefined ? 'yes' : '{"legs": 4}'));
  };
}

const seb = (...args: readonly string[]) => sebHere(['doctor', ...args], { folder: newFolder() });

describe('seb doctor', () => {
  it('prints what a server tells and can do, and shows what it waits for', async () => {
    server.handle(llamaServer(2_000));
    const { code, stdout, stderr } = await seb('--model', 'llamacpp/m', '--base-url', `${server.url}/v1`);
    expect(code).toBe(0);
    const lines = stdout.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '));
    expect(lines).toEqual(
      expect.arrayContaining([
        'context length | 512 tokens',
        'slots | 2',
        'structured output | works',
        'logprobs | does not work: the server ignores it (the answer has none)',
        'prompt tokens | 12 for "Say yes." and the chat template',
      ]),
    );
    expect(lines.find((line) => line.startsWith('continuation'))).toMatch(
      /works|; only --experiment injection needs it$/,
    );
    expect(stdout.replaceAll(/\s*\\?\s+/g, ' ')).toContain(
      `next calls, cost and what they can show; sends nothing: seb run --model llamacpp/m --base-url ${server.url}/v1 --dry-run`,
    );
    expect(stderr).toMatch(/checking llamacpp\/m: a test call \.\.\. \([12] s\)\n/); // the timer runs across steps
  });

  it('keeps progress out of the JSON', async () => {
    server.handle(llamaServer(2_000));
    const { stdout } = await seb('--model', 'llamacpp/m', '--base-url', `${server.url}/v1`, '--json');
    const checks = z.array(z.looseObject({ what: z.string() })).parse(JSON.parse(stdout));
    expect(checks.at(-1)).toMatchObject({
      what: 'llamacpp/m',
      ok: true,
      model: { promptTokens: 12, server: { contextLength: 512, slots: 2, structuredOutput: { kind: 'works' } } },
    });
  });

  it('offers its own flags alone', async () => {
    const { stdout } = await seb('--help');
    const flags = [...stdout.matchAll(/^ +(?:-\w, )?--([a-z-]+)/gm)].map(([, flag]) => flag).toSorted();
    expect(flags).toEqual([
      'api-key-variable',
      'base-url',
      'config',
      'context-size',
      'gpu',
      'help',
      'json',
      'judge',
      'model',
      'sequences',
      'store',
      'timeout',
    ]);
  });

  it('refuses a flag of a run', async () => {
    const { code, stderr } = await seb('--samples', '3');
    expect(code).not.toBe(0);
    expect(stderr).toContain("unknown option '--samples'");
  });

  it('gives up on a call after --timeout', async () => {
    server.handle(({ path }, response) => {
      if (!path.endsWith('/chat/completions')) sendJson(response, 404, {});
    });
    const { code, stdout } = await seb(
      ...['--model', 'openai-compatible/m', '--base-url', `${server.url}/v1`, '--timeout', '0.2'],
    );
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL openai-compatible/m: no answer within 0.2 s');
  });
});

describe('bench/servers.ts', () => {
  it('prints the row of a server', async () => {
    server.handle(llamaServer());
    const script = fileURLToPath(new URL('../../bench/servers.ts', import.meta.url));
    const args = [script, '--base-url', `${server.url}/v1`, '--model', 'm', '--server', 'a server'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const [header = [], , row = []] = stdout
      .trim()
      .split('\n')
      .map((line) => line.slice(2, -2).split(' | '));
    expect(Object.fromEntries(header.map((name, column) => [name, row[column]]))).toMatchObject({
      server: 'a server',
      'context length': '512',
      slots: '2',
      'structured output': 'works',
      logprobs: 'ignored: the answer has none',
      'prompt tokens of "Say yes."': '12',
      'prompt beyond the context': 'context-overflow (status 400)',
      'wrong model name': 'not-found (status 404)',
      'T = 0, repeated': '1 of 8 prompts got different answers',
    });
  });
});
