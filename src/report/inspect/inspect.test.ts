import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeInput } from '../../../test/support/report-input.ts';
import { exportOutcomes } from '../../../test/support/write-report.ts';
import type { Answer } from '../../domain/answer.ts';
import { ReportFolder } from '../export/report-folder.ts';
import type { TranscriptCall } from '../report-input.ts';

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
  const input = await madeInput(made, {
    itemText: ({ item }) => `text of ${item}`,
    transcript: async () => [call('forecast', 0, answer), call('execute', 0, answer), call('execute', 1, null)],
  });
  const report = new ReportFolder(folder);
  await exportOutcomes(input, report);
  ({ files } = report);
});
afterAll(() => rmSync(folder, { recursive: true }));

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
    results: { scores: [{ metrics: { accuracy: { value: expected?.value } } }] },
  });
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
