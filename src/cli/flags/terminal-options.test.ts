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

  it('leaves a command that fits beside its words, and breaks prose between words', () => {
    const short = `to continue: ${invocation()} resume 41b77abf86b6`;
    expect(wrapped(short)).toBe(short);
    expect(wrapped(`it stopped; to do more: ${'word '.repeat(20)}`).split('\n')).toHaveLength(2);
  });
});
