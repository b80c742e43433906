import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { vowel } from '../../../test/support/vowel/index.ts';
import { defineExperiment } from '../../experiments/registry.ts';
import type { RunRecord } from '../../store/store.ts';
import { prepareRun } from '../prepare/prepare.ts';
import { closeModels } from '../prepare/prepared-run.ts';
import { type RunOptions, runOptions } from './run-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

function itemsFile(name: string, ids: readonly string[]): string {
  const file = join(folder, name);
  const rows = ids.map((id, index) => `${id},How do I fix ${id}?,Why ${id}?,safe,${index === 0 ? 'train' : 'test'}`);
  writeFileSync(file, ['id,prompt,other,label,split', ...rows].join('\n'));
  return file;
}

const items = { restriction: itemsFile('items.csv', ['a', 'b', 'c', 'd']) };
const models = ['simulated/ada', 'simulated/bo'];
const own: RunOptions = { model: models, experiment: ['restriction'], items };
const shipped: RunOptions = { model: models, experiment: ['association'], limit: 3 };
const withTool: RunOptions = { ...shipped, tools: ['offered'] };
const repeating: RunOptions = { model: models, experiment: ['property'], limit: 3 };
const toyItems = join(folder, 'toy.jsonl');
writeFileSync(toyItems, '{"id": "rivers", "topic": "rivers"}');
const toy: RunOptions = { model: models, experiment: ['vowel'], items: { vowel: toyItems } };
const prices = fileURLToPath(new URL('../../../data/prices/prices-2026-09-23.json', import.meta.url));

/** For each option, the options of a run and a change to them. */
const changes: Readonly<Record<keyof RunOptions, readonly [RunOptions, RunOptions]>> = {
  model: [own, { model: ['simulated/ada'] }],
  experiment: [shipped, { experiment: ['difficulty'] }],
  items: [own, { items: { restriction: itemsFile('other.csv', ['e']) } }],
  map: [own, { map: { prompt: 'other' } }],
  mapValue: [own, { mapValue: { 'label:safe': 'unsafe' } }],
  only: [own, { only: ['a'] }],
  split: [own, { split: 'test' }],
  where: [own, { where: { split: 'train' } }],
  limit: [own, { limit: 1 }],
  random: [own, { random: 2 }],
  randomSeed: [{ ...own, random: 2 }, { randomSeed: 2 }],
  samples: [own, { samples: 2 }],
  name: [own, { name: 'nightly' }],
  repeatAs: [own, { repeatAs: 'Monday' }],
  follows: [own, { follows: 'earlier' }],
  tag: [own, { tag: ['pilot'] }],
  note: [own, { note: 'a first look' }],
  predictionSamples: [repeating, { predictionSamples: 2 }],
  askOthers: [own, { askOthers: true }],
  control: [own, { control: 'answer-shown' }],
  predictOnly: [own, { predictOnly: ['simulated/bo'] }],
  executeOnly: [own, { executeOnly: ['simulated/bo'] }],
  wording: [own, { wording: ['all'] }],
  optionOrder: [shipped, { optionOrder: ['reversed'] }],
  mode: [own, { mode: ['direct', 'deliberate'] }],
  language: [shipped, { language: ['he'] }],
  system: [own, { system: ['You are terse.'] }],
  factor: [toy, { factor: ['tone=all'] }],
  constrain: [shipped, { constrain: ['form'] }],
  tools: [shipped, { tools: ['offered'] }],
  executor: [withTool, { executor: ['itself', 'simulated/stand-in'] }],
  toolDepth: [withTool, { toolDepth: 2 }],
  toolCalls: [withTool, { toolCalls: 2 }],
  toolTokens: [withTool, { toolTokens: 100 }],
  approve: [withTool, { approve: 'yes' }],
  systemOn: [{ ...own, system: ['You are terse.'] }, { systemOn: 'execution' }],
  temperature: [own, { temperature: 0.5 }],
  topP: [own, { topP: 0.5 }],
  maxOutputTokens: [own, { maxOutputTokens: 100 }],
  samplingSeed: [own, { samplingSeed: 7 }],
  reasoningEffort: [own, { reasoningEffort: 'low' }],
  seed: [own, { seed: 2 }],
  judge: [own, { judge: 'simulated/judge' }],
  judgeRubric: [own, { judgeRubric: 'three-way' }],
  // The address of a server is an exception: it is part of a new run's id, but `seb resume` may replace it.
  baseUrl: [own, { baseUrl: 'http://127.0.0.1:1/v1' }],
  apiKeyVariable: [own, { apiKeyVariable: 'MY_KEY' }],
  concurrency: [own, { concurrency: 2 }],
  maxTokensField: [own, { maxTokensField: 'max_completion_tokens' }],
  concurrencyMode: [own, { concurrencyMode: 'fixed' }],
  timeout: [own, { timeout: 5 }],
  retries: [own, { retries: 1 }],
  budget: [own, { budget: 1 }],
  prices: [own, { prices }],
  gpu: [own, { gpu: 'none' }],
  contextSize: [own, { contextSize: 512 }],
  sequences: [own, { sequences: 'single' }],
  store: [own, { store: 'elsewhere.sqlite' }],
};

const earlier = {
  id: '0123456789ab',
  createdAt: '2026-01-01',
  provenance: { name: 'earlier' },
} as unknown as RunRecord;

async function idOf(options: RunOptions): Promise<string> {
  const recorded = { runs: async () => [earlier], answers: async () => new Map(), histories: async () => [] };
  const prepared = await prepareRun(options, { experiments: [defineExperiment(vowel)] }, recorded);
  await closeModels(prepared);
  return prepared.id;
}

describe('runOptions', () => {
  it.each(runOptions.map(({ key, scope }) => [key as keyof RunOptions, scope === 'identity'] as const))(
    'changes the id of a run by %s: %s',
    async (key, isIdentity) => {
      const [before, change] = changes[key];
      expect((await idOf({ ...before, ...change })) !== (await idOf(before))).toBe(isIdentity);
    },
  );
});
