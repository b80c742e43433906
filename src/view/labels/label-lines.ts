import { fraction, fractionRange } from '../../util/numbers.ts';
import { escapeControls, shortenMiddle, table, wrapText } from '../../util/text.ts';
import type { LabelResults } from '../contract/contract-labels.ts';

const header = ['refusals of', 'judge', 'labels of', 'judged', 'corrected [95 %]'];
const maxNameColumns = 16;

/** Explains the corrected rates. `judge`: the first judge that is not a person; a run may have a person as its judge. */
const notesOf = (judge: string) => [
  'corrected: by the method of Rogan and Gladen, with the interval of Lang and Reiczigel;',
  `labels are weighted by the verdicts of ${judge}: a random sample is valid, and so is one that was stratified by these verdicts.`,
];

/** Returns the agreement of people and judges, and the corrected rates, as lines of at most `columns`. */
export function labelResultLines({ sentences, rates }: LabelResults, columns: number): readonly string[] {
  const lines = sentences.flatMap((sentence) => wrapText(escapeControls(sentence), columns));
  const [first] = rates;
  if (first === undefined) return lines;
  const rows = rates.map(({ model, judge, labeler, judged, corrected, interval }) => [
    ...[model, judge, labeler].map((name) => shortenMiddle(escapeControls(name), maxNameColumns)),
    fraction(judged),
    corrected === null ? 'n/a' : `${fraction(corrected)} ${fractionRange(interval)}`,
  ]);
  const shown = table(header, rows, ['left', 'left', 'left', 'right', 'right']).split('\n');
  return [
    ...lines,
    '',
    ...shown,
    '',
    ...notesOf(escapeControls(first.judge)).flatMap((note) => wrapText(note, columns)),
  ];
}
