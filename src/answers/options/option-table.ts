import type { z as zod } from 'zod';
import { controls } from '../../domain/control.ts';
import { rubrics } from '../../domain/judging.ts';
import { defaultMaxConcurrency } from '../../models/language-model.ts';
import { optionGroup } from './option.ts';
import { toolOptions } from './tool-options.ts';

type Zod = typeof zod;

const noValue = 'nothing is named';
const name = (z: Zod) => z.string().min(1);
const names = (z: Zod) => z.array(z.string().min(1, noValue)).min(1, noValue);
const texts = (z: Zod) => z.record(z.string(), z.string());
const count = (z: Zod) => z.int().positive();

const what = optionGroup({ heading: 'What is measured:', scope: 'identity' });
const runs = optionGroup({ heading: 'How often, and the name of the run:', scope: 'identity' });
const record = optionGroup({ heading: 'How often, and the name of the run:', scope: 'record' });
const prompts = optionGroup({ heading: 'Prompts:', scope: 'identity' });
const sampling = optionGroup({ heading: 'Sampling:', scope: 'identity' });
const judge = optionGroup({ heading: 'Judge:', scope: 'identity' });
const server = optionGroup({ heading: 'Server:', scope: 'execution' });
const money = optionGroup({ heading: 'Money:', scope: 'execution' });
const processor = optionGroup({ heading: 'Models in this process (gguf/, bundled/):', scope: 'record' });
const local = optionGroup({ heading: 'Models in this process (gguf/, bundled/):', scope: 'execution' });
const files = optionGroup({ heading: 'Files:', scope: 'execution' });

/** Run names are one word that cannot be a run id, so that commands can distinguish the two. */
const runName = (z: Zod) =>
  z
    .string()
    .regex(/^[\w.:@+-]{1,80}$/, 'must have 1 to 80 characters: letters, digits and . _ : @ + - only')
    .regex(/^(?!latest$)/, 'stands for the newest run, so it cannot be a name')
    .regex(
      /^(?![0-9a-f]{1,12}$)/,
      'has only the digits 0-9 and a-f, like the id of a run: add another character, for example night-NAME',
    );

/** Maximum timeout in seconds; a timer cannot wait longer than 2^31 ms. */
const maxTimeout = 2_000_000;

/**
 * The options of a run in help-page order: everything that a user can set by flag, environment variable or config file.
 * The flag is the key in kebab case, the variable is SEB_KEY.
 */
export const runOptionTable = {
  model: what.list('NAME', names, 'models to test, as provider/model (see `seb models`)'),
  experiment: what.list(
    'NAME',
    names,
    'experiments, or all (default: the three of the published score; see `seb experiments`)',
  ),
  items: what.pairs(
    'EXPERIMENT=PATH',
    texts,
    'your own data: CSV, TSV, JSON, JSON lines or Parquet (see `seb data check`)',
  ),
  map: what.pairs('FIELD=COLUMN', texts, 'column of an --items file that holds a field, as in prompt=text'),
  mapValue: what.pairs(
    'FIELD:VALUE=NEW',
    texts,
    'value of an --items file and what it stands for, as in label:benign=safe',
  ),
  only: what.list('ID', names, 'only the items with these ids'),
  split: what.text('NAME', (z) => z.string().min(1, noValue), 'only the items of this split, such as train or test'),
  where: what.pairs('FIELD=VALUE', texts, 'only the items with this value in a field or column; all must match'),
  limit: what.number('N', count, 'only the first N items of each experiment, after --only, --split and --where'),
  random: what.number('N', count, 'N random items of each experiment, after --only, --split and --where'),
  randomSeed: what.number('N', (z) => z.int(), 'seed of --random (default 1)'),
  samples: runs.number(
    'K',
    (z) => count(z).max(10_000),
    'executions per item (default 1; from 2 on, compared with a re-execution)',
  ),
  name: record.text('NAME', runName, 'name of the run, which every command takes instead of its id'),
  repeatAs: runs.text('NAME', name, 'send every call again, even those that the store has; for nightly runs, the date'),
  tag: record.list(
    'WORD',
    (z) =>
      z
        .array(z.string().regex(/^[\w.:@+/-]{1,40}$/, 'must have 1 to 40 letters, digits and . _ : @ + / -'))
        .min(1, noValue),
    'words that `seb list --tag` selects runs by; more can be added later',
  ),
  note: record.text(
    'TEXT',
    (z) => z.string().min(1, noValue).max(1_000, 'has over 1,000 characters'),
    'what this run is for; shown by `seb list`',
  ),
  follows: record.text('RUN', (z) => z.string().min(1, noValue), 'earlier run that this one follows'),
  predictionSamples: runs.number(
    'N',
    (z) => count(z).max(10_000),
    'predictions per item, in experiments that repeat them (default 1)',
  ),
  askOthers: runs.toggle('also ask each model to predict each other one by name (a call per item and pair)'),
  control: runs.text(
    'NAME',
    (z) => z.enum(controls),
    "answer-shown: also ask with the model's own answer shown: can it do the task? (a call per prediction)",
  ),
  predictOnly: runs.list('NAME', names, 'models of --model that predict but are not executed'),
  executeOnly: runs.list('NAME', names, 'models of --model that are executed but do not predict'),
  wording: prompts.list(
    'NAME',
    names,
    'wordings of the prediction prompt, or all; of one experiment: EXPERIMENT=NAME (default: paper)',
  ),
  optionOrder: prompts.list(
    'ORDER',
    (z) => z.array(z.enum(['given', 'reversed'])).min(1, noValue),
    'order of the answer options: given, reversed, or both',
  ),
  mode: prompts.list(
    'MODE',
    (z) => z.array(z.enum(['direct', 'deliberate'])).min(1, noValue),
    'direct, deliberate (reasoning first), or both (default: as in the paper)',
  ),
  language: prompts.list('TAG', names, 'languages of the prompts: en, es, he, zh, or all (default: en)'),
  system: prompts.texts('TEXT', names, 'system prompts; none stands for no system prompt (default: none)'),
  factor: prompts.list(
    'NAME=LEVEL',
    names,
    'levels of a factor of an experiment, or all, or of temperature, topP, maxOutputTokens or reasoningEffort, as in temperature=default,0.7; verdicts use the first',
  ),
  systemOn: prompts.text(
    'CALLS',
    (z) => z.enum(['both', 'execution']),
    'calls with the system prompts: both, or execution (default: both)',
  ),
  constrain: prompts.list(
    'FORM',
    (z) => z.array(z.enum(['none', 'form'])).min(1, noValue),
    'form: the server constrains answers to the requested form (mode: direct); none form: both conditions (default: none)',
  ),
  ...toolOptions,
  temperature: sampling.number(
    'T',
    (z) => z.number().min(0).max(2),
    "sampling temperature, from 0 to 2 (default: the server's)",
  ),
  topP: sampling.number('P', (z) => z.number().gt(0).max(1), "nucleus sampling (default: the server's)"),
  maxOutputTokens: sampling.number(
    'N',
    count,
    'maximum tokens of an answer with its reasoning (default: 4096 or 8192, by call)',
  ),
  samplingSeed: sampling.number('N', (z) => z.int(), 'seed that is sent with each call'),
  reasoningEffort: sampling.text(
    'EFFORT',
    (z) => z.enum(['none', 'minimal', 'low', 'medium', 'high']),
    'none, minimal, low, medium or high, for reasoning models',
  ),
  seed: sampling.number('N', (z) => z.int(), 'seed of all shuffling (default 1)'),
  judge: judge.text(
    'NAME',
    name,
    'model that judges the responses, rule, or human:PERSON (default: each model its own)',
  ),
  judgeRubric: judge.text(
    'RUBRIC',
    (z) => z.enum(rubrics),
    'two-way (answered, refused) or three-way (also partly) (default: two-way)',
  ),
  baseUrl: server.list(
    'URL',
    (z) => z.union([name(z), names(z)]),
    'address of an OpenAI-compatible server, usually ending in /v1; of one model: NAME=URL',
  ),
  apiKeyVariable: server.text('NAME', name, 'environment variable with the key of that server (default: no key)'),
  maxTokensField: server.text(
    'FIELD',
    (z) => z.enum(['max_tokens', 'max_completion_tokens']),
    'max_tokens or max_completion_tokens (default: the first, and the other after a server rejects it)',
  ),
  concurrency: server.number(
    'N',
    (z) => count(z).max(10_000),
    `maximum calls in flight per endpoint (default: by provider, 8 to ${defaultMaxConcurrency})`,
  ),
  concurrencyMode: server.text(
    'HOW',
    (z) => z.enum(['adaptive', 'fixed']),
    'adaptive (finds what the server can take) or fixed (default: adaptive)',
  ),
  timeout: server.number(
    'SECONDS',
    (z) => z.number().min(0.001).max(maxTimeout),
    'time limit of one attempt (default 600)',
  ),
  retries: server.number('N', (z) => z.int().min(0).max(1000), 'maximum retries of a failed call (default 5)'),
  budget: money.number('USD', (z) => z.number().positive(), 'stop before the run costs more, in US dollars'),
  prices: money.text('FILE', name, 'price file in the format of models.dev (default: the shipped list)'),
  gpu: processor.text(
    'KIND',
    (z) => z.enum(['auto', 'cuda', 'metal', 'vulkan', 'none']),
    'auto, cuda, metal, vulkan or none (default: auto)',
  ),
  contextSize: local.number('TOKENS', count, 'context length (default: as trained, at most 8192)'),
  sequences: processor.text(
    'HOW',
    (z) => z.enum(['single', 'batched']),
    'single (bitwise reproducible answers) or batched (faster) (default: by file size)',
  ),
  store: files.text('FILE', name, 'file or postgres:// address of the store (default .seb/store.sqlite)'),
};

/** The type of the option table. */
export type OptionTable = typeof runOptionTable;
/** The schemas of the options by key. */
export type OptionShape = { readonly [Key in keyof OptionTable]: ReturnType<OptionTable[Key]['schema']> };

/** The options of a run as their schemas infer them. `RunOptions` has the same fields with comments. */
export type ParsedOptions = Readonly<zod.infer<zod.ZodObject<OptionShape, zod.core.$strict>>>;
