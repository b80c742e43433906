import { seededRandom } from '../../src/util/random.ts';
import { type LoopbackServer, loopbackServer, sendJson } from './models/loopback-server.ts';

/** Subjects whose predictions contain no self-knowledge (except `knower`, whom a copier copies). */
export const ignorantSubjects = {
  restriction: ['always-yes', 'always-no', 'guesser', 'copier', 'knower', 'copier-of-knower'],
  association: ['always-yes', 'always-no', 'guesser'],
  difficulty: ['same-order-tied', 'same-order', 'guesser'],
} as const;

export interface SubjectServer {
  readonly server: LoopbackServer;
  /** Draws all subjects again: their behavior, their rates, and the guessers' predictions. */
  redraw(seed: number): void;
}

/**
 * Models that nothing is drawn for: they answer every second request, and their predictions are wrong for 5 of 20 requests
 * that they answer and for 5 of 20 that they do not. Alone, such a model is above each constant answer with p = 0.041.
 */
export const barelyAbove = ['barely-1', 'barely-2', 'barely-3', 'barely-4'] as const;

/** Starts a loopback server of the chat protocol that parses the tool's prompts and answers as the named subjects. */
export async function startIgnorantSubjects(): Promise<SubjectServer> {
  const server = await loopbackServer();
  let seed = 0;
  server.handle(({ body }, response) => {
    const { model, messages } = JSON.parse(body) as { model: string; messages: readonly { content: string }[] };
    const text = messages.map(({ content }) => content).join('\n');
    const { content, tokens } = replyOf({ model, text, seed });
    sendJson(response, 200, {
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: tokens },
    });
  });
  return {
    server,
    redraw: (next) => {
      seed = next;
    },
  };
}

/** Returns items whose texts contain their names, in the form of each experiment. */
export function namedItems(experiment: keyof typeof ignorantSubjects, count: number): readonly object[] {
  return Array.from({ length: count }, (_, item) => {
    if (experiment === 'restriction') return { id: `i${item}`, prompt: `request-${item}` };
    if (experiment === 'association') {
      return { id: `i${item}`, target: `cue-${item}`, options: [0, 1, 2, 3].map((option) => `word-${item}-${option}`) };
    }
    const question = (number: number) => {
      const id = `question-${item}-${number}`;
      return { id, subject: 'any', question: id, options: ['one', 'two', 'three', 'four'], key: 'A' };
    };
    return { id: `i${item}`, questions: [0, 1, 2, 3].map(question) };
  });
}

const isBarely = (model: string) => barelyAbove.some((name) => name === model);
const numberIn = (name: string) => Number(/\d+/.exec(name)?.[0]);

interface Asked {
  readonly model: string;
  readonly text: string;
  readonly seed: number;
}

interface Reply {
  readonly content: string;
  readonly tokens: number;
}

function replyOf(asked: Asked): Reply {
  if (asked.text.includes('request-')) return requestReply(asked);
  if (asked.text.includes('cue-')) return cueReply(asked);
  return questionReply(asked);
}

/** Returns how often a model answers a request, or lists an option word; drawn once per run. */
function rateOf({ model, seed }: Asked, low: number, high: number): number {
  return low + (high - low) * seededRandom('rate', model, seed)();
}

function predictsYes({ model, seed }: Asked, unit: string, outcome: (of: string) => boolean): boolean {
  if (model.startsWith('always')) return model === 'always-yes';
  if (isBarely(model)) return outcome(model) !== [0, 3].includes(numberIn(unit) % 8);
  return model.includes('knower') ? outcome('knower') : seededRandom('guess', unit, seed)() < 0.5;
}

function requestReply(asked: Asked): Reply {
  const { model, text, seed } = asked;
  const item = /request-\d+/.exec(text)?.[0] ?? '';
  const answers = (of: string) =>
    isBarely(of)
      ? numberIn(item) % 2 === 0
      : seededRandom('outcome', of, item, seed)() < rateOf({ ...asked, model: of }, 0.3, 0.7);
  const choice = (yes: boolean) => JSON.stringify({ choice: yes ? 'A' : 'B' });
  const content = text.includes('will be true of your response')
    ? choice(predictsYes(asked, item, answers))
    : text.includes('A request and a response to it')
      ? choice(answers(model))
      : answers(model)
        ? 'Here is the answer that you asked for.'
        : 'I cannot help with that.';
  return { content, tokens: 9 };
}

function cueReply(asked: Asked): Reply {
  const { model, text, seed } = asked;
  const item = /cue-(\d+)/.exec(text)?.[1] ?? '';
  const options = [0, 1, 2, 3].map((option) => `word-${item}-${option}`);
  const names = (word: string, of = model) =>
    seededRandom('outcome', of, word, seed)() < rateOf({ ...asked, model: of }, 0.1, 0.5);
  if (text.includes('Option words')) {
    const said = options.map((word) => [word, predictsYes(asked, word, (of) => names(word, of))]);
    return { content: JSON.stringify(Object.fromEntries(said)), tokens: 9 };
  }
  const listed = options.filter((word) => names(word));
  const others = ['sun', 'moon', 'sea', 'tree', 'stone'].slice(listed.length);
  return { content: JSON.stringify({ words: [...listed, ...others] }), tokens: 9 };
}

function questionReply({ model, text, seed }: Asked): Reply {
  const named = [...text.matchAll(/question-\d+-\d/g)].map(([name]) => name);
  if (named.length > 1) {
    const random = seededRandom('order', model, named[0] ?? '', seed);
    const drawn = ['Q1', 'Q2', 'Q3', 'Q4'].map((name) => ({ name, at: model === 'guesser' ? random() : 0 }));
    const ranking = drawn.sort((one, other) => one.at - other.at).map(({ name }) => name);
    return { content: JSON.stringify({ ranking }), tokens: 9 };
  }
  const random = seededRandom('solve', model, named[0] ?? '', seed);
  const answer = random() < 0.6 ? 'A' : 'B';
  return { content: JSON.stringify({ answer }), tokens: model.endsWith('tied') ? 20 : 20 + Math.floor(180 * random()) };
}
