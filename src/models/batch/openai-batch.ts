import { z } from 'zod';
import type { Failure } from '../../domain/answer.ts';
import type { BatchPort, BatchRequest, BatchResult, BatchResults, BatchTimeouts, HostBatch } from '../batch-port.ts';
import { type HostResult, ok } from '../failures/host-result.ts';
import { cursorPageSchema, readCursorPage } from '../http/cursor-page.ts';
import { HostClient } from '../http/host-client.ts';
import type { LanguageModel } from '../language-model.ts';
import { requestLine, resultOf } from './openai-lines.ts';
import { damageProblems, resultLines } from './result-lines.ts';

const fileSchema = z.looseObject({ id: z.string().min(1) });

interface OpenAiBatchOptions extends BatchTimeouts {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** Path of the requests as the host names it: `/v1/chat/completions`, `/v1/responses`. */
  readonly path: string;
}

const text = z.string().nullish().catch(null);
const seconds = z.number().nullish().catch(null);
const jobSchema = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  input_file_id: text,
  output_file_id: text,
  error_file_id: text,
  created_at: seconds,
  expires_at: seconds,
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  request_counts: z.looseObject({ total: z.number(), completed: z.number(), failed: z.number() }).nullish().catch(null),
  errors: z
    .looseObject({ data: z.array(z.looseObject({ message: text })) })
    .nullish()
    .catch(null),
});
const pageSchema = cursorPageSchema(jobSchema);

const endedWords: ReadonlySet<string> = new Set(['completed', 'expired', 'failed', 'cancelled']);
const jobsPerPage = 100;

function hostBatch(job: z.infer<typeof jobSchema>): HostBatch {
  const { metadata, request_counts: counts, errors } = job;
  const tag = metadata?.seb_job;
  const files = [job.output_file_id, job.error_file_id].filter((id) => typeof id === 'string' && id !== '');
  return {
    id: job.id,
    state: endedWords.has(job.status) ? 'ended' : 'pending',
    word: job.status,
    labels: typeof tag === 'string' ? [tag] : [],
    file: job.input_file_id ?? null,
    createdAt: milliseconds(job.created_at),
    deadline: milliseconds(job.expires_at),
    requests: counts?.total ?? null,
    results: counts === null || counts === undefined ? null : counts.completed + counts.failed,
    reason: errors?.data[0]?.message ?? null,
    files: files as readonly string[], // filtered above
  };
}

function milliseconds(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : seconds * 1000;
}

/** Returns the port to the batches of OpenAI, Azure and servers with the same routes. */
export function openAiBatchPort(model: LanguageModel, options: OpenAiBatchOptions): BatchPort {
  const client = new HostClient(options);
  const line = (request: BatchRequest) => requestLine(model, request, options.path);
  return {
    endpoint: options.baseUrl,
    maxRequests: 50_000,
    maxBytes: 100e6,
    foundBy: 'label',
    size: async (request) => Buffer.byteLength(await line(request)),
    upload: (file) => uploadLines(client, file, line),
    async create({ tag, file }) {
      const body = {
        input_file_id: file,
        endpoint: options.path,
        completion_window: '24h',
        metadata: { seb_job: tag },
      };
      const result = await client.post('batches', jobSchema, body);
      return result.kind === 'ok' ? ok(hostBatch(result.value)) : result;
    },
    async page(cursor) {
      const result = await client.get('batches', pageSchema, { after: cursor, limit: jobsPerPage });
      return result.kind === 'ok' ? ok(readCursorPage(result.value, hostBatch)) : result;
    },
    async job(id) {
      const result = await client.get(`batches/${encodeURIComponent(id)}`, jobSchema);
      return result.kind === 'ok' ? ok(hostBatch(result.value)) : result;
    },
    results: ({ files }) => readResultFiles(files, { client, model, secrets: options.secrets }),
    close: () => client.close(),
  };
}

/** Uploads a file with one line per request, and returns its id at the host. */
async function uploadLines(
  client: HostClient,
  { name, requests }: { readonly name: string; readonly requests: Iterable<BatchRequest> },
  line: (request: BatchRequest) => Promise<string>,
): Promise<HostResult<string>> {
  const lines: string[] = [];
  for (const request of requests) lines.push(await line(request));
  const bytes = Buffer.from(lines.join(''));
  const result = await client.upload('files', fileSchema, { fields: { purpose: 'batch' }, name, bytes });
  return result.kind === 'ok' ? ok(result.value.id) : result;
}

/** Downloads the files with the results and errors of a job. */
async function readResultFiles(
  files: readonly string[],
  { client, model, secrets }: { client: HostClient; model: LanguageModel; secrets: readonly string[] },
): Promise<HostResult<BatchResults>> {
  const results: BatchResult[] = [];
  const problems: string[] = [];
  let failure: Failure | null = null;
  for (const file of files) {
    const downloaded = await client.download(`files/${encodeURIComponent(file)}/content`);
    if (downloaded.kind === 'failed') {
      failure = downloaded;
      problems.push(`result file ${file} cannot be read: ${downloaded.message}`);
      continue;
    }
    const lines = resultLines(downloaded.value);
    problems.push(...damageProblems(lines, file));
    for (const row of lines.rows) results.push(resultOf(row, { model, secrets, holder: 'the batch' }));
  }
  return failure !== null && results.length === 0 ? failure : ok({ results, problems });
}
