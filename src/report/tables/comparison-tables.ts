import { recordedPrefix } from '../../domain/recorded.ts';
import type { ComparedModel, ComparedTask, Comparison, Difference } from '../../results/comparison.ts';
import type { Contrast, PairedContrast } from '../../results/contrast.ts';
import { displayNames } from '../../results/display-names.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import { oneLine } from '../../util/text.ts';
import { countText, numberText } from '../figures/marks/number-text.ts';
import { contrastColumns, contrastNotes, cureOf, missingCure } from './contrast-table.ts';
import { measureName } from './experiment-notes.ts';
import { quantityCell } from './quantity-cell.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  maxNameWidth,
  numberCell,
  pCell,
  right,
  textCell,
} from './report-table.ts';
import { scoreMeaning } from './score-meaning.ts';

/** Returns the tables of a comparison, without empty ones: all models together, each model, and paired differences. */
export function comparisonTables({ tasks, differences }: Comparison): readonly ReportTable[] {
  const tables = [tasksTable(tasks), modelsTable(tasks), differenceTable(differences)];
  return tables.filter(({ rows }) => rows.length > 0);
}

const adds =
  'Correlation of what the other models leave of the own prediction and of the own outcome, net of what one shared quantity implies.';
const nearestHelp =
  'This correlation minus that with the unrelated model whose outcomes are most alike; tested at its own 2.5 %.';

const tasksTexts = {
  id: 'beyond-others-tasks',
  title: 'Do own predictions add to what other models tell?',
  lead: 'Means over the models of a task. Beyond others: “yes” needs six models, every reference beaten (one-sided 2.5 %, Holm over tasks), and the nearest model.',
};

function tasksTable(tasks: readonly ComparedTask[]): ReportTable {
  const askedOf = ({ together }: ComparedTask) => (together.kind === 'asked' ? together : null);
  const reason = ({ together }: ComparedTask) => absentCell(together.kind === 'not asked' ? together.reason : 'n/a');
  const columns: readonly Column<ComparedTask>[] = [
    ...placeColumns<ComparedTask>(tasks, (task) => task),
    right(
      'models',
      'Number of models in the mean: with a verdict and 98 % of the values; missing ones are at their worst.',
      (task) => {
        const asked = askedOf(task);
        return asked === null ? reason(task) : numberCell(asked.models, String(asked.models));
      },
      1,
    ),
    right('adds [95 %]', adds, (task) => orReason(askedOf(task)?.private, reason(task))),
    right('nearest [95 %]', nearestHelp, (task) => orReason(askedOf(task)?.nearest.quantity, reason(task)), 1),
    ...(tasks.some((task) => askedOf(task)?.label) ? [labelColumn(askedOf)] : []),
    ...(tasks.some(({ askedOthers }) => askedOthers !== null)
      ? [askedColumn<ComparedTask>(({ askedOthers }) => ({ label: null, asked: askedOthers }))]
      : []),
    right('adjusted p', 'Largest one-sided p of the references, adjusted over tasks.', (task) => {
      const asked = askedOf(task);
      if (asked === null) return reason(task);
      return pCell(asked.adjusted, 'a verdict needs six models');
    }),
    right(
      'detectable',
      'Smallest real value of “adds” (a correlation) that 4 of 5 such comparisons would find.',
      (task) => {
        const detectable = askedOf(task)?.detectable ?? null;
        return detectable === null
          ? absentCell('no test')
          : numberCell(detectable, numberText(detectable, 'correlation'));
      },
      2,
    ),
    left(displayNames.beyond, 'Whether own predictions add to what other models tell.', (task) =>
      textCell(wordOf(task)),
    ),
  ];
  return { ...tasksTexts, ...filled(tasks, columns) };
}

/** Returns the word on a task, or why it has none. */
export function wordOf({ together }: ComparedTask): string {
  if (together.kind === 'not asked') return together.reason;
  return together.beyond === 'not asked' ? 'six models are needed for a verdict' : together.beyond;
}

type Asked = Extract<ComparedModel, { readonly kind: 'number' | 'word' }>;
interface ModelRow {
  readonly task: ComparedTask;
  readonly model: ComparedModel;
}

const modelsTexts = {
  id: 'beyond-others-models',
  title: 'What does each model’s prediction add to what the others tell?',
  lead: 'The verdict on each model is in `seb report`: it also needs that the predictions tell items apart, and Holm over all scores of the report.',
};

function modelsTable(tasks: readonly ComparedTask[]): ReportTable {
  const rows = tasks.flatMap((task) => task.byModel.map((model): ModelRow => ({ task, model })));
  const askedOf = ({ model }: ModelRow): Asked | null => (model.kind === 'not asked' ? null : model);
  const reason = ({ model }: ModelRow) => absentCell(model.kind === 'not asked' ? model.reason : 'n/a');
  const columns: readonly Column<ModelRow>[] = [
    ...placeColumns<ModelRow>(tasks, ({ task }) => task),
    left('model', 'Model name as given by the user.', ({ model }) =>
      textCell(oneLine(withoutPrefix(model.model), maxNameWidth)),
    ),
    right('adds [95 %]', adds, (row) => orReason(askedOf(row)?.private, reason(row))),
    right(
      'beyond all [95 %]',
      'The same correlation before what one shared quantity implies is taken off.',
      (row) => orReason(askedOf(row)?.own, reason(row)),
      2,
    ),
    right('nearest [95 %]', nearestHelp, (row) => orReason(askedOf(row)?.nearest.quantity, reason(row)), 1),
    left(
      'nearest model',
      'The unrelated model whose outcomes are most alike.',
      (row) => {
        const asked = askedOf(row);
        return asked === null ? reason(row) : textCell(oneLine(withoutPrefix(asked.nearest.b), maxNameWidth));
      },
      2,
    ),
    ...(rows.some((row) => askedOf(row)?.label) ? [labelColumn(askedOf)] : []),
    ...(rows.some((row) => askedOf(row)?.asked) ? [askedColumn(askedOf)] : []),
    right('p', 'Largest one-sided p of the references but the nearest model, not adjusted.', (row) => {
      const asked = askedOf(row);
      return asked === null ? reason(row) : pCell(asked.p);
    }),
    right(
      'missing',
      'Number of units without a usable prediction or outcome: counted at their worst.',
      (row) => {
        const asked = askedOf(row);
        if (asked === null) return reason(row);
        const { noPrediction, noOutcome } = asked.units;
        return numberCell(noPrediction + noOutcome, String(noPrediction + noOutcome));
      },
      3,
    ),
  ];
  return { ...modelsTexts, ...filled(rows, columns), notes: missingNotes(rows), detail: true };
}

/** Returns the models of which so much is missing that the test has little power. */
function missingNotes(rows: readonly ModelRow[]): readonly string[] {
  const much = rows.flatMap(({ model, task }) => {
    if (model.kind === 'not asked') return [];
    const { asked, noPrediction, noOutcome } = model.units;
    return Math.max(noPrediction, noOutcome) > 0.05 * asked
      ? [`${withoutPrefix(model.model)} (${task.experiment})`]
      : [];
  });
  return much.length === 0
    ? []
    : [`Over 5 % of the answers are missing, so the test has little power: ${much.join(', ')} (${missingCure}).`];
}

interface References {
  readonly label: Contrast | null;
  readonly asked: Contrast | null;
}

function labelColumn<Row>(of: (row: Row) => References | null): Column<Row> {
  return right(
    'minus label [95 %]',
    'Own score minus that of the item’s label, in points.',
    (row) => orReason(of(row)?.label?.quantity, absentCell('no label'), 'difference'),
    1,
  );
}

function askedColumn<Row>(of: (row: Row) => References | null): Column<Row> {
  return right(
    'minus asked [95 %]',
    'Own score minus the mean score of unrelated models that predicted this model by name, in points.',
    (row) => orReason(of(row)?.asked?.quantity, absentCell('no other model was asked'), 'difference'),
    1,
  );
}

function placeColumns<Row>(tasks: readonly ComparedTask[], taskOf: (row: Row) => ComparedTask): readonly Column<Row>[] {
  const several = new Set(tasks.map(({ experiment }) => experiment)).size < tasks.length;
  return [
    left(displayNames.task, 'What is predicted.', (row) => textCell(taskOf(row).experiment)),
    ...(several
      ? [
          left<Row>(
            'condition',
            'Wording and other settings of the prediction prompt.',
            (row) => textCell(oneLine(taskOf(row).condition, maxNameWidth)),
            3,
          ),
        ]
      : []),
  ];
}

function orReason(
  quantity: Quantity | undefined,
  absent: TableCell,
  unit: 'correlation' | 'difference' = 'correlation',
): TableCell {
  return quantity === undefined ? absent : quantityCell(quantity, unit);
}

export const differencesId = 'differences';

const texts = {
  id: differencesId,
  title: 'Paired differences',
  lead: 'First minus second on the same items, as plain values: of an error (lower is better), above 0 means that the first is worse. Single items by McNemar’s test, groups by t, Holm over all differences. Sorted by task and condition; sides as runs or logs are given, else by name.',
};

/** Returns the table of paired differences. */
function differenceTable(entries: readonly Difference[]): ReportTable {
  const ofConditions = areOfConditions(entries);
  const byTask = [...Map.groupBy(entries, ({ experiment }) => experiment).values()].flat();
  const rows = byTask.flatMap((pair): readonly DifferenceRow[] => [
    { pair, contrast: pair },
    ...(pair.answered === null ? [] : [{ pair, contrast: pair.answered }]),
  ]);
  return {
    ...texts,
    ...filled(rows, differenceColumns(entries, ofConditions)),
    groups: [...Map.groupBy(rows, ({ pair }) => pair.experiment)].map(([task, of]) => ({
      title: `${task}${scoreMeaning(of.map(({ pair }) => pair))}`,
      rows: of.length,
    })),
    notes: [...lowerNotes(entries), ...contrastNotes(entries, cureOf(entries))],
  };
}

/** A row of the table: a difference, or the same without the missing answers that the tool counts as wrong. */
interface DifferenceRow {
  readonly pair: Difference;
  readonly contrast: PairedContrast;
}

/** Returns a note that names the errors among the measures, for which a difference above 0 is worse. */
function lowerNotes(entries: readonly Difference[]): readonly string[] {
  const names = new Set(
    entries.flatMap(({ better, experiment, measure }) =>
      better === 'lower' ? [`${experiment}, ${measureName(measure)}`] : [],
    ),
  );
  return names.size === 0 ? [] : [`Lower is better: ${[...names].join('; ')}. A difference above 0 favors the second.`];
}

/** What separates the conditions of two sides in the name of their pair. */
const conditionGap = ' | ';

/** Whether all differences are of one model between two conditions of one run, which name the sides. */
function areOfConditions(entries: readonly Difference[]): boolean {
  return isOfOneModel(entries) && entries.every(({ runs, condition }) => runs[0] === runs[1] && isPair(condition));
}

function isPair(condition: string): boolean {
  return condition.split(conditionGap).length === 2;
}

function isOfOneModel(entries: readonly Difference[]): boolean {
  return new Set(entries.flatMap(({ models }) => models)).size === 1;
}

/** Returns a function that drops the settings with which all conditions start, up to the last of them. */
function withoutShared(conditions: readonly string[]): (condition: string) => string {
  const all = conditions.map((each) => each.split(', '));
  const [first = []] = all;
  const end = first.findIndex((part, index) => all.some((each) => each[index] !== part));
  const shared = Math.max(0, (end === -1 ? first.length : end) - 1);
  return (condition) => condition.split(', ').slice(shared).join(', ');
}

/** Returns the name of a recorded model as its recording has it. */
function withoutPrefix(name: string): string {
  return name.startsWith(recordedPrefix) ? name.slice(recordedPrefix.length) : name;
}

/** Columns of paired differences. Where all are of one model, conditions of a run, or ids of runs, name the sides. */
function differenceColumns(entries: readonly Difference[], ofConditions: boolean): readonly Column<DifferenceRow>[] {
  const ofOneModel = isOfOneModel(entries);
  const short = ofConditions ? withoutShared(entries.flatMap(({ condition }) => condition.split(conditionGap))) : null;
  const side = ({ a, b, runs, condition }: Difference, index: 0 | 1) => {
    if (short !== null) return textCell(oneLine(short(condition.split(conditionGap)[index] ?? ''), maxNameWidth));
    return textCell(oneLine(ofOneModel ? runs[index] : withoutPrefix([a, b][index] ?? ''), maxNameWidth));
  };
  const several = new Set(entries.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  const hasConditions = !ofConditions && several.size > new Set(entries.map(({ experiment }) => experiment)).size;
  return [
    ...(hasConditions
      ? [
          left<DifferenceRow>(
            'condition',
            'Wording and other settings of the prediction prompt.',
            ({ pair: { condition } }) => textCell(oneLine(condition, maxNameWidth)),
            3,
          ),
        ]
      : []),
    left('first', 'Model, run or condition.', ({ pair }) => side(pair, 0)),
    left('second', 'Model, run or condition.', ({ pair }) => side(pair, 1)),
    ...(entries.every(({ answered }) => answered === null)
      ? []
      : [
          left<DifferenceRow>(
            'missing',
            'Whether missing answers are as the tool counts them, or left out.',
            ({ pair, contrast }) => textCell(contrast === pair ? 'as counted' : 'left out'),
          ),
        ]),
    left('measure', 'Compared measure.', ({ pair: { measure } }) => textCell(measureName(measure)), 4),
    ...contrastColumns<DifferenceRow>(({ contrast }) => contrast),
    right(
      'n',
      'Number of items that both have.',
      ({ pair, contrast }) =>
        numberCell(
          contrast === pair ? pair.items : contrast.quantity.n,
          countText(contrast === pair ? pair.items : contrast.quantity.n),
        ),
      2,
    ),
    right(
      'counts as',
      'Number of groups of equal size that the groups of items count as (Kish 1965).',
      ({
        contrast: {
          quantity: { effective },
        },
      }) => numberCell(effective, numberText(effective, 'doublings')),
      4,
    ),
  ];
}
