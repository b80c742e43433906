import { expect, test } from 'vitest';
import { invocation } from './invocation.ts';

test.each([
  [undefined, '/usr/local/bin/seb', 'seb'],
  ['seb', '/project/src/cli/main.ts', 'npm run -s seb --'],
  ['start', '/project/src/cli/main.ts', 'npm run -s seb --'],
  ['npx', '/project/node_modules/.bin/seb', 'npx seb'],
  ['npx', '/project/node_modules/.bin/another', 'seb'],
  ['another-script', '/project/node_modules/.bin/seb', 'seb'],
])('script %s, program %s: %s', (script, program, command) => {
  expect(invocation({ environment: { npm_lifecycle_event: script }, program })).toBe(command);
});
