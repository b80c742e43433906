import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scoredItems } from '../../src/answers/outcomes/outcome-rows.ts';
import { ItemGroups } from '../../src/answers/plan/item-groups.ts';
import { storedWorks } from '../../src/answers/stored-run.ts';
import type { Answer } from '../../src/domain/answer.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { openStore } from '../../src/store/open.ts';
import { seb, start } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { newFolder } from '../support/refusal.ts';

const message = z.object({ role: z.string(), content: z.string() });

const flags = ['--experiment', 'injection', '--limit', '3', '--temperature', '1', '--max-output-tokens', '80'];
const design = ['--factor', 'noise=random', 'own', 'count=2', '--concurrency', '1'];
const run = ['run', '--model', 'bundled/ada', ...flags, ...design];

/** An answer of an injected call, with the place of its call. */
interface Placed {
  readonly place: string;
  readonly answer: Answer;
}

/** Returns the stored answers of the only run in a folder. */
async function answersIn(folder: string): Promise<readonly Placed[]> {
  const store = await openStore(join(folder, '.seb', 'store.sqlite'));
  try {
    const [record] = await store.runs();
    if (record === undefined) throw new Error('the run is in the store');
    const placed: Placed[] = [];
    const works = await storedWorks(store, record, experimentRegistry());
    for await (const { work, calls } of scoredItems(works, { run: record.id, store, groups: new ItemGroups([]) })) {
      for (const { call, stored } of calls()) {
        const place = `${work.context.item.id} ${work.context.condition.noise} ${call.slot}${call.part} ${call.sample}`;
        if (stored !== null && call.injection !== undefined) placed.push({ place, answer: stored.answer });
      }
    }
    return placed;
  } finally {
    await store.close();
  }
}

const factsOf = (placed: readonly Placed[]) =>
  new Map(
    placed.map(({ place, answer: { kind, text, tokens, inserted } }) => [place, { kind, text, tokens, inserted }]),
  );

describe('a run that inserts tokens into the answers of a bundled model', () => {
  const [whole, killed] = [newFolder(), newFolder()];
  beforeAll(async () => {
    expect(await seb(run, { folder: whole })).toMatchObject({ code: 0 });
  }, 300_000);

  it('stores the ids of every answer; both comparisons equal the uninterrupted answer', async () => {
    const facts = factsOf(await answersIn(whole));
    const bases = [...facts].filter(([place, { kind }]) => place.includes(' base ') && kind === 'answered');
    expect(bases.length).toBeGreaterThan(2);
    for (const [place, base] of bases) {
      expect(base.tokens?.ids.length).toBeGreaterThan(0);
      expect(facts.get(place.replace(' base ', ' interrupted '))).toEqual(base);
      const inserted = facts.get(place.replace(' base ', ' inserted '));
      const { at = -1, ids = [] } = inserted?.inserted ?? {};
      expect(inserted?.tokens?.ids.slice(at, at + ids.length)).toEqual(ids);
      expect(inserted?.tokens?.ids.slice(0, at)).toEqual(base.tokens?.ids.slice(0, at));
      expect(ids).toHaveLength(2);
      if (place.includes(' own ')) expect(inserted).toMatchObject({ text: base.text, tokens: base.tokens });
      else expect(inserted?.tokens?.ids).not.toEqual(base.tokens?.ids);
    }
  });

  it('has the same ids when it is killed in the middle and resumed', async () => {
    const { child, said, ended } = start(run, { folder: killed });
    await said(' calls ('); // progress with a first answer
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    const all = factsOf(await answersIn(whole));
    expect((await answersIn(killed)).length).toBeLessThan(all.size);
    expect(await seb(['resume', 'latest'], { folder: killed })).toMatchObject({ code: 0 });
    expect(factsOf(await answersIn(killed))).toEqual(all);
  }, 300_000);

  it('shows the inserted text in `seb show`, and the accuracy lost in a table of `seb report`', async () => {
    const shown = await sebHere(['show', 'latest', 'injection-00001'], { folder: whole });
    expect(shown.stdout).toMatch(/execution 1, inserted/);
    expect(shown.stdout).toMatch(/inserted: ".+" \(2 tokens, each/);
    const { stdout } = await sebHere(['report', '--table', 'beside-injection'], { folder: whole });
    expect(stdout).toMatch(/accuracy lost\s.*recovery/);
  });
});

describe('insertions repeated within one answer', () => {
  const repeated = ['--factor', 'noise=random', 'own', 'count=2', 'times=4', 'position=10'];
  const args = [
    'run',
    '--model',
    'bundled/ada',
    '--experiment',
    'injection',
    '--limit',
    '3',
    '--execute-only',
    'bundled/ada',
  ];
  it('go on from the ids of the answer with the insertion before, and own tokens leave the answer as it was', async () => {
    const folder = newFolder();
    expect(await seb([...args, '--max-output-tokens', '80', ...repeated], { folder })).toMatchObject({ code: 0 });
    const facts = factsOf(await answersIn(folder));
    const bases = [...facts].filter(([place, { kind }]) => place.includes(' base ') && kind === 'answered');
    const counts = bases.flatMap(([place, base]) => {
      const steps = ['', '2', '3', '4'].flatMap(
        (part) => facts.get(place.replace(' base ', ` inserted${part} `)) ?? [],
      );
      for (const [index, step] of steps.entries()) {
        const { at = -1, ids = [] } = step.inserted ?? {};
        const before = steps[index - 1] ?? base;
        expect(step.tokens?.ids.slice(0, at)).toEqual(before.tokens?.ids.slice(0, at));
        expect(step.tokens?.ids.slice(at, at + ids.length)).toEqual(ids);
        expect(at).toBeGreaterThan(
          before.inserted === undefined ? -1 : before.inserted.at + before.inserted.ids.length,
        );
        if (place.includes(' own ')) expect(step.tokens).toEqual(base.tokens);
      }
      return [steps.length];
    });
    expect(bases.length).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBe(4);
  }, 300_000);
});

describe('a server that continues a partial answer (fields of vLLM)', () => {
  const whole = 'I compare the four options with the question first. {"answer": "A"}';
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await loopbackServer();
    server.handle((request, response) => {
      if (request.method === 'GET') return sendJson(response, 404, {}); // what the server tells about its weights
      const { messages } = z.object({ messages: z.array(message) }).parse(JSON.parse(request.body));
      const last = messages.at(-1);
      const text = last?.role === 'assistant' ? whole.slice(whole.indexOf(' with')) : whole;
      sendJson(response, 200, completion(text));
    });
  });
  afterAll(() => server.close());

  it('gets the answer so far with the inserted words as an open assistant message', async () => {
    const model = ['--model', 'vllm/m', '--base-url', `${server.url}/v1`, '--limit', '1', '--temperature', '0'];
    const factor = ['--factor', 'noise=text-word', 'text-own', 'count=2', '--execute-only', 'vllm/m'];
    const folder = newFolder();
    const { code, stderr } = await sebHere(['run', ...model, '--experiment', 'injection', ...factor], { folder });
    expect(stderr).not.toContain('error');
    expect(code).toBe(0);
    const posted = server.received.filter(({ method }) => method === 'POST');
    const bodies = posted.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const [base] = bodies.filter((body) => !('continue_final_message' in body));
    const [user] = z.array(message).parse(base?.messages);
    expect(base).not.toHaveProperty('add_generation_prompt');
    const continued = bodies.filter((body) => 'continue_final_message' in body);
    const begun = 'I compare the four options with the';
    const contents = continued.map(({ messages, ...rest }) => {
      expect(rest).toEqual({
        ...{ model: 'm', stream: false, temperature: 0, max_tokens: expect.any(Number) },
        ...{ continue_final_message: true, add_generation_prompt: false },
      });
      const [first, last, ...others] = messages as readonly z.infer<typeof message>[];
      expect([first, others]).toEqual([user, []]);
      expect(last?.role).toBe('assistant');
      return last?.content ?? '';
    });
    expect(new Set(contents).size).toBe(contents.length); // both conditions interrupt at one place, which is asked once
    expect(contents.toSorted()).toEqual([
      begun,
      expect.stringMatching(/^I compare the four options with the [a-z]+ [a-z]+$/),
      `${begun} question first.`,
    ]);
  });

  it('is refused for tokens before anything is sent, with what can be inserted instead', async () => {
    const sent = server.received.length;
    const args = ['run', '--model', 'vllm/m', '--base-url', `${server.url}/v1`, '--experiment', 'injection'];
    const { code, stderr } = await sebHere(args, { folder: newFolder() });
    expect(code).toBe(1);
    expect(stderr.replace(/\s+/g, ' ')).toContain('--factor noise=text-word,text-statement');
    expect(server.received.length).toBe(sent);
  });
});

describe('a model whose provider cannot insert tokens', () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await loopbackServer();
    server.handle((_, response) => sendJson(response, 200, completion('yes')));
  });
  afterAll(() => server.close());

  const served = () => ['--model', 'openai-compatible/m', '--base-url', `${server.url}/v1`, '--limit', '1'];

  it('is refused before anything is sent, with the reason and what to do', async () => {
    const { code, stderr } = await sebHere(['run', ...served(), '--experiment', 'injection'], { folder: newFolder() });
    expect(code).toBe(1);
    expect(stderr).toContain('needs a model that can insert tokens into an answer while it is generated');
    expect(stderr).toMatch(/choose a model of bundled, gguf/);
    expect(server.received).toEqual([]);
  });

  it('is refused for text too, where it is not known to continue a partial answer', async () => {
    const args = ['run', ...served(), '--experiment', 'injection', '--factor', 'noise=text-word'];
    const { code, stderr } = await sebHere(args, { folder: newFolder() });
    expect(code).toBe(1);
    expect(stderr.replace(/\s+/g, ' ')).toContain('needs a model that can continue an answer that the request begins');
    expect(server.received).toEqual([]);
  });

  it('runs all other experiments with `--experiment all`, which says what is left out', async () => {
    const args = ['run', ...served(), '--experiment', 'all', '--dry-run'];
    const { code, stdout, stderr } = await sebHere(args, { folder: newFolder() });
    expect(code).toBe(0);
    expect(stderr).toContain('left out, because a model of the run cannot do what they require: injection');
    expect(stdout).not.toContain('injection');
  });
});
