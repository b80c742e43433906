import type { Answer } from '../../src/domain/answer.ts';
import type { Experiment, ItemContext } from '../../src/experiments/experiment.ts';

/** A raw reply, what it was asked for, and the value that it states; null where it states none. */
export interface Reply {
  readonly reader: string;
  readonly text: string;
  readonly expected: string | number | null;
  /** The response that a judge was shown. */
  readonly response?: string;
  /** A field of reasoning beside the text. */
  readonly field?: string;
  /** Options of the question, or the option words, that the reply was asked about; absent: those of a fixed item. */
  readonly options?: readonly string[];
  /** Reason for the end of the reply, as the server sent it; absent: `stop`. */
  readonly finishReason?: string;
}

/** The modules of a checkout that read a reply. */
export interface Sources {
  readonly experimentRegistry: () => ReadonlyMap<string, Experiment>;
  readonly chatAnswer: (
    body: unknown,
    exchange: { readonly url: string; readonly secrets: readonly string[] },
  ) => unknown;
}

const question = { id: 'q', question: 'Which is an amphibian?', options: ['calf', 'newt', 'rose', 'Fiji'], key: 'B' };
const condition = { wording: 'plain', optionOrder: 'given', mode: 'direct', language: 'en', system: null };
const property = (name: string) =>
  ['property', 'forecast', { id: 'p', task: 't', string: 's', prompt: 'p', properties: [name] }, name] as const;

/** Experiment, slot, item and part of the question that each kind of reply answers. */
const asked: Readonly<Record<string, readonly [string, string, object, string]>> = {
  choice: ['know', 'execute', question, ''],
  probability: ['know', 'forecast', question, ''],
  prediction: ['restriction', 'forecast', { id: 'r', prompt: 'Name a color.' }, ''],
  judge: ['restriction', 'judge', { id: 'r', prompt: 'Name a color.' }, ''],
  words: ['association', 'forecast', { id: 'a', target: 'sea', options: ['salt', 'rain'] }, ''],
  list: ['association', 'execute', { id: 'a', target: 'sea', options: ['salt', 'rain'] }, ''],
  tokens: ['cost', 'forecast', { id: 'c', request: 'Write a haiku.' }, ''],
  ranking: ['difficulty', 'forecast', { id: 'd', questions: [question, question, question, question] }, ''],
  decision: ['delegate', 'forecast', { ...question, colleague: 50 }, ''],
  word: property('first-word'),
  entry: property('first-entry'),
  boolean: property('declines'),
  letter: property('letter'),
};

/** Returns what an experiment's reader reads in a reply, as it comes from a server; null where it reads nothing. */
export function readReply(
  { reader, text, response, field, options, finishReason = 'stop' }: Reply,
  { experimentRegistry, chatAnswer }: Sources,
): string | number | null {
  const [name, slot, item, part] = asked[reader] ?? [];
  const experiment = experimentRegistry().get(name ?? '');
  if (experiment === undefined || slot === undefined || part === undefined) throw new RangeError(`no reader ${reader}`);
  const message = { role: 'assistant', content: text, ...(field === undefined ? {} : { reasoning_content: field }) };
  const body = { choices: [{ index: 0, message, finish_reason: finishReason }] };
  const answer = chatAnswer(body, { url: 'server', secrets: [] }) as Answer; // every body has a message
  const content = response === undefined ? '' : `[response]\n${response}\n[end of response]`;
  const about = options === undefined ? item : { ...item, options };
  const context = {
    item: about,
    condition,
    judging: { judge: null, rubric: 'two-way' },
    samples: 1,
    seed: 1,
    peers: [],
  };
  const messages = [{ role: 'user' as const, content }];
  const reading = experiment.read(context as unknown as ItemContext<never>, { slot, part, messages }, answer);
  return reading?.kind === 'parsed' ? plain(reading.value, reader) : null;
}

function plain(value: unknown, reader: string): string | number | null {
  if (value instanceof Map)
    return [...value]
      .map(([word, each]) => `${word}:${each}`)
      .toSorted()
      .join(' ');
  if (Array.isArray(value)) return value.join(' ');
  if (reader === 'probability')
    return typeof value === 'number' ? 100 * value : Number(/[\d.]+/.exec(String(value))?.[0]);
  return typeof value === 'number' || typeof value === 'string' ? value : String(value);
}
