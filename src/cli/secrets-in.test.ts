import { expect, test } from 'vitest';
import { secretsIn } from './secrets-in.ts';

test('what a variable is named, or that the user names it, makes it a secret', () => {
  const environment = { OPENAI_API_KEY: ' value-1 ', HF_TOKEN: 'value-2', MINE: 'value-3', HOME: '/home/someone' };
  expect(secretsIn({ environment, args: [] })).toEqual(['value-1', 'value-2']);
  expect(secretsIn({ environment, args: ['run', '--api-key-variable', 'MINE'] })).toContain('value-3');
  expect(secretsIn({ environment, args: ['run', '--api-key-variable=MINE'] })).toContain('value-3');
  expect(secretsIn({ environment: { ...environment, SEB_API_KEY_VARIABLE: 'MINE' }, args: [] })).toContain('value-3');
});

test('an authorization is a secret, though it begins as an author does', () => {
  const environment = { PROXY_AUTHORIZATION: 'value-1', NPM_AUTH: 'value-2' };
  expect(secretsIn({ environment, args: [] })).toEqual(['value-1', 'value-2']);
});

test('a setting that names a variable, a count of tokens and an author are none', () => {
  const environment = {
    SEB_API_KEY_VARIABLE: 'MY_SERVER_KEY',
    SEB_MAX_OUTPUT_TOKENS: '100000',
    GIT_AUTHOR_NAME: 'someone',
    SOME_KEY: 'none',
  };
  expect(secretsIn({ environment, args: [] })).toEqual([]);
});
