import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';
import { openExchange } from '../../answers/exchange/exchange.ts';
import type { ExchangedCall } from '../../answers/exchange/exchanged-call.ts';
import { prepareRun } from '../../answers/prepare/prepare.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { measure } from '../../measure.ts';
import { defineModel } from '../../models/define-model.ts';
import type { Finding } from '../../results/finding.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { prepareSelfPredictionLog } from './self-prediction-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-self-log-'));
const share = (text: string) => Number.parseInt(sha256(text).slice(0, 8), 16) / 2 ** 32;

/** The right letter of each question, by the question. */
const keys = new Map<string, string>();
const answerTo = (question: string) => 'ABCD'[Math.floor(4 * share(question))] ?? '';
const isRight = (question: string) => answerTo(question) === keys.get(question);

/** A model whose answers the prompt alone decides, and that knows what it will get right. */
function replyTo(prompt: string): string {
  if (prompt.includes('"probability"'))
    return JSON.stringify({ probability: isRight(/question\]\n(.*)\n\[end/.exec(prompt)?.[1] ?? '') ? 90 : 15 });
  if (prompt.includes('"choice"')) return JSON.stringify({ choice: share(prompt) < 0.5 ? 'A' : 'B' });
  if (prompt.includes('"answer"')) return JSON.stringify({ answer: answerTo(prompt.split('\n')[0] ?? '') });
  return share(prompt) < 0.5 ? 'Yes.' : 'I cannot help with that.';
}

const model = defineModel({
  name: 'made',
  version: '1',
  respond: async ({ messages }) => replyTo(messages.at(-1)?.content ?? ''),
});

interface MadeLog {
  readonly experiment: string;
  readonly samples?: number;
  readonly epochs?: number;
  /** Changes a sample's calls, or leaves the sample without a score (null). */
  readonly change?: (calls: readonly ExchangedCall[], item: string) => readonly ExchangedCall[] | null;
}

const limit = 40;

/** Writes a log as the tasks do and returns its path. */
async function madeLog(
  name: string,
  { experiment, samples = 1, epochs = 1, change = (calls) => calls }: MadeLog,
): Promise<string> {
  const config = { model: [model] };
  const store = { runs: async () => [], answers: async () => new Map(), histories: async () => [] };
  const prepared = await prepareRun({ experiment: [experiment], limit, samples, model: [model.name] }, config, store);
  const exchange = openExchange(prepared);
  for (const item of exchange.items)
    if ('question' in item && 'key' in item) keys.set(String(item.question), String(item.key));
  const written = exchange.items.flatMap((item) => {
    const calls: ExchangedCall[] = [];
    for (
      let step = exchange.step({ item: item.id, calls });
      step.kind === 'ask';
      step = exchange.step({ item: item.id, calls })
    )
      for (const call of step.calls)
        calls.push({ ...call, answer: answered(replyTo(call.messages.at(-1)?.content ?? '')) });
    const own = change(calls, item.id);
    const scores = own === null ? {} : { scores: { self_prediction: { value: 1, metadata: { calls: own } } } };
    return Array.from({ length: epochs }, (_, index) => ({
      id: item.id,
      epoch: index + 1,
      metadata: { item },
      ...scores,
    }));
  });
  const file = join(folder, `${name}.json`);
  const header = {
    ...{ version: 2, status: 'success' },
    eval: {
      ...{
        eval_id: 'e',
        task: 'self_know',
        model: 'lab/made',
        dataset: { sample_ids: exchange.items.map(({ id }) => id) },
      },
      metadata: { seb: { layout: 1, version: '0.3.0', config: exchange.config } },
    },
  };
  writeFileSync(file, JSON.stringify({ ...header, samples: written.toReversed() }));
  return file;
}

function answered(text: string): ExchangedCall['answer'] {
  return {
    ...{ kind: 'answered', text, reasoning: null, model: null, finishReason: 'stop' },
    ...{ inputTokens: 1, outputTokens: 1, reasoningTokens: null },
  };
}

async function findingsOf(file: string): Promise<readonly Finding[]> {
  const { stdout, stderr } = await sebHere(['report', file, '--json'], { folder });
  expect(stderr).toBe('');
  return JSON.parse(stdout).findings;
}

/** What answers decide; shuffled predictions also depend on the planned order, which no log has. */
const decided = ({ fit, score, label, reexecution, usable, total, clusters, task }: Finding) => ({
  ...{ fit, score, label, reexecution, usable, total, clusters, task },
});

describe('logs of self-predictions', () => {
  let know = '';
  beforeAll(async () => {
    know = await madeLog('know', { experiment: 'know', samples: 2 });
  });

  it.each([
    ['know', 2],
    ['restriction', 1],
    ['property', 1],
  ])('are reported as `seb run` reports the same answers: %s', async (experiment, samples) => {
    const file = await madeLog(`same-${experiment}`, { experiment, samples });
    const { verdicts } = await measure({
      models: [model],
      limit,
      samples,
      experiments: [experiment],
      store: join(folder, `${experiment}.sqlite`),
    });
    expect((await findingsOf(file)).map(decided)).toEqual(verdicts.map(decided));
    expect(verdicts).toHaveLength(1);
  });

  it('count the epochs of a sample as further executions of one prediction', async () => {
    const file = await madeLog('epochs', { experiment: 'know', epochs: 3 });
    const { config } = await prepareSelfPredictionLog(file, experimentRegistry());
    expect(config.samples).toBe(3);
    expect((await findingsOf(file))[0]).toMatchObject({ usable: 40, total: 40 });
  });

  it('count a sample without a score as missing', async () => {
    const file = await madeLog('failed', {
      experiment: 'know',
      change: (calls, item) => (item === 'know-00002' ? null : calls),
    });
    const { stdout } = await sebHere(['report', file, '--json'], { folder });
    expect(JSON.parse(stdout).findings[0]).toMatchObject({ usable: 39, total: 40 });
  });

  it('are refused where a prompt is not the one that this version asks', async () => {
    const other = (call: ExchangedCall) => ({
      ...call,
      messages: [{ role: 'user' as const, content: 'Another prompt.' }],
    });
    const file = await madeLog('other', { experiment: 'know', change: (calls) => calls.map(other) });
    const { stderr, code } = await sebHere(['report', file], { folder });
    expect({ stderr, code }).toMatchObject({
      stderr: expect.stringContaining('is not the one that this version'),
      code: 1,
    });
  });

  it('are checked by seb data check as runs are, and before their report', async () => {
    const sound = await madeLog('sound', { experiment: 'know' });
    expect((await sebHere(['data', 'check', sound], { folder })).stdout).toContain('No row is in doubt.');
    const page = '<html><head><title>503 Service Unavailable</title></head></html>';
    const log = await madeLog('error pages', {
      experiment: 'know',
      change: (calls, item) =>
        calls.map((call) =>
          call.slot === 'execute' && share(item) < 0.4 ? { ...call, answer: answered(page) } : call,
        ),
    });
    const { stdout } = await sebHere(['data', 'check', log, '--json'], { folder });
    const [{ check, kind, found, rows }] = JSON.parse(stdout).checks;
    expect({ check, kind, found }).toMatchObject({
      ...{ check: 'same text', kind: 'fault', found: expect.stringContaining('503 Service Unavailable') },
    });
    expect(rows.length).toBeGreaterThan(9);
    expect((await sebHere(['report', log], { folder })).stderr).toContain('check: same text: lab/made');
  });

  it('are stored as one run, however often they are imported', async () => {
    const store = ['--store', 'imported.sqlite'];
    await sebHere(['import', know, ...store], { folder });
    const { stdout } = await sebHere(['import', know, ...store, '--json'], { folder });
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ experiment: 'know', model: 'lab/made', missing: 0 }),
    ]);
    expect(JSON.parse((await sebHere(['list', ...store, '--json'], { folder })).stdout)).toHaveLength(1);
    expect((await sebHere(['items', 'latest', ...store], { folder })).stdout).toContain('know-00001');
  });

  it('are not mixed with other logs', async () => {
    const { stderr } = await sebHere(['report', know, join(folder, 'plain.json')], { folder });
    expect(stderr).toContain('file not found');
    writeFileSync(join(folder, 'plain.json'), JSON.stringify({ version: 2, eval: { eval_id: 'e' }, samples: [] }));
    expect((await sebHere(['report', know, join(folder, 'plain.json')], { folder })).stderr).toContain(
      'and some do not',
    );
  });
});
