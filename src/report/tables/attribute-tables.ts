import type { TaskName } from '../../experiments/task-name.ts';
import { measureName } from '../../outcome-kinds/words.ts';
import type {
  AttributeCorrelation,
  AttributeGroup,
  AttributeResult,
  AttributeResults,
  GroupContrast,
} from '../../results/attributes.ts';
import type { ReportSection, ReportTable, TableCell } from '../../results/page.ts';
import { fixed, fraction, fractionRange } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { slug } from '../figures/render/slug.ts';
import { intervalCell } from './quantity-cell.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  maxNameWidth,
  numberCell,
  ofPair,
  pairCell,
  pCell,
  right,
  textCell,
} from './report-table.ts';

const caution = 'Models were not assigned to these attributes, so a line describes these models and shows no cause.';

const attributeSectionId = 'attributes';

/** Returns the section about attributes of models: a table for each two groups, and one for each number. */
export function attributeSection({ lines, notes }: AttributeResults, taskOf: TaskName): ReportSection {
  const tables = [...Map.groupBy(lines, tableKey).values()].flatMap((own): readonly ReportTable[] => {
    const groups = own.filter((line) => line.kind === 'groups');
    const correlations = own.filter((line) => line.kind === 'correlation');
    return groups.length > 0 ? [groupTable(groups, taskOf)] : [correlationTable(correlations, taskOf)];
  });
  return {
    id: attributeSectionId,
    title: 'Attributes of models',
    lead: `${caution} These tests are secondary: they are adjusted among themselves and change no verdict.`,
    absence: tables.length === 0 ? (notes[0] ?? 'no model has an attribute') : null,
    tables: tables.map((table, index) =>
      index === tables.length - 1 ? { ...table, notes: [caution, ...notes] } : table,
    ),
  };
}

function tableKey(line: AttributeResult): string {
  const { attribute, kind } = line;
  return JSON.stringify(kind === 'groups' ? [attribute, line.first.level, line.second.level] : [attribute]);
}

function groupTable(lines: readonly GroupContrast[], taskOf: TaskName): ReportTable {
  const [line] = lines;
  const [first = '', second = ''] = line === undefined ? [] : [line.first, line.second].map(({ level }) => level);
  const isPaired = lines.some(({ onSameItems }) => onSameItems !== null);
  const isTested = lines.some(({ p }) => p !== null);
  const counts =
    line === undefined ? '' : `${groupText(line.first)} against ${groupText(line.second)}; ${line.caution}`;
  return {
    id: `attribute-${slug(`${line?.attribute ?? ''} ${first} ${second}`)}`,
    title: `${oneLine(line?.attribute ?? '', maxNameWidth)}: ${counts}`,
    lead: isTested
      ? 'Difference: mean score of the first group of models minus that of the second. Makers are permuted, because the models of one maker resemble each other.'
      : 'Difference: mean score of the first group of models minus that of the second. There are too few makers for a test (8 are needed); the interval over items is about these models only.',
    ...filled(lines, [
      scoreColumn<GroupContrast>(taskOf),
      right('first', 'Mean score of the first group.', (each) => meanCell(each.first)),
      right('second', 'Mean score of the second group.', (each) => meanCell(each.second)),
      right('difference', 'Mean score of the first group minus that of the second, in points.', ({ difference }) =>
        numberCell(difference, fraction(difference)),
      ),
      ...(isTested ? [modelsColumn<GroupContrast>()] : []),
      ...(isPaired ? itemColumns(isTested) : []),
      ...(isTested ? testColumns<GroupContrast>() : []),
    ]),
  };
}

function correlationTable(lines: readonly AttributeCorrelation[], taskOf: TaskName): ReportTable {
  const attribute = lines[0]?.attribute ?? '';
  return {
    id: `attribute-${slug(attribute)}`,
    title: `${oneLine(attribute, maxNameWidth)}: rank correlation with scores; ${lines[0]?.caution ?? ''}`,
    lead: 'Spearman’s rank correlation over models; makers are permuted for p.',
    ...filled(lines, [
      scoreColumn<AttributeCorrelation>(taskOf),
      right('models', 'Number of models with both.', ({ models }) => numberCell(models, String(models))),
      right('rank correlation', 'Spearman’s correlation over models.', ({ correlation, reason = '' }) =>
        correlation === null ? absentCell(reason) : numberCell(correlation, fixed(correlation, 2)),
      ),
      modelsColumn<AttributeCorrelation>(),
      ...testColumns<AttributeCorrelation>(),
    ]),
  };
}

function meanCell({ mean, models }: AttributeGroup): TableCell {
  return numberCell(mean, fraction(mean), models.join(', '));
}

/** Returns the columns of the difference on the same items; behind the columns of the test over makers if there is one. */
function itemColumns(isTested: boolean): readonly Column<GroupContrast>[] {
  const rank = isTested ? 2 : 0;
  const none = absentCell('the models did not answer the same items');
  return [
    right(
      'items [95 %]',
      'The difference on the items that all these models answered, in points, with its interval over items for these models.',
      (line) => {
        const { value = null, interval = null } = line.onSameItems ?? {};
        return value === null ? none : intervalCell(value, interval, { unit: 'correlation' });
      },
      rank,
    ),
    right(
      'n',
      'Number of units for which all these models have a score.',
      (line) => (line.onSameItems === null ? none : numberCell(line.onSameItems.n, String(line.onSameItems.n))),
      rank,
    ),
  ];
}

function modelsColumn<Line extends AttributeResult>(): Column<Line> {
  return ofPair(
    ['makers low', 'makers high'],
    right(
      'makers [95 %]',
      'Interval of the difference, in points, or of the correlation, over makers (leave one out, t).',
      ({ interval, reason }) => rangeCell(interval, reason),
    ),
  );
}

function scoreColumn<Line extends AttributeResult>(taskOf: TaskName): Column<Line> {
  return left('score', 'Task and measure.', ({ experiment, measure }) =>
    textCell(scoreName({ experiment, task: oneLine(taskOf(experiment), maxNameWidth), measure })),
  );
}

/** Returns the name of a score: its task and measure. */
export function scoreName({
  experiment,
  task,
  measure,
}: {
  readonly experiment: string;
  readonly task: string;
  readonly measure: string;
}): string {
  const [name = measure, policy] = measure.split('/');
  const prefix = experiment === 'all' ? '' : `${task}: `;
  return `${prefix}${measureName(name)}${policy === 'failures-wrong' ? ', missing wrong' : ''}`;
}

function testColumns<Line extends AttributeResult>(): readonly Column<Line>[] {
  return [
    right('p', 'Two-sided p of a permutation test over makers, not adjusted.', ({ p }) => pCell(p, 'not tested'), 1),
    right('adjusted p', 'p adjusted (Holm) over all lines about attributes.', ({ adjusted }) =>
      pCell(adjusted, 'not tested'),
    ),
  ];
}

function rangeCell(interval: readonly [number, number] | null, reason = 'not determined') {
  return interval === null ? absentCell(reason) : pairCell(interval, fractionRange(interval));
}

function groupText({ level, models }: AttributeGroup): string {
  return `${oneLine(level, 20)} (${models.length})`;
}
