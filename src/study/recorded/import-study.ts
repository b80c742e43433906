import { basename } from 'node:path';
import { parseJsonl } from '../../data/files/jsonl.ts';
import { isParquet, parquetRows } from '../../data/files/parquet.ts';
import { readText } from '../../data/files/read-text.ts';
import { placeInFile, type Row } from '../../data/files/row.ts';
import { namedRows } from '../../data/files/table.ts';
import { identifierForm, oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import type { StoredStudy } from '../../store/stored-study.ts';
import { AppError } from '../../util/app-error.ts';
import { canonicalJson, type Json, sha256 } from '../../util/canonical-json.ts';
import { isRecord } from '../../util/is-record.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { fewestTrainings } from '../analyses/pair-estimates.ts';
import type { RecordedPredictor, RecordedTarget } from '../recorded-tables.ts';
import type { StudyRecord } from '../study-record.ts';
import { screenStudy } from './check-study.ts';
import { distinctSeeds } from './equal-seeds.ts';
import { shiftedOfIn, splitIn, TableNames, trainedOnIn } from './table-names.ts';
import { isErrorText, readAnswers } from './unread-answers.ts';

const answerColumns = ['target', 'item', 'group', 'property', 'value'] as const;
const answerOptions = ['shifted_of', 'split'] as const;
const predictionColumns = ['predictor', 'trained_on', 'item', 'property', 'predicted'] as const;
const predictionOptions = ['seed'] as const;

export type StudyAnswer = TableRow<(typeof answerColumns)[number] | (typeof answerOptions)[number]>;
export type Prediction = TableRow<(typeof predictionColumns)[number] | (typeof predictionOptions)[number]>;

/** An imported study with what the user should know about its tables. */
export interface ImportedStudy {
  readonly study: StoredStudy & { readonly record: Json };
  readonly notes: readonly string[];
  /** What was found in the tables before they become a claim. */
  readonly findings: readonly CheckFinding[];
}

/**
 * Reads a study that was trained elsewhere from a table of answers and a table of predictions. Equal tables give the same
 * study. AppError `study-table` for a missing column or value, two rows for one cell, or a target that no model predicted.
 */
export async function importStudy(answersFile: string, predictionsFile: string): Promise<ImportedStudy> {
  return studyOf(
    { file: answersFile, ...(await readTable(answersFile, answerColumns, answerOptions)) },
    { file: predictionsFile, ...(await readTable(predictionsFile, predictionColumns, predictionOptions)) },
  );
}

type FileTable<Column extends string> = ReadTable<Column> & { readonly file: string };

/** Makes a study of a table of answers and a table of predictions. AppError as for `importStudy`. */
export function studyOf(
  answers: FileTable<(typeof answerColumns)[number] | (typeof answerOptions)[number]>,
  predictions: FileTable<(typeof predictionColumns)[number] | (typeof predictionOptions)[number]>,
): ImportedStudy {
  const [answersFile, predictionsFile] = [answers.file, predictions.file];
  const predicted = new Set(predictions.rows.flatMap(({ cells }) => valueIn(cells.predicted) ?? []));
  const { targets, findings: unread } = readAnswers(targetsOf(answers.rows, answersFile, predicted), predicted);
  refuseOtherNames(answers.rows, predictions);
  const { predictors: given, unanswered } = predictorsOf(predictions.rows, targets, predictionsFile);
  const models = targets.filter(({ shiftedOf }) => shiftedOf === null).map(({ target }) => target);
  refuseIncomplete(targets, models, given, predictionsFile);
  refuseOtherValues(targets, given, predictionsFile);
  const { tables: recorded, findings: found } = screenStudy({
    files: [basename(answersFile), basename(predictionsFile)],
    targets: [...targets],
    predictors: [...given],
  });
  const { predictors } = recorded;
  const ignored = [...answers.ignored, ...predictions.ignored];
  const notes = [
    ...(ignored.length === 0 ? [] : [`Ignored columns: ${oneLine(ignored.join(', '), 200)}.`]),
    ...countNotes(targets, predictors, unanswered),
    ...referenceNotes(models, predictors),
    ...absentNotes(targets, models, predictors),
  ];
  const units = targets.flatMap((each) => each.units);
  const record: StudyRecord = {
    design: { targets: models, trained: trainedModels(predictors, models) },
    ...{ arms: [], runs: [], jobs: [], notes: [...notes], recorded },
    testItems: new Set(units.map(([item]) => item)).size,
    testStrings: new Set(units.map(([, , group]) => group)).size,
  };
  const json = JSON.parse(JSON.stringify(record)) as Json; // plain data
  return {
    study: { id: sha256(canonicalJson(json)), at: new Date().toISOString(), record: json },
    notes,
    findings: [...unread, ...found],
  };
}

function targetsOf(
  rows: readonly StudyAnswer[],
  file: string,
  predicted: ReadonlySet<string>,
): readonly RecordedTarget[] {
  const names = new TableNames();
  const groups = Map.groupBy(rows, (row) => names.add(cell(row, 'target', file)));
  const properties = new TableNames();
  return [...groups].map(([target, own]): RecordedTarget => {
    const shiftedOf = shiftedOfRows(own, names, { file, target });
    const bySplit = Map.groupBy(own, ({ cells, place }) => splitIn(cells.split, { file, place }));
    const { train: training = [], test = [] } = Object.fromEntries(bySplit);
    const units = test.map((row): RecordedTarget['units'][number] => {
      const property = properties.add(cell(row, 'property', file));
      return [cell(row, 'item', file), property, cell(row, 'group', file), valueIn(row.cells.value)];
    });
    const seen = new Set<string>();
    for (const [item, property] of units) {
      const key = JSON.stringify([item, property]);
      if (seen.has(key)) throw twice(`${file}: ${target}, item ${item}, ${property}`, 'keep one of the two rows');
      seen.add(key);
    }
    const constants = training.length === 0 ? null : commonest(training, properties, predicted);
    return { target, shiftedOf, constants, units };
  });
}

/** Returns the model whose shifted self a target is, which all of its rows that name one must agree on; null for none. */
function shiftedOfRows(
  rows: readonly StudyAnswer[],
  names: TableNames,
  { file, target }: { readonly file: string; readonly target: string },
): string | null {
  const found = rows.map(({ cells, place }) => shiftedOfIn(cells.shifted_of, names, { file, place }));
  const [one = null, other] = new Set(found.filter((name) => name !== null));
  if (other === undefined && one !== target) return one;
  throw new AppError(
    'study-table',
    `${oneLine(file, 200)}: ${oneLine(target, 60)} is the shifted self of ${oneLine([one, other ?? []].flat().join(' and of '), 130)}`,
    {
      hint: 'a target is the shifted self of one other target: write its name in shifted_of, or leave the column empty',
    },
  );
}

/** Returns the commonest value of each property that is not an error text, the first in the table of equally common ones. */
function commonest(
  rows: readonly StudyAnswer[],
  properties: TableNames,
  predicted: ReadonlySet<string>,
): Record<string, string> {
  const byProperty = Map.groupBy(rows, ({ cells }) => properties.add(cells.property ?? ''));
  return Object.fromEntries(
    [...byProperty].flatMap(([property, own]) => {
      const counts = new Map<string, number>();
      const values = own.flatMap(({ cells }) => valueIn(cells.value) ?? []);
      for (const value of values.filter((each) => !isErrorText(each, predicted)))
        counts.set(value, (counts.get(value) ?? 0) + 1);
      const [top] = [...counts].toSorted(([, one], [, other]) => other - one);
      return top === undefined ? [] : [[property, top[0]]];
    }),
  );
}

/** Returns the predictions of each predictor in the order of the units that they are about, and how many have no answer. */
function predictorsOf(
  rows: readonly Prediction[],
  targets: readonly RecordedTarget[],
  file: string,
): { readonly predictors: readonly RecordedPredictor[]; readonly unanswered: number } {
  const places = new Map(targets.map(({ target, units }) => [target, placesOf(units)]));
  let unanswered = 0;
  const names = new TableNames(targets.map(({ target }) => target));
  const predictorNames = new TableNames(names.all());
  const groups = Map.groupBy(rows, (row) => {
    const predictor = predictorNames.add(cell(row, 'predictor', file));
    return JSON.stringify([predictor, trainedOnIn(row.cells.trained_on, names, { file, place: row.place })]);
  });
  const predictors = [...groups].flatMap(([key, own]): RecordedPredictor[] => {
    const [predictor, trainedOn] = JSON.parse(key) as [string, string | null]; // written above
    const about =
      trainedOn === null
        ? targets.filter(({ shiftedOf }) => shiftedOf === null).map(({ target }) => target)
        : [trainedOn];
    return about.flatMap((target): RecordedPredictor[] => {
      const units = places.get(target);
      if (units === undefined) return [];
      const seeds = [...Map.groupBy(own, ({ cells }) => oneForm(cells.seed ?? ''))].map(([seed, of]) => {
        const values: (string | null)[] = Array.from({ length: units.size }, () => null);
        const filled = new Set<number>();
        for (const row of of) {
          const [item, property] = [cell(row, 'item', file), cell(row, 'property', file)];
          const place = units.get(placeKey(item, property)) ?? units.get(placeKey(oneForm(item), oneForm(property)));
          if (place === undefined) {
            unanswered += 1;
            continue;
          }
          if (filled.has(place))
            throw twice(
              `${file}: ${predictor} about ${target}${seed === '' ? '' : `, seed ${seed}`}, item ${item}, ${property}`,
              ofTrainings,
            );
          filled.add(place);
          values[place] = valueIn(row.cells.predicted);
        }
        return { seed, values };
      });
      return [{ predictor, trainedOn, about: target, seeds }];
    });
  });
  return { predictors, unanswered };
}

function cell<Column extends string>(row: TableRow<Column>, column: Column, file: string): string {
  const value = row.cells[column];
  if (value !== null) return value;
  throw new AppError('study-table', `${oneLine(file, 200)}, ${row.place}: no value in column ${column}`, {
    hint: 'fill it, or remove the row',
  });
}

/** Returns the place of each unit by item and property as written, and in one form where that is one unit's alone. */
function placesOf(units: RecordedTarget['units']): ReadonlyMap<string, number> {
  const byForm = Map.groupBy(units.keys(), (place) => {
    const [item = '', property = ''] = units[place] ?? [];
    return placeKey(oneForm(item), oneForm(property));
  });
  return new Map([
    ...[...byForm].flatMap(([key, [place, ...more]]): [string, number][] =>
      place === undefined || more.length > 0 ? [] : [[key, place]],
    ),
    ...units.map(([item, property], place): [string, number] => [placeKey(item, property), place]),
  ]);
}

function placeKey(item: string, property: string): string {
  return JSON.stringify([item, property]);
}

/** Fewest predictions of an arm and a property from which it is told that none of their values occurs. */
const minForValues = 10;

/** Share of the predictions whose item or property no answer has above which the two tables write them differently. */
const maxForeign = 0.5;

/** Throws an AppError where most predictions are about an item or a property that no answer has. */
function refuseOtherNames(
  answers: readonly StudyAnswer[],
  predictions: FileTable<(typeof predictionColumns)[number] | (typeof predictionOptions)[number]>,
): void {
  for (const column of ['item', 'property'] as const) {
    const known = new Set(answers.map(({ cells }) => oneForm(cells[column] ?? '')));
    const foreign = predictions.rows.filter(({ cells }) => !known.has(oneForm(cells[column] ?? '')));
    const [first] = foreign;
    if (first === undefined || foreign.length <= maxForeign * predictions.rows.length) continue;
    const [own, other] = [first.cells[column] ?? '', answers[0]?.cells[column] ?? ''].map((text) => oneLine(text, 60));
    throw new AppError(
      'study-table',
      `${oneLine(predictions.file, 200)}: ${counted(foreign.length, `of ${predictions.rows.length} predictions has`, `of ${predictions.rows.length} predictions have`)} a value of ${column} that no answer has, first "${own}" (${first.place}); the answers have values such as "${other}"`,
      { hint: `write the column ${column} as the answers do` },
    );
  }
}

/** Returns a value in the form in which values are compared; null for an empty cell. */
function valueIn(cell: string | null): string | null {
  return cell === null ? null : oneForm(cell);
}

/** Throws an AppError where none of an arm's predicted values occurs among the answers: the two use other words. */
function refuseOtherValues(
  targets: readonly RecordedTarget[],
  predictors: readonly RecordedPredictor[],
  file: string,
): void {
  for (const { predictor, trainedOn, about, seeds } of predictors) {
    const units = targets.find(({ target }) => target === about)?.units ?? [];
    for (const [property, own] of Map.groupBy(units.entries(), ([, [, name]]) => name)) {
      const known = new Set(own.flatMap(([, [, , , value]]) => value ?? []));
      const values = own.flatMap(([place]) => seeds.flatMap((seed) => seed.values[place] ?? []));
      const predicted = new Set(values);
      if (known.size === 0 || values.length < minForValues || [...predicted].some((value) => known.has(value)))
        continue;
      const shown = (values: ReadonlySet<string>) =>
        [...values]
          .slice(0, 3)
          .map((value) => `"${oneLine(value, 30)}"`)
          .join(', ');
      const arm = trainedOn === null ? `untrained ${predictor}` : `${predictor} trained on ${trainedOn}`;
      throw new AppError(
        'study-table',
        `${oneLine(file, 200)}: ${oneLine(arm, 100)} predicts no value that occurs among the answers of ${oneLine(about, 60)} to ${oneLine(property, 60)}: ${shown(predicted)}; the answers are ${shown(known)}`,
        { hint: 'write predictions and answers in the same words' },
      );
    }
  }
}

const ofTrainings =
  'give training runs of one arm different values in the column seed; keep one of two rows that are repeated';

function twice(where: string, hint: string): AppError {
  return new AppError('study-table', `two rows for one cell: ${oneLine(where, 300)}`, { hint });
}

function refuseIncomplete(
  targets: readonly RecordedTarget[],
  models: readonly string[],
  predictors: readonly RecordedPredictor[],
  file: string,
): void {
  if (models.length < 2) {
    throw new AppError('study-table', `a study compares at least two targets; the answers have ${models.length}`, {
      hint: 'a shifted self, with a value in shifted_of, is not counted as a target',
    });
  }
  const unpredicted = targets.find(({ target }) => !predictors.some(({ trainedOn }) => trainedOn === target));
  if (unpredicted === undefined) return;
  throw new AppError(
    'study-table',
    `${oneLine(file, 200)}: no model was trained on ${oneLine(unpredicted.target, 100)}`,
    {
      hint: 'the column trained_on must name a target of the answers',
    },
  );
}

function countNotes(
  targets: readonly RecordedTarget[],
  predictors: readonly RecordedPredictor[],
  unanswered: number,
): readonly string[] {
  const models = targets.flatMap(({ target, shiftedOf }) => (shiftedOf === null ? [target] : []));
  const isReference = ({ predictor, trainedOn }: RecordedPredictor) =>
    trainedOn !== null && !models.includes(predictor);
  const [references = [], others = []] = [true, false].map((side) =>
    predictors.filter((each) => isReference(each) === side),
  );
  const missingOf = (own: readonly RecordedPredictor[]) =>
    own
      .flatMap(({ seeds }) => seeds)
      .reduce((sum, { values }) => sum + values.filter((value) => value === null).length, 0);
  const [missing, missingOfReferences] = [missingOf(others), missingOf(references)];
  const empty = targets.reduce((sum, { units }) => sum + units.filter(([, , , value]) => value === null).length, 0);
  return [
    ...(missing === 0
      ? []
      : [
          `${counted(missing, 'held-out answer')} of a target without a prediction that can be read: counted as wrong, and in words as what is worst for them.`,
        ]),
    ...(missingOfReferences === 0
      ? []
      : [
          `${counted(missingOfReferences, 'held-out answer')} without a prediction by a reference: counted as right, which is their worst for the claim that a model is above it.`,
        ]),
    ...(unanswered === 0 ? [] : [`${counted(unanswered, 'prediction')} without an answer: left out.`]),
    ...(empty === 0 ? [] : [`${counted(empty, 'held-out answer')} without a value: left out.`]),
    ...trainingNotes(targets, { models, others, references }),
  ];
}

/** Says what was trained too few times: the arms of the models, those on shifted selves, and the references. */
function trainingNotes(
  targets: readonly RecordedTarget[],
  {
    models,
    others,
    references,
  }: {
    readonly models: readonly string[];
    readonly others: readonly RecordedPredictor[];
    readonly references: readonly RecordedPredictor[];
  },
): readonly string[] {
  const trained = others.filter(({ trainedOn }) => trainedOn !== null);
  const [ofModels = [], ofShifted = []] = [true, false].map((side) =>
    trained.filter(({ about }) => models.includes(about) === side),
  );
  const fewest = (own: readonly RecordedPredictor[]) =>
    Math.min(
      ...own.map(({ seeds, about }) => {
        const units = targets.find(({ target }) => target === about)?.units ?? [];
        return distinctSeeds(seeds, units).length;
      }),
    );
  const few = (count: number) => (count === 1 ? 'One training' : 'Two trainings');
  const [own, shifted] = [fewest(ofModels), fewest(ofShifted)];
  const isRule = ({ seeds }: RecordedPredictor) => seeds.every(({ seed }) => seed === '');
  const rules = [...new Set(references.filter(isRule).map(({ predictor }) => predictor))];
  const named = references.filter((each) => !isRule(each));
  const reference = fewest(named);
  if (own < fewestTrainings)
    return [
      `${few(own)} (seed) of an arm: the variance between trainings is not measured, and a verdict needs ${fewestTrainings} trainings of each arm.`,
    ];
  return [
    ...(rules.length === 0
      ? []
      : [
          `References without a seed, taken as rules, which do not vary between trainings: ${oneLine(rules.join(', '), 200)}.`,
        ]),
    ...(shifted >= fewestTrainings
      ? []
      : [
          `${few(shifted)} (seed) of an arm on a shifted self: “advantage” needs ${fewestTrainings} trainings of each.`,
        ]),
    ...(reference >= fewestTrainings
      ? []
      : [
          `${few(reference)} (seed) of a reference: a model is shown to be above it from ${fewestTrainings} trainings on.`,
        ]),
  ];
}

/** Names the predictors that are no target, so that a misspelled name of a model is seen. */
function referenceNotes(models: readonly string[], predictors: readonly RecordedPredictor[]): readonly string[] {
  const names = new Set(predictors.flatMap(({ predictor }) => (models.includes(predictor) ? [] : [predictor])));
  return names.size === 0
    ? []
    : [`References, predictors that are none of ${models.join(', ')}: ${oneLine([...names].join(', '), 200)}.`];
}

function absentNotes(
  targets: readonly RecordedTarget[],
  models: readonly string[],
  predictors: readonly RecordedPredictor[],
): readonly string[] {
  const has = (predictor: string, trainedOn: string | null) =>
    predictors.some((each) => each.predictor === predictor && each.trainedOn === trainedOn);
  const shifted = models.filter((model) => !targets.some(({ shiftedOf }) => shiftedOf === model));
  const absent = [
    ...models.flatMap((target) =>
      models.filter((base) => !has(base, target)).map((base) => `${base} trained on ${target}`),
    ),
    ...shifted.map((model) => `a shifted self of ${model}`),
    ...targets.flatMap(({ target, shiftedOf }) =>
      shiftedOf === null
        ? []
        : models.filter((base) => !has(base, target)).map((base) => `${base} trained on ${target}`),
    ),
    ...models.filter((model) => !has(model, null)).map((model) => `untrained ${model}`),
  ];
  const fromTraining = targets.every(({ constants }) => constants !== null);
  const unlabeled = targets.flatMap(({ constants, units }) =>
    constants === null ? [] : units.flatMap(([, property]) => (property in constants ? [] : [property])),
  );
  return [
    ...(absent.length === 0 ? [] : [`Not in the tables: ${absent.join(', ')}.`]),
    `The tables have no scramble arms: the gain of training is measured from the constant, the commonest value of the ${fromTraining ? 'training' : 'held-out'} rows.`,
    ...(unlabeled.length === 0
      ? []
      : [
          `No training rows of ${oneLine([...new Set(unlabeled)].join(', '), 200)}: there it is the commonest value of the held-out rows.`,
        ]),
  ];
}

function trainedModels(predictors: readonly RecordedPredictor[], models: readonly string[]) {
  return predictors.flatMap(({ predictor, trainedOn }) => {
    if (trainedOn === null || !models.includes(trainedOn)) return [];
    const arm = predictor === trainedOn ? ('self' as const) : ('cross' as const);
    return [{ model: `${predictor} trained on ${trainedOn}`, base: predictor, arm, target: trainedOn }];
  });
}

/** A row by column name. An empty or absent cell is null. */
interface TableRow<Column extends string> {
  readonly cells: Readonly<Record<Column, string | null>>;
  /** Where the row stands, such as `line 12`. */
  readonly place: string;
}

/** A table with the columns that are used, and the names of the others. */
interface ReadTable<Column extends string> {
  readonly rows: readonly TableRow<Column>[];
  readonly ignored: readonly string[];
}

/**
 * Reads a table (CSV, TSV, JSON lines or Parquet; text also compressed). AppError for a file that cannot be read, and
 * `study-table` where a needed column is missing.
 */
export async function readTable<Column extends string>(
  file: string,
  needed: readonly Column[],
  optional: readonly Column[],
): Promise<ReadTable<Column>> {
  const known = [...needed, ...optional];
  const rows = await rowsOf(file, known);
  const columns = new Set(rows.flatMap(({ value }) => (isRecord(value) ? Object.keys(value) : [])));
  const missing = needed.filter((name) => !columns.has(name));
  if (missing.length > 0) {
    throw new AppError('study-table', `${oneLine(file, 200)} has no column ${missing.join(', ')}`, {
      hint: `it needs ${needed.join(', ')}; it has ${columns.size === 0 ? 'no rows' : oneLine([...columns].join(', '), 200)}`,
    });
  }
  return {
    rows: rows.map((row) => ({ cells: cellsOf(row.value, known), place: placeInFile(row) })),
    ignored: [...columns].filter((name) => !(known as readonly string[]).includes(name)),
  };
}

async function rowsOf(file: string, known: readonly string[]): Promise<readonly Row[]> {
  if (isParquet(file)) return await parquetRows(file);
  const text = readText(file);
  if (/^\s*\{/.test(text)) return parseJsonl(text, file);
  return namedRows({ path: file, text }, known) ?? [];
}

/** What spreadsheets and programs write into an empty cell; `None` and `-` may be values. */
const emptyCells: ReadonlySet<string> = new Set(['', 'nan', 'n/a', '#n/a', '<na>', 'null']);

export function cellsOf<Column extends string>(
  value: unknown,
  columns: readonly Column[],
): Readonly<Record<Column, string | null>> {
  const row = isRecord(value) ? value : {};
  const cell = (name: Column) => {
    const found = row[name];
    if (found === null || found === undefined) return null;
    const text = identifierForm(String(found));
    return emptyCells.has(text.toLowerCase()) ? null : text;
  };
  return Object.fromEntries(columns.map((name) => [name, cell(name)])) as Record<Column, string | null>; // one each
}
