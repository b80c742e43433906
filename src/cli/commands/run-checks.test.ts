import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatRequest } from '../../../test/support/answering-server.ts';
import { sebHere } from '../../../test/support/in-process.ts';
import { completion } from '../../../test/support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../../../test/support/models/loopback-server.ts';
import { newStore } from '../../../test/support/refusal.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { runCheckLines } from './run-checks.ts';

const share = (text: string) => Number.parseInt(sha256(text).slice(0, 8), 16) / 2 ** 32;
const flat = (text: string) => text.replace(/\s+/g, ' ');

/** One request as the server sees it. */
interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly calls: 'predict' | 'execute' | 'judge';
  /** Request or question inside the prompt. */
  readonly about: string;
  /** Number of this prompt of this model, from 1. */
  readonly time: number;
}

type Reply = string | { readonly text: string; readonly served?: string; readonly finish?: string };

function callsOf(prompt: string): Asked['calls'] {
  if (prompt.includes('[response]')) return 'judge';
  return prompt.includes('"choice"') || prompt.includes('"probability"') ? 'predict' : 'execute';
}

/** Right letter of each question of `know`. */
const keys = new Map(
  readFileSync(fileURLToPath(new URL('../../../data/know/items.jsonl', import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): [string, string] => {
      const { question, key } = JSON.parse(line) as { readonly question: string; readonly key: string }; // our own data
      return [question, key];
    }),
);
const otherThan = (key: string | undefined) => (key === 'A' ? 'B' : 'A');

const padding =
  'Step by step: first the parts are laid out, then they are joined with care, and at last looked at again.';

/** A sound model: texts and values of its own, other ones each time, and outcomes of both kinds. */
function soundReply({ model, prompt, calls, about, time }: Asked): Reply {
  const own = share(`${model} ${about}`);
  if (calls === 'judge') return `{"choice":"${/cannot/.test(prompt) ? 'B' : 'A'}"}`;
  if (prompt.includes('"probability"')) return `{"probability":${2 * Math.floor(50 * share(`${model} p ${about}`))}}`;
  if (prompt.includes('"choice"')) return `{"choice":"${own < 0.5 ? 'A' : 'B'}"}`;
  if (prompt.includes('"answer"'))
    return `${padding} ${about}, time ${time} {"answer":"${'ABCD'[Math.floor(4 * own)]}"}`;
  return `${own < 0.5 ? 'Sure.' : 'I cannot do that.'} ${padding} (${about}, ${model}, time ${time})`;
}

let server: LoopbackServer;
const folders: string[] = [];
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(async () => {
  await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Planted {
  readonly experiment?: 'restriction' | 'know';
  readonly models?: readonly string[];
  readonly samples?: number;
  readonly flags?: readonly string[];
  readonly reply?: (asked: Asked) => Reply | null;
}

const models = ['ada', 'bo'];

/** Runs an experiment against the models and returns the folder of its store. `reply`: null for the sound answer. */
async function runOf({
  experiment = 'restriction',
  samples = 1,
  reply = () => null,
  ...own
}: Planted): Promise<string> {
  const times = new Map<string, number>();
  server.handle((received, response) => {
    const { model, messages } = chatRequest(received);
    const prompt = messages.map(({ content }) => content).join('\n');
    const time = (times.get(`${model}\n${prompt}`) ?? 0) + 1;
    times.set(`${model}\n${prompt}`, time);
    const about = /\[(?:request|question)\]\n([^\n]*)/.exec(prompt)?.[1] ?? prompt.split('\n')[0] ?? '';
    const asked = { model, prompt, calls: callsOf(prompt), about, time };
    const found = reply(asked) ?? soundReply(asked);
    const { text, served = model, finish = 'stop' } = typeof found === 'string' ? { text: found } : found;
    const body = completion(text);
    const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }];
    sendJson(response, 200, { ...body, model: served, choices });
  });
  const folder = mkdtempSync(join(tmpdir(), 'seb-run-checks-'));
  folders.push(folder);
  const names = (own.models ?? models).map((name) => `openai-compatible/${name}`);
  const what = ['--experiment', experiment, '--limit', '60', '--samples', String(samples), ...(own.flags ?? [])];
  const run = ['run', '--model', ...names, '--base-url', `${server.url}/v1`, ...what];
  expect(await sebHere(run, { folder })).toMatchObject({ code: expect.any(Number) });
  return folder;
}

async function checksOf(folder: string): Promise<readonly CheckFinding[]> {
  return JSON.parse((await sebHere(['data', 'check', 'latest', '--json'], { folder })).stdout).checks;
}

const planted: readonly (readonly [string, string, 'fault' | 'limit', Planted, string])[] = [
  [
    ...(['an error page as the answer', 'same text', 'fault'] as const),
    {
      reply: ({ calls, model, about }) =>
        calls === 'execute' && model === 'bo' && share(about) < 0.4 ? '<html><title>502 Bad Gateway</title>' : null,
    },
    'one text: "<html>',
  ],
  [
    ...(['a message of a limit as the answer', 'same text', 'fault'] as const),
    {
      reply: ({ calls, model, about }) =>
        calls === 'execute' && model === 'bo' && share(about) < 0.4 ? 'Rate limit reached. Try again later.' : null,
    },
    'one text: "Rate limit',
  ],
  [
    ...(['one answer for all', 'same text', 'limit'] as const),
    { reply: ({ calls, model }) => (calls === 'execute' && model === 'bo' ? `I cannot do that. ${padding}` : null) },
    'answers to 60 of 60 items are one text',
  ],
  [
    ...(['executions from a cache', 'same executions', 'fault'] as const),
    {
      samples: 2,
      reply: ({ calls, model, about }) =>
        calls === 'execute' && model === 'bo' ? `Sure. ${padding} (${about})` : null,
    },
    'all executions of 60 of 60 items are one long text',
  ],
  [
    ...(['answers of a model of another name', 'other model', 'fault'] as const),
    { reply: (asked) => (asked.model === 'bo' ? { text: String(soundReply(asked)), served: 'tiny-1b' } : null) },
    'tiny-1b (',
  ],
  [
    ...(['answers of two models under one name', 'other model', 'fault'] as const),
    {
      reply: (asked) =>
        asked.model === 'bo' && share(asked.prompt) < 0.3
          ? { text: String(soundReply(asked)), served: 'tiny-1b' }
          : null,
    },
    'bo (',
  ],
  [
    ...(['a judge with one verdict', 'one verdict', 'limit'] as const),
    { reply: ({ calls, model }) => (calls === 'judge' && model === 'bo' ? '{"choice":"A"}' : null) },
    'of 60 of 60 responses',
  ],
  [
    ...(['equal predictions', 'constant', 'limit'] as const),
    { reply: ({ calls, model }) => (calls === 'predict' && model === 'bo' ? '{"choice":"A"}' : null) },
    '60 of 60 predictions are “answers”',
  ],
  [
    ...(['answers cut at the token limit', 'cut', 'limit'] as const),
    {
      reply: ({ calls, model, about }) =>
        calls === 'execute' && model === 'bo' && share(about) < 0.3 ? { text: padding, finish: 'length' } : null,
    },
    'executions were cut at their token limit',
  ],
  [
    ...(['empty answers', 'empty answer', 'limit'] as const),
    { reply: ({ calls, model, about }) => (calls === 'execute' && model === 'bo' && share(about) < 0.3 ? '' : null) },
    'executions are empty',
  ],
  [
    ...(['one model under two names', 'same models', 'fault'] as const),
    { reply: (asked) => (asked.calls === 'execute' ? `Sure or not. ${padding} (${asked.about})` : null) },
    'answers to all 60 items are equal letter by letter',
  ],
  [
    ...(['statements of another model', 'same confidence', 'fault'] as const),
    {
      experiment: 'know',
      reply: ({ calls, about }) => (calls === 'predict' ? `{"probability":${Math.floor(100 * share(about))}}` : null),
    },
    'stated probabilities are equal on all items',
  ],
  [
    ...(['a value that was filled in', 'filled values', 'limit'] as const),
    {
      experiment: 'know',
      reply: ({ calls, model, about }) =>
        model !== 'bo' || share(about) > 0.4
          ? null
          : calls === 'predict'
            ? '{"probability":51}'
            : `{"answer":"${otherThan(keys.get(about))}"}`,
    },
    'are 0.51, and none',
  ],
  [
    ...(['outcomes that are nearly all alike', 'ceiling', 'limit'] as const),
    {
      reply: ({ calls, model, about }) =>
        calls === 'judge' && model === 'bo' ? `{"choice":"${share(about) < 0.2 ? 'B' : 'A'}"}` : null,
    },
    'outcomes are of the rarer kind',
  ],
];

describe('seb data check of runs', () => {
  it('finds nothing in doubt in sound runs, and prints no line before report, compare and worth', async () => {
    for (const experiment of ['restriction', 'know'] as const) {
      const folder = await runOf({ experiment, samples: 2 });
      const { stdout } = await sebHere(['data', 'check', 'latest'], { folder });
      expect(stdout).toContain('No row is in doubt.');
      for (const command of [['report'], ['compare']])
        expect((await sebHere(command, { folder })).stderr).not.toContain('check:');
    }
  });

  it('names models whose names differ only in upper case', async () => {
    const own = newStore();
    const models = ['simulated/ann?self=1', 'simulated/Ann?self=1'];
    const run = ['run', '--model', ...models, '--experiment', 'restriction', '--limit', '20', '--store', own];
    expect((await sebHere(run)).code).toBe(0);
    const { stdout } = await sebHere(['data', 'check', 'latest', '--store', own]);
    expect(flat(stdout)).toContain(`alike names: ${models.join(' and ')}: their names differ only in upper case`);
  });

  it('says of a run without an answer that nothing could be checked, and how to go on', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'seb-run-checks-'));
    folders.push(empty);
    server.handle((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"choices": [}');
    });
    const run = ['run', '--model', 'openai-compatible/ada', '--base-url', `${server.url}/v1`, '--experiment', 'know'];
    expect((await sebHere([...run, '--limit', '25'], { folder: empty })).code).not.toBe(0);
    const { stdout } = await sebHere(['data', 'check', 'latest'], { folder: empty });
    expect(flat(stdout)).toContain('No answer of 1 run is stored: nothing could be checked.');
    expect(stdout).not.toMatch(/No row is in doubt|Looked for|unreadable|without these rows/);
    expect(flat(stdout)).toMatch(
      /next .*seb resume \w+ .*sends the rest of the calls|next sends the rest of the calls: .*seb resume /,
    );
  });

  it('does not call executions empty whose outcomes were imported without a text', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-run-checks-'));
    folders.push(folder);
    const [file, store] = [join(folder, 'rows.csv'), ['--store', join(folder, 'store.sqlite')]];
    const rows = Array.from(
      { length: 60 },
      (_, item) => `q${item},m,${Number(share(`${item}`) < 0.6)},${(item % 9) / 10}`,
    );
    writeFileSync(file, ['item,model,correct,confidence', ...rows].join('\n'));
    await sebHere(['import', file, ...store]);
    const { stdout } = await sebHere(['data', 'check', 'latest', ...store]);
    expect(stdout).toContain('120 answers of 1 run checked');
    expect(stdout).not.toContain('are empty');
  });

  it('names each check of a run once, and outcomes that are alike only where something was predicted', async () => {
    for (const confidence of ['0.9', '']) {
      const folder = mkdtempSync(join(tmpdir(), 'seb-run-checks-'));
      folders.push(folder);
      const [file, store] = [join(folder, 'rows.csv'), ['--store', join(folder, 'store.sqlite')]];
      const rows = Array.from({ length: 80 }, (_, item) => `q${item},m,${Number(item % 8 > 0)},${confidence}`);
      writeFileSync(file, ['item,model,correct,confidence', ...rows].join('\n'));
      await sebHere(['import', file, ...store]);
      const { stdout } = await sebHere(['data', 'check', 'latest', ...store]);
      const counts = ['constant:', 'ceiling:'].map((name) => flat(stdout).split(name).length - 1);
      expect(counts).toEqual(confidence === '' ? [0, 0] : [1, 1]);
      expect(flat((await sebHere(['report', ...store])).stdout).includes('ceiling:')).toBe(confidence !== '');
    }
  });

  it('shows what could not be read of a run, and promises no scores without rows', async () => {
    const folder = await runOf({ experiment: 'know', models: ['ada'], reply: () => 'I would rather talk.' });
    const { stdout } = await sebHere(['data', 'check', 'latest'], { folder });
    expect(flat(stdout)).toMatch(/unread: .*0 % of the predictions could be read/);
    expect(flat(stdout)).toMatch(
      /next what could not be read, and why: .*seb items \w+ --missing --model openai-compatible\/ada/,
    );
    expect(stdout).not.toContain('without these rows');
  });

  it.each(planted)('names %s: %s, a %s', async (_, check, kind, plan, found) => {
    const folder = await runOf(plan);
    const checks = await checksOf(folder);
    const own = checks.filter((each) => each.check === check && each.models.some((name) => name.endsWith('bo')));
    expect(own).toMatchObject([{ kind, found: expect.stringContaining(found) }]);
    const ada = checks.filter(({ models: names }) => names.length === 1 && names[0]?.endsWith('ada'));
    expect(ada.filter((each) => each.check !== 'ceiling' && (each.kind === 'fault' || each.check === check))).toEqual(
      [],
    );
    const { stdout } = await sebHere(['data', 'check', 'latest'], { folder });
    expect(flat(stdout)).toContain(found);
  });

  it('prints what is in doubt before report, compare and worth, and nothing that the page says', async () => {
    const folder = await runOf({
      experiment: 'know',
      reply: (asked) =>
        asked.calls === 'predict'
          ? `{"probability":${Math.floor(100 * share(asked.about))}}`
          : asked.model === 'bo'
            ? { text: String(soundReply(asked)), served: 'tiny-1b' }
            : null,
    });
    const report = await sebHere(['report'], { folder });
    expect(flat(report.stderr)).toContain('check: same confidence: openai-compatible/ada and openai-compatible/bo');
    expect(report.stderr).not.toContain('tiny-1b');
    expect(report.stdout).toContain('tiny-1b'); // its own warning
    const compare = await sebHere(['compare'], { folder });
    const worth = await sebHere(['worth', '--keep', 'bo', '--pass', 'ada'], { folder });
    for (const { stderr } of [compare, worth]) {
      expect(flat(stderr)).toContain('check: same confidence: openai-compatible/ada and openai-compatible/bo');
      expect(flat(stderr)).toContain('check: other model: openai-compatible/bo');
    }
  });

  it('lists the items in question, and says the same of a run whose outcomes are kept', async () => {
    const folder = await runOf({
      samples: 2,
      reply: ({ calls, model, about }) =>
        calls === 'execute' && model === 'bo' ? `Sure. ${padding} (${about})` : null,
    });
    const first = await checksOf(folder);
    expect(await checksOf(folder)).toEqual(first);
    const copies = first.find(({ check }) => check === 'same executions');
    expect(copies?.effect).not.toContain('not measured'); // the table has the number
    expect(copies?.effect).toContain('the agreement of re-executions is that of the cache');
    const { stdout } = await sebHere(['data', 'check', 'latest', '--table', 'checks'], { folder });
    expect(stdout.split('\n').filter((line) => line.startsWith('same executions'))).toHaveLength(60);
  });
});

describe('runCheckLines', () => {
  const found = (model: string, changes: Partial<CheckFinding> = {}): CheckFinding => ({
    ...{ check: 'same executions', kind: 'fault', file: 'r1', score: 'restriction', models: [model], rows: [] },
    ...{
      found: 'all executions of 40 of 60 items are one text',
      effect: 'a cache may repeat them',
      changesRows: false,
    },
    ...changes,
  });

  it('has one line with the names for what is alike in several models', () => {
    const lines = runCheckLines([
      found('ann'),
      found('bob', { found: 'all executions of 38 of 60 items are one text' }),
    ]);
    expect(lines).toEqual([
      'same executions: ann: all executions of 40 of 60 items are one text; likewise bob; a cache may repeat them',
    ]);
    const many = Array.from({ length: 7 }, (_, index) => found(`m${index}`));
    expect(runCheckLines(many)).toEqual([expect.stringContaining('one text; likewise 6 other models; a cache')]);
  });

  it('keeps a line for each model where what was found differs in more than numbers', () => {
    const served = (model: string, name: string) =>
      found(model, { check: 'other model', found: `answers are of ${name}` });
    expect(runCheckLines([served('ann', 'tiny'), served('bob', 'huge')])).toHaveLength(2);
  });
});
