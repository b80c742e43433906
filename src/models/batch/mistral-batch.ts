import { z } from 'zod';
import { isRecord } from '../../util/is-record.ts';
import { HostClient } from '../http/host-client.ts';
import { ok } from '../http/host-result.ts';
import type { LanguageModel } from '../language-model.ts';
import type { BatchPort, BatchRequest, BatchTimeouts, HostBatch } from './batch-port.ts';
import { readResultFiles } from './openai-batch.ts';
import { uploadLines } from './upload-lines.ts';
import { requestBody } from './wire.ts';

interface MistralBatchOptions extends BatchTimeouts {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

const text = z.string().nullish().catch(null);
const count = z.number().nullish().catch(null);
const jobSchema = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  input_files: z.array(z.string()).nullish().catch(null),
  output_file: text,
  error_file: text,
  created_at: count,
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  total_requests: count,
  completed_requests: count,
  errors: z
    .array(z.looseObject({ message: text }))
    .nullish()
    .catch(null),
});
const pageSchema = z.looseObject({ data: z.array(jobSchema), total: z.number() });

const endedWords: ReadonlySet<string> = new Set(['SUCCESS', 'FAILED', 'TIMEOUT_EXCEEDED', 'CANCELLED']);
const jobsPerPage = 100;
const timeoutHours = 24;

function hostBatch(job: z.infer<typeof jobSchema>): HostBatch {
  const tag = job.metadata?.seb_job;
  const createdAt = typeof job.created_at === 'number' ? job.created_at * 1000 : null;
  const files = [job.output_file, job.error_file].filter((id) => typeof id === 'string' && id !== '');
  return {
    id: job.id,
    state: endedWords.has(job.status) ? 'ended' : 'pending',
    word: job.status === 'SUCCESS' ? 'completed' : job.status.toLowerCase(),
    labels: typeof tag === 'string' ? [tag] : [],
    file: job.input_files?.[0] ?? null,
    createdAt,
    deadline: createdAt === null ? null : createdAt + timeoutHours * 3_600_000,
    requests: job.total_requests ?? null,
    results: job.completed_requests ?? null,
    reason: job.errors?.[0]?.message ?? null,
    files: files as readonly string[], // filtered above
  };
}

/** Returns the port to Mistral's batch jobs. A job names the model; its lines do not. */
export function mistralBatchPort(model: LanguageModel, options: MistralBatchOptions): BatchPort {
  const client = new HostClient(options);
  const bodyOf = async ({ request }: BatchRequest) => {
    const body: unknown = await requestBody(model, request);
    const { model: name, ...rest } = isRecord(body) ? body : {};
    return { name: String(name), rest };
  };
  const line = async (request: BatchRequest) =>
    `${JSON.stringify({ custom_id: request.id, body: (await bodyOf(request)).rest })}\n`;
  const path = 'batch/jobs';
  return {
    endpoint: options.baseUrl,
    maxRequests: 50_000,
    maxBytes: 100e6,
    foundBy: 'label',
    size: async (request) => Buffer.byteLength(await line(request)),
    upload: (file) => uploadLines(client, file, line),
    async create({ tag, file, requests }) {
      const [first] = requests;
      if (first === undefined) throw new Error('a job needs a request');
      const { name } = await bodyOf(first);
      const body = {
        input_files: [file],
        endpoint: '/v1/chat/completions',
        model: name,
        timeout_hours: timeoutHours,
        metadata: { seb_job: tag },
      };
      const result = await client.post(path, jobSchema, body);
      return result.kind === 'ok' ? ok(hostBatch(result.value)) : result;
    },
    async page(cursor) {
      const page = Number(cursor ?? 0);
      const result = await client.get(path, pageSchema, { page, page_size: jobsPerPage });
      if (result.kind === 'failed') return result;
      const { data, total } = result.value;
      const isLast = (page + 1) * jobsPerPage >= total;
      return ok({
        jobs: data.map(hostBatch),
        next: isLast ? null : String(page + 1),
        isWhole: isLast || data.length === jobsPerPage,
      });
    },
    async job(id) {
      const result = await client.get(`${path}/${encodeURIComponent(id)}`, jobSchema);
      return result.kind === 'ok' ? ok(hostBatch(result.value)) : result;
    },
    results: ({ files }) => readResultFiles(files, { client, model, secrets: options.secrets }),
    close: () => client.close(),
  };
}
