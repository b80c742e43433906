import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { newFolder } from '../support/refusal.ts';
import { everyForm } from '../support/report-forms.ts';

const cheaper = 'a-cheaper-model';

describe('a server that switches models in a run', () => {
  let server: LoopbackServer;
  let forms: ReadonlyMap<string, string>;
  let run: Awaited<ReturnType<typeof sebHere>>;
  beforeAll(async () => {
    server = await loopbackServer();
    server.handle((_, response) => {
      const model = server.received.length > 6 ? cheaper : 'asked';
      sendJson(response, 200, { ...completion('{"words": ["a"]}'), model });
    });
    const store = join(newFolder(), 'store.sqlite');
    const model = ['--model', 'openai-compatible/asked', '--base-url', `${server.url}/v1`, '--concurrency', '1'];
    run = await sebHere(['run', ...model, '--experiment', 'association', '--limit', '5', '--store', store]);
    forms = await everyForm(store);
  }, 120_000);
  afterAll(() => server.close());

  it.each(['report', 'report.html', 'report.md'])('is a warning in %s, with the answers of each model', (form) => {
    const text = forms.get(form) ?? '';
    expect(text).toMatch(/served by 2 models/);
    expect(text).toMatch(/asked[^\n]{0,60}\b6 answers/);
    expect(text).toMatch(/a-cheaper-model[^\n]{0,60}\b4 answers/);
  });

  it('is a warning at the end of the run', () => {
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/served by 2 models/) });
  });

  it.each(['report --json', 'estimates.json'])('is counted by model in %s', (form) => {
    const { served } = JSON.parse(forms.get(form) ?? '') as { served: { served: string; answers: number }[] };
    expect(served.map(({ served, answers }) => [served, answers])).toEqual([
      ['asked', 6],
      [cheaper, 4],
    ]);
  });
});

describe('a server that answers under one other name', () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await loopbackServer();
  });
  afterAll(() => server.close());

  it.each([
    ['another-model', 1],
    ['asked-mini', 1],
    ['asked', 0],
    ['asked-2024-08-06', 0],
    ['org/asked', 0],
    ['asked:latest', 0],
    [null, 0],
  ])('is named once at the end of the run where the name is of another model: %s', async (model, times) => {
    server.handle((_, response) => sendJson(response, 200, { ...completion('{"words": ["a"]}'), model }));
    const named = ['run', '--model', 'openai-compatible/asked', '--base-url', `${server.url}/v1`];
    const args = [
      ...named,
      '--experiment',
      'association',
      '--limit',
      '2',
      '--store',
      join(newFolder(), 'store.sqlite'),
    ];
    const screen = await sebHere(args);
    expect(screen.stdout.match(/the server answered as/g) ?? []).toHaveLength(times);
    const { stdout } = await sebHere([...args, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      warnings: times === 0 ? [] : [expect.stringMatching(new RegExp(`answered as ${model} \\(4 answers\\)`))],
    });
  });
});
