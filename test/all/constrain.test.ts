import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/results/finding.ts';
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

const args = (model: string, ...more: readonly string[]) => argsOf(model, 10, ...more);

const argsOf = (model: string, items: number, ...more: readonly string[]) => [
  ...['run', '--model', `openai-compatible/${model}`, '--base-url', `${server.url}/v1`],
  ...['--experiment', 'restriction', '--limit', String(items), '--concurrency', '1', ...more],
];

interface Score {
  readonly condition: string;
  readonly measure: string;
  readonly policy: string;
  readonly value: number | null;
}

type Found = Pick<Finding, 'condition' | 'fit' | 'reason' | 'rungs' | 'opposite'>;

interface Accuracies {
  readonly scores: readonly Score[];
  readonly findings: readonly Found[];
  readonly text: string;
}

async function accuracies(model: string, items = 10): Promise<Accuracies> {
  serve();
  const folder = newFolder();
  const constrained = ['--constrain', 'none', 'form', '--judge', `openai-compatible/${model}`];
  const run = await sebHere(argsOf(model, items, ...constrained), { folder });
  expect(run).toMatchObject({ code: 0 });
  const { estimates, findings } = JSON.parse((await sebHere(['report', '--json'], { folder })).stdout) as {
    readonly estimates: readonly Score[];
    readonly findings: readonly Found[];
  };
  const scores = estimates.filter(({ measure, policy }) => measure === 'accuracy' && policy === 'parsed');
  return { scores, findings, text: `${run.stdout}\n${run.stderr}`.replaceAll(/\s+/g, ' ') };
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

  it('gives no verdict on constrained predictions that are one value, and says so', async () => {
    const { scores, findings } = await accuracies('first', 44); // 22 groups of items: not too few for a verdict
    expect(scores.map(({ condition, value }) => [condition, typeof value])).toEqual([
      ['paper, direct', 'number'],
      ['paper, direct, constrained form', 'number'],
    ]);
    const constrained = findings.find(({ condition }) => condition.endsWith('constrained form'));
    const notAsked = { kind: 'not asked', reason: 'all predictions are equal' };
    expect(constrained).toMatchObject({
      ...{ fit: 'one answer', reason: 'all predictions are equal' },
      rungs: { informative: notAsked, useful: notAsked, beyondOthers: { kind: 'not asked' } },
      opposite: notAsked,
    });
  }, 120_000);

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
