import { describe, expect, it } from 'vitest';
import { extractProperty, properties } from './properties.ts';

describe('self-execution-benchmark/properties', () => {
  it('has the specified properties under their names', () => {
    const specified = `first-character second-character third-character last-character first-word second-word third-word
      last-word starts-with-vowel is-even last-digit word-count more-than-10-words letter among-a-c among-b-d
      matches-target right names-one-of declines`.split(/\s+/);
    const names = [...properties.keys()];
    expect(specified.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('extracts a property of an answer, with the item where the property needs it', () => {
    expect(extractProperty('second-word', 'Lion, otter')).toBe('otter');
    expect(extractProperty('second-word', 'lion')).toBeNull();
    expect(extractProperty('matches-target', 'B', { target: 'B', options: ['x', 'y'] })).toBe('true');
  });
});
