import { afterEach, describe, expect, it, vi } from 'vitest';
import { invocation } from '../process/invocation.ts';
import { wrapMessage } from './terminal-options.ts';

describe('wrapMessage', () => {
  afterEach(() => vi.unstubAllEnvs());

  const store = 'a-folder-with-a-long-name/a-store.sqlite';
  const wrapped = (text: string) => {
    vi.stubEnv('COLUMNS', '80');
    return wrapMessage(text);
  };

  it('puts a command that a message ends with on lines of its own, which can be copied', () => {
    const command = `${invocation()} resume 41b77abf86b6 --store ${store}`;
    for (const lead of ['to continue:', 'run 41b77abf86b6 is paused; to continue:'])
      expect(wrapped(`${lead} ${command}\n`)).toBe(`${lead}\n  ${command}\n`);
    const long = `${command} --config ${store} --budget USD`;
    const [lead, ...lines] = wrapped(`to continue: ${long}`).split('\n');
    expect([lead, lines.length]).toEqual(['to continue:', 2]);
    expect(lines.map((line) => line.trim().replace(/ \\$/, '')).join(' ')).toBe(long);
    expect(lines[0]).toMatch(/ \\$/);
  });

  it.each([
    'to continue:',
    'run x is paused; to continue:',
    'written to rows.jsonl; next:',
    'if run x corrects it:',
    'run it with:',
  ])('breaks no quoted word of a command after %s', (lead) => {
    const word = "'a folder with several words/and a  store of many more words in its name.sqlite'";
    const [first, ...lines] = wrapped(`${lead} ${invocation()} resume 41b77abf86b6 --store ${word}`).split('\n');
    expect(first).toBe(lead);
    expect(lines.map((line) => line.trim())).toEqual([`${invocation()} resume 41b77abf86b6 --store \\`, word]);
  });

  it('leaves a command that fits beside its words, and breaks prose between words', () => {
    const short = `to continue: ${invocation()} resume 41b77abf86b6`;
    expect(wrapped(short)).toBe(short);
    expect(wrapped(`it stopped; to do more: ${'word '.repeat(20)}`).split('\n')).toHaveLength(2);
  });
});
