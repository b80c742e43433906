import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasInspect, readByInspect } from '../../../test/support/python-readers.ts';
import { madeInput } from '../../../test/support/report-input.ts';
import { exportOutcomes } from '../../../test/support/write-report.ts';
import type { Answer } from '../../domain/answer.ts';
import { ReportFolder } from '../export/report-folder.ts';
import type { TranscriptCall } from '../input/report-input.ts';
import { headerOf } from './header.ts';
import { noUsage } from './log-usage.ts';

const schemaFile = '../shared/reference/inspect/inspect-openapi.json';
const made = { models: ['a/one', '../evil/two'], items: 6, samples: 2, seed: 3, losses: 0.3, probabilities: true };

const answer: Answer = {
  kind: 'truncated',
  text: 'A',
  reasoning: 'so',
  usage: { input: 10, cachedInput: 4, output: 3, reasoning: 1, raw: null },
  served: { model: 'one-2026', fingerprint: null, upstream: null },
  finishReason: 'length',
  logprobs: null,
};

function call(slot: 'forecast' | 'execute', sample: number, answered: Answer | null): TranscriptCall {
  const messages = [{ role: 'user', content: 'Q?' }] as const;
  return {
    slot,
    part: '',
    sample,
    role: 'subject',
    messages,
    model: 'a/one',
    answer: answered,
    askedAt: null,
    latencyMs: 5,
  };
}

let folder: string;
let files: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seb-inspect-'));
  const { runs } = await madeInput(made);
  const baseUrl = 'http://127.0.0.1:8000/v1';
  const input = await madeInput(made, {
    runs: runs.map((run) => ({
      ...run,
      config: {
        ...run.config,
        models: run.config.models.map((model) => ({ ...model, baseUrl })),
        judge: { name: 'b/judge', identity: 'b/judge', baseUrl: null },
      },
    })),
    itemText: ({ item }) => `text of ${item}`,
    transcript: async () => [call('forecast', 0, answer), call('execute', 0, answer), call('execute', 1, null)],
  });
  const report = new ReportFolder(folder);
  await exportOutcomes(input, report);
  ({ files } = report);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!hasInspect)(
  'writes logs that Inspect reads (skipped where Python lacks inspect-ai: `pip install inspect-ai`)',
  () => {
    const paths = logs().map((file) => join(folder, file));
    const read = readByInspect(paths) as readonly Log[];
    expect(read).toHaveLength(paths.length);
    for (const log of read) {
      expect(log).toMatchObject({
        status: 'success',
        samples: 12,
        summaries: 12,
      });
      expect(log.headline).not.toMatch(/coverage/);
      // right answers are a score of their own, where the experiment has any
      expect((log.scorers as readonly string[]).filter((name) => name !== 'accuracy')).toEqual([
        'self_prediction',
        'coverage',
      ]);
      expect(log).toMatchObject({
        messages: [
          ['user', 'Q?'],
          ['assistant', 'A'],
        ],
        times: [0.005, 0.005],
        uuids: 12,
        message_counts: [2],
        turn_counts: [2], // a prediction and an execution
        base_url: 'http://127.0.0.1:8000/v1',
        roles: { predictor: log.model, subject: log.model, judge: 'b/judge' },
      });
      expect(log.tokens).toBe(156); // 6 items with a prediction and a first execution, each of 13 tokens
    }
    expect(read.some(({ scorers }) => (scorers as readonly string[]).includes('accuracy'))).toBe(true);
  },
  180_000,
);

type Log = Readonly<Record<string, unknown>>;
/** The parts of a sample that tests read; the schema test checks the rest. */
type Sample = Log & {
  readonly events: readonly Log[];
  readonly scores: { readonly self_prediction: { readonly metadata: { readonly units: readonly Log[] } } };
};

/** Parses as Inspect's reader does, except that NaN becomes a number that JSON supports. */
function parsed(bytes: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(bytes).replaceAll(/([:[,])NaN/g, '$1-999'));
}

function opened(file: string) {
  const members = unzipSync(readFileSync(join(folder, file)));
  const samples = Object.keys(members).filter((name) => name.startsWith('samples/'));
  const header = parsed(members['header.json']) as Log; // checked against the schema below
  return { members, header, samples: samples.map((name) => parsed(members[name]) as Sample) };
}

const logs = () => files.filter((file) => file.endsWith('.eval'));

test('writes a log for each model and experiment, each sample once per epoch', () => {
  expect(logs()).toHaveLength(6);
  for (const file of logs()) {
    const { members, header, samples } = opened(file);
    expect(samples).toHaveLength(12);
    expect(header).toMatchObject({ version: 2, status: 'success', results: { total_samples: 12 } });
    expect(Object.keys(members).slice(0, 1)).toEqual(['_journal/start.json']);
    expect(parsed(members['summaries.json'])).toHaveLength(12);
    expect(file).toMatch(/^inspect\/2026-01-02T03-04-05\.678Z_[a-z]+_[0-9a-f]{22}\.eval$/);
  }
});

test('a sample that could not be scored has NaN, not null and not 0, with the reason', () => {
  const texts = logs().flatMap((file) =>
    Object.entries(opened(file).members).filter(([name]) => name.startsWith('samples/')),
  );
  const lost = texts.map(([, bytes]) => new TextDecoder().decode(bytes)).filter((text) => text.includes('"value":NaN'));
  expect(lost.length).toBeGreaterThan(3);
  expect(lost.every((text) => /"unscored_reason":"(forecast|execute): [a-z-]+"/.test(text))).toBe(true);
});

test('writes prediction and outcome as scores, and the estimates as metrics', async () => {
  const { estimates } = await madeInput(made);
  const file = logs().find((name) => name.includes('_restriction_')) ?? '';
  const { header, samples } = opened(file);
  const [unit] = samples[0]?.scores.self_prediction.metadata.units ?? [];
  expect(Object.keys(unit ?? {})).toEqual(['unit', 'predicted', 'actual', 'probability']);
  const expected = estimates.find(
    ({ experiment, model, measure, policy }) =>
      experiment === 'restriction' && model === 'a/one' && measure === 'accuracy' && policy === 'parsed',
  );
  expect(header).toMatchObject({
    eval: { model: 'a/one', task: 'restriction' },
    results: {
      scores: [
        { name: 'self_prediction', metrics: { accuracy: { value: expected?.value } } },
        { name: 'accuracy', scored_samples: 9, metrics: { accuracy: { value: 0.75 } } },
        { name: 'coverage' },
      ],
    },
  });
});

test('shows a score first with its standard error, never coverage, and NaN where no score exists', async () => {
  const { estimates } = await madeInput(made);
  const [{ run, model, condition } = { run: null, model: '', condition: '' }] = estimates;
  const group = { run: run ?? '', experiment: 'association', model, condition, part: 0 };
  const unscored = estimates.map((each) =>
    each.measure.endsWith('coverage') ? each : { ...each, value: null, interval: null },
  );
  const metricsWith = async (those: typeof estimates) => {
    const { results } = headerOf(
      group,
      { samples: 1, predicts: true, scored: 0, usage: noUsage, mean: null, right: null },
      { ...(await madeInput(made)), estimates: those, findings: [] },
    );
    const { scores } = results as {
      readonly scores: readonly { readonly metrics: Record<string, { value: number }> }[];
    };
    return scores.map(({ metrics }) => metrics);
  };
  const [scored, coverage] = await metricsWith(estimates);
  const [[first, metric] = ['', { value: 0 }]] = Object.entries(scored ?? {});
  const own = estimates.find(
    (each) => each.experiment === 'association' && each.model === model && each.measure === first,
  );
  expect(metric.value).toBe(own?.value);
  expect(scored?.stderr?.value).toBeCloseTo(((own?.interval?.[1] ?? 0) - (own?.interval?.[0] ?? 0)) / 3.92, 3);
  expect(Object.keys(coverage ?? {}).filter((name) => !name.includes('coverage') && name !== 'stderr')).toEqual([]);
  const [none] = await metricsWith(unscored);
  expect(Object.values(none ?? {}).map(({ value }) => value)).toEqual([Number.NaN]);
});

test('shows the prediction call as the conversation, and its tokens in the first epoch only', () => {
  const { samples, header } = opened(logs()[0] ?? '');
  const [first, second] = samples;
  expect(first?.messages).toMatchObject([{ role: 'user', content: 'Q?' }, { role: 'assistant' }]);
  expect(first?.output).toMatchObject({ model: 'one-2026', completion: 'A', time: 0.005 });
  expect([first?.model_usage, second?.model_usage]).toMatchObject([
    { 'a/one': { output_tokens: 6, input_tokens: 12 } },
    {},
  ]);
  expect(header.stats).toMatchObject({
    role_usage: { predictor: { output_tokens: 18 }, subject: { output_tokens: 18 } },
  });
});

test('writes the address of the model, the models by role, and the turns of each sample', () => {
  const { samples, header, members } = opened(logs()[0] ?? '');
  const { eval: spec } = header as { readonly eval: Log & { readonly model: string } };
  const own = { model: spec.model, base_url: 'http://127.0.0.1:8000/v1', config: { temperature: 0.7 }, args: {} };
  expect(spec).toMatchObject({ model_base_url: own.base_url, model_roles: { predictor: own, subject: own } });
  expect((spec.model_roles as Log).judge).toEqual({ model: 'b/judge', config: { temperature: 0.7 }, args: {} });
  const summaries = parsed(members['summaries.json']) as readonly Log[];
  // the second execution has no answer
  for (const each of [samples, summaries]) expect(each.slice(0, 2).map((one) => one.turn_count)).toEqual([2, 1]);
});

test('writes calls as model events of their epoch, with cached input separately', () => {
  const [first, second] = opened(logs()[0] ?? '').samples;
  expect(first?.events.map(({ role }) => role)).toEqual(['predictor', 'subject']);
  expect(first?.events[0]?.output).toMatchObject({
    model: 'one-2026',
    choices: [{ stop_reason: 'max_tokens' }],
    usage: { input_tokens: 6, input_tokens_cache_read: 4, output_tokens: 3, total_tokens: 13, reasoning_tokens: 1 },
  });
  expect(second?.events[1]).toMatchObject({ error: 'no answer is stored', output: { choices: [] } });
});

test.skipIf(!existsSync(schemaFile))(
  'writes logs that match Inspect’s own schema (skipped where the reference is absent)',
  () => {
    const { components } = JSON.parse(readFileSync(schemaFile, 'utf8')) as { components: object };
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile({ $ref: '#/components/schemas/EvalLog', components });
    for (const file of logs()) {
      const { members, header, samples } = opened(file);
      const log = { ...header, samples, reductions: parsed(members['reductions.json']) };
      expect(validate(log), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    }
    expect(validate({ version: 2 })).toBe(false);
  },
);
