import type { Format } from '../../../data/files/format.ts';
import { isMmluFile, mmluQuestions, mmluTestFiles } from '../../../data/files/mmlu.ts';
import { published } from '../../../data/files/published.ts';
import { readText } from '../../../data/files/read-text.ts';
import type { Row } from '../../../data/files/row.ts';
import { letteredQuestion } from './lettered-question.ts';

/** MMLU test files for the experiment `property`: every question is an item. */
export const mmluProperties: Format = {
  name: 'MMLU CSV file or folder',
  experiment: 'property',
  source: published.mmlu,
  matches: (input) => (input.kind === 'folder' ? mmluTestFiles(input).length > 0 : isMmluFile(input)),
  read: (input) => {
    if (input.kind === 'file') return itemsOf(input.path, input.text);
    return mmluTestFiles(input).flatMap((file) => itemsOf(file, readText(file)));
  },
};

function itemsOf(file: string, text: string): readonly Row[] {
  return mmluQuestions(file, text).map((row) => {
    const { id, question, options, key } = row.value;
    return { ...row, value: { id, task: 'mmlu', ...letteredQuestion({ question, options, target: key }) } };
  });
}
