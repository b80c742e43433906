import { z } from 'zod';
import { ok } from '../../models/failures/host-result.ts';
import { parseBaseUrl } from '../../models/http/base-url.ts';
import { cursorPageSchema, readCursorPage } from '../../models/http/cursor-page.ts';
import { HostClient } from '../../models/http/host-client.ts';
import { fileChoiceFor, hostLabel } from '../../models/key-destination.ts';
import { AppError } from '../../util/app-error.ts';
import { shellWord } from '../../util/shell-word.ts';
import { amountSchema, fileSchema, given, hostState, jsonSchema, present, textSchema } from './host-job.ts';
import type { HostSettings } from './host-settings.ts';
import type { CreateRequest, HostJob, HostState, TrainingPort } from './port.ts';
import { type PortAccess, portCredentials } from './port-key.ts';

const words: Readonly<Record<string, HostState>> = {
  validating_files: 'waiting',
  pending: 'waiting',
  queued: 'waiting',
  running: 'running',
  pausing: 'running',
  paused: 'paused',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
};

const jobSchema = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  model: textSchema,
  fine_tuned_model: textSchema,
  training_file: textSchema,
  validation_file: textSchema,
  trained_tokens: amountSchema,
  suffix: textSchema,
  user_provided_suffix: textSchema,
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  error: z.looseObject({ message: textSchema }).nullish().catch(null),
  hyperparameters: jsonSchema.nullish(),
  method: jsonSchema.nullish(),
  seed: jsonSchema.nullish(),
});
const pageSchema = cursorPageSchema(jobSchema);
const modelSchema = z.looseObject({ id: z.string(), created: z.number().nullish(), shutdown_date: textSchema });

const jobsPerPage = 100;

function hostJob(job: z.infer<typeof jobSchema>): HostJob {
  const { metadata, error, hyperparameters = null, method = null, seed = null } = job;
  const key = metadata?.seb_tag;
  return {
    id: job.id,
    ...hostState(words, job.status),
    labels: present(typeof key === 'string' ? key : null, job.suffix, job.user_provided_suffix, job.fine_tuned_model),
    files: present(job.training_file, job.validation_file),
    model: job.fine_tuned_model,
    artifact: null,
    trainedTokens: job.trained_tokens === null ? null : Math.round(job.trained_tokens),
    dollars: null,
    reason: error?.message ?? null,
    returned: { hyperparameters, method, seed },
  };
}

/** Differences between OpenAI, Azure and compatible servers. */
interface Dialect {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request supports metadata, by which the job is found again. */
  readonly hasMetadata: boolean;
  readonly further: Readonly<Record<string, string>>;
}

function createBody({ tag, key, base, train, validation, hyperParameters, seed }: CreateRequest, dialect: Dialect) {
  const { epochs, batchSize, learningRateMultiplier } = hyperParameters;
  const hyperparameters = given({
    n_epochs: epochs,
    batch_size: batchSize,
    learning_rate_multiplier: learningRateMultiplier,
  });
  return {
    model: base,
    training_file: train,
    ...(validation === null ? {} : { validation_file: validation }),
    method: { type: 'supervised', supervised: { hyperparameters } },
    seed,
    suffix: tag,
    ...(dialect.hasMetadata ? { metadata: { seb_key: key.slice(0, 12), seb_tag: tag } } : {}),
    ...dialect.further,
  };
}

type Described = Pick<
  TrainingPort,
  'name' | 'endpoint' | 'hosting' | 'notes' | 'modelName' | 'servingSteps' | 'baseFacts'
>;

function jobPort(client: HostClient, dialect: Dialect, described: Described): TrainingPort {
  return {
    ...described,
    format: 'chat',
    isFree: false,
    defaults: null,
    async upload({ name, bytes }) {
      const result = await client.upload('files', fileSchema, { fields: { purpose: 'fine-tune' }, name, bytes });
      return result.kind === 'ok' ? ok(result.value.id) : result;
    },
    async create(request) {
      const result = await client.post('fine_tuning/jobs', jobSchema, createBody(request, dialect));
      return result.kind === 'ok' ? ok(hostJob(result.value)) : result;
    },
    async page(cursor) {
      const result = await client.get('fine_tuning/jobs', pageSchema, { after: cursor, limit: jobsPerPage });
      return result.kind === 'ok' ? ok(readCursorPage(result.value, hostJob)) : result;
    },
    async job(id) {
      const result = await client.get(`fine_tuning/jobs/${encodeURIComponent(id)}`, jobSchema);
      return result.kind === 'ok' ? ok(hostJob(result.value)) : result;
    },
    async cancel(id) {
      const result = await client.post(`fine_tuning/jobs/${encodeURIComponent(id)}/cancel`, jobSchema, {});
      return result.kind === 'ok' ? ok(null) : result;
    },
    estimate: null,
    close: () => client.close(),
  };
}

function modelFacts(client: HostClient): NonNullable<TrainingPort['baseFacts']> {
  return async (base) => {
    const result = await client.get(`models/${encodeURIComponent(base)}`, modelSchema);
    if (result.kind === 'failed') return result;
    const { id, created, shutdown_date: shutdownDate } = result.value;
    return ok({
      fingerprint: created === undefined || created === null ? id : `${id} (created ${created})`,
      shutdownDate,
    });
  };
}

const openAiUrl = 'https://api.openai.com/v1';

/** Returns the port to OpenAI, or to a server with OpenAI's fine-tuning routes. */
export function openAiPort(settings: HostSettings, access: PortAccess): TrainingPort {
  const isOpenAi = settings.port === 'openai';
  const elsewhere = isOpenAi && settings.baseUrl === null ? access.environment.OPENAI_BASE_URL : undefined;
  const given = settings.baseUrl ?? elsewhere ?? (isOpenAi ? openAiUrl : null);
  if (given === null) throw noBaseUrl(settings.port);
  const baseUrl = parseBaseUrl(given);
  const needsKey = isOpenAi || settings.apiKeyVariable !== null;
  const sets = needsKey ? [['OPENAI_API_KEY']] : [];
  const own = { ...access, fileChoice: fileChoiceFor(access.fileChoice, settings.baseUrl) };
  const decides = { usual: sets, addresses: elsewhere === undefined ? [] : ['OPENAI_BASE_URL'] };
  const key =
    Object.values(portCredentials({ ...settings, baseUrl: settings.baseUrl ?? elsewhere ?? null }, decides, own))[0] ??
    null;
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const client = new HostClient({ baseUrl, headers, secrets: key === null ? [] : [key] });
  return jobPort(
    client,
    { headers, hasMetadata: true, further: {} },
    {
      name: settings.port,
      endpoint: baseUrl,
      hosting: isOpenAi ? 'none: the trained model is billed per token' : 'not known for this server',
      notes: isOpenAi
        ? [
            'OpenAI accepts no new training jobs from January 6, 2027, and rejects organizations that have not used fine-tuning before.',
            'Fine-tuned GPT-4o and GPT-4.1 models stop answering on January 14, 2027 (developers.openai.com/api/docs/deprecations).',
          ]
        : [],
      modelName: (trained) => `${isOpenAi ? 'openai' : 'openai-compatible'}/${trained}`,
      servingSteps: () => [],
      baseFacts: modelFacts(client),
    },
  );
}

function noBaseUrl(port: string): AppError {
  return new AppError('no-base-url', `the training port ${port} needs the address of its server`, {
    hint: 'add --base-url URL',
  });
}

/**
 * Returns the port to Azure OpenAI: the same routes under the resource, and a deployment that the user must create
 * before the model answers.
 */
export function azurePort(settings: HostSettings, access: PortAccess): TrainingPort {
  const resourceOf = settings.baseUrl === null ? ['AZURE_RESOURCE_NAME'] : [];
  const decides = { usual: [['AZURE_API_KEY', ...resourceOf]], addresses: resourceOf };
  const credentials = portCredentials(settings, decides, access);
  const resource = hostLabel('AZURE_RESOURCE_NAME', access.environment.AZURE_RESOURCE_NAME?.trim() || 'RESOURCE');
  const key = Object.values(credentials)[0] ?? '';
  const baseUrl = parseBaseUrl(settings.baseUrl ?? `https://${resource}.openai.azure.com/openai/v1`);
  const headers = { 'api-key': key };
  const client = new HostClient({ baseUrl, headers, secrets: [key] });
  const further: Record<string, string> = settings.trainingType === null ? {} : { trainingType: settings.trainingType };
  return jobPort(
    client,
    { headers, hasMetadata: false, further },
    {
      name: 'azure',
      endpoint: baseUrl,
      hosting: 'a deployment of the trained model is billed by the hour, even when idle (not in the estimate)',
      notes: [
        'A trained model answers only after it is deployed with a management token; seb prints the command at the end.',
      ],
      modelName: (trained) => `azure/${deploymentName(trained)}`,
      servingSteps: (trained) => trained.flatMap((each) => deploySteps(resource, each)),
      baseFacts: null,
    },
  );
}

/** Returns a valid deployment name: letters, digits, - and _ only, and at most 64 characters. */
function deploymentName(trained: string): string {
  return trained.replace(/[^\w-]+/g, '-').slice(0, 64);
}

function deploySteps(resource: string, trained: string): readonly string[] {
  const name = deploymentName(trained);
  return [
    'Deploy the model (this starts hourly billing):',
    `  az cognitiveservices account deployment create --resource-group GROUP --name ${shellWord(resource)} \\`,
    `    --deployment-name ${name} --model-format OpenAI --model-name ${shellWord(trained)} --model-version 1 \\`,
    '    --sku-name Standard --sku-capacity 1',
    `It answers as azure/${name}; \`seb doctor --model azure/${name}\` tells when.`,
  ];
}
