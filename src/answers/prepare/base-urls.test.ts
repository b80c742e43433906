import { describe, expect, it } from 'vitest';
import { baseUrlsOf, movedBaseUrls, parseBaseUrls, takesKeyVariable } from './base-urls.ts';

const url = 'http://127.0.0.1:9000/v1';
const placed = (subjects: readonly string[], judge: string | null = null) =>
  [...baseUrlsOf({ subjects, judge }, url)].flatMap(([name, at]) => (at === null ? [] : [name]));
const other = 'http://127.0.0.1:9001/v1';

describe('baseUrlsOf', () => {
  it('applies a plain URL to every server, including a judge', () => {
    expect(placed(['openai-compatible/one', 'vllm/two'], 'vllm/judge')).toEqual([
      'openai-compatible/one',
      'vllm/two',
      'vllm/judge',
    ]);
    expect(placed(['bundled/ada'], 'openai-compatible/judge')).toEqual(['openai-compatible/judge']);
  });

  it('applies a plain URL to a hosted model only if the run has no server', () => {
    expect(placed(['openai/one', 'openai-compatible/two'])).toEqual(['openai-compatible/two']);
    expect(placed(['openai-compatible/two'], 'openai/judge')).toEqual(['openai-compatible/two']);
    expect(placed(['openai/one'], 'anthropic/judge')).toEqual(['openai/one']);
  });

  it('applies no URL to in-process models', () => {
    expect(placed(['bundled/ada', 'simulated/sam', 'mine/object'])).toEqual([]);
  });

  it('applies a model’s own URL before the plain one', () => {
    const named = { subjects: ['vllm/one', 'simulated/a?self=0.5'], judge: 'vllm/judge' };
    expect([...baseUrlsOf(named, [url, `vllm/judge=${other}`])]).toEqual([
      ['vllm/one', url],
      ['simulated/a?self=0.5', null],
      ['vllm/judge', other],
    ]);
    expect(parseBaseUrls([`simulated/a?self=0.5=${other}`]).byModel.get('simulated/a?self=0.5')).toBe(other);
    expect(parseBaseUrls('http://h/v1?a=http://b')).toEqual({ plain: 'http://h/v1?a=http://b', byModel: new Map() });
  });

  it('refuses two plain addresses, and an address for a model that is not in the run', () => {
    expect(() => parseBaseUrls([url, other])).toThrow('two addresses');
    expect(() => baseUrlsOf({ subjects: ['vllm/one'], judge: null }, [`vllm/two=${url}`])).toThrow('vllm/two');
  });
});

describe('takesKeyVariable', () => {
  it('never gives a server’s key to a hosted model, including a judge', () => {
    const mixed = { subjects: ['openai-compatible/two', 'openai/one'], judge: 'anthropic/judge' };
    expect([...mixed.subjects, mixed.judge].filter((name) => takesKeyVariable(name, mixed))).toEqual([
      'openai-compatible/two',
    ]);
    expect(takesKeyVariable('openai/one', { subjects: ['openai/one'], judge: null })).toBe(true);
  });
});

describe('movedBaseUrls', () => {
  it('moves a model of a stored run to its new URL, and keeps the others', () => {
    const at = (name: string, baseUrl: string | null) => ({ name, identity: name, baseUrl });
    const models = [at('vllm/one', url), at('vllm/two', url), at('bundled/ada', null)];
    expect([...movedBaseUrls(models, [`vllm/two=${other}`]).values()]).toEqual([url, other, null]);
    expect([...movedBaseUrls(models, other).values()]).toEqual([other, other, null]);
  });
});
