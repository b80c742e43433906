import { itself } from '../../domain/tool.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import type { ReportSection } from '../../results/page.ts';
import type { Results } from '../../results/results.ts';
import type { ToolFinding } from '../../results/tool-finding.ts';
import { dollars } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { numberText } from '../figures/marks/number-text.ts';
import { intervalCell } from './quantity-cell.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  maxNameWidth,
  numberCell,
  percentCell,
  right,
  textCell,
} from './report-table.ts';
import { taskColumn } from './task-column.ts';

/** Returns the section about the tool `run_myself`; null where no run has it. */
export function toolSection({ tools = [] }: Pick<Results, 'tools'>, taskOf: TaskName): ReportSection | null {
  if (tools.length === 0) return null;
  return {
    id: 'self-run',
    title: 'Does running itself help?',
    lead: 'Predictions with the tool run_myself, which runs a prompt in a fresh session, against the same predictions without it. A model that runs the prompt does not predict: these scores show how well it uses the tool, not what it knows of itself. Secondary: no verdict changes, and the intervals are not adjusted for their number.',
    absence: null,
    tables: [
      {
        id: 'self-run-tool',
        title: 'Self-execution tool',
        lead: 'The difference is above 0 where the tool helps. Used: predictions that ran at least one session.',
        ...filled(tools, [taskColumn<ToolFinding>(taskOf, ({ experiment }) => experiment), ...columns]),
        notes: toolNotes(tools),
      },
    ],
  };
}

const columns: readonly Column<ToolFinding>[] = [
  left('model', 'Model name as given by the user.', ({ model }) => textCell(oneLine(model, maxNameWidth))),
  left('tool', 'Whether the model may run sessions or must run one.', ({ level }) => textCell(level), 1),
  left('executor', 'The model that ran the sessions.', ({ executor }) => textCell(oneLine(executor, maxNameWidth))),
  right('used', 'Share of the predictions that ran at least one session.', ({ used, predictions }) =>
    percentCell(predictions === 0 ? null : used / predictions, 'no prediction was answered'),
  ),
  right(
    'right use',
    'Share of the sessions whose prompt is an execution prompt of the item, word for word.',
    ({ prompts, sessions }) => percentCell(sessions === 0 ? null : prompts.equal / sessions, 'no session was run'),
    1,
  ),
  right(
    'difference [95 %]',
    'Score with the tool minus score without it, in points, paired by group of items.',
    (each) =>
      each.gain === null ? absentCell('no usable items') : intervalCell(each.gain, each.interval, { unit: each.unit }),
  ),
  right('with tool', 'Score of the predictions with the tool.', (each) => scoreCell(each, each.score), 1),
  right('without tool', 'Score of the predictions without the tool.', (each) => scoreCell(each, each.without), 1),
  right(
    're-execution',
    'Score of a re-execution as the prediction, which a perfect user of the tool reaches.',
    (each) =>
      each.reexecution === null
        ? absentCell('needs --samples 2, of a property 3')
        : numberCell(each.reexecution, numberText(each.reexecution, each.unit)),
    2,
  ),
  right(
    'gap closed',
    'Share of the way from the score without the tool to that of a re-execution.',
    ({ gapClosed, reexecution }) =>
      percentCell(
        gapClosed,
        reexecution === null
          ? 'needs a re-execution'
          : 'no re-execution is better than the predictions without the tool',
      ),
    1,
  ),
  right(
    'sessions',
    'Number of sessions that were run, on all levels.',
    ({ sessions }) => numberCell(sessions, String(sessions)),
    3,
  ),
  right('cut', 'Number of sessions that a limit refused or cut off.', ({ cut }) => numberCell(cut, String(cut)), 2),
  right(
    'extra calls',
    'Number of calls beyond those of the predictions without the tool.',
    ({ extraCalls }) => numberCell(extraCalls, String(extraCalls)),
    2,
  ),
  right(
    'calls per right',
    'Number of extra calls for each additional right unit.',
    ({ callsPerRight }) =>
      callsPerRight === null
        ? absentCell('no difference above 0')
        : numberCell(callsPerRight, callsPerRight.toFixed(1)),
    3,
  ),
  right(
    '$ per right',
    'Extra US dollars for each additional right unit.',
    ({ dollarsPerRight }) =>
      dollarsPerRight === null
        ? absentCell('no difference above 0, or unknown price')
        : numberCell(dollarsPerRight, dollars(dollarsPerRight)),
    3,
  ),
];

function scoreCell({ unit }: ToolFinding, value: number | null) {
  return value === null ? absentCell('no usable items') : numberCell(value, numberText(value, unit));
}

/** Returns a line for each condition whose sessions were denied or failed, or ran other prompts than the item's. */
function toolNotes(tools: readonly ToolFinding[]): readonly string[] {
  return tools.flatMap((each) => {
    const { model, level, executor, prompts, sessions, denied, failed } = each;
    const who = `${oneLine(model, maxNameWidth)} (${level}${executor === itself ? '' : `, run by ${oneLine(executor, maxNameWidth)}`})`;
    const parts = [
      ...(prompts.contains > 0 ? [`${prompts.contains} of ${sessions} prompts contain the execution prompt`] : []),
      ...(prompts.other > 0 ? [`${prompts.other} of ${sessions} prompts are others`] : []),
      ...(denied > 0 ? [`${denied} sessions were not allowed`] : []),
      ...(failed > 0 ? [`${failed} sessions failed, and their predictions are missing until they are run again`] : []),
    ];
    return parts.length === 0 ? [] : [`- ${who}: ${parts.join('; ')}.`];
  });
}
