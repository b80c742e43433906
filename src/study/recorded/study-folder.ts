import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { namesIn, ownFilesIn, readText } from '../../data/files/read-text.ts';
import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';

/** One run of the repository of Looking Inward: a folder with a table of answers or of predictions. */
interface FolderRun {
  readonly folder: string;
  /** `object`: answers; `meta`: predictions of one property. */
  readonly kind: 'object' | 'meta';
  readonly model: string;
  readonly task: string;
  readonly set: string | null;
  /** Wording of the prompt. */
  readonly method: string;
  /** Null in runs of answers, whose tables have a column for each property. */
  readonly property: string | null;
}

/** A run whose folder name joins model and task, which only the tasks of other runs tell apart. */
type NamedRun = FolderRun | (Omit<FolderRun, 'model' | 'task'> & { readonly modelAndTask: string });

/** Folders within folders that are searched for runs. */
const maxDepth = 4;

/** Returns the runs in folders and in the folders within them. AppError where there is none. */
export function runsIn(paths: readonly string[]): readonly FolderRun[] {
  const named = paths.flatMap((path) => runsBelow(path, maxDepth));
  const tasks = new Set(named.flatMap((run) => ('task' in run ? [run.task] : [])));
  const runs = named.map((run) => withTask(run, tasks));
  if (runs.length > 0) return runs;
  throw new AppError('study-table', `${oneLine(paths.join(', '), 200)} holds no run of a study`, {
    hint: 'a run is a folder named object_level_... or meta_level_... with a file data0.csv; or give two tables (docs/study.md)',
  });
}

/** Returns the path of the table of a run. AppError where it has none, or several. */
export function tableOf({ folder }: Pick<FolderRun, 'folder'>): string {
  const files = ownFilesIn(folder).filter((name) => /^data.*\.csv$/.test(name));
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) return join(folder, first);
  throw new AppError(
    'study-table',
    `${oneLine(folder, 200)} holds ${files.length === 0 ? 'no' : 'several'} data*.csv`,
    {
      hint: files.length === 0 ? 'the run may not have finished; remove its folder' : 'keep one of them',
    },
  );
}

function runsBelow(folder: string, depth: number): readonly NamedRun[] {
  const name = basename(folder);
  if (/^(object|meta)_level_/.test(name)) return [configuredRun(folder) ?? runOfName(folder)];
  if (depth === 0) return [];
  return namesIn(folder)
    .map((each) => join(folder, each))
    .filter((path) => lstatSync(path).isDirectory()) // a link must not lead out of the folder
    .flatMap((path) => runsBelow(path, depth - 1));
}

const objectName = /^object_level_(.+)_(object_level_.+?)_prompt_(.+?)(?:_(train|val|all))?_task_.*_note$/;
const metaName = /^meta_level_(.+?)(?:_(train|val|all))?_task_\d+_shot_.+?_seed_(.+?)_prompt_(.+)_resp_.*_note$/;

/** Reads a run from the name of its folder, in which `_` also stands for `:` and `/`. */
function runOfName(folder: string): NamedRun {
  const name = basename(folder);
  const [, model, objectMethod, task, objectSet = null] = objectName.exec(name) ?? [];
  if (model !== undefined && task !== undefined && objectMethod !== undefined)
    return { folder, kind: 'object', model, task, set: objectSet, method: objectMethod, property: null };
  const [, modelAndTask, metaSet = null, method, property] = metaName.exec(name) ?? [];
  if (modelAndTask !== undefined && method !== undefined && property !== undefined)
    return { folder, kind: 'meta', modelAndTask, set: metaSet, method, property };
  throw unreadable(folder, 'its name does not tell model, task and property');
}

function withTask(run: NamedRun, tasks: ReadonlySet<string>): FolderRun {
  if ('task' in run) return run;
  const { modelAndTask, ...known } = run;
  const fitting = [...tasks].filter((task) => modelAndTask.endsWith(`_${task}`));
  const task = fitting.toSorted((one, other) => other.length - one.length)[0];
  if (task === undefined) throw unreadable(run.folder, 'no run of answers has its task');
  return { ...known, task, model: modelAndTask.slice(0, -task.length - 1) };
}

function unreadable(folder: string, why: string): AppError {
  return new AppError('study-table', `${oneLine(folder, 300)} is not read: ${why}`, {
    hint: 'keep logs/DATE/TIME/.hydra/config.yaml in the folder, or the name that the repository gives it',
  });
}

/** Reads a run from the newest configuration that Hydra kept in its folder; null without one. */
function configuredRun(folder: string): FolderRun | null {
  const logs = join(folder, 'logs');
  for (const date of [...namesIn(logs)].toReversed()) {
    for (const time of [...namesIn(join(logs, date))].toReversed()) {
      const hydra = join(logs, date, time, '.hydra');
      if (!ownFilesIn(hydra).includes('config.yaml')) continue;
      const config = nestedScalars(readText(join(hydra, 'config.yaml')));
      const [model, task, method] = [config['language_model.model'], config['task.name'], config['prompt.method']];
      const property = config['response_property.name'] ?? null;
      if (model === undefined || task === undefined || method === undefined) continue;
      const kind = /^(object|base)/.test(method) ? 'object' : 'meta';
      if (kind === 'meta' && property === null) continue;
      return { folder, kind, model, task, set: config['task.set'] ?? null, method, property };
    }
  }
  return null;
}

/** Returns the scalars of a YAML mapping of mappings, as a program writes it, by their paths: `task.name`. */
function nestedScalars(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let outer = '';
  for (const line of text.split('\n')) {
    const [, indent = '', name = '', value = ''] = /^( *)([\w-]+):(?: (.*))?$/.exec(line.trimEnd()) ?? [];
    if (name === '') continue;
    if (indent === '') outer = name;
    const plain = value.replace(/^(['"])(.*)\1$/, '$2');
    if (plain !== '' && indent.length <= 2) found[indent === '' ? name : `${outer}.${name}`] = plain;
  }
  return found;
}
