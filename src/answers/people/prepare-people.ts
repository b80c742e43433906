import type { CallKey } from '../../domain/call.ts';
import { isPersonName, personModelName } from '../../domain/people/person.ts';
import { type RunConfig, type RunModel, runId } from '../../domain/run-config.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { type Experiments, experimentNamed, experimentRegistry } from '../../experiments/registry.ts';
import { personModel } from '../../models/person.ts';
import { readPrices } from '../../models/prices.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { openInStore } from '../execute-run.ts';
import type { SebConfig } from '../options/define-config.ts';
import type { RunOptions } from '../options/run-options.ts';
import { ItemAnswers } from '../plan/item-answers.ts';
import { buildRequest, type ItemTask, itemTasks } from '../plan/item-task.ts';
import { plannedCalls } from '../plan/planned-calls.ts';
import type { OpenedModels } from '../prepare/open-models.ts';
import { prepareRun } from '../prepare/prepare.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import { provenance } from '../prepare/provenance.ts';
import { anyStoredWorks } from '../stored-run.ts';

type Protocol = NonNullable<RunConfig['people']>;

interface PeopleOptions {
  /** Names of the people; of a pair, the one who predicts and the one who answers. */
  readonly names: readonly string[];
  readonly protocol: Protocol;
  readonly options: RunOptions;
  readonly config: SebConfig;
}

/** Number of items of each experiment if the user gives none. */
const defaultItems = 10;

/**
 * Creates a run of people in the store, or finds it there: the calls that a language model would get, with people as the
 * models. AppError for an experiment that people cannot take part in, and for people who have answered the same questions
 * in another run.
 */
export async function createPeopleRun(store: Store, given: PeopleOptions): Promise<RunRecord> {
  const prepared = await preparePeople(store, given);
  const known = await store.run(prepared.id);
  if (known === null) await refuseKnownQuestions(store, prepared);
  const record = await openInStore(prepared, store);
  if (record.status === 'running') await store.setStatus(record.id, 'paused'); // no process executes it
  return { ...record, status: record.status === 'running' ? 'paused' : record.status };
}

async function preparePeople(store: Store, { names, protocol, options, config }: PeopleOptions): Promise<PreparedRun> {
  const experiments = experimentRegistry(config.experiments ?? []);
  refuseExperiments(options.experiment ?? [], experiments);
  const { limit = options.random === undefined ? defaultItems : undefined } = options;
  const model = modelNames(names, protocol);
  const open = async () => await openPeople(model);
  const { name, ...chosen } = { ...options, model, samples: 1, ...(limit === undefined ? {} : { limit }) };
  const prepared = await prepareRun(chosen, config, store, open);
  const run: RunConfig = { ...prepared.config, people: protocol };
  return {
    ...prepared,
    id: runId(run),
    config: run,
    provenance: {
      ...provenance(prepared.settings, { prices: null, notes: [] }),
      ...(name === undefined ? {} : { name }),
    },
  };
}

function modelNames(names: readonly string[], protocol: Protocol): string[] {
  const bad = names.find((name) => !isPersonName(name));
  if (bad !== undefined) {
    throw new AppError('person-name', `"${bad}" cannot be the name of a person`, {
      hint: 'a name has 1 to 40 characters, without / + , and ?; it need not be a real name',
    });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new AppError('person-name', `two people are named "${twice}"`, { hint: 'give each a different name' });
  }
  if (protocol.kind === 'wait') return names.map((name) => personModelName({ predicts: name, answers: name }));
  const [predicts, answers] = names;
  if (predicts === undefined || answers === undefined || names.length > 2) {
    throw new AppError('person-name', `a pair is two people, not ${names.length}`, {
      hint: 'name the one who predicts, then the one who answers: `seb people new ann bob --protocol pair`',
    });
  }
  return [personModelName({ predicts, answers })];
}

/** Returns the people as opened models, which answer no call by themselves. */
async function openPeople(names: readonly string[]): Promise<OpenedModels> {
  const models = names.map((name) => personModel(name));
  const price = { input: 0, output: 0, cachedInput: null };
  return {
    subjects: models.map(({ name, identity }): RunModel => ({ name, identity, baseUrl: null })),
    judge: null,
    executors: [],
    approver: null,
    open: new Map(models.map((model) => [model.identity, { model, price }])),
    prices: await readPrices(null),
  };
}

function refuseExperiments(names: readonly string[], experiments: Experiments): void {
  const asked = [...experiments.values()].filter(({ people }) => people === 'asked').map(({ name }) => name);
  const hint = `choose from ${asked.join(', ')}`;
  if (names.length === 0) {
    throw new AppError('people-experiment', 'no experiment was given', { hint: `--experiment: ${hint}` });
  }
  for (const name of names) {
    const reason = whyNotAsked(experimentNamed(experiments, name));
    if (reason !== null) {
      throw new AppError('people-experiment', `people cannot take part in ${name}: ${reason}`, { hint });
    }
  }
}

/** Returns why people cannot take part in an experiment; null if they can. */
function whyNotAsked({ people }: Pick<Experiment, 'people'>): string | null {
  if (people === 'asked') return null;
  return people?.refused ?? 'it does not declare `people`, with the fields that a person fills in';
}

/**
 * Refuses questions that a person has in another run: answers are stored by question, so an answer given there would count
 * here, and it would be known when the prediction is made.
 */
async function refuseKnownQuestions(store: Store, { id, config, experiments, datasets }: PreparedRun): Promise<void> {
  const own = keysOf(itemTasks(config, experiments, datasets));
  for (const run of await store.runs()) {
    const isKnown = run.config.experiments.every(({ name }) => experiments.has(name));
    if (run.id === id || run.config.people === undefined || !isKnown) continue;
    const asked = keysOf(await anyStoredWorks(store, run, experiments));
    const shared = [...own].filter((key) => asked.has(key)).length;
    if (shared === 0) continue;
    throw new AppError(
      'people-again',
      `run ${run.id} already asks these people ${shared} of the ${own.size} questions`,
      {
        hint: 'choose other items (--random N --random-seed S, or --only), or give the people other names',
      },
    );
  }
}

function keysOf(works: Iterable<ItemTask>): Set<CallKey> {
  const keys = new Set<CallKey>();
  for (const work of works) {
    for (const call of plannedCalls(work.experiment, work.context, new ItemAnswers(work.experiment)))
      keys.add(buildRequest(work, call).key);
  }
  return keys;
}
