import { describe, expect, it } from 'vitest';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { ReadingCount } from '../../results/answers.ts';
import { listedLimits } from '../../results/results.ts';
import { answerLimits, countedNotes } from '../reading-counts.ts';

const experiments = experimentRegistry();

const unread = (model: string, experiment: string): ReadingCount => {
  return { run: 'r', experiment, model, calls: 'predict', answers: 10, read: { unparsed: 10 } };
};

describe('answerLimits', () => {
  it('states one or two warnings in full', () => {
    const [line, ...others] = answerLimits([unread('a/x', 'property')], [], experiments);
    expect(line).toContain('10 of 10 predictions of a/x in property could not be read');
    expect(others).toEqual([]);
  });

  it('folds many warnings into one line that says how many there are and where', () => {
    const counts = ['a/x', 'a/y'].flatMap((model) => [unread(model, 'property'), unread(model, 'association')]);
    expect(answerLimits(counts, [], experiments)).toEqual([
      '4 warnings: hardly any answer of one kind could be read (property of its answer: 2; words it lists: 2); see `seb report --table limits`.',
    ]);
  });

  it('folds many notes about salvaged answers into one line, and says nothing where every answer was read', () => {
    const salvaged = ['a', 'b', 'c'].map((model) => ({ ...unread(model, 'flip'), read: { strict: 9, salvaged: 1 } }));
    expect(answerLimits(salvaged, [], experiments)).toEqual([
      'Salvaged answers state their value, but not in the requested form: 3 notes; see `seb report --table limits`.',
    ]);
    expect(answerLimits([{ ...unread('a', 'flip'), read: { strict: 10 } }], [], experiments)).toEqual([]);
  });
});

describe('answerLimits on answers that were cut', () => {
  it('names the flag that lets them end, once for each task', () => {
    const cut = (model: string) => ({ ...unread(model, 'know'), read: { truncated: 3, strict: 7 } });
    expect(answerLimits([cut('a'), cut('b')], [], experiments)).toEqual([
      '6 of 20 answers of “answers it will know” were cut at their token limit: a higher --max-output-tokens lets them end.',
    ]);
  });
});

describe('countedNotes', () => {
  it('lists each warning that answerLimits folds into one line', () => {
    const counts = ['a/x', 'a/y'].flatMap((model) => [unread(model, 'property'), unread(model, 'association')]);
    const notes = countedNotes(counts, [], experiments);
    expect(notes).toHaveLength(4);
    for (const [index, { model, experiment }] of counts.entries())
      expect(notes[index]).toContain(`10 of 10 predictions of ${model} in ${experiment} could not be read`);
    expect(countedNotes(counts.slice(0, 2), [], experiments)).toEqual([]); // these are limits themselves
  });
});

describe('listedLimits', () => {
  it('lists each note that a limit only counts, once, and points to no other place', () => {
    const counts = ['a/x', 'a/y', 'a/z'].flatMap((model): readonly ReadingCount[] => [
      { run: 'r', experiment: 'property', model, calls: 'predict', answers: 10, read: { unparsed: 10 } },
      { run: 'r', experiment: 'flip', model, calls: 'predict', answers: 10, read: { strict: 9, salvaged: 1 } },
      {
        ...{ run: 'r', experiment: 'association', model, calls: 'predict', answers: 10, read: { strict: 10 } },
        constrained: { answers: 10, otherForm: 9 },
      },
    ]);
    const input = [counts, [], experiments] as const;
    const limits = answerLimits(...input);
    expect(limits).toHaveLength(3);
    const listed = listedLimits({ limits, notes: countedNotes(...input) });
    expect(listed).toHaveLength(3 + 9);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.join()).not.toContain('seb report');
    expect(listedLimits({ limits: ['one'] })).toEqual(['one']);
  });
});
