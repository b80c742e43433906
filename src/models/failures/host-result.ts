import type { Failure } from '../../domain/answer.ts';

/** Result of one request to a host of jobs. */
export type HostResult<Value> = { readonly kind: 'ok'; readonly value: Value } | Failure;

export function ok<Value>(value: Value): HostResult<Value> {
  return { kind: 'ok', value };
}
