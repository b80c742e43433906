import { z } from 'zod';
import type { Attempt } from '../../domain/answer.ts';
import { isRecord } from '../../util/is-record.ts';
import type { BatchPort, BatchRequest, BatchTimeouts, HostBatch } from '../batch-port.ts';
import { failed } from '../failures/failure.ts';
import { ok } from '../failures/host-result.ts';
import { HostClient } from '../http/host-client.ts';
import { withoutSecrets } from '../http/without-secrets.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { damageProblems, resultLines } from './result-lines.ts';
import { replyAttempt, requestBody } from './wire.ts';

interface AnthropicBatchOptions extends BatchTimeouts {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

const time = z.string().nullish().catch(null);
const jobSchema = z.looseObject({
  id: z.string().min(1),
  processing_status: z.string(),
  created_at: time,
  expires_at: time,
  request_counts: z
    .object({
      processing: z.number(),
      succeeded: z.number(),
      errored: z.number(),
      canceled: z.number(),
      expired: z.number(),
    })
    .nullish()
    .catch(null),
});
const pageSchema = z.looseObject({
  data: z.array(jobSchema),
  has_more: z.boolean().nullish(),
  last_id: z.string().nullish(),
});

const jobsPerPage = 100;

function milliseconds(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

function hostBatch(job: z.infer<typeof jobSchema>): HostBatch {
  const counts = job.request_counts ?? null;
  const done = counts === null ? null : counts.succeeded + counts.errored + counts.canceled + counts.expired;
  const isEnded = job.processing_status === 'ended';
  return {
    id: job.id,
    state: isEnded ? 'ended' : 'pending',
    word: isEnded ? 'completed' : job.processing_status,
    labels: [],
    file: null,
    createdAt: milliseconds(job.created_at),
    deadline: milliseconds(job.expires_at),
    requests: counts === null || done === null ? null : counts.processing + done,
    results: isEnded ? done : null,
    reason: null,
    files: [],
  };
}

/** Returns the port to Anthropic's message batches, which take the requests with the creation and cannot be labeled. */
export function anthropicBatchPort(model: LanguageModel, options: AnthropicBatchOptions): BatchPort {
  const client = new HostClient(options);
  const entry = async ({ id, request }: BatchRequest) => ({ custom_id: id, params: await requestBody(model, request) });
  const path = 'messages/batches';
  const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    endpoint: options.baseUrl,
    maxRequests: 100_000,
    maxBytes: 250e6,
    foundBy: 'results',
    size: async (request) => Buffer.byteLength(JSON.stringify(await entry(request))) + 1,
    upload: null,
    async create({ requests }) {
      const entries: unknown[] = [];
      for (const request of requests) entries.push(await entry(request));
      const result = await client.post(path, jobSchema, { requests: entries });
      return result.kind === 'ok' ? ok(hostBatch(result.value)) : result;
    },
    async page(cursor) {
      const result = await client.get(path, pageSchema, { after_id: cursor, limit: jobsPerPage });
      if (result.kind === 'failed') return result;
      const { data, has_more, last_id } = result.value;
      const last = last_id ?? data.at(-1)?.id ?? null;
      return ok({
        jobs: data.map(hostBatch),
        next: has_more === true ? last : null,
        isWhole: has_more !== true || last !== null,
      });
    },
    async job(id) {
      const result = await client.get(at(id), jobSchema);
      return result.kind === 'ok' ? ok(hostBatch(result.value)) : result;
    },
    async results({ id }) {
      const downloaded = await client.download(`${at(id)}/results`);
      if (downloaded.kind === 'failed') return downloaded;
      const lines = resultLines(downloaded.value);
      const results = lines.rows.map(({ custom_id, result }) => ({
        id: typeof custom_id === 'string' ? custom_id : '',
        attempt: (request: ModelRequest) => attemptOf(result, { model, request, secrets: options.secrets }),
      }));
      return ok({ results, problems: damageProblems(lines, id) });
    },
    close: () => client.close(),
  };
}

async function attemptOf(
  result: unknown,
  { model, request, secrets }: { model: LanguageModel; request: ModelRequest; secrets: readonly string[] },
): Promise<Attempt> {
  const { type, message, error } = isRecord(result) ? result : {};
  if (type === 'succeeded') return await replyAttempt(model, request, { status: 200, body: message });
  const inner = isRecord(error) && isRecord(error.error) ? error.error : error;
  const told: unknown = withoutSecrets(isRecord(inner) ? inner.message : null, secrets);
  const reason = typeof told === 'string' ? told : String(type ?? 'the host gave no reason');
  const isInvalid = isRecord(inner) && inner.type === 'invalid_request_error';
  return failed(isInvalid ? 'invalid-request' : 'server-error', `the batch has no answer for this call: ${reason}`, {
    retryable: !isInvalid,
  });
}
