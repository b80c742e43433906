import { z } from 'zod';
import { type HostResult, ok } from '../../models/failures/host-result.ts';
import { parseBaseUrl } from '../../models/http/base-url.ts';
import { HostClient } from '../../models/http/host-client.ts';
import { AppError } from '../../util/app-error.ts';
import { given, hostState, jsonSchema, present, textSchema } from './host-job.ts';
import type { HostSettings } from './host-settings.ts';
import type { HostJob, HostState, TrainingPort } from './port.ts';
import { type PortAccess, portCredentials } from './port-key.ts';

const words: Readonly<Record<string, HostState>> = {
  JOB_STATE_CREATING: 'waiting',
  JOB_STATE_CREATING_INPUT_DATASET: 'waiting',
  JOB_STATE_VALIDATING: 'waiting',
  JOB_STATE_PENDING: 'waiting',
  JOB_STATE_RE_QUEUEING: 'waiting',
  JOB_STATE_RUNNING: 'running',
  JOB_STATE_WRITING_RESULTS: 'running',
  JOB_STATE_EVALUATION: 'running',
  JOB_STATE_CANCELLING: 'running',
  JOB_STATE_DELETING: 'running',
  JOB_STATE_PAUSED: 'paused',
  JOB_STATE_COMPLETED: 'succeeded',
  JOB_STATE_EARLY_STOPPED: 'succeeded',
  JOB_STATE_FAILED: 'failed',
  JOB_STATE_FAILED_CLEANING_UP: 'failed',
  JOB_STATE_POLICY_REJECTED: 'failed',
  JOB_STATE_EXPIRED: 'failed',
  JOB_STATE_CANCELLED: 'cancelled',
};

const jobSchema = z.looseObject({
  name: z.string().min(1),
  displayName: textSchema,
  state: z.string(),
  status: z.looseObject({ code: textSchema, message: textSchema }).nullish().catch(null),
  dataset: textSchema,
  evaluationDataset: textSchema,
  outputModel: textSchema,
  epochs: jsonSchema.nullish(),
  learningRate: jsonSchema.nullish(),
  loraRank: jsonSchema.nullish(),
  batchSize: jsonSchema.nullish(),
});
const pageSchema = z.looseObject({
  supervisedFineTuningJobs: z.array(jobSchema).nullish(),
  nextPageToken: textSchema,
  totalSize: z.number().nullish(),
});

const jobsPerPage = 200;
const maxUploadBytes = 150_000_000;

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function hostJob(job: z.infer<typeof jobSchema>): HostJob {
  const { epochs = null, learningRate = null, loraRank = null, batchSize = null } = job;
  return {
    id: lastPart(job.name),
    ...hostState(words, job.state),
    labels: present(job.name, job.displayName, job.outputModel),
    files: present(job.dataset, job.evaluationDataset),
    model: job.outputModel,
    artifact: null,
    trainedTokens: null, // the job names none
    dollars: null,
    reason: job.status?.message ?? null,
    returned: { epochs, learningRate, loraRank, batchSize },
  };
}

/** Returns whether the id of a retried request already exists, so that the first request was accepted. */
function alreadyExists<Value>(result: HostResult<Value>): boolean {
  return result.kind === 'failed' && result.status === 409;
}

/**
 * Returns the port to Fireworks: LoRA training. Datasets and the job have our ids, so that a retry cannot create a
 * second one.
 */
export function fireworksPort(settings: HostSettings, access: PortAccess): TrainingPort {
  const key = Object.values(portCredentials(settings, { usual: [['FIREWORKS_API_KEY']] }, access))[0] ?? '';
  const account = settings.account ?? access.environment.FIREWORKS_ACCOUNT_ID ?? '';
  if (!/^[\w-]+$/.test(account)) {
    throw new AppError('no-account', 'the training port fireworks needs the id of your account', {
      hint: 'add --account ID, or export FIREWORKS_ACCOUNT_ID=...',
    });
  }
  const baseUrl = `${parseBaseUrl(settings.baseUrl ?? 'https://api.fireworks.ai/v1')}/accounts/${account}`;
  const client = new HostClient({ baseUrl, headers: { authorization: `Bearer ${key}` }, secrets: [key] });
  const jobs = 'supervisedFineTuningJobs';
  const one = async (id: string): Promise<HostResult<HostJob>> => {
    const result = await client.get(`${jobs}/${encodeURIComponent(id)}`, jobSchema);
    return result.kind === 'ok' ? ok(hostJob(result.value)) : result;
  };
  return {
    name: 'fireworks',
    endpoint: baseUrl,
    format: 'chat',
    hosting: 'a dedicated deployment, which serves up to 100 adapters, is billed by time (not in the estimate)',
    isFree: false,
    defaults: null,
    notes: ['Fireworks receives no seed: two jobs with the same settings may differ.'],
    async upload({ name, bytes }) {
      if (bytes.length > maxUploadBytes) throw tooLarge();
      const datasetId = name.replace(/\.jsonl$/, '');
      const dataset = { datasetId, dataset: { userUploaded: {} } };
      const created = await client.post('datasets', jsonSchema, dataset);
      if (created.kind === 'failed' && !alreadyExists(created)) return created;
      const sent = await client.upload(`datasets/${datasetId}:upload`, jsonSchema, { fields: {}, name, bytes });
      // An upload into a complete dataset is refused: the first upload arrived.
      return sent.kind === 'ok' || alreadyExists(sent) ? ok(`accounts/${account}/datasets/${datasetId}`) : sent;
    },
    async create({ tag, base, train, validation, hyperParameters }) {
      const { epochs, learningRate, loraRank, batchSize } = hyperParameters;
      const body = {
        displayName: tag,
        baseModel: base,
        dataset: train,
        ...(validation === null ? {} : { evaluationDataset: validation }),
        outputModel: `accounts/${account}/models/${tag}`,
        ...given({ epochs, learningRate, loraRank, batchSize }),
      };
      const result = await client.post(jobs, jobSchema, body, { supervisedFineTuningJobId: tag });
      if (alreadyExists(result)) return await one(tag);
      return result.kind === 'ok' ? ok(hostJob(result.value)) : result;
    },
    async page(cursor) {
      const result = await client.get(jobs, pageSchema, { pageSize: jobsPerPage, pageToken: cursor });
      if (result.kind === 'failed') return result;
      const { supervisedFineTuningJobs: all, nextPageToken: next, totalSize } = result.value;
      const found = all ?? [];
      const isFull = found.length >= jobsPerPage && (totalSize ?? null) === null; // and perhaps cut
      const isWhole = next !== null || (!isFull && (cursor !== null || (totalSize ?? 0) <= found.length));
      return ok({ jobs: found.map(hostJob), next, isWhole: isWhole && (next === null || found.length > 0) });
    },
    job: one,
    async cancel(id) {
      const result = await client.post(`${jobs}/${encodeURIComponent(id)}:cancel`, jsonSchema, {});
      return result.kind === 'ok' ? ok(null) : result;
    },
    estimate: null,
    baseFacts: null,
    modelName: (trained) => `openai-compatible/${trained}`,
    servingSteps: (trained) => [
      ...trained.map((each) => `Load ${each} onto a deployment of its base model.`),
      'It answers with --base-url https://api.fireworks.ai/inference/v1 --api-key-variable FIREWORKS_API_KEY',
    ],
    close: () => client.close(),
  };
}

function tooLarge(): AppError {
  return new AppError('file-too-large', 'Fireworks accepts only training files of less than 150 MB on this route', {
    hint: 'train on fewer rows with --size',
  });
}
