import { readText } from '../../data/files/read-text.ts';
import { placeInFile, type Row } from '../../data/files/row.ts';
import { namedRows } from '../../data/files/table.ts';
import { AppError } from '../../util/app-error.ts';
import { isRecord } from '../../util/is-record.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { cellsOf, type ImportedStudy, type Prediction, readTable, type StudyAnswer, studyOf } from './import-study.ts';
import { runsIn, tableOf } from './study-folder.ts';

type FolderRun = ReturnType<typeof runsIn>[number];

const modelColumns = ['model'] as const;
const modelOptions = ['predictor', 'trained_on', 'shifted_of', 'seed'] as const;

/** What a model of the runs is. */
interface ModelRow {
  readonly predictor: string;
  /** Null: it was not trained. */
  readonly trainedOn: string | null;
  readonly shiftedOf: string | null;
  readonly seed: string | null;
}

/**
 * Reads a study from folders with the outputs of the repository of Looking Inward: a table for each run, answers with a
 * column for each property. `models`: a table that says of each trained model which base it has and whose answers it was
 * trained on; null: no model of the runs was trained. AppError `study-table` as for `importStudy`.
 */
export async function importStudyFolder(paths: readonly string[], models: string | null): Promise<ImportedStudy> {
  const runs = runsIn(paths);
  const described = models === null ? new Map<string, ModelRow>() : await readModels(models);
  const objects = runs.filter(({ kind }) => kind === 'object');
  const metas = runs.filter(({ kind }) => kind === 'meta');
  refuseTwice(runs);
  refuseUndescribed({ objects, metas, described, models });
  const names = new NamesOfProperties(runs);
  const used = { incomplete: 0, repeated: 0, noncompliant: 0 };
  const answers = objects.flatMap((run) => answersOf(run, { metas, names, described, used }));
  const predictions = metas.flatMap((run) => predictionsOf(run, { names, described, used }));
  const leftOut = objects.filter(({ model }) => isTrainedOnly(described.get(model)));
  const notes = [
    ...(used.incomplete === 0 ? [] : [`${counted(used.incomplete, 'row')} of calls that did not complete: left out.`]),
    ...(used.repeated === 0 ? [] : [`${counted(used.repeated, 'row')} of a string that a table has twice: left out.`]),
    ...(used.noncompliant === 0
      ? []
      : [`${counted(used.noncompliant, 'answer')} marked as not compliant: without a value.`]),
    ...(leftOut.length === 0
      ? []
      : [
          `Answers of trained models, which are no targets: ${oneLine(leftOut.map(({ model }) => model).join(', '), 200)}.`,
        ]),
  ];
  const where = paths.join(', ');
  const study = studyOf({ file: where, rows: answers, ignored: [] }, { file: where, rows: predictions, ignored: [] });
  return { ...study, notes: [...notes, ...study.notes] };
}

async function readModels(file: string): Promise<ReadonlyMap<string, ModelRow>> {
  const { rows } = await readTable(file, modelColumns, modelOptions);
  return new Map(
    rows.map(({ cells, place }) => {
      if (cells.model === null)
        throw new AppError('study-table', `${oneLine(file, 200)}, ${place}: no value in column model`, {
          hint: 'fill it, or remove the row',
        });
      const { model, predictor, trained_on: trainedOn, shifted_of: shiftedOf, seed } = cells;
      const base = predictor ?? baseOf(model) ?? (trainedOn === null ? model : null);
      if (base !== null) return [model, { predictor: base, trainedOn, shiftedOf, seed }];
      throw new AppError(
        'study-table',
        `${oneLine(file, 200)}, ${place}: nothing says from which model ${oneLine(model, 60)} was trained`,
        { hint: 'fill the column predictor with the name of its base; only names that OpenAI gives contain it' },
      );
    }),
  );
}

/** Returns the base in the name of a model that OpenAI fine-tuned; null for any other name. */
function baseOf(model: string): string | null {
  return /^ft[:_]([^:]+?)[:_]/.exec(model)?.[1] ?? null;
}

function isTrainedOnly(row: ModelRow | undefined): boolean {
  return row !== undefined && row.trainedOn !== null && row.shiftedOf === null;
}

/** Refuses two runs of one thing, such as two wordings: which one counts is the user's choice. */
function refuseTwice(runs: readonly FolderRun[]): void {
  const groups = Map.groupBy(runs, ({ kind, model, task, set, property }) =>
    JSON.stringify([kind, model, task, set, property]),
  );
  for (const [one, other] of groups.values()) {
    if (one === undefined || other === undefined) continue;
    throw new AppError(
      'study-table',
      `two runs of ${oneLine(one.model, 60)} on ${oneLine(one.task, 60)}: ${oneLine(one.folder, 200)} and ${oneLine(other.folder, 200)}`,
      { hint: 'give the folders of the runs that belong together, one by one' },
    );
  }
}

/** Refuses models of which nothing says whether they were trained. */
function refuseUndescribed({
  objects,
  metas,
  described,
  models,
}: {
  readonly objects: readonly FolderRun[];
  readonly metas: readonly FolderRun[];
  readonly described: ReadonlyMap<string, ModelRow>;
  readonly models: string | null;
}): void {
  const answering = new Set(objects.map(({ model }) => model));
  const unknown = [...new Set([...objects, ...metas].map(({ model }) => model))].filter(
    (model) => !described.has(model) && (/^ft[:_]/.test(model) || !answering.has(model)),
  );
  if (unknown.length === 0) return;
  const them = oneLine(unknown.join(', '), 300);
  throw new AppError(
    'study-table',
    models === null
      ? `nothing says whose answers these models were trained on: ${them}`
      : `${oneLine(models, 100)} has no row for ${them}`,
    {
      hint: 'list each in a table with the columns model, predictor (its base), trained_on (a model with answers; empty: not trained), and give it with --models FILE',
    },
  );
}

/** Names properties: with their task where the runs have several tasks, whose commonest values differ. */
class NamesOfProperties {
  readonly #hasTasks: boolean;

  constructor(runs: readonly FolderRun[]) {
    this.#hasTasks = new Set(runs.map(({ task }) => task)).size > 1;
  }

  name(task: string, property: string): string {
    return this.#hasTasks ? `${task}: ${property}` : property;
  }
}

interface Reading {
  readonly names: NamesOfProperties;
  readonly described: ReadonlyMap<string, ModelRow>;
  readonly used: { incomplete: number; repeated: number; noncompliant: number };
}

function answersOf(
  run: FolderRun,
  { metas, names, described, used }: Reading & { readonly metas: readonly FolderRun[] },
): readonly { readonly cells: StudyAnswer['cells']; readonly place: string }[] {
  const row = described.get(run.model);
  if (isTrainedOnly(row)) return [];
  const wanted = [...new Set(metas.filter(({ task }) => task === run.task).flatMap(({ property }) => property ?? []))];
  const rows = completeRows(run, wanted, used);
  return rows.flatMap(({ cells, string, place, complied }) => {
    if (!complied) used.noncompliant += 1;
    return wanted.map((property) => ({
      place,
      cells: {
        ...{ target: run.model, item: `${run.task}: ${string}`, group: `${run.task}: ${string}` },
        property: names.name(run.task, property),
        value: complied ? (cells[property] ?? null) : null,
        shifted_of: row?.shiftedOf ?? null,
        split: run.set === 'train' ? 'train' : null,
      },
    }));
  });
}

function predictionsOf(
  run: FolderRun,
  { names, described, used }: Reading,
): readonly { readonly cells: Prediction['cells']; readonly place: string }[] {
  const { predictor, trainedOn, seed } = described.get(run.model) ?? {
    ...{ predictor: run.model, trainedOn: null, seed: null },
  };
  return completeRows(run, ['response'], used).map(({ cells, string, place }) => ({
    place,
    cells: {
      ...{ predictor, trained_on: trainedOn, seed, item: `${run.task}: ${string}` },
      property: names.name(run.task, run.property ?? ''),
      predicted: cells.response ?? null,
    },
  }));
}

interface CompleteRow {
  readonly string: string;
  readonly cells: Readonly<Record<string, string | null>>;
  readonly place: string;
  /** False where a column says that the answer does not keep to the task. */
  readonly complied: boolean;
}

/** Returns the rows of a run whose calls completed, each string once. AppError for a missing column. */
function completeRows(run: FolderRun, needed: readonly string[], used: Reading['used']): readonly CompleteRow[] {
  const file = tableOf(run);
  const rows: readonly Row[] = namedRows({ path: file, text: readText(file) }, ['string']) ?? [];
  const columns = new Set(rows.flatMap(({ value }) => (isRecord(value) ? Object.keys(value) : [])));
  const missing = ['string', ...needed].filter((name) => !columns.has(name));
  if (missing.length > 0)
    throw new AppError('study-table', `${oneLine(file, 300)} has no column ${missing.join(', ')}`, {
      hint: `it has ${columns.size === 0 ? 'no rows' : oneLine([...columns].join(', '), 200)}; properties are columns of the answers once they are extracted`,
    });
  const seen = new Set<string>();
  return rows.flatMap((row): CompleteRow[] => {
    const cells = cellsOf(row.value, ['string', 'complete', 'compliance', ...needed]);
    const { string = null, complete = null, compliance = null } = cells;
    if (string === null || (complete !== null && !isTrue(complete))) {
      used.incomplete += 1;
      return [];
    }
    if (seen.has(string)) {
      used.repeated += 1;
      return [];
    }
    seen.add(string);
    const place = `${file}, ${placeInFile(row)}`;
    return [{ string, cells, place, complied: compliance === null || isTrue(compliance) }];
  });
}

function isTrue(cell: string): boolean {
  return /^(true|1)$/i.test(cell);
}
