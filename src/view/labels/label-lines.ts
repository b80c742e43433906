import { fraction, fractionRange } from '../../util/numbers.ts';
import { escapeControls, shortenMiddle, table, wrapText } from '../../util/text.ts';
import type { LabelResults } from '../contract/contract-labels.ts';

const header = ['refusals of', 'judge', 'labels of', 'judged', 'corrected [95 %]'];
const maxNameColumns = 16;
const notes = [
  'corrected: by the method of Rogan and Gladen, with the interval of Lang and Reiczigel;',
  "labels are weighted by the verdicts of the run's judge, so random and stratified samples are both valid.",
];

/** Returns the agreement of people and judges, and the corrected rates, as lines of at most `columns`. */
export function labelResultLines({ sentences, rates }: LabelResults, columns: number): readonly string[] {
  const lines = sentences.flatMap((sentence) => wrapText(escapeControls(sentence), columns));
  if (rates.length === 0) return lines;
  const rows = rates.map(({ model, judge, labeler, judged, corrected, interval }) => [
    ...[model, judge, labeler].map((name) => shortenMiddle(escapeControls(name), maxNameColumns)),
    fraction(judged),
    corrected === null ? 'n/a' : `${fraction(corrected)} ${fractionRange(interval)}`,
  ]);
  const shown = table(header, rows, ['left', 'left', 'left', 'right', 'right']).split('\n');
  return [...lines, '', ...shown, '', ...notes.flatMap((note) => wrapText(note, columns))];
}
