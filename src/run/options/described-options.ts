// Made from the help of the flags by `npm run docs`; a test compares.
import type { ParsedOptions } from './option-table.ts';

/** The options of a run. All are optional; defaults are applied where a run is prepared. */
export interface RunOptions {
  /** Models to test, as provider/model (see `seb models`). Flag: `--model`. */
  readonly model?: ParsedOptions['model'];
  /** Experiments, or all (default: those of the published score; see `seb experiments`). Flag: `--experiment`. */
  readonly experiment?: ParsedOptions['experiment'];
  /**
   * Your own data instead of the shipped sets (CSV, TSV, JSON, JSON lines, Parquet; see `seb data check`). Flag:
   * `--items`.
   */
  readonly items?: ParsedOptions['items'];
  /** For --items files: which column holds a field, as in prompt=text. Flag: `--map`. */
  readonly map?: ParsedOptions['map'];
  /**
   * For --items files: which value of a field a value of the file stands for, as in label:benign=safe. Flag:
   * `--map-value`.
   */
  readonly mapValue?: ParsedOptions['mapValue'];
  /** Use only the items with these ids. Flag: `--only`. */
  readonly only?: ParsedOptions['only'];
  /** Use only the items of this split, such as train or test, of data with splits. Flag: `--split`. */
  readonly split?: ParsedOptions['split'];
  /**
   * Use only the items with this value in a field or column of the data; with several fields, all must match. Flag:
   * `--where`.
   */
  readonly where?: ParsedOptions['where'];
  /** Use only the first N items of each experiment, counted after --only, --split and --where. Flag: `--limit`. */
  readonly limit?: ParsedOptions['limit'];
  /**
   * Use N items of each experiment, drawn at random with --random-seed, counted after --only, --split and --where.
   * Flag: `--random`.
   */
  readonly random?: ParsedOptions['random'];
  /** Seed of --random (default 1). Flag: `--random-seed`. */
  readonly randomSeed?: ParsedOptions['randomSeed'];
  /** Executions per item (default 1; 2 or more adds a comparison with a re-execution). Flag: `--samples`. */
  readonly samples?: ParsedOptions['samples'];
  /** Name of the run; every command accepts it instead of the id. Flag: `--name`. */
  readonly name?: ParsedOptions['name'];
  /**
   * Send every call again under this name, even if the store has the answers of an identical run (for nightly runs,
   * use the date). Flag: `--repeat-as`.
   */
  readonly repeatAs?: ParsedOptions['repeatAs'];
  /** Earlier run that this one follows. Flag: `--follows`. */
  readonly follows?: ParsedOptions['follows'];
  /**
   * Number of predictions per item, for experiments that repeat predictions (default 1; see `seb experiments`).
   * Flag: `--prediction-samples`.
   */
  readonly predictionSamples?: ParsedOptions['predictionSamples'];
  /**
   * Also ask every model to predict every other model of the run by name (one extra call per item, model and other
   * model). Flag: `--ask-others`.
   */
  readonly askOthers?: ParsedOptions['askOthers'];
  /**
   * Answer-shown: also ask each prediction question with the model's own answer above it, to see whether it can do
   * the task (one extra call per prediction). Flag: `--control`.
   */
  readonly control?: ParsedOptions['control'];
  /** Models of --model that predict but are not executed. Flag: `--predict-only`. */
  readonly predictOnly?: ParsedOptions['predictOnly'];
  /** Models of --model that are executed but do not predict. Flag: `--execute-only`. */
  readonly executeOnly?: ParsedOptions['executeOnly'];
  /**
   * Wordings of the prediction prompt, or all; for one experiment: EXPERIMENT=NAME (default: paper; see `seb
   * experiments`). Flag: `--wording`.
   */
  readonly wording?: ParsedOptions['wording'];
  /** Order of the answer options: given, reversed, or both (given reversed). Flag: `--option-order`. */
  readonly optionOrder?: ParsedOptions['optionOrder'];
  /** Direct or deliberate, or both (direct deliberate) (default: as in the paper). Flag: `--mode`. */
  readonly mode?: ParsedOptions['mode'];
  /** Languages of the prompts: en, es, he, zh, or all (default: en). Flag: `--language`. */
  readonly language?: ParsedOptions['language'];
  /** System prompts; the word none stands for no system prompt (default: none). Flag: `--system`. */
  readonly system?: ParsedOptions['system'];
  /**
   * Levels of factors that only some experiments have, or NAME=all (see `seb experiments`), and of temperature,
   * topP, maxOutputTokens and reasoningEffort, as in temperature=default,0.7; the first level counts for verdicts.
   * Flag: `--factor`.
   */
  readonly factor?: ParsedOptions['factor'];
  /** Which calls get the system prompts: both, or execution only (default: both). Flag: `--system-on`. */
  readonly systemOn?: ParsedOptions['systemOn'];
  /**
   * Have the server constrain answers to the form that the prompts ask for: form, or both conditions (none form);
   * the mode is then direct (default: none). Flag: `--constrain`.
   */
  readonly constrain?: ParsedOptions['constrain'];
  /**
   * Also ask for each prediction with the tool run_myself, which runs a prompt in a fresh session: offered,
   * required, or both; predictions without the tool are always asked too, because they are the comparison. Flag:
   * `--tools`.
   */
  readonly tools?: ParsedOptions['tools'];
  /**
   * Models that run inner sessions: itself, or models such as a smaller one or one trained to predict it; with
   * several, each is a condition (default: itself). Flag: `--executor`.
   */
  readonly executor?: ParsedOptions['executor'];
  /**
   * Levels of sessions inside each other: 1 means that an inner session has no tool (default 1). Flag:
   * `--tool-depth`.
   */
  readonly toolDepth?: ParsedOptions['toolDepth'];
  /** Maximum number of inner sessions per prediction, on all levels together (default 3). Flag: `--tool-calls`. */
  readonly toolCalls?: ParsedOptions['toolCalls'];
  /**
   * Maximum number of output tokens of all inner sessions of a prediction (default: only the limit of each session).
   * Flag: `--tool-tokens`.
   */
  readonly toolTokens?: ParsedOptions['toolTokens'];
  /**
   * Ask (ask a person in the terminal before each inner session) or yes (allow all in advance); who allowed each
   * session is stored (default: sessions need no approval). Flag: `--approve`.
   */
  readonly approve?: ParsedOptions['approve'];
  /** Sampling temperature, from 0 to 2 (default: the server's). Flag: `--temperature`. */
  readonly temperature?: ParsedOptions['temperature'];
  /** Nucleus sampling (default: the server's). Flag: `--top-p`. */
  readonly topP?: ParsedOptions['topP'];
  /**
   * Maximum number of tokens per answer, including reasoning (default: 4096 or 8192, depending on the call). Flag:
   * `--max-output-tokens`.
   */
  readonly maxOutputTokens?: ParsedOptions['maxOutputTokens'];
  /** Seed sent with each call, for servers that support it. Flag: `--sampling-seed`. */
  readonly samplingSeed?: ParsedOptions['samplingSeed'];
  /** None, minimal, low, medium or high, for reasoning models. Flag: `--reasoning-effort`. */
  readonly reasoningEffort?: ParsedOptions['reasoningEffort'];
  /** Seed of all shuffling (default 1). Flag: `--seed`. */
  readonly seed?: ParsedOptions['seed'];
  /** Model that judges the responses (default: each model judges its own responses). Flag: `--judge`. */
  readonly judge?: ParsedOptions['judge'];
  /** Two-way (answered or refused) or three-way (with partial refusals) (default: two-way). Flag: `--judge-rubric`. */
  readonly judgeRubric?: ParsedOptions['judgeRubric'];
  /**
   * Address of an OpenAI-compatible server, usually ending in /v1; for one of several models: NAME=URL. Flag:
   * `--base-url`.
   */
  readonly baseUrl?: ParsedOptions['baseUrl'];
  /** Environment variable that holds the key for that server (default: no key). Flag: `--api-key-variable`. */
  readonly apiKeyVariable?: ParsedOptions['apiKeyVariable'];
  /**
   * Field of that server for the maximum of output tokens: max_tokens or max_completion_tokens (default: max_tokens,
   * and the other one after a server rejects it). Flag: `--max-tokens-field`.
   */
  readonly maxTokensField?: ParsedOptions['maxTokensField'];
  /** Maximum number of calls in flight per endpoint (default: by provider, 8 to 64). Flag: `--concurrency`. */
  readonly concurrency?: ParsedOptions['concurrency'];
  /** Adaptive (finds how many calls the server can take) or fixed (default: adaptive). Flag: `--concurrency-mode`. */
  readonly concurrencyMode?: ParsedOptions['concurrencyMode'];
  /** Time limit of one attempt (default 600). Flag: `--timeout`. */
  readonly timeout?: ParsedOptions['timeout'];
  /** Maximum number of retries of a failed call (default 5). Flag: `--retries`. */
  readonly retries?: ParsedOptions['retries'];
  /** Stop before the run costs more than this many US dollars. Flag: `--budget`. */
  readonly budget?: ParsedOptions['budget'];
  /** Price file in the format of models.dev (default: the shipped list, see data/prices). Flag: `--prices`. */
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
