import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import type { ComparedTask, Difference } from '../../src/results/comparison.ts';
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

interface Form {
  readonly type: string;
  readonly properties?: Readonly<Record<string, Form>>;
  readonly items?: Form;
  readonly minItems?: number;
  readonly enum?: readonly string[];
  readonly minimum?: number;
}

/** Returns the first value of a form, as a model without understanding gives it; `position` moves the choice. */
function firstValue(form: Form, position: number, name = 'text'): unknown {
  if (form.type === 'object')
    return Object.fromEntries(
      Object.entries(form.properties ?? {}).map(([key, each]) => [key, firstValue(each, position, key)]),
    );
  if (form.type === 'array')
    return Array.from(
      { length: form.minItems ?? 0 },
      (_, at) => form.items?.enum?.at((at + position) % form.items.enum.length) ?? `word ${at} ${position}`,
    );
  if (form.type === 'integer') return (form.minimum ?? 0) + 7 + position;
  if (form.type === 'boolean') return position % 2 === 0;
  return form.enum?.[position % form.enum.length] ?? `${name} ${position}`;
}

/** Serves a model that gives the first value of a form (`first`), or another one for each prompt (`varies`). */
function serve(): void {
  server.handle(({ path, body }, response) => {
    if (path.endsWith('/models')) return sendJson(response, 200, { data: [] });
    const {
      model,
      response_format: format,
      messages,
    } = JSON.parse(body) as {
      readonly model: string;
      readonly messages: readonly { readonly content: string }[];
      readonly response_format?: { readonly json_schema: { readonly schema: Form } };
    };
    const length = messages.at(-1)?.content.length ?? 0;
    if (format === undefined) return sendJson(response, 200, completion(`A text of ${model} about ${length} things.`));
    const value = firstValue(format.json_schema.schema, model.startsWith('varies') ? length % 11 : 0);
    sendJson(response, 200, completion(JSON.stringify(value)));
  });
}

/** Asks nothing of a server over HTTP: tokens are inserted into answers of an in-process model. */
const inProcess = 'injection';

const withForms = [...experimentRegistry().values()].filter(({ form }) => form !== undefined).map(({ name }) => name);
const withoutForms = [...experimentRegistry().values()].filter(({ form }) => form === undefined);

/** Experiments whose models write something instead of predicting. */
const authoring = withForms.filter((name) =>
  Object.values(experimentRegistry().get(name)?.slots ?? {}).some(({ kind }) => kind === 'author'),
);

/** Items of a run with 20 independent groups or more in every experiment, below which no score has a verdict. */
const enoughItems = 44;

async function reportOf(experiment: string, models: readonly string[], command: 'report' | 'compare', items = 12) {
  serve();
  const folder = newFolder();
  const names = models.map((model) => `openai-compatible/${model}`);
  const base = ['--base-url', `${server.url}/v1`, '--experiment', experiment, '--limit', String(items)];
  const more = ['--concurrency', '8', '--constrain', 'form'];
  const run = await sebHere(['run', '--model', ...names, ...base, ...more], { folder });
  expect(run.stderr).not.toContain('error');
  expect(run).toMatchObject({ code: 0 });
  const { stdout } = await sebHere([command, '--json'], { folder });
  return JSON.parse(stdout) as {
    readonly estimates: readonly {
      readonly model: string;
      readonly policy: string;
      readonly measure: string;
      readonly value: number | null;
    }[];
    readonly findings: readonly Pick<Finding, 'model' | 'fit' | 'reason' | 'score' | 'rungs' | 'opposite'>[];
    readonly readings: readonly { readonly calls: string; readonly answers: number; readonly read: object }[];
    readonly differences: readonly Difference[];
    readonly tasks: readonly ComparedTask[];
  };
}

describe('seb run --constrain form', () => {
  it('has a form for every experiment that asks for a JSON object, and refuses the others', async () => {
    expect(withForms.toSorted()).toEqual([
      'association',
      'cost',
      'delegate',
      'difficulty',
      'flip',
      'injection',
      'know',
      'recognize',
      'repeat',
      'restriction',
      'stump',
      'verbatim',
    ]);
    for (const { name } of withoutForms) {
      const args = ['run', '--model', 'simulated/a', '--experiment', name, '--constrain', 'form'];
      expect((await sebHere(args, { folder: newFolder() })).stderr, name).toContain('no form');
    }
  });

  it.each(authoring)(
    'makes every answer of %s readable',
    async (name) => {
      const { readings } = await reportOf(name, ['varies'], 'report');
      const constrained = readings.filter(({ calls }) => calls !== 'control');
      expect(constrained.map(({ answers, read }) => ({ answers, read }))).toEqual(
        constrained.map(({ answers }) => ({ answers, read: { strict: answers } })),
      );
      expect(constrained.length).toBeGreaterThan(1);
    },
    120_000,
  );

  it.each(withForms.filter((name) => name !== inProcess && !authoring.includes(name)))(
    'makes every prediction of %s readable, and gives no verdict where they are one value',
    async (name) => {
      const { estimates, findings, readings } = await reportOf(name, ['first', 'varies'], 'report', enoughItems);
      const asked = readings.filter(({ calls }) => calls === 'predict');
      for (const { answers, read } of asked) expect(read).toEqual({ strict: answers });
      const constant = findings.filter(({ model }) => model.endsWith('/first'));
      expect(constant.length, name).toBeGreaterThan(0);
      const notAsked = { kind: 'not asked', reason: 'all predictions are equal' };
      for (const each of constant)
        expect(each).toMatchObject({
          ...{ fit: 'one answer', reason: 'all predictions are equal' },
          score: { value: expect.any(Number) },
          rungs: { informative: notAsked, useful: notAsked, beyondOthers: { kind: 'not asked' } },
          opposite: notAsked,
        });
      const scored = estimates.filter(({ policy }) => policy === 'parsed');
      expect(findings.some(({ model, reason }) => model.endsWith('/varies') && reason !== notAsked.reason)).toBe(true);
      expect(
        scored.some(({ model, value }) => model.endsWith('/varies') && value !== null),
        name,
      ).toBe(true);
    },
    120_000,
  );

  it.each(['restriction', 'know', 'cost', 'delegate'])(
    'compares scores of constant predictions in %s, and finds nothing in them beyond what others tell',
    async (name) => {
      const models = ['first', 'varies', 'varies-too'];
      const { differences, tasks } = await reportOf(name, models, 'compare', enoughItems);
      expect(differences.map(({ quantity, items }) => [typeof quantity.value, items])).toEqual(
        Array.from({ length: 3 }, () => ['number', enoughItems]),
      );
      const none = { kind: 'not asked', reason: 'fewer than three models have a verdict' };
      expect(tasks.map(({ experiment, together }) => ({ experiment, together }))).toEqual(
        name === 'delegate' ? [] : [{ experiment: name, together: none }], // decisions are not compared with others
      );
      const own = tasks.flatMap(({ byModel }) => byModel.filter(({ model }) => model.endsWith('/first')));
      for (const each of own) expect(each).toMatchObject({ kind: 'not asked', reason: expect.any(String) });
      expect(own).toHaveLength(tasks.length);
    },
    120_000,
  );
});
