import { join } from 'node:path';
import { z } from 'zod';
import { parseNamedCsv } from '../../data/files/csv.ts';
import { namesIn, readText } from '../../data/files/read-text.ts';
import { checkedRow, rowError } from '../../data/files/row.ts';
import type { Attempt } from '../../domain/answer.ts';
import {
  type PlaceKey,
  placeKey,
  type Recording,
  recordedAnswer,
  recordedFailure,
} from '../../recordings/import/recording.ts';
import { fullest, publishedName } from './model-names.ts';

const rankings = 'question_sets.csv';
const solutions = 'individual_results.csv';

const tokens = z.string().transform((text, context) => {
  if (text === '') return null;
  const count = Number(text);
  if (Number.isFinite(count) && count >= 0) return count;
  context.addIssue({ code: 'custom', message: `"${text}" is not a number of tokens` });
  return z.NEVER;
});
const ranking = z.object({
  group_id: z.string().min(1),
  llm_ranking: z.string(),
  raw_llm_ranking_output: z.string(),
  combined_duration: tokens,
  model: z.string(),
});
const solution = z.object({
  group_id: z.string().min(1),
  question_id: z.string().min(1),
  duration: tokens,
  llm_answer_raw: z.string(),
  llm_answer_extracted: z.string(),
  model: z.string(),
});

/** Returns sentences about models whose folders lack one of the two files, so that they cannot be imported. */
export function incompleteDifficulty(folder: string): readonly string[] {
  return modelFolders(folder).flatMap(({ model, path }) => {
    const missing = [rankings, solutions].filter((file) => !namesIn(path).includes(file));
    return missing.length === 0
      ? []
      : [`difficulty of ${publishedName(model)}: ${path} has no ${missing.join(' and no ')}`];
  });
}

function modelFolders(folder: string) {
  const results = join(folder, 'experiment 3', 'results');
  return namesIn(results).flatMap((provider) => {
    return namesIn(join(results, provider)).map((model) => ({ model, path: join(results, provider, model) }));
  });
}

/** Reads experiment 3: a folder per model with its rankings and its solutions; tokens are in the columns named duration. */
export function readDifficulty(folder: string): readonly Recording[] {
  const complete = modelFolders(folder).filter(({ path }) =>
    [rankings, solutions].every((file) => namesIn(path).includes(file)),
  );
  return fullest(complete.map(({ model, path }) => recordingOf(publishedName(model), path)));
}

function recordingOf(model: string, path: string): Recording {
  const answers = new Map([...readRankings(join(path, rankings)), ...readSolutions(join(path, solutions))]);
  const empty = [...answers.values()].filter(
    (answer) => answer.kind === 'answered' && answer.text.trim() === '',
  ).length;
  const notes = empty === 0 ? [] : [`${empty} answers are empty; the authors counted them as wrong`];
  return { experiment: 'difficulty', model, answers, notes };
}

function readRankings(file: string): ReadonlyMap<PlaceKey, Attempt> {
  const answers = new Map<PlaceKey, Attempt>();
  for (const row of parseNamedCsv(readText(file), file)) {
    const value = checkedRow(ranking, row);
    const text = value.raw_llm_ranking_output;
    // a failed call has an error message of the authors' program in place of the answer, and no tokens
    const failed = value.combined_duration === null && value.llm_ranking === '';
    const answer = failed
      ? recordedFailure(text)
      : recordedAnswer({
          text,
          extracted: value.llm_ranking === '' ? null : value.llm_ranking,
          output: value.combined_duration,
          model: value.model,
        });
    answers.set(placeKey({ item: value.group_id, slot: 'forecast' }), answer);
  }
  return answers;
}

function readSolutions(file: string): ReadonlyMap<PlaceKey, Attempt> {
  const answers = new Map<PlaceKey, Attempt>();
  for (const row of parseNamedCsv(readText(file), file)) {
    const value = checkedRow(solution, row);
    const place = placeKey({ item: value.group_id, slot: 'execute', part: value.question_id });
    if (answers.has(place)) throw rowError(row, `question ${value.question_id} of ${value.group_id} has two answers`);
    const letter = value.llm_answer_extracted;
    const extracted = letter === '' ? null : letter;
    const { llm_answer_raw: text, duration: output, model } = value;
    answers.set(place, recordedAnswer({ text, extracted, output, model }));
  }
  return answers;
}
