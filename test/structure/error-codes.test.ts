import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failureCodes } from '../../src/domain/answer.ts';
import { errorCodes } from '../../src/util/error-codes.ts';

/** Codes that the sources compute: of a failed request to a training host. */
const computed = new Set<string>(failureCodes.map((code) => `training-${code}`));

test('lists only error codes that the sources use, and the code of every failed request to a training host', () => {
  const texts = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.endsWith('error-codes.ts'))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n');
  expect(errorCodes.filter((code) => !computed.has(code) && !texts.includes(`'${code}'`))).toEqual([]);
  expect([...computed].filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([]);
});
