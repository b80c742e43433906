import type { Answer } from '../../src/domain/answer.ts';
import { type CallKey, callKey, callText, type KeyedCall } from '../../src/domain/call.ts';
import type { Dataset } from '../../src/domain/dataset.ts';
import { defaultSettings, type RunConfig, type RunId, runId } from '../../src/domain/run-config.ts';
import { failed } from '../../src/models/failures/failure.ts';
import type { FoundAnswer, Provenance, StoredAnswer, StoredFailure } from '../../src/store/store.ts';
import { canonicalJson, sha256 } from '../../src/util/canonical-json.ts';

/** Returns a distinct call for every number. */
export function someCall(number: number, content = `Question ${number}`): KeyedCall {
  return {
    model: 'simulated/one',
    sampling: { temperature: 0, maxOutputTokens: 64 },
    messages: [
      { role: 'system', content: 'You answer in one word.' },
      { role: 'user', content },
    ],
    slot: 'execute',
    sample: number,
  };
}

/** Returns the key of the call with that number. */
export function someKey(number: number): CallKey {
  return callKey(callText(someCall(number)));
}

export function someAnswer(
  number: number,
  parts: Partial<StoredAnswer> & { readonly text?: string } = {},
): StoredAnswer {
  const { text = `Answer ${number}`, ...fields } = parts;
  const answer: Answer = {
    kind: 'answered',
    text,
    reasoning: null,
    usage: { input: 12, cachedInput: null, output: 3, reasoning: null, raw: { prompt_tokens: 12 } },
    served: { model: 'one-2026', fingerprint: null, upstream: null },
    finishReason: 'stop',
    logprobs: [{ token: 'A', logprob: -0.25 }],
  };
  const call = fields.call ?? callText(someCall(number));
  return {
    key: callKey(call),
    call,
    answer,
    run: someRun.id,
    askedAt: '2026-01-02T03:04:05.678Z',
    latencyMs: 12.5,
    attempts: 1,
    cost: 0.25,
    ...fields,
  };
}

export function someFailure(number: number, message = 'no answer in time'): StoredFailure {
  return {
    key: someKey(number),
    run: someRun.id,
    failure: failed('timeout', message),
    attempts: 3,
    failedAt: '2026-01-02T03:04:05.678Z',
  };
}

export function someDataset(items: readonly { readonly id: string }[]): Dataset {
  return {
    name: 'tiny',
    experiment: 'association',
    licence: 'CC0-1.0',
    origin: 'written for a test',
    redistributable: true,
    sha256: sha256(canonicalJson(items)),
    items,
  };
}

export function someConfig(seed: number): RunConfig {
  return {
    models: [{ name: 'simulated/one', identity: 'simulated/one', baseUrl: null }],
    judge: null,
    judgeRubric: 'three-way',
    experiments: [
      {
        name: 'association',
        version: 1,
        dataset: { name: 'tiny', sha256: '0'.repeat(64), items: 1 },
        conditions: [{ wording: 'paper', optionOrder: 'given', mode: 'direct', language: 'en', system: null }],
      },
    ],
    samples: 1,
    sampling: {},
    seed,
  };
}

export function someRunOf(seed: number): { id: RunId; config: RunConfig; provenance: Provenance } {
  const config = someConfig(seed);
  const provenance: Provenance = {
    sebVersion: '0.1.0',
    nodeVersion: 'v24.0.0',
    platform: 'linux x64',
    gitCommit: null,
    packages: { zod: '4.0.0' },
    command: 'seb run',
    settings: defaultSettings,
    prices: { 'simulated/one': null },
    notes: [],
  };
  return { id: runId(config), config, provenance };
}

export const someRun = someRunOf(1);

/** Returns the answer as a store returns it. */
export function withoutCall({ call: _, ...found }: StoredAnswer): FoundAnswer {
  return found;
}
