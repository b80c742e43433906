import { expect, test } from 'vitest';
import { isRecord } from './is-record.ts';

test.each([[{}], [{ a: 1 }], [JSON.parse('{"length": 1}')]])('%j is one', (value) => {
  expect(isRecord(value)).toBe(true);
});

test.each([[null], [[]], [[{}]], ['{}'], [1], [undefined]])('%j is none', (value) => {
  expect(isRecord(value)).toBe(false);
});
