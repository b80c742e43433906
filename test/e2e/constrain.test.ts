import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { newFolder } from '../support/refusal.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

interface Body {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
  readonly response_format?: { readonly json_schema: { readonly schema: { readonly properties: object } } };
}

/** Serves models that always choose A where a form constrains them; `ignores` ignores the form, `varies` chooses by the length of the prompt. */
function serve(): void {
  server.handle(({ path, body }, response) => {
    if (path.endsWith('/models')) return sendJson(response, 200, { data: [] });
    const { model, response_format: format, messages } = JSON.parse(body) as Body; // written by seb
    const isChoice = messages.at(-1)?.content.includes('"choice"') === true;
    if (!isChoice) return sendJson(response, 200, completion('Certainly, here it is.'));
    const length = messages.at(-1)?.content.length ?? 0;
    const letter = model === 'varies' && length % 2 === 0 ? 'B' : 'A';
    const isFree = format === undefined || model === 'ignores';
    sendJson(
      response,
      200,
      completion(isFree ? `I choose {"choice": "${letter}"}, I think.` : `{"choice": "${letter}"}`),
    );
  });
}

const args = (model: string, ...more: readonly string[]) => [
  ...['run', '--model', `openai-compatible/${model}`, '--base-url', `${server.url}/v1`],
  ...['--experiment', 'restriction', '--limit', '10', '--concurrency', '1', ...more],
];

interface Score {
  readonly condition: string;
  readonly measure: string;
  readonly policy: string;
  readonly value: number | null;
  readonly absent?: Readonly<Record<string, string>>;
}

async function accuracies(model: string): Promise<{ readonly scores: readonly Score[]; readonly text: string }> {
  serve();
  const folder = newFolder();
  const run = await sebHere(args(model, '--constrain', 'none', 'form', '--judge', `openai-compatible/${model}`), {
    folder,
  });
  expect(run).toMatchObject({ code: 0 });
  const { estimates } = JSON.parse((await sebHere(['report', '--json'], { folder })).stdout) as {
    readonly estimates: readonly Score[];
  };
  const scores = estimates.filter(({ measure, policy }) => measure === 'accuracy' && policy === 'parsed');
  return { scores, text: `${run.stdout}\n${run.stderr}`.replaceAll(/\s+/g, ' ') };
}

describe('seb run --constrain', () => {
  it('sends the form only in the constrained condition, and shows both conditions', async () => {
    const { scores, text } = await accuracies('varies');
    const formed = server.received
      .filter(({ path, body }) => path.endsWith('/chat/completions') && body.includes('response_format'))
      .map(({ body }) => JSON.parse(body) as Body);
    expect(formed).toHaveLength(20); // one prediction and one judgment an item; responses have no form
    expect(formed[0]?.response_format).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'answer',
        strict: true,
        schema: {
          type: 'object',
          properties: { choice: { type: 'string', enum: ['A', 'B'] } },
          required: ['choice'],
          additionalProperties: false,
        },
      },
    });
    expect(scores.map(({ condition, value }) => [condition, typeof value])).toEqual([
      ['paper, direct', 'number'],
      ['paper, direct, constrained form', 'number'],
    ]);
    expect(text).not.toContain('seems to ignore');
  });

  it('shows no score where the constrained predictions are one value', async () => {
    const { scores } = await accuracies('first');
    const [free, constrained] = scores;
    expect(free?.value).toEqual(expect.any(Number)); // the guard is for constrained conditions only
    expect(constrained?.value).toBeNull();
    expect(constrained?.absent?.value).toBe('constant: true in 10 of 10');
  });

  it('notices a server that ignores the form', async () => {
    expect((await accuracies('ignores')).text).toContain('the server seems to ignore it (response_format)');
  });

  it('is refused with the mode deliberate, for an experiment without forms, and for a model without the capability', async () => {
    const folder = newFolder();
    const refused = async (...more: readonly string[]) => (await sebHere(more, { folder })).stderr;
    expect(await refused(...args('m', '--constrain', 'form', '--mode', 'deliberate'))).toContain('--mode direct');
    const property = ['run', '--model', 'simulated/a', '--experiment', 'property', '--constrain', 'form'];
    expect(await refused(...property)).toContain('no form');
    const hosted = [
      'run',
      '--model',
      'openai/gpt-5',
      '--experiment',
      'restriction',
      '--constrain',
      'form',
      '--dry-run',
    ];
    expect(await refused(...hosted)).toContain('JSON schema');
  });
});
