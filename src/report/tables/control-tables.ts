import type { ControlResult } from '../../domain/control.ts';
import type { ControlFinding } from '../../domain/results/finding.ts';
import { resultWords } from '../../domain/results/result-words.ts';
import type { Results } from '../../domain/results/results.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { oneLine } from '../../util/text.ts';
import { differenceText, levelText, scoreIntervalText, scoreText, usableText } from './finding-numbers.ts';
import {
  absentCell,
  filled,
  left,
  maxNameWidth,
  numberCell,
  type ReportSection,
  right,
  textCell,
} from './report-table.ts';
import { taskColumn } from './task-column.ts';

const resultTexts: Readonly<Record<ControlResult, string>> = {
  'can-do': 'can do the task',
  'cannot-do': 'cannot do the task',
  'not-known': 'not known',
};

/** Returns the section about the control `answer-shown`; null where no run has it. */
export function controlSection({ controls = [] }: Pick<Results, 'controls'>, taskOf: TaskName): ReportSection | null {
  const [first] = controls;
  if (first === undefined) return null;
  const meanings = [...new Set(controls.map(({ meaning }) => meaning))];
  return {
    id: 'controls',
    title: 'Can it do the task?',
    lead: 'Each prediction question was asked again with the model’s own answer above it, so that nothing had to be predicted. These tests are secondary: they are adjusted among themselves and change no verdict.',
    absence: null,
    tables: [
      {
        id: 'control-answer-shown',
        title: 'Answer shown',
        lead: `Scores of answers to the same question, without and with the answer in view. The difference to the best constant answer has its interval at ${levelText(first.level)}.`,
        ...filled(controls, [
          taskColumn<ControlFinding>(taskOf, ({ experiment }) => experiment),
          left('model', 'Model name as given by the user.', ({ model }) => textCell(oneLine(model, maxNameWidth))),
          right(resultWords.score, 'Score of the predictions, for which the answer was not shown.', (each) =>
            scoreCell(each, each.prediction),
          ),
          right('answer shown', 'Score with the answer shown, with its 95 % interval.', (each) =>
            each.score === null
              ? absentCell('no answer could be read')
              : numberCell(each.score, scoreIntervalText(each)),
          ),
          right(resultWords.bestConstant, 'Score of the best constant answer on the same items.', (each) =>
            scoreCell(each, each.reference.value),
          ),
          right(
            resultWords.difference,
            'By how much the score with the answer shown is better than that of the best constant answer: above 0 is better.',
            (each) =>
              each.difference === null
                ? absentCell('not enough usable items')
                : numberCell(each.difference, differenceText(each)),
          ),
          right('usable', 'Units with a usable answer and outcome, out of all units.', (each) =>
            numberCell(each.usable, usableText(each)),
          ),
          left('result', 'What the control says about the model; see the notes.', ({ result }) =>
            textCell(resultTexts[result]),
          ),
        ]),
        notes: meanings.map((text) => `- ${text}`),
      },
    ],
  };
}

function scoreCell(found: ControlFinding, value: number | null) {
  return value === null ? absentCell('no usable items') : numberCell(value, scoreText(found, value));
}
