import { AppError } from '../util/app-error.ts';
import type { LanguageModel } from './language-model.ts';
import { parseModelName } from './model-name.ts';
import type { ModelOptions } from './model-options.ts';
import { type Features, probeFeatures } from './probe-features.ts';
import { sendProbe } from './probe-request.ts';
import { createModel, providerNames, providers } from './registry.ts';
import { isServedName } from './served-name.ts';
import type { ServerFacts } from './server-facts.ts';

/** What a server tells about one of its models, and what it can do. */
interface ServerReport extends Omit<ServerFacts, 'kind'>, Features {
  /** Name of the program; null where it does not tell. */
  readonly name: string | null;
  /** Whether it cuts a prompt beyond the context length without an error; a run refuses the answer to it. */
  readonly cutsLongPrompts: boolean;
}

const serverNames = {
  llamacpp: "llama.cpp's server",
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  vllm: 'vLLM or SGLang',
} as const;

/** Result of checking one model, as one line, and advice if it does not work. */
export interface Probe {
  readonly ok: boolean;
  readonly line: string;
  readonly hint: string | null;
  /** Input tokens of the test call, as the server counts them with its chat template; null when it reports none. */
  readonly promptTokens: number | null;
  /** What a server of the user tells and can do; null for other models, and for a server that does not answer. */
  readonly server: ServerReport | null;
}

/** How a model is checked. */
export interface ProbeOptions {
  /** Milliseconds for each test call; default 60 s. */
  readonly timeoutMs?: number;
  /** Called before each step, with its name. */
  readonly onStep?: (step: string) => void;
}

const defaultTimeoutMs = 60_000;
const testPrompt = 'Say yes.';
const unanswered = { ok: false, hint: null, promptTokens: null, server: null } as const;

/** Maximum names of a server's list in a warning. */
const maxListed = 5;

/** Sends an open model one question of a few tokens. */
export async function probe(
  model: LanguageModel,
  { timeoutMs = defaultTimeoutMs, onStep = () => {} }: ProbeOptions = {},
): Promise<Probe> {
  onStep('a test call');
  const started = performance.now();
  const messages = [{ role: 'user', content: testPrompt }] as const;
  const attempt = await sendProbe(model, { messages, sampling: { maxOutputTokens: 16 } }, timeoutMs);
  if (attempt.kind === 'failed') return { ...unanswered, line: attempt.message };
  const took = `${Math.round(performance.now() - started)} ms`;
  const as = attempt.served.model === null ? '' : ` as ${attempt.served.model}`;
  const counts = attempt.usage.output === null ? ', but reports no token counts' : '';
  return {
    ok: true,
    line: `answers${as} (${took}${counts})`,
    hint: await nameWarning(model, attempt.served.model),
    promptTokens: attempt.usage.input,
    server: null,
  };
}

/** Returns a warning when the server does not list the requested name, or reports one that differs from it; else null. */
async function nameWarning(model: LanguageModel, served: string | null): Promise<string | null> {
  const listed = (await model.listedNames?.()) ?? [];
  const name = model.name.slice(model.name.indexOf('/') + 1);
  const isListed = listed.some((each) => each === name || each.startsWith(`${name}:`)); // ollama lists name:tag
  if (isListed) return otherThanListed(model.name, served);
  if (listed.length === 0) return otherName(model.name, served);
  const more = listed.length > maxListed ? ` and ${listed.length - maxListed} more` : '';
  return `warning: the server does not list the model "${name}"; it lists ${listed.slice(0, maxListed).join(', ')}${more}; check the spelling`;
}

/** Returns a warning when a server lists the requested name and answers under another one; else null. */
function otherThanListed(name: string, served: string | null): string | null {
  if (served === null || isServedName(name, served)) return null;
  return `warning: the server lists "${name.slice(name.indexOf('/') + 1)}", and its answers name "${served}"; if another model answers, give its name`;
}

/** Returns a warning when a server answers under the name of another model; else null. */
function otherName(name: string, served: string | null): string | null {
  if (served === null || isServedName(name, served)) return null;
  return `warning: the server does not report the name "${name.slice(name.indexOf('/') + 1)}"; every table would show it, so check the spelling`;
}

/** Tries the features of a server that answers, with the same model in the ways that they need. */
async function serverFeatures(
  plain: LanguageModel,
  options: ModelOptions,
  { timeoutMs = defaultTimeoutMs, onStep = () => {} }: ProbeOptions,
): Promise<Features> {
  const { provider, model } = parseModelName(plain.name, providerNames);
  const needsVllm = provider !== 'vllm' && !model.includes(':'); // of vllm/, a colon names an adapter
  const withLogprobs = await createModel(plain.name, { ...options, logprobs: true });
  const asVllm = needsVllm ? await createModel(`vllm/${model}`, { ...options, baseUrl: plain.endpoint }) : null;
  try {
    return await probeFeatures({ plain, withLogprobs, asVllm }, { timeoutMs, onStep });
  } finally {
    await Promise.all([withLogprobs.close(), asVllm?.close()]);
  }
}

/** Checks an open model of a server: a test call, and if that is answered, what the server tells and can do. */
async function probeServer(model: LanguageModel, options: ModelOptions, how: ProbeOptions): Promise<Probe> {
  const answered = await probe(model, how);
  if (!answered.ok) return answered;
  how.onStep?.('context length and slots');
  const facts = await model.facts?.(); // after the test call, for which some servers load the model first
  const features = await serverFeatures(model, options, how);
  if (facts === undefined) return answered;
  const { kind, ...told } = facts;
  const name = kind === null ? null : serverNames[kind];
  return { ...answered, server: { name, ...told, cutsLongPrompts: kind === 'ollama', ...features } };
}

/**
 * Opens a model and sends it one short question (which a hosted provider charges for); a server of the user gets a few
 * more, about its features. A user error is a result and does not throw. Recorded and simulated models are only opened.
 */
export async function probeModel(name: string, options: ModelOptions = {}, how: ProbeOptions = {}): Promise<Probe> {
  try {
    const { kind } = providers[parseModelName(name, providerNames).provider];
    how.onStep?.('opening');
    const model = await createModel(name, { respond: () => '', ...options });
    try {
      if (kind === 'recorded' || kind === 'simulated') return { ...unanswered, ok: true, line: 'sends nothing' };
      return kind === 'server' ? await probeServer(model, options, how) : await probe(model, how);
    } finally {
      await model.close();
    }
  } catch (error) {
    if (error instanceof AppError) return { ...unanswered, line: error.message, hint: error.hint };
    throw error;
  }
}
