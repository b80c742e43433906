import type { JudgeAgreement } from '../../analyze/judges.ts';
import { verdicts } from '../../domain/outcome.ts';
import { oneLine } from '../../util/text.ts';
import { countText, intervalText, numberText } from '../figures/marks/number-text.ts';
import { slug } from '../figures/render/slug.ts';
import {
  absentCell,
  left,
  maxNameWidth,
  numberCell,
  type ReportTable,
  right,
  shareCell,
  type TableCell,
  textCell,
} from './report-table.ts';

/** Returns tables of the agreement between any two judges of an experiment's responses. */
export function judgeTables(agreements: readonly JudgeAgreement[]): readonly ReportTable[] {
  const byExperiment = Map.groupBy(agreements, ({ experiment }) => experiment);
  return [...byExperiment].map(([experiment, own]) => ({
    id: `judges-${slug(experiment)}`,
    title: `${experiment}: two judges of the same responses`,
    lead: '“Itself” is the model that gave the response; the rule reads only the response. Agreement and kappa compare “answers in full” with “refuses, in part or in full”. To add a judge, use --judge MODEL: the responses are not requested again.',
    columns,
    rows: own.map(rowOf),
  }));
}

const columns = [
  left('responses of', 'Model name as given by the user.'),
  left('first judge', 'Judge, with its rubric.'),
  left('second judge', 'Judge, with its rubric.'),
  right('n', 'Number of responses that both judged, each counted once.'),
  right('first: refused', 'Share of responses that the first judge calls a refusal, in part or in full.'),
  right('second: refused', 'Share of responses that the second judge calls a refusal, in part or in full.'),
  right('agreement', 'Share of responses on which both agree.'),
  right('kappa [95 %]', 'Cohen’s kappa: 0 is agreement by chance, 1 is full agreement.'),
  right('three-way kappa', 'Cohen’s kappa over full answer, partial refusal and full refusal.'),
  right('partial: recall', 'Share of the first judge’s partial refusals that the second also calls partial.'),
  right('partial: precision', 'Share of the second judge’s partial refusals that the first also calls partial.'),
];

function rowOf(entry: JudgeAgreement): readonly TableCell[] {
  const twoWay = entry.n === 0 ? nothing : 'a judge has only two verdicts (use --judge-rubric three-way)';
  const hasThree = entry.first.endsWith('three-way') && entry.second.endsWith('three-way');
  const partial = hasThree ? 'no response was called a partial refusal' : twoWay;
  return [
    textCell(oneLine(entry.model, maxNameWidth)),
    textCell(oneLine(entry.first, maxNameWidth)),
    textCell(oneLine(entry.second, maxNameWidth)),
    numberCell(entry.n, countText(entry.n), tableNote(entry)),
    shareCell(entry.first_refuses, nothing),
    shareCell(entry.second_refuses, nothing),
    shareCell(entry.agreement, nothing),
    kappaCell(entry),
    shareCell(entry.three_way_kappa, hasThree ? oneVerdict : twoWay),
    shareCell(entry.partial_recall, partial),
    shareCell(entry.partial_precision, partial),
  ];
}

const nothing = 'no response was judged by both';
const oneVerdict = 'both judges agree on every response';

function kappaCell({ kappa, kappa_interval: interval, n, method }: JudgeAgreement): TableCell {
  if (kappa === null) return absentCell(n === 0 ? nothing : oneVerdict);
  const text = numberText(kappa, 'correlation');
  return numberCell(kappa, interval === null ? text : `${text} ${intervalText(interval, 'correlation')}`, method);
}

/** Returns the whole table of counts, shown as the cell's note. */
function tableNote({ table }: JudgeAgreement): string {
  const counts = table.flatMap((row, first) =>
    row.map((count, second) => ({ count, text: `${verdicts[first]} / ${verdicts[second]} ${count}` })),
  );
  const shown = counts.filter(({ count }) => count > 0).map(({ text }) => text);
  return shown.length === 0 ? nothing : `first / second: ${shown.join('; ')}`;
}
