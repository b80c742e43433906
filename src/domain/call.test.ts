import { describe, expect, it } from 'vitest';
import { someCall } from '../../test/support/answers.ts';
import { canonicalJson } from '../util/canonical-json.ts';
import { callKey, callText } from './call.ts';

describe('callText', () => {
  it('is the canonical JSON of the call, with and without a repetition', () => {
    for (const repeatAs of [undefined, '2026-11-22', 'a "quoted" name']) {
      const call = { ...someCall(1), repeatAs };
      expect(callText(call)).toBe(canonicalJson(call));
    }
  });

  it('gives every repetition a distinct key, and does not change keys without one', () => {
    const keys = [undefined, 'a', 'b'].map((repeatAs) => callKey(callText({ ...someCall(1), repeatAs })));
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toBe(callKey(callText(someCall(1))));
  });
});
