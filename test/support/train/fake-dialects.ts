import type { Received } from '../models/loopback-server.ts';
import type { FakeDialect, FakeJob, Operation, ParsedRequest } from './fake-host.ts';

type Body = Readonly<Record<string, unknown>>;

function parser(prefix: string, routes: readonly (readonly [string, RegExp, Operation])[]) {
  return (received: Received): ParsedRequest => {
    const url = new URL(received.path, 'http://127.0.0.1');
    const path = url.pathname.slice(prefix.length + 1);
    for (const [method, pattern, operation] of routes) {
      const found = received.method === method ? pattern.exec(path) : null;
      if (found !== null)
        return { operation, id: decodeURIComponent(found[1] ?? ''), query: url.searchParams, received };
    }
    return { operation: 'other', id: '', query: url.searchParams, received };
  };
}

const fineTuningRoutes: readonly (readonly [string, RegExp, Operation])[] = [
  ['POST', /^files$/, 'upload'],
  ['POST', /^fine_tuning\/jobs$/, 'create'],
  ['GET', /^fine_tuning\/jobs$/, 'list'],
  ['GET', /^fine_tuning\/jobs\/([^/]+)$/, 'job'],
  ['POST', /^fine_tuning\/jobs\/([^/]+)\/cancel$/, 'cancel'],
];

const text = (value: unknown) => (typeof value === 'string' ? value : null);

function openAiJob({ id, word, body }: FakeJob, model: string, hasMetadata: boolean) {
  return {
    object: 'fine_tuning.job',
    id,
    model: body.model,
    status: word,
    fine_tuned_model: word === 'succeeded' ? `ft:${model}` : null,
    training_file: body.training_file ?? null,
    validation_file: body.validation_file ?? null,
    trained_tokens: word === 'succeeded' ? 1234 : null,
    error: word === 'failed' ? { message: 'the file has too few rows' } : {},
    metadata: hasMetadata ? (body.metadata ?? null) : null,
    method: body.method,
    seed: body.seed,
  };
}

function openAiDialect(prefix: string, hasMetadata: boolean): FakeDialect {
  return {
    prefix,
    words: ['validating_files', 'queued', 'running', 'running', 'succeeded'],
    cancelledWord: 'cancelled',
    parse: parser(prefix, [...fineTuningRoutes, ['GET', /^models\/([^/]+)$/, 'other']]),
    upload: (_, number) => ({ file: `file-${number}`, answer: { id: `file-${number}`, object: 'file' } }),
    newJobId: (_, number) => `ftjob-${number}`,
    job: (job, model) => openAiJob(job, model, hasMetadata),
    list: (jobs, { query }, { truncated, pageSize }) => {
      const after = query.get('after');
      const start = after === null ? 0 : jobs.findIndex(({ id }) => id === after) + 1;
      const page = jobs.slice(start, start + pageSize);
      const data = page.map((job) => openAiJob(job, `trained-${job.id}`, hasMetadata));
      // A page overlaps the one before, as happens when jobs are added while the list is read.
      const again = start > 0 ? jobs.slice(start - 1, start).map((job) => openAiJob(job, '', hasMetadata)) : [];
      return {
        object: 'list',
        data: truncated ? [] : [...again, ...data],
        has_more: truncated || start + pageSize < jobs.length,
      };
    },
    filesOf: ({ training_file, validation_file }) =>
      [text(training_file), text(validation_file)].filter((id) => id !== null),
    other: (_, { query }) => ({ id: query.get('model') ?? 'base', created: 7, shutdown_date: '2027-01-14' }),
  };
}

export const openAiFake = openAiDialect('/v1', true);
/** Returns no metadata, so that the job is found by its file. */
export const azureFake = openAiDialect('/openai/v1', false);

function togetherJob({ id, word, body }: FakeJob, model: string) {
  return {
    id,
    status: word,
    suffix: body.suffix ?? null,
    model_output_name: word === 'completed' ? `me/${model}` : '',
    training_file: body.training_file ?? null,
    validation_file: body.validation_file ?? '',
    token_count: word === 'completed' ? 1234 : 0,
    events: word === 'error' ? [{ level: 'error', message: 'the file has too few rows' }] : [],
    n_epochs: body.n_epochs ?? 1,
  };
}

export const togetherFake: FakeDialect = {
  prefix: '/v1',
  words: ['pending', 'queued', 'running', 'compressing', 'completed'],
  cancelledWord: 'cancelled',
  parse: parser('/v1', [
    ['POST', /^files\/upload$/, 'upload'],
    ['POST', /^fine-tunes$/, 'create'],
    ['GET', /^fine-tunes$/, 'list'],
    ['GET', /^fine-tunes\/([^/]+)$/, 'job'],
    ['POST', /^fine-tunes\/([^/]+)\/cancel$/, 'cancel'],
  ]),
  upload: (_, number) => ({ file: `file-${number}`, answer: { id: `file-${number}`, filename: 'x' } }),
  newJobId: (_, number) => `ft-${number}`,
  job: togetherJob,
  list: (jobs, _, { truncated }) => (truncated ? { data: null } : { data: jobs.map((job) => togetherJob(job, '')) }),
  filesOf: openAiFake.filesOf,
  other: () => ({ estimated_total_price: 2.5, estimated_train_token_count: 1000, allowed_to_proceed: true }),
};

function fireworksJob({ id, word, body }: FakeJob) {
  return {
    name: `accounts/me/supervisedFineTuningJobs/${id}`,
    displayName: body.displayName ?? '',
    state: word,
    status: { code: 'OK', message: word === 'JOB_STATE_FAILED' ? 'the file has too few rows' : '' },
    dataset: body.dataset ?? '',
    outputModel: body.outputModel ?? '',
    epochs: body.epochs ?? 1,
  };
}

export const fireworksFake: FakeDialect = {
  prefix: '/v1',
  words: ['JOB_STATE_CREATING', 'JOB_STATE_VALIDATING', 'JOB_STATE_RUNNING', 'JOB_STATE_COMPLETED'],
  cancelledWord: 'JOB_STATE_CANCELLED',
  parse: parser('/v1/accounts/me', [
    ['POST', /^datasets$/, 'upload'],
    ['POST', /^datasets\/([^/]+):upload$/, 'upload'],
    ['POST', /^supervisedFineTuningJobs$/, 'create'],
    ['GET', /^supervisedFineTuningJobs$/, 'list'],
    ['GET', /^supervisedFineTuningJobs\/([^/:]+)$/, 'job'],
    ['POST', /^supervisedFineTuningJobs\/([^/:]+):cancel$/, 'cancel'],
  ]),
  upload: ({ id }) => ({ file: id === '' ? null : `accounts/me/datasets/${id}`, answer: {} }),
  newJobId: ({ query }, number) => query.get('supervisedFineTuningJobId') ?? `job-${number}`,
  job: fireworksJob,
  list: (jobs, { query }, { truncated, pageSize }) => {
    const start = Number(query.get('pageToken') ?? 0);
    const page = jobs.slice(start, start + pageSize);
    const next = start + pageSize < jobs.length ? String(start + pageSize) : '';
    const shown = truncated ? [] : page.map(fireworksJob);
    return { supervisedFineTuningJobs: shown, nextPageToken: next, totalSize: truncated ? 7 : jobs.length };
  },
  filesOf: ({ dataset, evaluationDataset }: Body) =>
    [text(dataset), text(evaluationDataset)].filter((id) => id !== null),
};

function mistralJob({ id, word, body }: FakeJob, model: string) {
  return {
    id,
    status: word,
    suffix: body.suffix ?? null,
    fine_tuned_model: word === 'SUCCESS' ? `ft:${model}` : null,
    training_files: mistralFiles(body),
    trained_tokens: word === 'SUCCESS' ? 1234 : null,
    message: word === 'FAILED' ? 'the file has too few rows' : null,
    hyperparameters: body.hyperparameters ?? null,
  };
}

function mistralFiles({ training_files, validation_files }: Body): readonly string[] {
  const training = (training_files ?? []) as readonly { file_id: string }[]; // the shape that our port writes
  return [...training.map(({ file_id }) => file_id), ...((validation_files ?? []) as readonly string[])];
}

export const mistralFake: FakeDialect = {
  prefix: '/v1',
  words: ['QUEUED', 'VALIDATED', 'RUNNING', 'SUCCESS'],
  cancelledWord: 'CANCELLED',
  parse: (received) => {
    const parsed = parser('/v1', fineTuningRoutes)(received);
    return parsed.query.get('dry_run') === 'true' ? { ...parsed, operation: 'other' } : parsed;
  },
  upload: (_, number) => ({ file: `file-${number}`, answer: { id: `file-${number}` } }),
  newJobId: (_, number) => `job-${number}`,
  job: mistralJob,
  list: (jobs, { query }, { truncated }) => {
    const size = Number(query.get('page_size'));
    const start = Number(query.get('page')) * size;
    const page = jobs.slice(start, start + size);
    return { data: truncated ? [] : page.map((job) => mistralJob(job, '')), total: truncated ? 7 : jobs.length };
  },
  filesOf: mistralFiles,
  other: () => ({ cost: 2.5, cost_currency: 'USD', train_tokens: 1000 }),
};
