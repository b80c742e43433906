import { basename, join } from 'node:path';
import { z } from 'zod';
import { parseNamedCsv } from '../../data/files/csv.ts';
import { namesIn, readText } from '../../data/files/read-text.ts';
import { checkedRow, type Row, rowError } from '../../data/files/row.ts';
import { type PythonValue, parsePythonLiteral } from '../../recordings/import/python-literal.ts';
import { placeKey, type Recording, recordedAnswer } from '../../recordings/import/recording.ts';
import { fullest, publishedName } from './model-names.ts';

const resultsFolder = 'results-04-05-25';

const record = z.object({ Word: z.string().min(1), Predictions: z.string(), 'Generated Words': z.string() });

/**
 * Reads experiment 1: a CSV file per model, a row per target. Only parsed values were recorded, so an answer's text is
 * those values as JSON, equal to `extracted`: keys are lower-case, and some are not among the option words.
 */
export function readAssociation(folder: string): readonly Recording[] {
  const results = join(folder, 'experiment 1', resultsFolder);
  const files = namesIn(results).filter((name) => name.endsWith('.csv'));
  return fullest(files.map((name) => recordingOf(join(results, name))));
}

function recordingOf(file: string): Recording {
  const recorded = basename(file, '.csv');
  const answers = new Map<string, ReturnType<typeof recordedAnswer>>();
  for (const row of parseNamedCsv(readText(file), file)) {
    const { Word: item, Predictions: predictions, 'Generated Words': words } = checkedRow(record, row);
    const prediction = JSON.stringify(literal(row, predictions));
    const list = JSON.stringify({ words: literal(row, words) });
    answers.set(placeKey({ item, slot: 'forecast' }), recordedAnswer({ text: prediction, extracted: prediction }));
    answers.set(placeKey({ item, slot: 'execute' }), recordedAnswer({ text: list, extracted: list }));
  }
  const notes = [
    'only parsed values were recorded: the answers contain these values as JSON; failed targets have no row',
  ];
  return { experiment: 'association', model: publishedName(recorded), answers, notes };
}

function literal(row: Row, text: string): PythonValue {
  try {
    return parsePythonLiteral(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw rowError(row, error.message);
  }
}
