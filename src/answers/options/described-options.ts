// Made from the help of the flags by `npm run docs`; a test compares.
import type { ParsedOptions } from './option-table.ts';

/** The options of a run. All are optional; defaults are applied where a run is prepared. */
export interface RunOptions {
  /** Models to test, as provider/model (see `seb models`). Flag: `--model`. */
  readonly model?: ParsedOptions['model'];
  /** Experiments, or all (default: the three of the published score; see `seb experiments`). Flag: `--experiment`. */
  readonly experiment?: ParsedOptions['experiment'];
  /** Your own data: CSV, TSV, JSON, JSON lines or Parquet (see `seb data check`). Flag: `--items`. */
  readonly items?: ParsedOptions['items'];
  /** Column of an --items file that holds a field, as in prompt=text. Flag: `--map`. */
  readonly map?: ParsedOptions['map'];
  /** Value of an --items file and what it stands for, as in label:benign=safe. Flag: `--map-value`. */
  readonly mapValue?: ParsedOptions['mapValue'];
  /** Only the items with these ids. Flag: `--only`. */
  readonly only?: ParsedOptions['only'];
  /** Only the items of this split, such as train or test. Flag: `--split`. */
  readonly split?: ParsedOptions['split'];
  /** Only the items with this value in a field or column; all must match. Flag: `--where`. */
  readonly where?: ParsedOptions['where'];
  /** Only the first N items of each experiment, after --only, --split and --where. Flag: `--limit`. */
  readonly limit?: ParsedOptions['limit'];
  /** N random items of each experiment, after --only, --split and --where. Flag: `--random`. */
  readonly random?: ParsedOptions['random'];
  /** Seed of --random (default 1). Flag: `--random-seed`. */
  readonly randomSeed?: ParsedOptions['randomSeed'];
  /** Executions per item (default 1; from 2 on, compared with a re-execution). Flag: `--samples`. */
  readonly samples?: ParsedOptions['samples'];
  /** Name of the run, which every command takes instead of its id. Flag: `--name`. */
  readonly name?: ParsedOptions['name'];
  /** Send every call again, even those that the store has; for nightly runs, the date. Flag: `--repeat-as`. */
  readonly repeatAs?: ParsedOptions['repeatAs'];
  /** Words that `seb list --tag` selects runs by; more can be added later. Flag: `--tag`. */
  readonly tag?: ParsedOptions['tag'];
  /** What this run is for; shown by `seb list`. Flag: `--note`. */
  readonly note?: ParsedOptions['note'];
  /** Earlier run that this one follows. Flag: `--follows`. */
  readonly follows?: ParsedOptions['follows'];
  /** Predictions per item, in experiments that repeat them (default 1). Flag: `--prediction-samples`. */
  readonly predictionSamples?: ParsedOptions['predictionSamples'];
  /** Also ask each model to predict each other one by name (a call per item and pair). Flag: `--ask-others`. */
  readonly askOthers?: ParsedOptions['askOthers'];
  /**
   * Answer-shown: also ask with the model's own answer shown: can it do the task? (a call per prediction). Flag:
   * `--control`.
   */
  readonly control?: ParsedOptions['control'];
  /** Models of --model that predict but are not executed. Flag: `--predict-only`. */
  readonly predictOnly?: ParsedOptions['predictOnly'];
  /** Models of --model that are executed but do not predict. Flag: `--execute-only`. */
  readonly executeOnly?: ParsedOptions['executeOnly'];
  /**
   * Wordings of the prediction prompt, or all; of one experiment: EXPERIMENT=NAME (default: paper). Flag:
   * `--wording`.
   */
  readonly wording?: ParsedOptions['wording'];
  /** Order of the answer options: given, reversed, or both. Flag: `--option-order`. */
  readonly optionOrder?: ParsedOptions['optionOrder'];
  /** Direct, deliberate (reasoning first), or both (default: as in the paper). Flag: `--mode`. */
  readonly mode?: ParsedOptions['mode'];
  /** Languages of the prompts: en, es, he, zh, or all (default: en). Flag: `--language`. */
  readonly language?: ParsedOptions['language'];
  /** System prompts; none stands for no system prompt (default: none). Flag: `--system`. */
  readonly system?: ParsedOptions['system'];
  /**
   * Levels of a factor of an experiment, or all, or of temperature, topP, maxOutputTokens or reasoningEffort, as in
   * temperature=default,0.7; verdicts use the first. Flag: `--factor`.
   */
  readonly factor?: ParsedOptions['factor'];
  /** Calls with the system prompts: both, or execution (default: both). Flag: `--system-on`. */
  readonly systemOn?: ParsedOptions['systemOn'];
  /**
   * Form: the server constrains answers to the requested form (mode: direct); none form: both conditions (default:
   * none). Flag: `--constrain`.
   */
  readonly constrain?: ParsedOptions['constrain'];
  /**
   * Also predict with the tool run_myself, which runs a prompt in a fresh session: offered, required, or both. Flag:
   * `--tools`.
   */
  readonly tools?: ParsedOptions['tools'];
  /** Who runs inner sessions: itself, or models; each is a condition (default: itself). Flag: `--executor`. */
  readonly executor?: ParsedOptions['executor'];
  /** Levels of inner sessions; at 1 they have no tool (default 1). Flag: `--tool-depth`. */
  readonly toolDepth?: ParsedOptions['toolDepth'];
  /** Maximum inner sessions per prediction, on all levels (default 3). Flag: `--tool-calls`. */
  readonly toolCalls?: ParsedOptions['toolCalls'];
  /** Maximum output tokens of all inner sessions of a prediction (default: no limit). Flag: `--tool-tokens`. */
  readonly toolTokens?: ParsedOptions['toolTokens'];
  /**
   * Ask (a person in the terminal, before each inner session) or yes (all in advance); stored with the session
   * (default: no approval). Flag: `--approve`.
   */
  readonly approve?: ParsedOptions['approve'];
  /** Sampling temperature, from 0 to 2 (default: the server's). Flag: `--temperature`. */
  readonly temperature?: ParsedOptions['temperature'];
  /** Nucleus sampling (default: the server's). Flag: `--top-p`. */
  readonly topP?: ParsedOptions['topP'];
  /** Maximum tokens of an answer with its reasoning (default: 4096 or 8192, by call). Flag: `--max-output-tokens`. */
  readonly maxOutputTokens?: ParsedOptions['maxOutputTokens'];
  /** Seed that is sent with each call. Flag: `--sampling-seed`. */
  readonly samplingSeed?: ParsedOptions['samplingSeed'];
  /** None, minimal, low, medium or high, for reasoning models. Flag: `--reasoning-effort`. */
  readonly reasoningEffort?: ParsedOptions['reasoningEffort'];
  /** Seed of all shuffling (default 1). Flag: `--seed`. */
  readonly seed?: ParsedOptions['seed'];
  /** Model that judges the responses, rule, or human:PERSON (default: each model its own). Flag: `--judge`. */
  readonly judge?: ParsedOptions['judge'];
  /** Two-way (answered, refused) or three-way (also partly) (default: two-way). Flag: `--judge-rubric`. */
  readonly judgeRubric?: ParsedOptions['judgeRubric'];
  /** Address of an OpenAI-compatible server, usually ending in /v1; of one model: NAME=URL. Flag: `--base-url`. */
  readonly baseUrl?: ParsedOptions['baseUrl'];
  /** Environment variable with the key of that server (default: no key). Flag: `--api-key-variable`. */
  readonly apiKeyVariable?: ParsedOptions['apiKeyVariable'];
  /**
   * Max_tokens or max_completion_tokens (default: the first, and the other after a server rejects it). Flag:
   * `--max-tokens-field`.
   */
  readonly maxTokensField?: ParsedOptions['maxTokensField'];
  /** Maximum calls in flight per endpoint (default: by provider, 8 to 64). Flag: `--concurrency`. */
  readonly concurrency?: ParsedOptions['concurrency'];
  /** Adaptive (finds what the server can take) or fixed (default: adaptive). Flag: `--concurrency-mode`. */
  readonly concurrencyMode?: ParsedOptions['concurrencyMode'];
  /** Time limit of one attempt (default 600). Flag: `--timeout`. */
  readonly timeout?: ParsedOptions['timeout'];
  /** Maximum retries of a failed call (default 5). Flag: `--retries`. */
  readonly retries?: ParsedOptions['retries'];
  /** Stop before the run costs more, in US dollars. Flag: `--budget`. */
  readonly budget?: ParsedOptions['budget'];
  /** Price file in the format of models.dev (default: the shipped list). Flag: `--prices`. */
  readonly prices?: ParsedOptions['prices'];
  /** Auto, cuda, metal, vulkan or none (default: auto). Flag: `--gpu`. */
  readonly gpu?: ParsedOptions['gpu'];
  /** Context length (default: as trained, at most 8192). Flag: `--context-size`. */
  readonly contextSize?: ParsedOptions['contextSize'];
  /** Single (bitwise reproducible answers) or batched (faster) (default: by file size). Flag: `--sequences`. */
  readonly sequences?: ParsedOptions['sequences'];
  /** File or postgres:// address of the store (default .seb/store.sqlite). Flag: `--store`. */
  readonly store?: ParsedOptions['store'];
}
