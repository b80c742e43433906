import { defaultMaxConcurrency } from '../models/language-model.ts';
import type { RunOptions } from './options.ts';

/** How a text from a flag or a variable becomes a value. */
export type OptionKind = 'text' | 'number' | 'list' | 'pairs' | 'switch';

/** Part of the help page that a flag is listed in. */
export type OptionGroup = 'what' | 'runs' | 'prompts' | 'sampling' | 'judge' | 'server' | 'money' | 'local' | 'files';

export interface OptionDescription {
  readonly key: keyof RunOptions;
  readonly group: OptionGroup;
  readonly kind: OptionKind;
  readonly placeholder: string;
  readonly help: string;
}

/** The flags of `seb run`, in the order of the help page; the flag is the key in kebab case, the variable SEB_KEY. */
export const runOptionDescriptions: readonly OptionDescription[] = [
  {
    key: 'model',
    group: 'what',
    kind: 'list',
    placeholder: 'NAME...',
    help: 'models to test, as provider/model (see `seb models`)',
  },
  {
    key: 'experiment',
    group: 'what',
    kind: 'list',
    placeholder: 'NAME...',
    help: 'experiments, or all (default: those of the published score; see `seb experiments`)',
  },
  {
    key: 'items',
    group: 'what',
    kind: 'pairs',
    placeholder: 'EXPERIMENT=PATH...',
    help: 'your own data instead of the shipped sets (CSV, TSV, JSON, JSON lines, Parquet; see `seb data check`)',
  },
  {
    key: 'map',
    group: 'what',
    kind: 'pairs',
    placeholder: 'FIELD=COLUMN...',
    help: 'for --items files: which column holds a field, as in prompt=text',
  },
  { key: 'only', group: 'what', kind: 'list', placeholder: 'ID...', help: 'use only the items with these ids' },
  {
    key: 'split',
    group: 'what',
    kind: 'text',
    placeholder: 'NAME',
    help: 'use only the items of this split, such as train or test, of data with splits',
  },
  {
    key: 'where',
    group: 'what',
    kind: 'pairs',
    placeholder: 'FIELD=VALUE...',
    help: 'use only the items with this value in a field or column of the data; of several fields, all must fit',
  },
  {
    key: 'limit',
    group: 'what',
    kind: 'number',
    placeholder: 'N',
    help: 'use only the first N items of each experiment, counted after --only, --split and --where',
  },
  {
    key: 'samples',
    group: 'runs',
    kind: 'number',
    placeholder: 'K',
    help: 'executions per item (default 1; with 2 or more, scores stand beside a re-execution)',
  },
  {
    key: 'name',
    group: 'runs',
    kind: 'text',
    placeholder: 'NAME',
    help: 'name of the run; every command takes it in place of the id',
  },
  {
    key: 'repeatAs',
    group: 'runs',
    kind: 'text',
    placeholder: 'NAME',
    help: 'send every call again under this name, also when the store has answers of an equal run (for a nightly run: the date)',
  },
  { key: 'follows', group: 'runs', kind: 'text', placeholder: 'RUN', help: 'earlier run that this one follows' },
  {
    key: 'predictionSamples',
    group: 'runs',
    kind: 'number',
    placeholder: 'N',
    help: 'predictions of the same thing, for experiments that repeat them (default 1; see `seb experiments`)',
  },
  {
    key: 'askOthers',
    group: 'runs',
    kind: 'switch',
    placeholder: '',
    help: 'also ask every model to predict every other model of the run by name (one call more an item, model and other model)',
  },
  {
    key: 'predictOnly',
    group: 'runs',
    kind: 'list',
    placeholder: 'NAME...',
    help: 'models of --model that predict but are not executed',
  },
  {
    key: 'executeOnly',
    group: 'runs',
    kind: 'list',
    placeholder: 'NAME...',
    help: 'models of --model that are executed but do not predict',
  },
  {
    key: 'wording',
    group: 'prompts',
    kind: 'list',
    placeholder: 'NAME...',
    help: 'wordings of the prediction prompt, or all; for one experiment: EXPERIMENT=NAME (default: paper; see `seb experiments`)',
  },
  {
    key: 'optionOrder',
    group: 'prompts',
    kind: 'list',
    placeholder: 'ORDER...',
    help: 'order of the answer options: given, reversed, or both (given reversed)',
  },
  {
    key: 'mode',
    group: 'prompts',
    kind: 'list',
    placeholder: 'MODE...',
    help: 'direct or deliberate, or both (direct deliberate) (default: as in the paper)',
  },
  {
    key: 'language',
    group: 'prompts',
    kind: 'list',
    placeholder: 'TAG...',
    help: 'languages of the prompts: en, es, he, zh, or all (default: en)',
  },
  {
    key: 'system',
    group: 'prompts',
    kind: 'list',
    placeholder: 'TEXT...',
    help: 'system prompts; the word none stands for no system prompt (default: none)',
  },
  {
    key: 'systemOn',
    group: 'prompts',
    kind: 'text',
    placeholder: 'CALLS',
    help: 'which calls get the system prompts: both, or execution only (default: both)',
  },
  {
    key: 'temperature',
    group: 'sampling',
    kind: 'number',
    placeholder: 'T',
    help: "sampling temperature (default: the server's)",
  },
  {
    key: 'topP',
    group: 'sampling',
    kind: 'number',
    placeholder: 'P',
    help: "nucleus sampling (default: the server's)",
  },
  {
    key: 'maxOutputTokens',
    group: 'sampling',
    kind: 'number',
    placeholder: 'N',
    help: 'maximum number of tokens per answer, with reasoning (default: 4096 or 8192, by kind of call)',
  },
  {
    key: 'samplingSeed',
    group: 'sampling',
    kind: 'number',
    placeholder: 'N',
    help: 'seed sent with each call, for servers that take one',
  },
  {
    key: 'reasoningEffort',
    group: 'sampling',
    kind: 'text',
    placeholder: 'EFFORT',
    help: 'none, minimal, low, medium or high, for reasoning models',
  },
  { key: 'seed', group: 'sampling', kind: 'number', placeholder: 'N', help: 'seed of every shuffle (default 1)' },
  {
    key: 'judge',
    group: 'judge',
    kind: 'text',
    placeholder: 'NAME',
    help: 'model that judges the responses (default: each model judges its own)',
  },
  {
    key: 'judgeRubric',
    group: 'judge',
    kind: 'text',
    placeholder: 'RUBRIC',
    help: 'two-way (answered or refused) or three-way (with partial refusals) (default: two-way)',
  },
  {
    key: 'baseUrl',
    group: 'server',
    kind: 'list',
    placeholder: 'URL...',
    help: 'address of an OpenAI-compatible server, usually ending in /v1; for one of several models: NAME=URL',
  },
  {
    key: 'apiKeyVariable',
    group: 'server',
    kind: 'text',
    placeholder: 'NAME',
    help: 'environment variable that holds the key of that server (default: no key)',
  },
  {
    key: 'concurrency',
    group: 'server',
    kind: 'number',
    placeholder: 'N',
    help: `maximum number of calls in flight per endpoint (default: by provider, 8 to ${defaultMaxConcurrency})`,
  },
  {
    key: 'concurrencyMode',
    group: 'server',
    kind: 'text',
    placeholder: 'HOW',
    help: 'adaptive (finds how many calls the server takes) or fixed (default: adaptive)',
  },
  {
    key: 'timeout',
    group: 'server',
    kind: 'number',
    placeholder: 'SECONDS',
    help: 'time limit of one attempt (default 600)',
  },
  {
    key: 'retries',
    group: 'server',
    kind: 'number',
    placeholder: 'N',
    help: 'maximum number of retries of a failed call (default 5)',
  },
  {
    key: 'budget',
    group: 'money',
    kind: 'number',
    placeholder: 'USD',
    help: 'stop before the run costs more than this many US dollars',
  },
  {
    key: 'prices',
    group: 'money',
    kind: 'text',
    placeholder: 'FILE',
    help: 'price file in the format of models.dev (default: the shipped list, see data/prices)',
  },
  {
    key: 'gpu',
    group: 'local',
    kind: 'text',
    placeholder: 'KIND',
    help: 'auto, cuda, metal, vulkan or none (default: auto)',
  },
  {
    key: 'contextSize',
    group: 'local',
    kind: 'number',
    placeholder: 'TOKENS',
    help: 'context length (default: as trained, at most 8192)',
  },
  {
    key: 'sequences',
    group: 'local',
    kind: 'text',
    placeholder: 'HOW',
    help: 'single (answers repeat bit by bit) or batched (faster) (default: by file size)',
  },
  {
    key: 'store',
    group: 'files',
    kind: 'text',
    placeholder: 'FILE',
    help: 'file or postgres:// address of the calls and answers (default .seb/store.sqlite)',
  },
];
