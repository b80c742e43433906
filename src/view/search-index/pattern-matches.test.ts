import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { parseSearch, type Search } from '../search/search-pattern.ts';
import { searchedText } from '../search/searched-text.ts';
import { PatternMatches } from './pattern-matches.ts';

describe('PatternMatches', () => {
  it('tests one answer at a time when there is no time for more', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table answers (id integer primary key, text text not null)');
    const insert = database.prepare('insert into answers (text) values (?)');
    const texts = [
      ['a', 'bee', 'c'],
      ['d\ne', 'f'],
      ['bee', 'g'],
    ];
    for (const answers of texts) insert.run(searchedText(answers));
    const tested: string[] = [];
    const { test } = parseSearch('/^bee$/') as Extract<Search, { kind: 'pattern' }>;
    const pattern = {
      kind: 'pattern' as const,
      test(text: string) {
        tested.push(text);
        return test(text);
      },
    };
    const matches = new PatternMatches(database, pattern);
    let found = matches.upTo(1, 3, () => false);
    for (let steps = 1; found === null; steps += 1) {
      expect(tested).toHaveLength(steps);
      found = matches.upTo(1, 3, () => false);
    }
    expect(found).toEqual([1, 3]);
    // answers after a match in the same row are skipped
    expect(tested).toEqual(['a', 'bee', 'd\ne', 'f', 'bee']);
    expect(matches.upTo(1, 2, () => true)).toEqual([1]);
    database.close();
  });
});
