import type { ControlResult } from '../../domain/control.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { displayNames } from '../../results/display-names.ts';
import type { ControlFinding } from '../../results/finding.ts';
import type { ReportSection } from '../../results/page.ts';
import type { Results } from '../../results/results.ts';
import { oneLine } from '../../util/text.ts';
import { scoreIntervalText, scoreText, usableText } from './finding-numbers.ts';
import {
  absentCell,
  filled,
  left,
  maxNameWidth,
  numberCell,
  ofPair,
  pairCell,
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
  if (controls.length === 0) return null;
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
        lead: 'Scores of answers to the same question, without and with the answer in view.',
        ...filled(controls, [
          taskColumn<ControlFinding>(taskOf, ({ experiment }) => experiment),
          left('model', 'Model name as given by the user.', ({ model }) => textCell(oneLine(model, maxNameWidth))),
          right(displayNames.score, 'Score of the predictions, for which the answer was not shown.', (each) =>
            scoreCell(each, each.prediction),
          ),
          right('answer shown', 'Score with the answer shown, with its 95 % interval.', (each) =>
            each.score.value === null ? absentCell('no answer could be read') : answerShownCell(each, each.score.value),
          ),
          right(displayNames.bestConstant, 'Score of the best constant answer on the same items.', (each) =>
            scoreCell(each, each.constant),
          ),
          left(displayNames.fit, 'Whether answers with the answer shown fit it, and beat every constant.', ({ fit }) =>
            textCell(fit),
          ),
          ofPair(
            ['usable', 'units'],
            right('usable', 'Number of units with a usable answer and outcome, out of all units.', (each) =>
              pairCell([each.usable, each.total], usableText(each)),
            ),
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

function answerShownCell(found: ControlFinding, value: number) {
  const { interval } = found.score;
  return { ...numberCell(value, scoreIntervalText(found)), ...(interval === null ? {} : { interval }) };
}

function scoreCell(found: ControlFinding, value: number | null) {
  return value === null ? absentCell('no usable items') : numberCell(value, scoreText(found, value));
}
