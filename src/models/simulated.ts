import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../domain/answer.ts';
import { selfRunCall } from '../domain/self-run.ts';
import type { SimulatedReply } from '../experiments/common/simulated-tool.ts';
import type { SimulatedPredictor, SimulatedSubject } from '../experiments/experiment.ts';
import { seededRandom } from '../util/random.ts';
import { type CallOrigin, defaultMaxConcurrency, type LanguageModel, type ModelRequest } from './language-model.ts';
import { parseSimulatedName, type SimulatedName, simulatedIdentity, simulatedPredictor } from './simulated-name.ts';

/** Returns the reply of an experiment's simulated subject to a call (`simulatedReply`; the caller looks the experiment up). */
export type Respond = (origin: CallOrigin, subject: SimulatedSubject) => SimulatedReply;

const charactersPerToken = 4;

function tokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

function simulatedSubject(
  { subject, parameters }: SimulatedName,
  predictor: SimulatedPredictor,
  key: string,
): SimulatedSubject {
  return {
    name: subject,
    selfKnowledge: parameters.self,
    comprehension: parameters.comprehension ?? 1,
    toolUse: parameters.tool ?? 0,
    predictor,
    trait: (...names) => seededRandom('trait of', subject, ...names)(),
    commonTrait: (...names) => seededRandom('trait of the population', ...names)(),
    random: seededRandom('simulated call', key),
  };
}

function simulatedAnswer(request: ModelRequest, written: string): Answer {
  const limit = request.sampling.maxOutputTokens;
  const cut = limit !== undefined && tokens(written) > limit;
  const text = cut ? written.slice(0, limit * charactersPerToken) : written;
  const input = request.messages.reduce((sum, { content }) => sum + tokens(content), 0);
  const usage = { input, output: tokens(text) };
  return {
    kind: cut ? 'truncated' : 'answered',
    text,
    reasoning: null,
    usage: { ...usage, cachedInput: null, reasoning: null, raw: { simulated: true, ...usage } },
    served: { model: null, fingerprint: null, upstream: null },
    finishReason: cut ? 'length' : 'stop',
    logprobs: null,
  };
}

/** Returns a subject with known parameters, for tests and teaching. The call's key determines its answers. */
export function simulatedModel(text: string, respond: Respond): LanguageModel {
  const parsed = parseSimulatedName(text);
  const { format, delay } = parsed.parameters;
  const predictor = simulatedPredictor(parsed);
  return {
    name: `simulated/${text}`,
    identity: simulatedIdentity(parsed),
    endpoint: `simulated/${parsed.subject}`,
    defaultConcurrency: defaultMaxConcurrency,
    capacity: 'known',
    async ask(request) {
      if (delay > 0) await sleep(delay, undefined, { signal: request.signal });
      request.signal.throwIfAborted();
      const whole = respond(request.origin, simulatedSubject(parsed, predictor, request.key));
      if (typeof whole === 'object') {
        const call = selfRunCall(whole.prompt);
        const { kind: _, ...answer } = simulatedAnswer(request, call.arguments);
        return { ...answer, kind: 'tool-call', text: '', toolCalls: [call] };
      }
      const malformed = seededRandom('malformed', request.key)() < format;
      return simulatedAnswer(request, malformed ? whole.slice(0, Math.floor(whole.length / 2)) : whole);
    },
    async close() {},
  };
}
