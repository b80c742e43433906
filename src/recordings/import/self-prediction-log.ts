import { basename } from 'node:path';
import { z } from 'zod';
import { answeredCallSchema, answerOf, type ExchangedCall, isSameCall } from '../../answers/exchange/exchanged-call.ts';
import { itemTasks } from '../../answers/plan/item-task.ts';
import { resolveItem } from '../../answers/plan/planned-calls.ts';
import type { PreparedRun } from '../../answers/prepare/prepared-run.ts';
import { provenance } from '../../answers/prepare/provenance.ts';
import { refuseOtherVersion } from '../../answers/prepare/refuse-other-version.ts';
import { makeDataset } from '../../data/make-dataset.ts';
import type { Call } from '../../domain/call.ts';
import type { ItemBase } from '../../domain/dataset.ts';
import { loggedPrefix } from '../../domain/recorded.ts';
import { defaultSettings, type RunConfig, runConfigSchema, runId } from '../../domain/run-config.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import type { OpenModel } from '../../models/open-model.ts';
import { repeatingModel } from '../../models/replay.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { damagedLog } from '../damaged-log.ts';
import { statusNote } from '../run-status.ts';
import type { JsonObject } from '../values.ts';
import { openWholeLog } from '../whole-log.ts';

/** Layout of the logs of the tasks `self_know`, `self_refusal` and `self_property` (docs/inspect.md). */
const layout = 1;

const headerSchema = z.object({
  status: z.string().default('started'),
  eval: z.object({
    task: z.string(),
    model: z.string(),
    /** Ids in the order of the task; samples stand in the order in which they ended. */
    dataset: z.object({ sample_ids: z.array(z.union([z.string(), z.number()])).nullish() }),
    model_roles: z.object({ judge: z.object({ model: z.string() }).optional() }).nullish(),
    metadata: z.object({ seb: z.object({ layout: z.literal(layout), version: z.string(), config: runConfigSchema }) }),
  }),
});

const sampleSchema = z.object({
  epoch: z.int().min(1),
  metadata: z.object({ item: z.looseObject({ id: z.string() }) }),
  /** Absent where the sample failed. */
  scores: z
    .object({ self_prediction: z.object({ metadata: z.object({ calls: z.array(answeredCallSchema) }) }).optional() })
    .nullish(),
});

type Planned = Pick<PreparedRun, 'config' | 'experiments' | 'datasets'>;

interface LogOfTask {
  readonly file: string;
  readonly header: z.infer<typeof headerSchema>;
  readonly items: ReadonlyMap<string, ItemBase>;
  /** Answered calls of each item, of all epochs. */
  readonly calls: ReadonlyMap<string, readonly ExchangedCall[]>;
  readonly epochs: number;
}

/** Returns whether a file is a log of Inspect whose samples hold predictions and executions as calls. */
export async function isSelfPredictionLog(file: string): Promise<boolean> {
  return (await openLog(file)) !== null;
}

/** Opens a log; null where it is not one of these tasks. */
async function openLog(file: string) {
  const log = await openWholeLog(file);
  return log !== null && isOfTask(log.header) ? log : null;
}

function isOfTask(header: JsonObject): boolean {
  return z.object({ eval: z.object({ metadata: z.object({ seb: z.unknown() }) }) }).safeParse(header).success;
}

async function readLog(file: string, experiments: Experiments): Promise<LogOfTask> {
  const opened = await openLog(file);
  const parsed = headerSchema.safeParse(opened?.header);
  if (opened === null || !parsed.success)
    throw damagedLog(
      file,
      'header',
      `has another layout than ${layout}: ${z.prettifyError(parsed.error ?? new z.ZodError([]))}`,
    );
  const { config } = parsed.data.eval.metadata.seb;
  const experiment = experimentNamed(experiments, config.experiments[0]?.name ?? '');
  const items = new Map<string, ItemBase>();
  const calls = new Map<string, readonly ExchangedCall[]>();
  let epochs = 1;
  for await (const json of opened.samples) {
    const sample = sampleSchema.safeParse(json);
    if (!sample.success) throw damagedLog(file, 'a sample', z.prettifyError(sample.error));
    const { epoch, metadata, scores } = sample.data;
    const known = calls.get(metadata.item.id) ?? [];
    items.set(metadata.item.id, metadata.item);
    epochs = Math.max(epochs, epoch);
    const isExecuted = ({ slot }: ExchangedCall) => declaredSlot(experiment, slot).kind !== 'predict';
    const own = scores?.self_prediction?.metadata.calls ?? [];
    // The first epoch has the prediction; the executions of further epochs are further executions.
    const later = own
      .filter(isExecuted)
      .map((call) => ({ ...call, sample: call.sample + config.samples * (epoch - 1) }));
    calls.set(metadata.item.id, [...known, ...(epoch === 1 ? own : later)]);
  }
  return { file, header: parsed.data, items, calls, epochs };
}

/**
 * Returns a log of one of these tasks as a run whose model repeats its answers. The log's own items are the run's data. A
 * sample without an answer is a failed call. AppError for a log that is damaged, or that was asked otherwise than this
 * version asks.
 */
export async function prepareSelfPredictionLog(file: string, experiments: Experiments): Promise<PreparedRun> {
  const log = await readLog(file, experiments);
  const { task, model, model_roles: roles, metadata } = log.header.eval;
  const logged = metadata.seb.config;
  const [planned] = logged.experiments;
  if (planned === undefined || log.items.size === 0)
    throw damagedLog(file, '', 'the log holds no samples: it was written before the first one finished');
  const experiment = experimentNamed(experiments, planned.name);
  refuseOtherVersion({ id: runId(logged), config: logged }, experiments);
  const dataset = makeDataset({
    name: task,
    experiment: experiment.name,
    source: { licence: 'unknown', origin: `log of Inspect: ${basename(file)}`, redistributable: false },
    items: inOrder(log),
  });
  const models = new Map<string, OpenModel>();
  const named = (name: string) => {
    const repeating = repeatedModel(name, log);
    models.set(repeating.model.identity, repeating);
    return { name, identity: repeating.model.identity, baseUrl: null };
  };
  const config: RunConfig = {
    ...logged,
    models: [named(model)],
    judge: roles?.judge === undefined ? null : named(roles.judge.model),
    experiments: [{ ...planned, dataset: { name: dataset.name, sha256: dataset.sha256, items: log.items.size } }],
    samples: logged.samples * log.epochs,
  };
  const notes = [`imported from a log of Inspect, task ${task}`];
  const status = statusNote(log.header);
  if (status !== null) notes.push(status);
  const datasets = new Map([[dataset.sha256, dataset]]);
  await refuseOtherPrompts({ config, experiments, datasets }, log);
  return {
    ...{ id: runId(config), config, settings: defaultSettings, experiments, models, datasets },
    provenance: provenance(defaultSettings, { prices: null, notes }),
  };
}

/** Returns the items in the order in which the task lists them: shuffled predictions and groups depend on it. */
function inOrder({ header, items }: LogOfTask): readonly ItemBase[] {
  const listed = (header.eval.dataset.sample_ids ?? []).flatMap((id) => items.get(String(id)) ?? []);
  return [...new Set([...listed, ...[...items].toSorted(byItem).map(([, item]) => item)])];
}

/** Refuses a log whose conversations are not those that this version plans: its answers would count for other prompts. */
async function refuseOtherPrompts({ config, experiments, datasets }: Planned, log: LogOfTask): Promise<void> {
  for (const { experiment, context } of itemTasks(config, experiments, datasets)) {
    await resolveItem(experiment, context, async (open, answers) => {
      for (const call of open) {
        const logged = loggedCall(log, context.item.id, call);
        if (logged === undefined) continue;
        if (!isSameCall(logged, call))
          throw damagedLog(
            log.file,
            `sample ${context.item.id}`,
            `the prompt of its ${call.slot} is not the one that this version of seb asks`,
            'read it with the version of seb that made it',
          );
        answers.set(call, answerOf(logged));
      }
    });
  }
}

function loggedCall({ calls }: LogOfTask, item: string, { slot, part, sample }: Call): ExchangedCall | undefined {
  return calls.get(item)?.find((call) => call.slot === slot && call.part === part && call.sample === sample);
}

/** Returns a model that repeats the answers of a log. The same log has the same identity, so importing it again finds its run. */
function repeatedModel(name: string, log: LogOfTask): OpenModel {
  const identity = `${loggedPrefix}${name}@${sha256(canonicalJson([...log.calls].toSorted(byItem))).slice(0, 16)}`;
  const model = repeatingModel({ name, identity }, async ({ call, context }) => {
    const logged = loggedCall(log, context.item.id, call);
    return logged === undefined ? null : answerOf(logged);
  });
  return { model, price: { input: 0, output: 0, cachedInput: null } };
}

function byItem([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
