import { describe, expect, it } from 'vitest';
import { someCall } from '../../test/support/answers.ts';
import { canonicalJson } from '../util/canonical-json.ts';
import { callKey, callText, effectiveSampling, type Message } from './call.ts';
import { runMyself } from './self-run.ts';

describe('callText', () => {
  it('is the canonical JSON of the call, with and without a repetition', () => {
    for (const repeatAs of [undefined, '2026-11-22', 'a "quoted" name']) {
      const call = { ...someCall(1), repeatAs };
      expect(callText(call)).toBe(canonicalJson(call));
    }
  });

  it('is canonical with a form and an injection, which change the key', () => {
    const injections = [
      undefined,
      { kind: 'none' },
      { kind: 'interrupt', after: { seed: 1, ids: [3, 5] } },
      { kind: 'own', after: { seed: 1, ids: [3, 5] }, ids: [7] },
      { kind: 'least', after: { seed: 1, ids: [3, 5] }, count: 4 },
      { kind: 'text', after: { seed: 1, ids: [3, 5] }, text: ' a "word"' },
    ] as const;
    const calls = injections.map((injection) => ({ ...someCall(1), form: { type: 'boolean' } as const, injection }));
    for (const call of calls) expect(callText(call)).toBe(canonicalJson(call));
    expect(new Set(calls.map(callText)).size).toBe(injections.length);
    expect(callText({ ...someCall(1), injection: undefined })).toBe(callText(someCall(1)));
  });

  it('is the canonical JSON of a conversation with tools, whose key depends on the tools', () => {
    const messages: readonly Message[] = [
      { role: 'user', content: 'Ask "yourself".' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'self00000', name: 'run_myself', arguments: '{"prompt": "a"}' }],
      },
      { role: 'tool', content: 'It says "b".', answers: 'self00000' },
    ];
    const call = { ...someCall(1), messages, tools: [runMyself('itself')], toolChoice: 'none' } as const;
    expect(callText(call)).toBe(canonicalJson(call));
    const { tools: _, toolChoice: __, ...without } = call;
    expect(new Set([call, { ...without, tools: call.tools }, without].map((each) => callText(each))).size).toBe(3);
  });

  it('gives every repetition a distinct key, and does not change keys without one', () => {
    const keys = [undefined, 'a', 'b'].map((repeatAs) => callKey(callText({ ...someCall(1), repeatAs })));
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toBe(callKey(callText(someCall(1))));
  });
});

it('names what a model file is sampled with, and the defaults that only a server knows', () => {
  expect(effectiveSampling('gguf/a.gguf', {})).toBe('temperature 1, top-p 1, no top-k or min-p, seeded by each call');
  expect(effectiveSampling('bundled/ada', { temperature: 0 })).toContain('temperature 0, top-p 1');
  expect(effectiveSampling('llamacpp/a', {})).toBe('the servers’ default sampling');
  expect(effectiveSampling('vllm/a', { temperature: 0, seed: 3 })).toBe(
    'temperature 0, seed 3, otherwise the servers’ defaults',
  );
});
