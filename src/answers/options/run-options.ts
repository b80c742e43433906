import type { z as zod } from 'zod';
import type { RunOptions } from './described-options.ts';
import type { OptionDescription } from './option.ts';
import { type OptionShape, type OptionTable, runOptionTable } from './option-table.ts';

export type { RunOptions };
export { runOptionTable };

type Zod = typeof zod;

export interface RunOption extends OptionDescription {
  readonly key: string;
}

/** The options of a run with their descriptions, in help-page order. */
export const runOptions: readonly RunOption[] = Object.entries(runOptionTable).map(([key, option]) => ({
  key,
  ...option,
}));

/** The options that most people need, which the help of a run lists. */
const commonOptionKeys: readonly string[] = [
  'model',
  'experiment',
  'items',
  'map',
  'limit',
  'random',
  'samples',
  'name',
  'repeatAs',
  'temperature',
  'maxOutputTokens',
  'reasoningEffort',
  'judge',
  'baseUrl',
  'concurrency',
  'budget',
  'store',
] satisfies (keyof OptionTable)[];

/** Returns whether the help of a run lists an option, without `--help all`. */
export function isCommonOption({ key }: Pick<RunOption, 'key'>): boolean {
  return commonOptionKeys.includes(key);
}

/** Returns the schema of run options. It takes zod as its argument, so that the help page is printed without loading zod. */
export function runOptionsSchema(z: Zod): zod.ZodObject<OptionShape, zod.core.$strict> {
  const schemas = Object.entries(runOptionTable).map(([key, { schema }]) => [key, schema(z)]);
  return z.strictObject(Object.fromEntries(schemas) as OptionShape); // each key with its own schema
}

/** Options of how calls are sent. `seb study` has them too, as flags and as fields of the study file. */
const callOptionKeys = [
  'baseUrl',
  'apiKeyVariable',
  'maxTokensField',
  'concurrency',
  'concurrencyMode',
  'timeout',
  'retries',
  'prices',
  'gpu',
  'contextSize',
  'sequences',
] as const satisfies readonly (keyof OptionTable)[];
type CallOptions = Pick<RunOptions, (typeof callOptionKeys)[number]>;

/** Returns the schemas of the options of how calls are sent. */
export function callOptionSchemas(z: Zod): Pick<OptionShape, keyof CallOptions> {
  const schemas = callOptionKeys.map((key) => [key, runOptionTable[key].schema(z)]);
  return Object.fromEntries(schemas) as Pick<OptionShape, keyof CallOptions>; // each key with its own schema
}

/** Returns the given ones among the options of how calls are sent. */
export function callOptionsOf(options: CallOptions): CallOptions {
  return Object.fromEntries(callOptionKeys.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));
}

/** The options of how calls are sent, with their descriptions. */
export const callOptions: readonly RunOption[] = runOptions.filter(({ key }) =>
  (callOptionKeys as readonly string[]).includes(key),
);
