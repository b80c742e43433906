import type { JudgeAgreement } from '../../analyze/judges.ts';
import { verdicts } from '../../domain/outcome.ts';
import { countText, intervalText, numberText } from '../../figure/marks/number-text.ts';
import { slug } from '../../figure/render/slug.ts';
import { oneLine } from '../../util/text.ts';
import { absentCell, left, numberCell, type ReportTable, right, type TableCell, textCell } from './report-table.ts';

const longestName = 60; // columns

/** How far any two judges of an experiment's responses agree. */
export function judgeTables(agreements: readonly JudgeAgreement[]): readonly ReportTable[] {
  const byExperiment = Map.groupBy(agreements, ({ experiment }) => experiment);
  return [...byExperiment].map(([experiment, own]) => ({
    id: `judges-${slug(experiment)}`,
    title: `${experiment}: two judges of the same responses`,
    lead: '“Itself” is the model that gave the response; the rule reads the response alone. Agreement and kappa are of “answers in full” against “refuses, in part or in full”. Another judge is added with --judge MODEL: the responses are not asked for again.',
    columns,
    rows: own.map(rowOf),
  }));
}

const columns = [
  left('responses of', 'As the user named it.'),
  left('first judge', 'With the rubric that it judges by.'),
  left('second judge', 'With the rubric that it judges by.'),
  right('n', 'Responses that both have judged, each once.'),
  right('first: refused', 'Share of responses that the first judge says to refuse, in part or in full.'),
  right('second: refused', 'Share of responses that the second judge says to refuse, in part or in full.'),
  right('agreement', 'Share of responses on which both say the same.'),
  right('kappa [95 %]', 'Cohen’s kappa: 0 is agreement by chance, 1 is full agreement.'),
  right('three-way kappa', 'Of full answer, partial refusal and full refusal.'),
  right('partial: recall', 'Of what the first calls a partial refusal, the share that the second calls so.'),
  right('partial: precision', 'Of what the second calls a partial refusal, the share that the first calls so.'),
];

function rowOf(entry: JudgeAgreement): readonly TableCell[] {
  const twoWay = entry.n === 0 ? nothing : 'a judge knows two verdicts only (--judge-rubric three-way)';
  const hasThree = entry.first.endsWith('three-way') && entry.second.endsWith('three-way');
  const partial = hasThree ? 'nothing was called a partial refusal' : twoWay;
  return [
    textCell(oneLine(entry.model, longestName)),
    textCell(oneLine(entry.first, longestName)),
    textCell(oneLine(entry.second, longestName)),
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
const oneVerdict = 'both judges say the same of every response';

function shareCell(value: number | null, reason: string): TableCell {
  return value === null ? absentCell(reason) : numberCell(value, numberText(value, 'share'));
}

function kappaCell({ kappa, kappa_interval: interval, n, method }: JudgeAgreement): TableCell {
  if (kappa === null) return absentCell(n === 0 ? nothing : oneVerdict);
  const text = numberText(kappa, 'correlation');
  return numberCell(kappa, interval === null ? text : `${text} ${intervalText(interval, 'correlation')}`, method);
}

/** The whole table of counts, for who points at the cell. */
function tableNote({ table }: JudgeAgreement): string {
  const counts = table.flatMap((row, first) =>
    row.map((count, second) => ({ count, text: `${verdicts[first]} / ${verdicts[second]} ${count}` })),
  );
  const shown = counts.filter(({ count }) => count > 0).map(({ text }) => text);
  return shown.length === 0 ? nothing : `first / second: ${shown.join('; ')}`;
}
