import { parseLooseJson } from '../../util/canonical-json.ts';
import { isRecord } from '../../util/is-record.ts';

type Fields = Record<string, unknown>;

/** Fields of a delta whose texts are joined. */
const joinedFields = ['content', 'reasoning_content', 'reasoning', 'thinking', 'refusal'];

/** A choice that is put together from its chunks. */
interface Gathered {
  readonly message: Fields;
  readonly calls: Fields[];
  readonly logprobs: unknown[];
  finish: unknown;
}

/** Returns whether a body is a stream of server-sent events. */
export function isStream(text: string): boolean {
  return /^\s*(?:data|event|id|retry)?:/.test(text);
}

function addCalls(calls: Fields[], given: unknown): void {
  for (const call of Array.isArray(given) ? given : []) {
    if (!isRecord(call)) continue;
    const place = typeof call.index === 'number' ? call.index : calls.length;
    const known = calls[place] ?? { function: { arguments: '' } };
    const [before, added] = [known.function, call.function].map((each) => (isRecord(each) ? each : {}));
    const texts = [before?.arguments, added?.arguments].map((each) => (typeof each === 'string' ? each : ''));
    calls[place] = { ...known, ...call, function: { ...before, ...added, arguments: texts.join('') } };
  }
}

function addChunk(choices: Map<number, Gathered>, choice: Readonly<Fields>): void {
  const index = typeof choice.index === 'number' ? choice.index : 0;
  const gathered = choices.get(index) ?? { message: { role: 'assistant' }, calls: [], logprobs: [], finish: null };
  choices.set(index, gathered);
  const delta = [choice.delta, choice.message].find(isRecord) ?? { content: choice.text }; // text: of a plain completion
  for (const field of joinedFields) {
    const [before, added] = [gathered.message[field], delta[field]];
    if (typeof added === 'string') gathered.message[field] = typeof before === 'string' ? before + added : added;
  }
  addCalls(gathered.calls, delta.tool_calls);
  if (isRecord(choice.logprobs) && Array.isArray(choice.logprobs.content))
    gathered.logprobs.push(...choice.logprobs.content);
  gathered.finish = choice.finish_reason ?? gathered.finish;
}

function chunkIn(data: string): unknown {
  try {
    return parseLooseJson(data);
  } catch {
    return undefined;
  }
}

/** Returns whether a stream has whole events, none of which is a chunk of a completion: another interface sends others. */
export function hasOtherEvents(text: string): boolean {
  const events = [...text.matchAll(/^data:[^\S\n]*(?!\[DONE\])(\S.*)$/gm)].map(([, data = '']) =>
    data.startsWith('{') ? chunkIn(data) : data,
  );
  const whole = events.filter((event) => event !== undefined);
  return whole.length > 0 && whole.every((event) => !isRecord(event) || !('choices' in event));
}

/**
 * Returns the completion that a stream of chunks says, as a server sends it that streams although it was not asked to; a
 * chunk that reports an error; undefined for a stream that ends before its end or holds other data.
 */
export function completionOfStream(text: string): unknown {
  const choices = new Map<number, Gathered>();
  let about: Fields = {};
  let isDone = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const data = /^data:\s?(.*)$/.exec(line.trimStart())?.[1];
    if (data === undefined || data.trim() === '') continue;
    if (data.trim() === '[DONE]') isDone = true;
    else {
      const chunk = chunkIn(data);
      if (!isRecord(chunk)) return undefined;
      if (chunk.error !== undefined && chunk.error !== null) return chunk;
      const { choices: given, ...rest } = chunk;
      about = { ...about, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) };
      for (const choice of Array.isArray(given) ? given : []) if (isRecord(choice)) addChunk(choices, choice);
    }
  }
  const all = [...choices].toSorted(([a], [b]) => a - b);
  if (all.length === 0 || !(isDone || all.every(([, { finish }]) => finish !== null))) return undefined;
  return {
    ...about,
    object: 'chat.completion',
    choices: all.map(([index, { message, calls, logprobs, finish }]) => ({
      index,
      message: calls.length === 0 ? message : { ...message, tool_calls: calls },
      finish_reason: finish,
      logprobs: logprobs.length === 0 ? null : { content: logprobs },
    })),
  };
}
