import type { Attempt } from '../../domain/answer.ts';
import type { Json } from '../../util/canonical-json.ts';
import { withPost } from '../http/http-post.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';

/** Returns the JSON body that a model posts for a request, without sending it. */
export async function requestBody(model: LanguageModel, request: ModelRequest): Promise<Json> {
  let body: string | null = null;
  const capture = (sent: { readonly body: string }) => {
    body = sent.body;
    return Promise.reject(new Error('captured'));
  };
  await withPost(capture, () => model.ask(request).catch(() => null));
  if (body === null) throw new Error(`${model.name} posts no request`);
  return JSON.parse(body) as Json; // written by JSON.stringify
}

/** Returns what a model reads from a reply that a job has brought. */
export function replyAttempt(
  model: LanguageModel,
  request: ModelRequest,
  { status, body }: { readonly status: number; readonly body: unknown },
): Promise<Attempt> {
  const bytes = Buffer.from(JSON.stringify(body ?? null));
  const headers = { 'content-type': 'application/json' };
  return withPost(
    () => Promise.resolve({ status, headers, bytes }),
    () => model.ask(request),
  );
}
