import type { Format } from '../../../data/files/format.ts';
import {
  isMmluFile,
  mmluQuestions as questions,
  mmluSubject as subjectOf,
  mmluTestFiles as testFiles,
} from '../../../data/files/mmlu.ts';
import { published } from '../../../data/files/published.ts';
import { readText } from '../../../data/files/read-text.ts';
import type { Row } from '../../../data/files/row.ts';
import type { Question } from '../../../domain/question.ts';
import { seededRandom, shuffled } from '../../../util/random.ts';

/** The paper's ten subjects, and the number of questions of each. */
export const paperSubjects = [
  'abstract_algebra',
  'college_physics',
  'high_school_geography',
  'miscellaneous',
  'moral_scenarios',
  'global_facts',
  'formal_logic',
  'international_law',
  'business_ethics',
  'high_school_mathematics',
] as const;
const questionsPerSubject = 100;
const groupSize = 4;

/** The official test files. If the paper's ten subjects are present, 100 questions of each; else all. Grouped by seed. */
export const mmluFolder: Format = {
  name: 'MMLU CSV folder',
  experiment: 'difficulty',
  source: published.mmlu,
  matches: (input) => input.kind === 'folder' && testFiles(input).length > 0,
  read: (input, seed) => (input.kind === 'folder' ? groups(drawn(testFiles(input), seed), seed) : []),
};

/** The test file of one subject. */
export const mmluFile: Format = {
  name: 'MMLU CSV file',
  experiment: 'difficulty',
  source: published.mmlu,
  matches: (input) => isMmluFile(input),
  read: (input, seed) => (input.kind === 'file' ? groups(questions(input.path, input.text), seed) : []),
};

function drawn(files: readonly string[], seed: number): Row<Question>[] {
  const bySubject = new Map(files.map((file) => [subjectOf(file), file]));
  if (!paperSubjects.every((subject) => bySubject.has(subject))) {
    return files.flatMap((file) => questions(file, readText(file)));
  }
  return paperSubjects.flatMap((subject) => {
    const file = bySubject.get(subject) ?? ''; // every subject has a file
    const random = seededRandom('mmlu', seed, subject);
    return shuffled(questions(file, readText(file)), random).slice(0, questionsPerSubject);
  });
}

/** Groups a seeded shuffle by four; up to three questions that do not fill a group are dropped. */
function groups(rows: readonly Row<Question>[], seed: number): Row[] {
  const order = shuffled(rows, seededRandom('mmlu', seed));
  return Array.from({ length: Math.floor(order.length / groupSize) }, (_, index) => {
    const members = order.slice(groupSize * index, groupSize * (index + 1));
    const [{ file, line } = { file: '', line: 1 }] = members; // a group is never empty
    const id = `group-${String(index + 1).padStart(4, '0')}`;
    return { file, line, value: { id, questions: members.map((row) => row.value) } };
  });
}
