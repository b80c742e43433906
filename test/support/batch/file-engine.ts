import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completion } from '../models/completion.ts';

/** A line of a request file. */
export interface RequestLine {
  readonly custom_id: string;
  readonly method: string;
  readonly url: string;
  readonly body: { readonly model: string; readonly messages: readonly { readonly content: string }[] };
}

/** Returns the lines of all files in a folder, in the order of their names. */
export function requestLines(folder: string): readonly RequestLine[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as RequestLine); // our own lines
}

/** Returns the ids of the calls of lines, without the number of the request file. */
export function callsOf(lines: readonly Pick<RequestLine, 'custom_id'>[]): readonly string[] {
  return lines.map(({ custom_id }) => custom_id.replace(/\.\d+$/, ''));
}

/** Returns the result line of an answered request, as `vllm run-batch` documents it. */
export function vllmResult({ custom_id }: Pick<RequestLine, 'custom_id'>, content: string): object {
  const body = { ...completion(content), model: 'served-model' };
  return { id: 'vllm-1', custom_id, response: { status_code: 200, request_id: 'vllm-batch-1', body }, error: null };
}

/** Returns the result line of a request that the engine refused, as `vllm run-batch` writes it. */
export function vllmError(
  { custom_id }: Pick<RequestLine, 'custom_id'>,
  { status, message, type = 'BadRequestError' }: { status: number; message: string; type?: string },
): object {
  const response = { status_code: status, request_id: 'vllm-batch-1', body: null };
  return { id: 'vllm-1', custom_id, response, error: { error: { message, type, param: null, code: status } } };
}

export function writeLines(file: string, lines: readonly object[]): string {
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}
