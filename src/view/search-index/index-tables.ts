/**
 * Narrow rows with their texts in a dictionary: filters read an index, pages read a hundred rows. `answers` holds the
 * lower-case texts about an item, `answer_texts` their trigrams by the same id.
 */
export const indexTables = `
create table meta (name text primary key, value text not null) strict;
create table runs (
  run text primary key, fingerprint text not null, rows integer not null, built_at text not null,
  elsewhere integer not null, expected integer not null, page text not null
) strict;
create table results (runs text primary key, fingerprint text not null, results text not null,
  headline text not null, page text, comparison text) strict;
create table studies (id text primary key, at text not null, summary text not null, page text) strict;
create table groups (
  id integer primary key, run text not null, experiment text not null, model text not null, condition text not null,
  unique (run, experiment, model, condition)
) strict;
create table items (
  id integer primary key, run text not null, experiment text not null, item text not null, title text not null,
  search text not null, unique (run, experiment, item)
) strict;
create table answers (id integer primary key, grp integer not null, item integer not null, text text not null) strict;
create index answers_item on answers (item, grp);
create virtual table answer_texts using fts5 (
  text, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1
);
create table words (id integer primary key, text text not null unique) strict;
create table outcomes (
  id integer primary key, grp integer not null, item integer not null, state integer not null, reason integer not null,
  score real, divergent integer not null, judges integer not null, agreement real not null, others_share real,
  unit integer not null, prediction integer not null, outcome integer not null,
  agree integer not null, executions integer not null, same integer, others integer, part integer not null
) strict;
create index outcomes_filter on outcomes (grp, state, reason, divergent, judges, item, score, agreement, others_share);
create index outcomes_item on outcomes (item, grp);
`;
