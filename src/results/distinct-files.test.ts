import { describe, expect, it } from 'vitest';
import { distinctFiles, fileLabels, pathEnds } from './distinct-files.ts';

describe('distinctFiles', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['short names', ['a.eval', 'b.eval'], ['a.eval', 'b.eval']],
    [
      'one name, however long',
      ['samples_gsm8k_2026-11-27T13-02-21.jsonl'],
      ['samples_gsm8k_2026-11-27T13-02-21.jsonl'],
    ],
    [
      'names that differ in a day',
      ['samples_gsm_2026-11-27T13-02-21.599753.jsonl', 'samples_gsm_2026-11-28T13-02-21.599753.jsonl'],
      ['…2026-11-27T13…', '…2026-11-28T13…'],
    ],
    [
      'names that differ in a second',
      ['samples_gsm_2026-11-27T13-02-21.599753.jsonl', 'samples_gsm_2026-11-27T13-02-22.599753.jsonl'],
      ['…2026-11-27T13-02-21…', '…2026-11-27T13-02-22…'],
    ],
    [
      'names that differ at the start',
      ['baseline_gpt_evaluation_run.eval', 'candidate_gpt_evaluation_run.eval'],
      ['baseline_gpt_evaluation_run…', 'candidate_gpt_evaluation_run…'],
    ],
    [
      'names that differ at the end',
      ['the_quick_evaluation_of_a_model.eval', 'the_quick_evaluation_of_a_model.json'],
      ['…model.eval', '…model.json'],
    ],
    [
      'one that begins like the other',
      ['an_evaluation_of_a_large_model.eval', 'an_evaluation_of_a_large_model_2.eval'],
      ['…model…', '…model_2…'],
    ],
    [
      'three names',
      ['x_long_name_of_a_file_1.csv', 'x_long_name_of_a_file_2.csv', 'x_long_name_of_b_file_1.csv'],
      ['…a_file_1…', '…a_file_2…', '…b_file_1…'],
    ],
  ])('keeps what tells apart %s', (_, names, labels) => {
    expect([...distinctFiles(names).values()]).toEqual(labels);
  });
});

describe('pathEnds and fileLabels', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['names of which each is there once', ['new/a.csv', 'old/b.csv'], ['a.csv', 'b.csv'], ['a.csv', 'b.csv']],
    ['one name in two folders', ['new/a.csv', './old/a.csv'], ['new/a.csv', 'old/a.csv'], ['new', 'old']],
    ['one name below two folders', ['x/new/m/a.csv', 'x/old/m/a.csv'], ['new/m/a.csv', 'old/m/a.csv'], ['new', 'old']],
    ['one name in this folder and another', ['a.csv', 'old/a.csv'], ['a.csv', 'old/a.csv'], ['a.csv', 'old']],
    [
      'two names in two folders',
      ['new/a.csv', 'new/b.csv', 'old/a.csv', 'old/b.csv'],
      ['new/a.csv', 'new/b.csv', 'old/a.csv', 'old/b.csv'],
      ['new', 'new', 'old', 'old'],
    ],
    ['folders of Windows', ['new\\a.csv', 'old\\a.csv'], ['new/a.csv', 'old/a.csv'], ['new', 'old']],
  ])('keep what tells apart %s', (_, paths, ends, labels) => {
    const [endOf, labelOf] = [pathEnds(paths), fileLabels(paths)];
    expect(paths.map((path) => endOf.get(path))).toEqual(ends);
    expect(paths.map((path) => labelOf.get(path))).toEqual(labels);
  });
});
