import { z } from 'zod';
import { ok } from '../../models/failures/host-result.ts';
import { parseBaseUrl } from '../../models/http/base-url.ts';
import { HostClient } from '../../models/http/host-client.ts';
import { amountSchema, fileSchema, given, hostState, jsonSchema, present, textSchema } from './host-job.ts';
import type { HostSettings } from './host-settings.ts';
import type { CreateRequest, HostJob, HostState, TrainingPort } from './port.ts';
import { type PortAccess, portCredentials } from './port-key.ts';

const words: Readonly<Record<string, HostState>> = {
  pending: 'waiting',
  queued: 'waiting',
  running: 'running',
  compressing: 'running',
  uploading: 'running',
  cancel_requested: 'running',
  cancelled: 'cancelled',
  completed: 'succeeded',
  error: 'failed',
  user_error: 'failed',
};

const jobSchema = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  suffix: textSchema,
  output_name: textSchema,
  model_output_name: textSchema,
  x_model_output_name: textSchema,
  training_file: textSchema,
  validation_file: textSchema,
  token_count: amountSchema,
  /** In nanodollars according to the documentation of the Python client. */
  total_price: amountSchema,
  events: z
    .array(z.looseObject({ message: textSchema, level: textSchema }))
    .nullish()
    .catch(null),
  n_epochs: jsonSchema.nullish(),
  batch_size: jsonSchema.nullish(),
  learning_rate: jsonSchema.nullish(),
  training_type: jsonSchema.nullish(),
});
const pageSchema = z.looseObject({ data: z.array(jobSchema) });
const estimateSchema = z.looseObject({
  estimated_total_price: amountSchema,
  estimated_train_token_count: amountSchema,
});

function hostJob(job: z.infer<typeof jobSchema>): HostJob {
  const { n_epochs = null, batch_size = null, learning_rate = null, training_type = null } = job;
  const model = job.model_output_name ?? job.output_name ?? job.x_model_output_name;
  const errors = (job.events ?? []).filter(({ level }) => level === 'error').map(({ message }) => message);
  return {
    id: job.id,
    ...hostState(words, job.status),
    labels: present(job.suffix, model),
    files: present(job.training_file, job.validation_file),
    model,
    artifact: null,
    trainedTokens: job.token_count === null ? null : Math.round(job.token_count),
    dollars: null, // the reference does not state the unit of total_price; tokens × price is used
    reason: errors.at(-1) ?? null,
    returned: { n_epochs, batch_size, learning_rate, training_type },
  };
}

function trainingBody({ base, train, validation, hyperParameters }: CreateRequest) {
  const { epochs, batchSize, learningRate, loraRank } = hyperParameters;
  return {
    training_file: train,
    ...(validation === null ? {} : { validation_file: validation, n_evals: 1 }),
    model: base,
    ...given({ n_epochs: epochs, batch_size: batchSize, learning_rate: learningRate }),
    training_method: { method: 'sft', train_on_inputs: false },
    training_type: {
      type: 'Lora',
      ...given({ lora_r: loraRank, lora_alpha: loraRank === null ? null : loraRank * 2 }),
    },
  };
}

/** Returns the port to Together AI: LoRA training; a dedicated endpoint serves the trained model. */
export function togetherPort(settings: HostSettings, access: PortAccess): TrainingPort {
  const credentials = portCredentials(settings, { usual: [['TOGETHER_API_KEY'], ['TOGETHER_AI_API_KEY']] }, access);
  const key = Object.values(credentials)[0] ?? '';
  const baseUrl = parseBaseUrl(settings.baseUrl ?? 'https://api.together.xyz/v1');
  const client = new HostClient({ baseUrl, headers: { authorization: `Bearer ${key}` }, secrets: [key] });
  return {
    name: 'together',
    endpoint: baseUrl,
    format: 'chat',
    hosting: 'a dedicated endpoint for the trained model is billed by the minute (not in the estimate)',
    isFree: false,
    defaults: null,
    notes: ['Together receives no seed: two jobs with the same settings may differ.'],
    async upload({ name, bytes }) {
      const fields = { purpose: 'fine-tune', file_name: name, file_type: 'jsonl' };
      const result = await client.upload('files/upload', fileSchema, { fields, name, bytes });
      return result.kind === 'ok' ? ok(result.value.id) : result;
    },
    async create(request) {
      const body = { ...trainingBody(request), suffix: request.tag };
      const result = await client.post('fine-tunes', jobSchema, body);
      return result.kind === 'ok' ? ok(hostJob(result.value)) : result;
    },
    async page() {
      const result = await client.get('fine-tunes', pageSchema); // the whole list, which has no pages
      return result.kind === 'ok' ? ok({ jobs: result.value.data.map(hostJob), next: null, isWhole: true }) : result;
    },
    async job(id) {
      const result = await client.get(`fine-tunes/${encodeURIComponent(id)}`, jobSchema);
      return result.kind === 'ok' ? ok(hostJob(result.value)) : result;
    },
    async cancel(id) {
      const result = await client.post(`fine-tunes/${encodeURIComponent(id)}/cancel`, jsonSchema, {});
      return result.kind === 'ok' ? ok(null) : result;
    },
    async estimate(request) {
      const result = await client.post('fine-tunes/estimate-price', estimateSchema, trainingBody(request));
      if (result.kind === 'failed') return result;
      return ok({ dollars: result.value.estimated_total_price, tokens: result.value.estimated_train_token_count });
    },
    baseFacts: null,
    modelName: (trained) => `togetherai/${trained}`,
    servingSteps: (trained) =>
      trained.map((each) => `Start a dedicated endpoint for ${each} on Together (billed by the minute).`),
    close: () => client.close(),
  };
}
