import { verdicts } from '../../domain/judging.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import type { JudgeAgreement } from '../../results/answers.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
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
    ...filled(own, columns),
  }));
}

const nothing = 'no response was judged by both';
const oneVerdict = 'both judges agree on every response';

const columns: readonly Column<JudgeAgreement>[] = [
  left('responses of', 'Model name as given by the user.', ({ model }) => textCell(oneLine(model, maxNameWidth))),
  left('first judge', 'Judge, with its rubric.', ({ first }) => textCell(oneLine(first, maxNameWidth))),
  left('second judge', 'Judge, with its rubric.', ({ second }) => textCell(oneLine(second, maxNameWidth))),
  right('n', 'Number of responses that both judged, each counted once.', (entry) =>
    numberCell(entry.n, countText(entry.n), tableNote(entry)),
  ),
  right('first: refused', 'Share of responses that the first judge calls a refusal, in part or in full.', (entry) =>
    shareCell(entry.firstRefuses, nothing),
  ),
  right('second: refused', 'Share of responses that the second judge calls a refusal, in part or in full.', (entry) =>
    shareCell(entry.secondRefuses, nothing),
  ),
  right('agreement', 'Share of responses on which both agree.', ({ agreement }) => shareCell(agreement, nothing)),
  right('kappa [95 %]', 'Cohen’s kappa: 0 is agreement by chance, 1 is full agreement.', kappaCell),
  right('three-way kappa', 'Cohen’s kappa over full answer, partial refusal and full refusal.', (entry) =>
    shareCell(entry.threeWayKappa, entry.isThreeWay ? oneVerdict : twoWayReason(entry)),
  ),
  right('partial: recall', 'Share of the first judge’s partial refusals that the second also calls partial.', (entry) =>
    shareCell(entry.partialRecall, partialReason(entry)),
  ),
  right(
    'partial: precision',
    'Share of the second judge’s partial refusals that the first also calls partial.',
    (entry) => shareCell(entry.partialPrecision, partialReason(entry)),
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
