import { z } from 'zod';
import type { RunConfig, RunModel, RunSettings } from '../../domain/run-config.ts';
import type { Approval } from '../../domain/tool.ts';
import { simulatedReply } from '../../experiments/common/simulated-tool.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { approverModel } from '../../models/approver.ts';
import type { FileChoice } from '../../models/key-destination.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import type { ModelPurpose } from '../../models/model-options.ts';
import type { OpenModel } from '../../models/open-model.ts';
import { type PriceTable, priceOf, readPrices } from '../../models/prices.ts';
import { createModel } from '../../models/registry.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { tell } from '../../util/terminal.ts';
import type { SebConfig } from '../options/define-config.ts';
import { findOwnModel } from '../options/own-models.ts';
import { type NamedModels, takesKeyVariable } from './base-urls.ts';
import { type Recorded, replaySource } from './replay-source.ts';

/** The event with which a training job records its model (`src/train` writes it); other fields are not needed here. */
const succeededSchema = z.object({
  kind: z.literal('succeeded'),
  model: z.string(),
  artifact: z.object({ sha256: z.string() }).nullable(),
});

/**
 * Returns the sha256 of a trained model's adapter, from its latest training job in the store; null where no job created
 * the model, or its host keeps the weights.
 */
export async function adapterHashOf(store: Pick<Store, 'histories'>, model: string): Promise<string | null> {
  const made = (await store.histories('training')).flatMap(({ at, event }) => {
    const parsed = succeededSchema.safeParse(event);
    return parsed.success && parsed.data.model === model ? [{ at, hash: parsed.data.artifact?.sha256 ?? null }] : [];
  });
  return made.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)?.hash ?? null;
}

/** The models that a run needs, and how to reach them. */
interface ModelRequestOptions {
  readonly named: NamedModels;
  readonly baseUrls: ReadonlyMap<string, string | null>;
  readonly settings: RunSettings;
  /** Returns what a store or a study in JSON chose of a model's address and key; absent or null: the user or a program chose. */
  readonly fileChoice?: (model: string) => FileChoice | null;
  readonly config: SebConfig;
  readonly experiments: Experiments;
  readonly planned: RunConfig['experiments'];
  readonly store: Recorded;
  /** What the models are opened for; `send` when absent. */
  readonly purpose?: ModelPurpose;
}

export interface OpenedModels {
  readonly subjects: readonly RunModel[];
  readonly judge: RunModel | null;
  /** Models that run inner sessions, in the order of their names. */
  readonly executors: readonly RunModel[];
  readonly approver: RunModel | null;
  readonly open: ReadonlyMap<string, OpenModel>;
  readonly prices: PriceTable;
}

/** Opens every model of a run once; when one cannot be opened, the others are closed again. */
export async function openModels(request: ModelRequestOptions): Promise<OpenedModels> {
  const prices = await readPrices(request.settings.prices);
  const open = new Map<string, OpenModel>();
  const opened = async (name: string): Promise<RunModel> => {
    const model = await openModel(name, request);
    const known = open.get(model.identity);
    if (known === undefined) open.set(model.identity, { model, price: priceOf(prices, name) });
    else if (known.model !== model) await model.close(); // a judge may be a subject too
    return { name, identity: model.identity, baseUrl: request.baseUrls.get(name) ?? null };
  };
  try {
    const subjects: RunModel[] = [];
    for (const name of [...new Set(request.named.subjects)]) {
      const subject = await opened(name);
      refuseSame(subject, subjects);
      subjects.push(subject);
    }
    const judge = request.named.judge === null ? null : await opened(request.named.judge);
    const executors: RunModel[] = [];
    for (const name of request.named.executors ?? []) executors.push(await opened(name));
    const approver = request.named.approver === undefined ? null : openApprover(request.named.approver, open);
    return { subjects, judge, executors, approver, open, prices };
  } catch (error) {
    for (const { model } of open.values()) await model.close();
    throw error;
  }
}

/** Opens the approver of inner sessions, who costs nothing. */
function openApprover(approval: Approval, open: Map<string, OpenModel>): RunModel {
  const model = approverModel(approval);
  open.set(model.identity, { model, price: { input: 0, output: 0, cachedInput: null } });
  return { name: model.name, identity: model.identity, baseUrl: null };
}

/** Refuses a model under two names: it would be its own peer, and predict itself as another model. */
function refuseSame({ name, identity }: RunModel, others: readonly RunModel[]): void {
  const same = others.find((other) => other.identity === identity);
  if (same === undefined) return;
  throw new AppError('same-model', `${same.name} and ${name} are the same model`, {
    hint: 'give only one of the two names',
  });
}

function onWarning(warning: string): void {
  tell(`note: ${warning}\n`);
}

function requiresLogprobs(experiments: Experiments, name: string): boolean {
  return experimentNamed(experiments, name).requires?.includes('logprobs') ?? false;
}

async function openModel(name: string, request: ModelRequestOptions): Promise<LanguageModel> {
  const { named, config, experiments, planned, store, settings, baseUrls, fileChoice, purpose = 'send' } = request;
  const { apiKeyVariable, maxTokensField = null, concurrency, gpu, contextSize, sequences } = settings;
  const own = findOwnModel(config, name);
  if (own !== null) return own;
  return createModel(name, {
    apiKeyVariable: takesKeyVariable(name, named) ? apiKeyVariable : null,
    maxTokensField,
    concurrency,
    gpu,
    contextSize,
    sequences,
    baseUrl: baseUrls.get(name) ?? null,
    fileChoice: fileChoice?.(name) ?? null,
    purpose,
    logprobs: named.subjects.includes(name) && planned.some((each) => requiresLogprobs(experiments, each.name)),
    adapterHash: await adapterHashOf(store, name),
    respond: (origin, subject) =>
      simulatedReply(experimentNamed(experiments, origin.experiment), origin.context, {
        call: origin.call,
        subject: {
          ...subject,
          // About another model it knows only what is common in the population.
          ...(origin.call.predictor === undefined ? {} : { selfKnowledge: 0 }),
        },
      }),
    recorded: (run) => replaySource(store, experiments, run),
    onWarning,
    onNote: (note) => tell(`${note}\n`),
  });
}
