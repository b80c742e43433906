import type { Answer, Attempt } from '../domain/answer.ts';
import { isOfForm, objectForm } from '../domain/answer-form.ts';
import type { LanguageModel } from './language-model.ts';
import { type ProbeCall, sendProbe } from './probe-request.ts';

/** Result of trying one feature of a server with a real call. */
export interface Feature {
  /** `ignored`: the server answers with status 200 as if the feature had not been requested. */
  readonly kind: 'works' | 'ignored' | 'refused' | 'unclear';
  /** What was seen, if it is more than the kind says. */
  readonly detail: string | null;
}

/** The features of a server that decide which options of a run it can serve. */
export interface Features {
  /** `--constrain form`: answers in the form of a JSON schema. */
  readonly structuredOutput: Feature;
  /** Log-probabilities of the output tokens. */
  readonly logprobs: Feature;
  /** The model continues the text of a final assistant message (assistant prefill), as `injection` needs. */
  readonly continuation: Feature;
}

/** The same model, opened in the ways that the features need. */
interface FeatureModels {
  readonly plain: LanguageModel;
  readonly withLogprobs: LanguageModel;
  /** Sends the fields with which vLLM continues a message; null where `plain` sends them, or its name is not one for vLLM. */
  readonly asVllm: LanguageModel | null;
}

interface Limits {
  readonly timeoutMs: number;
  readonly onStep: (feature: string) => void;
}

const form = objectForm({ legs: { type: 'integer', minimum: 0, maximum: 9 } });
const proseCall: ProbeCall = {
  messages: [{ role: 'user', content: 'How many legs does a cat have? Answer in one sentence.' }],
  sampling: { temperature: 0, maxOutputTokens: 48 },
};
const yesCall: ProbeCall = {
  messages: [{ role: 'user', content: 'Say yes.' }],
  sampling: { temperature: 0, maxOutputTokens: 2 },
};

/** Ends within a word: only a continuation begins with the rest of the word. Longer than the answer may be. */
const begun = 'The five boxing wizards jump quickly. The quick brown fox jum';
const continuedCall: ProbeCall = {
  messages: [
    { role: 'user', content: 'Write two pangrams.' },
    { role: 'assistant', content: begun },
  ],
  sampling: { temperature: 0, maxOutputTokens: 4 },
};

const works: Feature = { kind: 'works', detail: null };
const quoted = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);

/** Returns what an attempt says about a feature: a failure is its refusal, unless the server was not reached in time. */
function featureIn(attempt: Attempt, read: (answer: Answer) => Feature): Feature {
  if (attempt.kind !== 'failed') return read(attempt);
  const isRefusal = attempt.code === 'invalid-request' || attempt.code === 'bad-response';
  return { kind: isRefusal ? 'refused' : 'unclear', detail: attempt.message };
}

function readForm({ text, kind }: Answer): Feature {
  if (isOfForm(text, form)) return works;
  const isBegun = kind === 'truncated' && /^\s*(\{|$)/.test(text);
  return { kind: isBegun ? 'unclear' : 'ignored', detail: `the answer begins ${quoted(text)}` };
}

function readLogprobs({ logprobs }: Answer): Feature {
  return logprobs === null || logprobs.length === 0 ? { kind: 'ignored', detail: 'the answer has none' } : works;
}

function readContinuation({ text }: Answer): Feature {
  if (text.startsWith(begun)) {
    return { kind: 'works', detail: 'the answer repeats the text that it continues' };
  }
  if (text.trim() === '') return { kind: 'unclear', detail: 'the answer is empty' };
  return /^[a-z]/.test(text) ? works : { kind: 'ignored', detail: `a new answer begins with ${quoted(text)}` };
}

/** Tries the features of a server, one call of a few tokens each; a second one where a continuation needs other fields. */
export async function probeFeatures(models: FeatureModels, { timeoutMs, onStep }: Limits): Promise<Features> {
  const send = (model: LanguageModel, call: ProbeCall) => sendProbe(model, call, timeoutMs);
  onStep('structured output');
  const structuredOutput = featureIn(await send(models.plain, { ...proseCall, form }), readForm);
  onStep('logprobs');
  const logprobs = featureIn(await send(models.withLogprobs, yesCall), readLogprobs);
  onStep('continuation');
  const continuation = featureIn(await send(models.plain, continuedCall), readContinuation);
  const { asVllm } = models;
  if (asVllm === null || continuation.kind === 'works') return { structuredOutput, logprobs, continuation };
  onStep('continuation with the fields of vLLM');
  const other = featureIn(await send(asVllm, continuedCall), readContinuation);
  if (other.kind !== 'works') return { structuredOutput, logprobs, continuation };
  return {
    structuredOutput,
    logprobs,
    continuation: { ...other, detail: `with the name ${asVllm.name} only` },
  };
}
