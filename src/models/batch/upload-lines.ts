import { z } from 'zod';
import type { HostClient } from '../http/host-client.ts';
import { type HostResult, ok } from '../http/host-result.ts';
import type { BatchRequest } from './batch-port.ts';

const fileSchema = z.looseObject({ id: z.string().min(1) });

/** Uploads a file with one line per request, and returns its id at the host. */
export async function uploadLines(
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
