import { describe, expect, it } from 'vitest';
import { measureName, reasonCountsText, reasonText, slotText, storedReason } from './words.ts';

const pairs = [
  ['forecast: declined', 'prediction: declined'],
  ['execute: not-asked', 'execution: not asked'],
  ['judge: unparsed', 'judge: unparsed'],
  ['guess: failed', 'guess: failed'],
  ['toString: failed', 'toString: failed'],
] as const;

describe('reasonText', () => {
  it.each(pairs)('shows %s as "%s"', (stored, shown) => {
    expect(reasonText(stored)).toBe(shown);
  });
});

describe('measureName', () => {
  it('needs no word of statistics for the accuracy of properties', () => {
    expect(['accuracy_macro', 'accuracy_micro'].map(measureName)).toEqual([
      'accuracy, mean of groups',
      'accuracy over all units',
    ]);
  });
});

describe('slotText', () => {
  it('names the slots of shipped experiments in the words of the glossary, and keeps other names', () => {
    expect(['forecast', 'execute', 'guess'].map(slotText)).toEqual(['prediction', 'execution', 'guess']);
  });
});

describe('storedReason', () => {
  it.each(pairs)('finds %s from "%s" and from itself', (stored, shown) => {
    expect([storedReason(shown), storedReason(stored)]).toEqual([stored, stored]);
  });
});

describe('reasonCountsText', () => {
  it('lists reasons with their counts', () => {
    expect(reasonCountsText({ 'forecast: declined': 60, 'execute: truncated': 2 })).toBe(
      'prediction: declined 60, execution: truncated 2',
    );
    expect(reasonCountsText({})).toBe('');
  });
});
