import { describe, expect, it } from 'vitest';
import { crashText } from './crash.ts';

const canary = 'canary-5f1f0c2b77e94d0d';

describe('crashText', () => {
  it('prints the error and its causes without keys', () => {
    const request = {
      headers: { authorization: `Bearer ${canary}` },
      url: `https://me:${canary}@host/v1?key=${canary}`,
    };
    const cause = Object.assign(new Error(`refused ${canary}`), { request });
    const error = Object.assign(new TypeError(`no answer for ${canary}`, { cause }), { key: [canary] });
    for (const environment of [{ OPENAI_API_KEY: canary }, { WHERE: canary, SEB_API_KEY_VARIABLE: 'WHERE' }]) {
      const text = crashText(error, { environment, args: [] });
      expect(text).not.toContain(canary);
      expect(text).toContain('TypeError: no answer for [key]');
      expect(text).toContain('refused [key]');
      expect(text).toContain('crash.test.ts');
    }
    const args = ['run', '--api-key-variable', 'MINE'];
    expect(crashText(canary, { environment: { MINE: canary }, args })).not.toContain(canary);
    const joined = ['run', '--api-key-variable=MINE'];
    expect(crashText(canary, { environment: { MINE: canary }, args: joined })).not.toContain(canary);
  });

  it('keeps words that equal short values of variables', () => {
    const environment = { KEY: 'none', PATH: '/usr/bin', HOME: '/home/someone' };
    const text = crashText(new Error('none of /home/someone'), { environment, args: [] });
    expect(text).toContain('none of /home/someone');
  });
});
