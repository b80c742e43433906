import { z } from 'zod';
import { ok } from '../../models/failures/host-result.ts';
import { parseBaseUrl } from '../../models/http/base-url.ts';
import { HostClient } from '../../models/http/host-client.ts';
import { amountSchema, fileSchema, given, hostState, jsonSchema, present, textSchema } from './host-job.ts';
import type { HostSettings } from './host-settings.ts';
import type { CreateRequest, HostJob, HostState, TrainingPort } from './port.ts';
import { type PortAccess, portCredentials } from './port-key.ts';

const words: Readonly<Record<string, HostState>> = {
  QUEUED: 'waiting',
  VALIDATING: 'waiting',
  VALIDATED: 'waiting',
  STARTED: 'running',
  RUNNING: 'running',
  CANCELLATION_REQUESTED: 'running',
  SUCCESS: 'succeeded',
  FAILED: 'failed',
  FAILED_VALIDATION: 'failed',
  CANCELLED: 'cancelled',
};

const jobSchema = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  suffix: textSchema,
  fine_tuned_model: textSchema,
  training_files: z.array(z.unknown()).nullish().catch(null),
  validation_files: z.array(z.unknown()).nullish().catch(null),
  trained_tokens: amountSchema,
  message: textSchema,
  hyperparameters: jsonSchema.nullish(),
});
const pageSchema = z.looseObject({ data: z.array(jobSchema).nullish(), total: z.number().nullish() });
const dryRunSchema = z.looseObject({ cost: amountSchema, cost_currency: textSchema, train_tokens: amountSchema });

const jobsPerPage = 100;

/** Returns file ids; files are listed by id, or as objects with an id. */
function idsOf(files: readonly unknown[] | null | undefined): readonly string[] {
  const named = z.union([z.string(), z.looseObject({ file_id: z.string() }).transform(({ file_id }) => file_id)]);
  return (files ?? []).flatMap((file) => {
    const parsed = named.safeParse(file);
    return parsed.success ? [parsed.data] : [];
  });
}

function hostJob(job: z.infer<typeof jobSchema>): HostJob {
  return {
    id: job.id,
    ...hostState(words, job.status),
    labels: present(job.suffix, job.fine_tuned_model),
    files: [...idsOf(job.training_files), ...idsOf(job.validation_files)],
    model: job.fine_tuned_model,
    artifact: null,
    trainedTokens: job.trained_tokens === null ? null : Math.round(job.trained_tokens),
    dollars: null,
    reason: job.message,
    returned: { hyperparameters: job.hyperparameters ?? null },
  };
}

function createBody({ tag, base, train, validation, hyperParameters }: CreateRequest) {
  const { epochs, learningRate } = hyperParameters;
  return {
    model: base,
    training_files: [{ file_id: train, weight: 1 }],
    ...(validation === null ? {} : { validation_files: [validation] }),
    hyperparameters: given({ epochs, learning_rate: learningRate }),
    suffix: tag,
    auto_start: true,
    invalid_sample_skip_percentage: 0,
  };
}

/** Returns the port to Mistral. Experimental: its fine-tuning routes are documented as deprecated, and were not tested. */
export function mistralPort(settings: HostSettings, access: PortAccess): TrainingPort {
  const key = Object.values(portCredentials(settings, { usual: [['MISTRAL_API_KEY']] }, access))[0] ?? '';
  const baseUrl = parseBaseUrl(settings.baseUrl ?? 'https://api.mistral.ai/v1');
  const client = new HostClient({ baseUrl, headers: { authorization: `Bearer ${key}` }, secrets: [key] });
  return {
    name: 'mistral',
    endpoint: baseUrl,
    format: 'chat',
    hosting: 'see the price page of Mistral (not in the estimate)',
    isFree: false,
    defaults: null,
    notes: [
      "Experimental: Mistral's fine-tuning routes are documented as deprecated, and may refuse new jobs.",
      'Mistral does not support a seed: two jobs with the same settings may differ.',
    ],
    async upload({ name, bytes }) {
      const result = await client.upload('files', fileSchema, { fields: { purpose: 'fine-tune' }, name, bytes });
      return result.kind === 'ok' ? ok(result.value.id) : result;
    },
    async create(request) {
      const result = await client.post('fine_tuning/jobs', jobSchema, createBody(request));
      return result.kind === 'ok' ? ok(hostJob(result.value)) : result;
    },
    async page(cursor) {
      const number = cursor === null ? 0 : Number(cursor);
      const result = await client.get('fine_tuning/jobs', pageSchema, { page: number, page_size: jobsPerPage });
      if (result.kind === 'failed') return result;
      const jobs = (result.value.data ?? []).map(hostJob);
      const announced = result.value.total ?? null;
      // A server that does not announce the number of jobs is asked until a page is empty.
      const isLast = jobs.length < (announced === null ? 1 : jobsPerPage);
      const isWhole = !isLast || number * jobsPerPage + jobs.length >= (announced ?? 0);
      return ok({ jobs, next: isLast ? null : String(number + 1), isWhole });
    },
    async job(id) {
      const result = await client.get(`fine_tuning/jobs/${encodeURIComponent(id)}`, jobSchema);
      return result.kind === 'ok' ? ok(hostJob(result.value)) : result;
    },
    async cancel(id) {
      const result = await client.post(`fine_tuning/jobs/${encodeURIComponent(id)}/cancel`, jsonSchema, {});
      return result.kind === 'ok' ? ok(null) : result;
    },
    async estimate(request) {
      const result = await client.post('fine_tuning/jobs', dryRunSchema, createBody(request), { dry_run: 'true' });
      if (result.kind === 'failed') return result;
      const { cost, cost_currency: currency, train_tokens: tokens } = result.value;
      return ok({ dollars: currency === 'USD' ? cost : null, tokens });
    },
    baseFacts: null,
    modelName: (trained) => `mistral/${trained}`,
    servingSteps: () => [],
    close: () => client.close(),
  };
}
