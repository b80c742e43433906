import { describe, expect, it } from 'vitest';
import { invocation } from './invocation.ts';

describe('invocation', () => {
  it.each([
    [undefined, '/usr/local/bin/seb', 'seb'],
    ['seb', '/project/src/cli/main.ts', 'npm run -s seb --'],
    ['start', '/project/src/cli/main.ts', 'npm run -s seb --'],
    ['npx', '/project/node_modules/.bin/seb', 'npx seb'],
    ['npx', '/project/node_modules/.bin/another', 'seb'],
    ['another-script', '/project/node_modules/.bin/seb', 'seb'],
  ])('returns for script %s and program %s: %s', (script, program, command) => {
    expect(invocation({ environment: { npm_lifecycle_event: script }, program })).toBe(command);
  });
});
