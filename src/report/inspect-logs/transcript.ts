import type { Answer } from '../../domain/answer.ts';
import { type SlotKind, type SlotKinds, slotKind } from '../../domain/slot.ts';
import type { TranscriptCall } from '../input/report-input.ts';
import type { Fields, InspectSample, SampleTimes } from './json-types.ts';

/** Role that Inspect shows next to a call, by the kind of its slot. */
const roles: Readonly<Record<SlotKind, string>> = {
  predict: 'predictor',
  behave: 'subject',
  judge: 'judge',
  author: 'predictor',
  control: 'control',
  consult: 'executor',
  approve: 'approver',
};

const stopReasons: Readonly<Record<Answer['kind'], string>> = {
  answered: 'stop',
  truncated: 'max_tokens',
  filtered: 'content_filter',
  'tool-call': 'tool_calls',
};

/** Kinds of calls that belong to every epoch. */
const everyEpoch: ReadonlySet<SlotKind> = new Set<SlotKind>(['predict', 'author', 'control', 'consult', 'approve']);

interface Epoch {
  /** Slots of the experiment. */
  readonly slots: SlotKinds;
  /** From 1. */
  readonly epoch: number;
  /** ISO 8601. */
  readonly start: string;
}

/**
 * Returns the calls of an epoch as model events; those without an answer carry an error. A prediction, and a task that the
 * subject wrote, belong to every epoch.
 */
export function modelEvents(calls: readonly TranscriptCall[], { slots, epoch, start }: Epoch): readonly Fields[] {
  return calls
    .map((call) => ({ call, kind: kindOf(call, slots) }))
    .filter(({ call, kind }) => everyEpoch.has(kind) || call.sample === epoch - 1)
    .map(({ call, kind }) => ({
      event: 'model',
      timestamp: call.askedAt ?? start,
      working_start: 0,
      model: call.model,
      role: roles[kind],
      input: call.messages.map(({ role, content }) => ({ role, content })),
      tools: [],
      tool_choice: 'none',
      config: {},
      output: { ...outputOf(call), ...(call.latencyMs === null ? {} : { time: call.latencyMs / 1000 }) },
      metadata: {
        ...{ slot: call.slot, part: call.part, sample: call.sample },
        ...(call.answer?.inserted === undefined ? {} : { inserted: call.answer.inserted }),
      },
      ...(call.answer === null ? { error: 'no answer is stored' } : {}),
      ...completedAt(call),
      ...(call.latencyMs === null ? {} : { working_time: call.latencyMs / 1000 }),
    }));
}

/** Returns when a call ended; nothing if it is not known. */
function completedAt({ askedAt, latencyMs }: TranscriptCall): Fields {
  if (askedAt === null || latencyMs === null) return {};
  return { completed: new Date(Date.parse(askedAt) + latencyMs).toISOString() };
}

/** Returns the times of a sample with these model events. */
export function timesOf(events: readonly Fields[]): SampleTimes {
  const starts = events.map(({ timestamp }) => String(timestamp)).toSorted();
  const ends = events.flatMap(({ completed }) => (completed === undefined ? [] : [String(completed)])).toSorted();
  const [startedAt, completedAt] = [starts[0], ends.at(-1)];
  if (startedAt === undefined || completedAt === undefined || ends.length < events.length)
    return { startedAt: startedAt ?? null, completedAt: null, total: null, working: null };
  return {
    startedAt,
    completedAt,
    total: (Date.parse(completedAt) - Date.parse(startedAt)) / 1000,
    working: events.reduce((sum, { working_time }) => sum + Number(working_time), 0),
  };
}

/** Returns the first event of a prediction as messages and output; null without one that was answered. */
export function conversationOf(events: readonly Fields[]): InspectSample['conversation'] {
  const event = events.find(({ role, error }) => role === 'predictor' && error === undefined);
  if (event === undefined) return null;
  const output = event.output as Fields & { readonly choices: readonly { readonly message: Fields }[] }; // of outputOf
  return { messages: [...(event.input as readonly Fields[]), ...output.choices.map(({ message }) => message)], output };
}

function kindOf({ slot }: TranscriptCall, slots: SlotKinds): SlotKind {
  const kind = slotKind(slots, slot);
  if (kind === undefined) throw new Error(`the experiment does not declare the slot "${slot}"`);
  return kind;
}

/** Maximum characters of an answer in a log, which holds each text several times; the store holds all of it. */
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

/** Returns the usage. Inspect's input count excludes cached tokens; null where the server did not count. */
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
