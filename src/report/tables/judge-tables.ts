import { verdicts } from '../../domain/judging.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import type { JudgeAgreement } from '../../results/answers.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { counted } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { oneLine } from '../../util/text.ts';
import { countText } from '../figures/marks/number-text.ts';
import { slug } from '../figures/render/slug.ts';
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
  shareCell,
  textCell,
} from './report-table.ts';

/** Returns tables of the agreement between any two judges of an experiment's responses. */
export function judgeTables(agreements: readonly JudgeAgreement[], taskOf: TaskName): readonly ReportTable[] {
  const byExperiment = Map.groupBy(agreements, ({ experiment }) => experiment);
  return [...byExperiment].map(([experiment, own]) => ({
    id: `judges-${slug(experiment)}`,
    title: `${taskOf(experiment)}: two judges of the same responses`,
    lead: '“Itself” is the model that gave the response; the rule reads only the response. Agreement and kappa compare “answers in full” with “refuses, in part or in full”. To add a judge, use --judge MODEL: the responses are not requested again.',
    ...filled(own, judgeColumns(own)),
    notes: judgeNotes(own),
  }));
}

/** Names the judges where all rows have the same two, and the first responses on which they differ, with the command that shows each. */
function judgeNotes(own: readonly JudgeAgreement[]): readonly string[] {
  const [first] = own;
  const isShared = new Set(own.map((each) => JSON.stringify([each.first, each.second]))).size === 1;
  const differ = own.reduce((sum, { n, agreement }) => sum + Math.round(n * (1 - (agreement ?? 1))), 0);
  const named = own.flatMap(({ differing }) => differing).slice(0, maxNamed);
  const shown = named.map(({ run, item }) => `\`seb show ${shellWord(run)} ${shellWord(item)}\``);
  const which = named.length < differ ? `both judgments of the first ${named.length}` : 'both judgments';
  return [
    ...(isShared && first !== undefined ? [`first judge: ${first.first}; second judge: ${first.second}`] : []),
    ...(differ === 0 ? [] : [`they differ on ${counted(differ, 'response')}; ${which}: ${shown.join(', ')}`]),
  ];
}

/** Maximum number of responses that a note names. */
const maxNamed = 3;

const nothing = 'no response was judged by both';
const oneVerdict = 'both judges agree on every response';

function judgeColumns(own: readonly JudgeAgreement[]): readonly Column<JudgeAgreement>[] {
  const isShared = new Set(own.map(({ first, second }) => JSON.stringify([first, second]))).size === 1;
  return [
    left('responses of', 'Model name as given by the user.', ({ model }) => textCell(oneLine(model, maxNameWidth))),
    ...(isShared
      ? []
      : [
          left<JudgeAgreement>('first judge', 'Judge, with its rubric.', ({ first }) =>
            textCell(oneLine(first, maxNameWidth)),
          ),
          left<JudgeAgreement>('second judge', 'Judge, with its rubric.', ({ second }) =>
            textCell(oneLine(second, maxNameWidth)),
          ),
        ]),
    right('n', 'Number of different responses that both judged: equal texts of an item count once.', (entry) =>
      numberCell(entry.n, countText(entry.n), tableNote(entry)),
    ),
    right('agreement', 'Share of these responses on which both agree.', ({ agreement }) =>
      percentCell(agreement, nothing),
    ),
    right('kappa [95 %]', 'Cohen’s kappa: 0 is agreement by chance, 1 is full agreement.', kappaCell),
    right(
      'first: refused',
      'Share of these responses that the first judge calls a refusal, in part or in full.',
      (entry) => percentCell(entry.firstRefuses, nothing),
      1,
    ),
    right(
      'second: refused',
      'Share of these responses that the second judge calls a refusal, in part or in full.',
      (entry) => percentCell(entry.secondRefuses, nothing),
      1,
    ),
    ...(own.some(({ isThreeWay }) => isThreeWay) ? threeWayColumns : []),
  ];
}

const threeWayColumns: readonly Column<JudgeAgreement>[] = [
  right(
    'three-way kappa',
    'Cohen’s kappa over full answer, partial refusal and full refusal.',
    (entry) => shareCell(entry.threeWayKappa, entry.isThreeWay ? oneVerdict : twoWayReason(entry)),
    2,
  ),
  right(
    'partial: recall',
    'Share of the first judge’s partial refusals that the second also calls partial.',
    (entry) => percentCell(entry.partialRecall, partialReason(entry)),
    2,
  ),
  right(
    'partial: precision',
    'Share of the second judge’s partial refusals that the first also calls partial.',
    (entry) => percentCell(entry.partialPrecision, partialReason(entry)),
    2,
  ),
];

function twoWayReason({ n }: JudgeAgreement): string {
  return n === 0 ? nothing : 'a judge has only two verdicts (use --judge-rubric three-way)';
}

function partialReason(entry: JudgeAgreement): string {
  return entry.isThreeWay ? 'no response was called a partial refusal' : twoWayReason(entry);
}

function kappaCell({ kappa, kappaInterval: interval, n, method }: JudgeAgreement): TableCell {
  if (kappa === null) return absentCell(n === 0 ? nothing : oneVerdict);
  return intervalCell(kappa, interval, { unit: 'correlation', note: method });
}

/** Returns the whole table of counts, shown as the cell's note. */
function tableNote({ table }: JudgeAgreement): string {
  const counts = table.flatMap((row, first) =>
    row.map((count, second) => ({ count, text: `${verdicts[first]} / ${verdicts[second]} ${count}` })),
  );
  const shown = counts.filter(({ count }) => count > 0).map(({ text }) => text);
  return shown.length === 0 ? nothing : `first / second: ${shown.join('; ')}`;
}
