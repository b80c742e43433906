import { defaultMaxConcurrency } from '../models/language-model.ts';
import type { RunOptions } from './options.ts';

/** How a text from a flag or a variable becomes a value. */
export type OptionKind = 'text' | 'number' | 'list' | 'pairs' | 'switch';

export interface OptionDescription {
  readonly key: keyof RunOptions;
  readonly kind: OptionKind;
  readonly placeholder: string;
  readonly help: string;
}

/** The flags of `seb run`, in the order of the help page; the flag is the key in kebab case, the variable SEB_KEY. */
export const runOptionDescriptions: readonly OptionDescription[] = [
  { key: 'model', kind: 'list', placeholder: 'NAME...', help: 'models to test, as provider/model (see `seb models`)' },
  {
    key: 'experiment',
    kind: 'list',
    placeholder: 'NAME...',
    help: 'experiments, or all (default: those of the published score; see `seb experiments`)',
  },
  {
    key: 'items',
    kind: 'pairs',
    placeholder: 'EXPERIMENT=PATH...',
    help: 'data instead of the shipped starter sets (see `seb data`)',
  },
  {
    key: 'map',
    kind: 'pairs',
    placeholder: 'FIELD=COLUMN...',
    help: 'columns of --items files that hold a field under another name, as in prompt=text',
  },
  { key: 'limit', kind: 'number', placeholder: 'N', help: 'only the first N items of each experiment' },
  {
    key: 'samples',
    kind: 'number',
    placeholder: 'K',
    help: 'executions an item (default 1; 2 or more give the re-execution ceiling)',
  },
  {
    key: 'name',
    kind: 'text',
    placeholder: 'NAME',
    help: 'name of the run, which commands take in place of its id',
  },
  {
    key: 'repeatAs',
    kind: 'text',
    placeholder: 'NAME',
    help: 'send all calls anew under this name, even where an equal run has answers (the date, for a nightly run)',
  },
  {
    key: 'predictionSamples',
    kind: 'number',
    placeholder: 'N',
    help: 'predictions of the same thing, for experiments that repeat them (default 1; see `seb experiments`)',
  },
  {
    key: 'askOthers',
    kind: 'switch',
    placeholder: '',
    help: 'also ask every model to predict every other model of the run by name (one call more an item, model and other model)',
  },
  {
    key: 'predictOnly',
    kind: 'list',
    placeholder: 'NAME...',
    help: 'models of --model that predict and are not executed',
  },
  {
    key: 'executeOnly',
    kind: 'list',
    placeholder: 'NAME...',
    help: 'models of --model that are executed and do not predict',
  },
  { key: 'temperature', kind: 'number', placeholder: 'T', help: "sampling temperature (default: the server's)" },
  { key: 'topP', kind: 'number', placeholder: 'P', help: "nucleus sampling (default: the server's)" },
  {
    key: 'maxOutputTokens',
    kind: 'number',
    placeholder: 'N',
    help: 'most tokens an answer, reasoning included (default: by slot, 4096 or 8192)',
  },
  { key: 'samplingSeed', kind: 'number', placeholder: 'N', help: 'seed sent with each call where the server has one' },
  {
    key: 'reasoningEffort',
    kind: 'text',
    placeholder: 'EFFORT',
    help: 'none, minimal, low, medium or high, for models that reason',
  },
  {
    key: 'wording',
    kind: 'list',
    placeholder: 'NAME...',
    help: 'wordings of the forecast prompt, or all; of one experiment: EXPERIMENT=NAME (default: paper)',
  },
  { key: 'optionOrder', kind: 'list', placeholder: 'ORDER...', help: 'given or reversed, or both: given reversed' },
  {
    key: 'mode',
    kind: 'list',
    placeholder: 'MODE...',
    help: 'direct or deliberate, or both: direct deliberate (default: as in the paper)',
  },
  {
    key: 'language',
    kind: 'list',
    placeholder: 'TAG...',
    help: 'languages of the prompts: en, es, he, zh, or all (default: en)',
  },
  { key: 'system', kind: 'list', placeholder: 'TEXT...', help: 'system prompts; none for none (default: none)' },
  {
    key: 'systemOn',
    kind: 'text',
    placeholder: 'CALLS',
    help: 'calls that run under the system prompts: both, or execution only (default: both)',
  },
  {
    key: 'judge',
    kind: 'text',
    placeholder: 'NAME',
    help: 'model that judges responses (default: each model judges its own)',
  },
  {
    key: 'judgeRubric',
    kind: 'text',
    placeholder: 'RUBRIC',
    help: 'two-way (answered or not) or three-way (with partial refusals) (default: two-way)',
  },
  { key: 'seed', kind: 'number', placeholder: 'N', help: 'seed of everything that is shuffled (default 1)' },
  {
    key: 'baseUrl',
    kind: 'list',
    placeholder: 'URL...',
    help: 'address of an OpenAI-compatible server, usually ending in /v1; of one model: NAME=URL',
  },
  {
    key: 'apiKeyVariable',
    kind: 'text',
    placeholder: 'NAME',
    help: 'environment variable with the key of that server (default: no key)',
  },
  {
    key: 'concurrency',
    kind: 'number',
    placeholder: 'N',
    help: `most calls in flight an endpoint (default: by provider, 8 to ${defaultMaxConcurrency})`,
  },
  {
    key: 'concurrencyMode',
    kind: 'text',
    placeholder: 'HOW',
    help: 'adaptive (as many of them as the server takes) or fixed (all from the start) (default: adaptive)',
  },
  {
    key: 'timeout',
    kind: 'number',
    placeholder: 'SECONDS',
    help: 'time limit of an attempt, from sending (default 600)',
  },
  { key: 'retries', kind: 'number', placeholder: 'N', help: 'attempts after a failed one (default 5)' },
  { key: 'budget', kind: 'number', placeholder: 'USD', help: 'stop before the run costs more than this' },
  { key: 'prices', kind: 'text', placeholder: 'FILE', help: "price file in models.dev's format" },
  {
    key: 'gpu',
    kind: 'text',
    placeholder: 'KIND',
    help: 'auto, cuda, metal, vulkan or none, for in-process models (default: auto)',
  },
  {
    key: 'contextSize',
    kind: 'number',
    placeholder: 'TOKENS',
    help: 'context of in-process models (default: as trained, at most 8192)',
  },
  {
    key: 'sequences',
    kind: 'text',
    placeholder: 'HOW',
    help: 'single (answers repeat bit by bit) or batched, for in-process models (default: by file size)',
  },
  { key: 'store', kind: 'text', placeholder: 'FILE', help: 'journal of calls and answers (default .seb/store.sqlite)' },
];

export function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** The hint beside what cannot be read: it may stand in a variable that was forgotten. */
export function whereSaid(key: string): string {
  return `it is said by the flag or by the variable ${variableName(key)}; see \`seb run --help\``;
}

export function variableName(key: string): string {
  return `SEB_${flagName(key).replaceAll('-', '_').toUpperCase()}`;
}
