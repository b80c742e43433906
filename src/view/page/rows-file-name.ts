import type { Filter } from '../contract/contract-items.ts';

/** Returns a file name that says which rows the file has. */
export function rowsFileName({ run, experiment, model, state }: Filter, ending: 'csv' | 'jsonl'): string {
  const parts = [run, experiment, model, state].flatMap((part) => (part === undefined ? [] : [part]));
  return `${['rows', ...parts].join('-').replace(/[^\w.-]+/g, '-')}.${ending}`;
}
