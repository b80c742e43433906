import { describe, expect, it } from 'vitest';
import { secretsIn } from './secrets-in.ts';

describe('secretsIn', () => {
  it('returns variables with the name of a secret, and those that --api-key-variable names', () => {
    const environment = { OPENAI_API_KEY: ' value-1 ', HF_TOKEN: 'value-2', MINE: 'value-3', HOME: '/home/someone' };
    expect(secretsIn({ environment, args: [] })).toEqual(['value-1', 'value-2']);
    expect(secretsIn({ environment, args: ['run', '--api-key-variable', 'MINE'] })).toContain('value-3');
    expect(secretsIn({ environment, args: ['run', '--api-key-variable=MINE'] })).toContain('value-3');
    expect(secretsIn({ environment: { ...environment, SEB_API_KEY_VARIABLE: 'MINE' }, args: [] })).toContain('value-3');
  });

  it('returns an authorization, and not an author', () => {
    const environment = { PROXY_AUTHORIZATION: 'value-1', NPM_AUTH: 'value-2' };
    expect(secretsIn({ environment, args: [] })).toEqual(['value-1', 'value-2']);
  });

  it('skips settings of seb that name a variable or count tokens', () => {
    const environment = {
      SEB_API_KEY_VARIABLE: 'MY_SERVER_KEY',
      SEB_MAX_OUTPUT_TOKENS: '100000',
      GIT_AUTHOR_NAME: 'someone',
      SOME_KEY: 'none',
    };
    expect(secretsIn({ environment, args: [] })).toEqual([]);
  });
});
