import { callKey, callText } from '../domain/call.ts';
import { paperCondition } from '../domain/condition.ts';
import { AppError } from '../util/app-error.ts';
import type { LanguageModel, ModelRequest } from './language-model.ts';
import { parseModelName } from './model-name.ts';
import type { ModelOptions } from './model-options.ts';
import { createModel, providerNames, providers } from './registry.ts';

/** Result of checking one model, as one line, and advice if it does not work. */
interface Probe {
  readonly ok: boolean;
  readonly line: string;
  readonly hint: string | null;
}

const timeLimitMs = 60_000;

/** Maximum names of a server's list in a warning. */
const maxListed = 5;

function shortRequest(model: LanguageModel, signal: AbortSignal): ModelRequest {
  const messages = [{ role: 'user', content: 'Say yes.' }] as const;
  const sampling = { maxOutputTokens: 16 };
  const call = { slot: 'execute', part: '', sample: 0, role: 'subject', messages } as const;
  return {
    key: callKey(callText({ model: model.identity, sampling, messages, slot: 'execute', sample: 0 })),
    messages,
    sampling,
    slot: call.slot,
    sample: call.sample,
    origin: {
      experiment: 'probe',
      context: {
        item: { id: 'probe' },
        condition: paperCondition,
        samples: 1,
        seed: 0,
        judging: { judge: null, rubric: 'two-way' },
        peers: [],
      },
      call,
    },
    signal,
  };
}

/** Sends an open model one question of a few tokens. */
export async function probe(model: LanguageModel): Promise<Probe> {
  const signal = AbortSignal.timeout(timeLimitMs);
  const started = performance.now();
  try {
    await model.prepare?.();
    const attempt = await model.ask(shortRequest(model, signal));
    if (attempt.kind === 'failed') return { ok: false, line: attempt.message, hint: null };
    const took = `${Math.round(performance.now() - started)} ms`;
    const as = attempt.served.model === null ? '' : ` as ${attempt.served.model}`;
    const counts = attempt.usage.output === null ? ', but reports no token counts' : '';
    return { ok: true, line: `answers${as} (${took}${counts})`, hint: await nameWarning(model, attempt.served.model) };
  } catch (error) {
    if (signal.aborted) return { ok: false, line: `no answer within ${timeLimitMs / 1000} s`, hint: null };
    throw error;
  }
}

/** Returns a warning when the server does not list the requested name, or reports one that differs from it; else null. */
async function nameWarning(model: LanguageModel, served: string | null): Promise<string | null> {
  const listed = (await model.listedNames?.()) ?? [];
  const name = model.name.slice(model.name.indexOf('/') + 1);
  const isListed = listed.some((each) => each === name || each.startsWith(`${name}:`)); // ollama lists name:tag
  if (listed.length === 0 || isListed) return otherName(model.name, served);
  const more = listed.length > maxListed ? ` and ${listed.length - maxListed} more` : '';
  return `warning: the server does not list the model "${name}"; it lists ${listed.slice(0, maxListed).join(', ')}${more}; check the spelling`;
}

/** Returns a warning when a server reports a name that has nothing in common with the requested one; else null. */
function otherName(name: string, served: string | null): string | null {
  if (served === null) return null;
  const [requested, reported] = [name.slice(name.indexOf('/') + 1).toLowerCase(), served.toLowerCase()];
  if (requested.includes(reported) || reported.includes(requested)) return null;
  return `warning: the server does not report the name "${name.slice(name.indexOf('/') + 1)}"; every table would show it, so check the spelling`;
}

/**
 * Opens a model and sends it one short question (which a hosted provider charges for). A user error is a result and
 * does not throw. Recorded and simulated models are only opened.
 */
export async function probeModel(name: string, options: ModelOptions = {}): Promise<Probe> {
  try {
    const { kind } = providers[parseModelName(name, providerNames).provider];
    const model = await createModel(name, { respond: () => '', ...options });
    try {
      if (kind === 'recorded' || kind === 'simulated') return { ok: true, line: 'sends nothing', hint: null };
      return await probe(model);
    } finally {
      await model.close();
    }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, line: error.message, hint: error.hint };
    throw error;
  }
}
