import type { Answer } from '../../domain/answer.ts';
import type { Slot } from '../../domain/call.ts';
import type { TranscriptCall } from '../report-input.ts';
import type { Fields } from './json-types.ts';

/** Roles that Inspect shows beside a call: who forecast, who was forecast, who judged. */
const roles: Readonly<Record<Slot, string>> = {
  forecast: 'predictor',
  execute: 'subject',
  judge: 'judge',
  author: 'predictor',
  answer: 'subject',
};

const stopReasons: Readonly<Record<Answer['kind'], string>> = {
  answered: 'stop',
  truncated: 'max_tokens',
  filtered: 'content_filter',
};

/** The calls of an epoch (a forecast belongs to all of them) as model events; those without an answer carry an error. */
export function modelEvents(calls: readonly TranscriptCall[], epoch: number, start: string): readonly Fields[] {
  return calls
    .filter(({ slot, sample }) => slot === 'forecast' || slot === 'author' || sample === epoch - 1)
    .map((call) => ({
      event: 'model',
      timestamp: call.askedAt ?? start,
      working_start: 0,
      model: call.model,
      role: roles[call.slot],
      input: call.messages.map(({ role, content }) => ({ role, content })),
      tools: [],
      tool_choice: 'none',
      config: {},
      output: outputOf(call),
      metadata: { slot: call.slot, part: call.part, sample: call.sample },
      ...(call.answer === null ? { error: 'no answer is stored' } : {}),
      ...(call.latencyMs === null ? {} : { working_time: call.latencyMs / 1000 }),
    }));
}

/** Characters of an answer that a log shows; a log holds each text several times, and the store holds all of it. */
const maxShownCharacters = 1_000_000;

function shown(text: string): string {
  if (text.length <= maxShownCharacters) return text;
  return `${text.slice(0, maxShownCharacters)}\n[cut here; the store holds all ${text.length} characters]`;
}

function outputOf({ model, answer }: TranscriptCall): Fields {
  if (answer === null) return { model, choices: [], completion: '' };
  const { served } = answer;
  const text = shown(answer.text);
  const reasoning = answer.reasoning === null ? null : shown(answer.reasoning);
  const content =
    reasoning === null
      ? text
      : [
          { type: 'reasoning', reasoning, redacted: false },
          { type: 'text', text },
        ];
  const message = { role: 'assistant', content, source: 'generate', model };
  const usage = usageOf(answer);
  return {
    model: served.model ?? model,
    choices: [{ message, stop_reason: stopReasons[answer.kind] }],
    completion: text,
    ...(usage === null ? {} : { usage }),
  };
}

/** Inspect's input count leaves out what came from a cache; null where the server did not count. */
function usageOf({ usage }: Answer): Fields | null {
  const { input, cachedInput, output, reasoning } = usage;
  if (input === null || output === null) return null;
  return {
    input_tokens: Math.max(0, input - (cachedInput ?? 0)),
    output_tokens: output,
    total_tokens: input + output,
    ...(cachedInput === null ? {} : { input_tokens_cache_read: cachedInput }),
    ...(reasoning === null ? {} : { reasoning_tokens: reasoning }),
  };
}
