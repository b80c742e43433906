import { join } from 'node:path';
import { z } from 'zod';
import { parseNamedCsv } from '../../data/files/csv.ts';
import { namesIn, readText } from '../../data/files/read-text.ts';
import { checkedRow } from '../../data/files/row.ts';
import { letters } from '../../domain/question.ts';
import type { StumpItem } from '../../experiments/stump/items.ts';
import { placeKey, type Recording, recordedAnswer } from '../../recordings/import/recording.ts';
import { fullest, publishedName } from './model-names.ts';

const folderName = 'experiment 4';
const results = 'experiment_4_results_merged_cleaned.csv';

/** The only item: the authors requested one question from every model, on a topic of its choice. */
export const stumpItems: readonly StumpItem[] = [{ id: 'own-question', topic: 'anything', number: 1 }];

const record = z.object({
  model: z.string().min(1),
  question_generation_response: z.string(),
  extracted_question: z.string(),
  option_A: z.string(),
  option_B: z.string(),
  option_C: z.string(),
  option_D: z.string(),
  correct_answer_letter: z.string(),
  explanation_for_incorrectness: z.string(),
  self_test_raw_response: z.string(),
  self_test_extracted_answer: z.string(),
});

/** Reads experiment 4: a row per model with the question that it wrote and its own answer, options in the written order. */
export function readStump(folder: string): readonly Recording[] {
  if (!namesIn(join(folder, folderName)).includes(results)) return [];
  const file = join(folder, folderName, results);
  return fullest(parseNamedCsv(readText(file), file).map((row) => recordingOf(checkedRow(record, row))));
}

function recordingOf(row: z.infer<typeof record>): Recording {
  const [{ id: item } = { id: '' }] = stumpItems; // there is exactly one item
  const author = recordedAnswer({
    text: row.question_generation_response,
    extracted: JSON.stringify({
      question: row.extracted_question,
      option_A: row.option_A,
      option_B: row.option_B,
      option_C: row.option_C,
      option_D: row.option_D,
      correct_option: row.correct_answer_letter,
      explanation: row.explanation_for_incorrectness,
    }),
    model: row.model,
  });
  const letter = letters.find((known) => known === row.self_test_extracted_answer) ?? null;
  const answer = recordedAnswer({ text: row.self_test_raw_response, extracted: letter, model: row.model });
  const answers = new Map([
    [placeKey({ item, slot: 'author' }), author],
    [placeKey({ item, slot: 'answer' }), answer],
  ]);
  return { experiment: 'stump', model: publishedName(row.model), answers, notes: [] };
}
