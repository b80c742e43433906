import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { searchPattern } from '../search/search-pattern.ts';

/** A condition with the values of its parameters. */
export interface Sql {
  readonly where: string;
  readonly values: readonly SQLInputValue[];
}

/** Drops what was found: the answers have changed. */
export function forgetAnswers(database: DatabaseSync): void {
  database.exec(`drop table if exists temp.found_answers;
    create temp table found_answers (grp integer, item integer, primary key (grp, item)) without rowid;
    drop table if exists temp.found_search;
    create temp table found_search (text text) strict`);
}

/**
 * Puts group and item of each answer that fits a search into the table `found_answers`, once for the pages and counts of a
 * search that come one after another. Returns the condition that the column `search` of an item fits as well.
 */
export function findAnswers(database: DatabaseSync, search: string): Sql {
  const fits = fitsSql(search);
  if (database.prepare('select 1 from found_search where text = ?').get(search) !== undefined) return fits('search');
  const { where, values } = fits('text');
  const trigrams = searchPattern(search) === null ? trigramsOf(search.toLowerCase()) : [];
  // the index of trigrams gives few candidates; a shorter text or a pattern is looked for in every answer
  const candidates = trigrams.length === 0 ? '' : 'answer_texts match ? and ';
  const match = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  database.exec('delete from found_answers; delete from found_search');
  database
    .prepare(
      `insert or ignore into found_answers select grp, item from answers
       where id in (select rowid from answer_texts where ${candidates}${where})`,
    )
    .run(...(trigrams.length === 0 ? [] : [match]), ...values);
  database.prepare('insert into found_search values (?)').run(search);
  return fits('search');
}

function fitsSql(search: string): (column: string) => Sql {
  if (searchPattern(search) === null)
    return (column) => ({ where: `instr(${column}, ?) > 0`, values: [search.toLowerCase()] });
  return (column) => ({ where: `fits_pattern(?, ${column})`, values: [search] });
}

const maxTrigrams = 20;

/** Returns every run of three characters of a text, at most 20. */
function trigramsOf(text: string): readonly string[] {
  const characters = [...text];
  const found = characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
  // a null character would end the expression
  return [...new Set(found)].filter((trigram) => !trigram.includes('\0')).slice(0, maxTrigrams);
}
