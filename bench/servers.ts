import { parseArgs } from 'node:util';
import type { Attempt } from '../src/domain/answer.ts';
import type { LanguageModel } from '../src/models/language-model.ts';
import { type Probe, probeModel } from '../src/models/probe.ts';
import type { Feature } from '../src/models/probe-features.ts';
import { type ProbeCall, sendProbe } from '../src/models/probe-request.ts';
import { createModel } from '../src/models/registry.ts';
import { seededRandom, shuffled } from '../src/util/random.ts';

/**
 * Checks a server, and prints its row of the table in `bench/notes/servers.md`:
 * `node bench/servers.ts --base-url http://127.0.0.1:8080/v1 --model NAME [--server "llama.cpp 1.2"]`. NAME is the model's
 * name on the server, or `llamacpp/NAME`, `ollama/NAME`, `vllm/NAME`. Sends about 40 calls of at most 48 tokens, and starts
 * none after `--minutes` (4).
 */
const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    model: { type: 'string' },
    server: { type: 'string', default: 'this server' },
    'api-key-variable': { type: 'string' },
    minutes: { type: 'string', default: '4' },
  },
});
const { 'base-url': baseUrl, model: given } = values;
if (baseUrl === undefined || given === undefined) throw new Error('usage: servers.ts --base-url URL --model NAME');
const name = /^(llamacpp|ollama|vllm|lmstudio)\//.test(given) ? given : `openai-compatible/${given}`;
const options = { baseUrl, apiKeyVariable: values['api-key-variable'] ?? null };
const endsAt = performance.now() + Number(values.minutes) * 60_000;
const maxCallMs = 60_000;
const notMeasured = 'not measured (out of time)';

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Sends a call within the time that is left; null when none is left. */
async function send(model: LanguageModel, call: ProbeCall): Promise<Attempt | null> {
  const left = endsAt - performance.now();
  return left < 1_000 ? null : await sendProbe(model, call, Math.ceil(Math.min(maxCallMs, left)));
}

/** Opens a model, works with it and closes it. */
async function withModel<Result>(named: string, work: (model: LanguageModel) => Promise<Result>): Promise<Result> {
  const model = await createModel(named, options);
  return await work(model).finally(() => model.close());
}

function call(content: string, maxOutputTokens: number): ProbeCall {
  return { messages: [{ role: 'user', content }], sampling: { temperature: 0, maxOutputTokens } };
}

function featureCell({ kind, detail }: Feature): string {
  return detail === null ? kind : `${kind}: ${detail}`;
}

const assumedContext = 8_192;

/** Sends a prompt of one and a half times the context length; a word of it is at least one token. */
async function overflow(contextLength: number | null): Promise<string> {
  const words = Math.ceil((contextLength ?? assumedContext) * 1.5);
  const attempt = await withModel(name, (model) => send(model, call('word '.repeat(words), 4)));
  if (attempt === null) return notMeasured;
  if (attempt.kind === 'failed')
    return `${attempt.code}${attempt.status === null ? '' : ` (status ${attempt.status})`}`;
  const { input } = attempt.usage;
  if (input !== null && input < words)
    return `**cut without an error**: ${input} tokens counted of a prompt of ${words} words`;
  return `answered a prompt of ${words} words`;
}

async function wrongName(): Promise<string> {
  const attempt = await withModel(`${name}-typo`, (model) => send(model, call('Say yes.', 4)));
  if (attempt === null) return notMeasured;
  if (attempt.kind === 'failed')
    return `${attempt.code}${attempt.status === null ? '' : ` (status ${attempt.status})`}`;
  return `answers anyhow, as ${attempt.served.model ?? 'no name'}`;
}

const questions = [
  'Name three animals.',
  'What is 17 times 3?',
  'Which color is the sky? Say why.',
  'Write a sentence about a river.',
  'List five words that go with breakfast.',
  'Is 91 a prime number? Answer yes or no, then say why.',
  'What comes after Tuesday?',
  'Tell me something about the moon.',
];
/** Begins every question, as the prompts of an experiment begin alike: servers keep the state of a common beginning. */
const beginning =
  'You will be asked one question. Read it twice, think about what it asks for, and answer it in your own words, briefly and without a greeting. ';
const repeats = 4;

/**
 * Sends each question four times at temperature 0, two calls at once and in another order each time, as a run does;
 * counts the questions with several answers.
 */
async function repeated(): Promise<string> {
  const texts = new Map<string, Set<string>>(questions.map((question) => [question, new Set()]));
  const random = seededRandom('repeated');
  const waiting = Array.from({ length: repeats }, () => shuffled(questions, random)).flat();
  const planned = waiting.length;
  let answers = 0;
  await withModel(name, async (model) => {
    const worker = async () => {
      for (let question = waiting.shift(); question !== undefined; question = waiting.shift()) {
        const attempt = await send(model, call(`${beginning}${question}`, 32));
        if (attempt === null || attempt.kind === 'failed') continue;
        answers += 1;
        texts.get(question)?.add(attempt.text);
      }
    };
    await Promise.all([worker(), worker()]);
  });
  const differing = [...texts.values()].filter(({ size }) => size > 1).length;
  const missing = answers === planned ? '' : ` (${answers} of ${planned} calls answered)`;
  return `${differing} of ${questions.length} prompts got different answers${missing}`;
}

function doctorCell({ ok, line, hint }: Probe): string {
  return `${ok ? 'works' : 'fails'}: ${line}${hint === null ? '' : `; ${hint}`}`;
}

const startedAt = performance.now();
const found = await probeModel(name, options, { timeoutMs: maxCallMs, onStep: (step) => log(step) });
const { server, promptTokens } = found;
const cells: [string, string][] = [
  ['server', values.server],
  ['doctor', doctorCell(found)],
  ['context length', `${server?.contextLength ?? 'not reported'}`],
  ['slots', `${server?.slots ?? 'not reported'}`],
  ['structured output', server === null ? 'not measured' : featureCell(server.structuredOutput)],
  ['logprobs', server === null ? 'not measured' : featureCell(server.logprobs)],
  ['continuation', server === null ? 'not measured' : featureCell(server.continuation)],
  ['prompt tokens of "Say yes."', `${promptTokens ?? 'not reported'}`],
];
log('a prompt that is too long');
cells.push(['prompt beyond the context', await overflow(server?.contextLength ?? null)]);
log('a wrong model name');
cells.push(['wrong model name', await wrongName()]);
log('temperature 0, repeated');
cells.push(['T = 0, repeated', await repeated()]);
cells.push(['seconds', `${Math.round((performance.now() - startedAt) / 1000)}`]);

const row = (texts: readonly string[]) => `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
console.log(row(cells.map(([header]) => header)));
console.log(row(cells.map(() => '---')));
console.log(row(cells.map(([, text]) => text)));
