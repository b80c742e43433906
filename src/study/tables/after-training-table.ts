import { absentCell, filled, left, right, textCell } from '../../report/tables/report-table.ts';
import type { ReportTable } from '../../results/page.ts';
import { resultWords } from '../../results/result-words.ts';
import type { DirectionWord } from '../analyses/pairs/verdict-kinds.ts';
import type { PairRecord, StudyResult } from '../analyses/study-result.ts';
import { percentCell, pointsRangeCell, type StudyNames } from './cells.ts';

/** Id of the table that stands with the verdict of a study. */
export const afterTrainingId = 'after-training';

/** The words on a direction in a phrase each, in the order of the line under the table. */
const phrases: Readonly<Record<DirectionWord, string>> = {
  'own better': 'the model predicts its own answers better than the other model does',
  'no difference found': 'nothing speaks for one of the two',
  'other better': 'the other model predicts them better',
};

/** One model of a pair, whose answers both models predict after the same training. */
interface Row {
  readonly pair: PairRecord;
  readonly direction: PairRecord['plain'][number];
  readonly own: number | null;
  readonly cross: number | null;
}

/** Returns who predicts whom after the same training, with the base rates: a row for each model of each pair. */
export function afterTrainingTable({ pairs, predictors }: StudyResult, names: StudyNames): ReportTable {
  const rows = pairs.flatMap((pair) =>
    pair.plain.map((direction): Row => {
      const isFirst = direction.target === pair.a;
      const { accuracy } = pair;
      if (accuracy === null) return { pair, direction, own: null, cross: null };
      return { pair, direction, own: isFirst ? accuracy.aa : accuracy.bb, cross: isFirst ? accuracy.ba : accuracy.ab };
    }),
  );
  const baseRate = (target: string) => predictors.find((each) => each.target === target && each.mode !== null)?.mode;
  const words = [...new Set(rows.flatMap(({ pair, direction: { word } }) => (isTested(pair) ? [word] : [])))];
  return {
    id: afterTrainingId,
    title: 'Who predicts whose answers, after the same training',
    lead: 'Share of correct predictions, mean over groups of task and property; an unreadable prediction counts as wrong.',
    ...filled(rows, [
      left('answers of', 'The model whose answers are predicted.', ({ direction }) => names.cell(direction.target)),
      right('by itself', 'Accuracy of the model, trained on its own answers.', ({ own }) => percentCell(own)),
      ...(pairs.length === 1
        ? []
        : [left<Row>('other', 'The other model of the pair.', ({ direction }) => names.cell(direction.other))]),
      right('by the other', 'Accuracy of the other model, trained on the same answers.', ({ cross }) =>
        percentCell(cross),
      ),
      right(resultWords.baseRate, 'Accuracy of the most frequent value.', ({ direction }) =>
        percentCell(baseRate(direction.target) ?? null),
      ),
      right(
        'difference',
        'By itself minus by the other, in percentage points.',
        ({ direction }) => pointsRangeCell(direction),
        1,
      ),
      left('verdict', 'Which of the two is better.', ({ pair, direction: { word } }) =>
        isTested(pair) ? textCell(word) : absentCell('not measured'),
      ),
    ]),
    notes: words.map((word) => `${word}: ${phrases[word]}`),
  };
}

function isTested({ verdict }: PairRecord): boolean {
  return verdict !== 'not measured';
}
