import { expect, it } from 'vitest';
import { baseUrlsOf, takesKeyVariable } from './server-options.ts';

const url = 'http://127.0.0.1:9000/v1';
const placed = (subjects: readonly string[], judge: string | null = null) =>
  [...baseUrlsOf({ subjects, judge }, url)].flatMap(([name, at]) => (at === null ? [] : [name]));

it('is the address of every server, a judge too', () => {
  expect(placed(['openai-compatible/one', 'vllm/two'], 'vllm/judge')).toEqual([
    'openai-compatible/one',
    'vllm/two',
    'vllm/judge',
  ]);
  expect(placed(['bundled/ada'], 'openai-compatible/judge')).toEqual(['openai-compatible/judge']);
});

it('is the address of a hosted model only where no server is named, so that no key goes astray', () => {
  expect(placed(['openai/one', 'openai-compatible/two'])).toEqual(['openai-compatible/two']);
  expect(placed(['openai-compatible/two'], 'openai/judge')).toEqual(['openai-compatible/two']);
  expect(placed(['openai/one'], 'anthropic/judge')).toEqual(['openai/one']);
});

it('is nothing to models of this process', () => {
  expect(placed(['bundled/ada', 'simulated/sam', 'mine/object'])).toEqual([]);
});

it("the server's key goes to no paid service, nor to a judge that is one", () => {
  const mixed = { subjects: ['openai-compatible/two', 'openai/one'], judge: 'anthropic/judge' };
  expect([...mixed.subjects, mixed.judge].filter((name) => takesKeyVariable(name, mixed))).toEqual([
    'openai-compatible/two',
  ]);
  expect(takesKeyVariable('openai/one', { subjects: ['openai/one'], judge: null })).toBe(true);
});
