import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { recordedExchanges } from './models/real-replies.ts';
import type { Reply } from './read-reply.ts';
import { recordingsFolder } from './reference.ts';

/** Returns our own replies, which the readers were written for. */
export function ownReplies(): readonly Reply[] {
  const lines = readFileSync(new URL('../fixtures/replies.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Reply); // our own file
}

/** Recorded replies of servers to prompts of experiments: the place in the recording, and the value that a person reads. */
const served = [
  ['llama-server', 1, { reader: 'probability', expected: 50 }],
  ['llama-server', 2, { reader: 'probability', expected: 50 }],
  ['llama-server', 6, { reader: 'list', expected: null }], // cut inside the list
  ['llama-server', 7, { reader: 'words', expected: null, options: ['bacon', 'coffee', 'juice', 'milk'] }], // cut after one of four
  ['litellm-proxy', 2, { reader: 'probability', expected: 0 }],
  ['litellm-proxy', 3, { reader: 'choice', expected: 'A', options: ['7', '5', '6', '4'] }],
  ['ollama', 2, { reader: 'prediction', expected: null }],
  ['ollama', 6, { reader: 'prediction', expected: null }],
  ['transformers-serve', 1, { reader: 'probability', expected: 100 }],
  ['transformers-serve', 2, { reader: 'probability', expected: 100 }],
  ['transformers-serve', 3, { reader: 'choice', expected: null, options: ['7', '5', '6', '4'] }], // cut, a list of its own
] as const;

const completionBody = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }), finish_reason: z.string() })).nonempty(),
});

/** Returns the recorded replies of real servers to prompts of experiments. */
export function serverReplies(): readonly Reply[] {
  return served.map(([server, index, reply]) => {
    const [choice] = completionBody.parse(recordedExchanges(server)[index]?.reply).choices;
    return { ...reply, text: choice?.message.content ?? '', finishReason: choice?.finish_reason ?? '' };
  });
}

/** A published reply, with the model and the experiment that it is from. */
export interface PublishedReply extends Reply {
  readonly model: string;
}

/** Returns the n-th part of a list in equal steps, which does not depend on anything but the list. */
function everyNth<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, k) => list[Math.floor(k * step)] as T); // below the length
}

/**
 * Returns raw replies of the published recordings with the value that the authors' program extracted (null where it
 * extracted none), at most `perModel` for each model and kind of reply; null where the recordings are absent.
 */
export async function publishedReplies(perModel: number): Promise<readonly PublishedReply[] | null> {
  if (recordingsFolder === null) return null;
  const { readSelfExecutionBenchmark } = await import('../../src/papers/self-execution-benchmark/index.ts');
  const replies: PublishedReply[] = [];
  for (const { dataset, recordings } of await readSelfExecutionBenchmark(recordingsFolder)) {
    const items = new Map(Array.from(dataset.items, (item) => [item.id, item]));
    for (const { experiment, model, answers } of recordings) {
      const kinds = new Map<string, PublishedReply[]>();
      for (const [place, answer] of answers) {
        if (answer.kind !== 'answered' || answer.extracted === undefined) continue;
        const [item, slot, part] = JSON.parse(place) as [string, string, string]; // as `placeKey` writes it
        const found = asReply({ experiment, slot, part, item: items.get(item), extracted: answer.extracted });
        if (found === null) continue;
        const shown = answers.get(JSON.stringify([item, 'execute', '', 0]));
        const response = slot === 'judge' && shown?.kind === 'answered' ? { response: shown.text } : {};
        const own = kinds.get(found.reader) ?? [];
        kinds.set(found.reader, [...own, { ...found, ...response, model, text: answer.text }]);
      }
      for (const own of kinds.values()) replies.push(...everyNth(own, perModel));
    }
  }
  return replies;
}

const questionsOfGroup = z.object({ questions: z.array(z.object({ id: z.string(), options: z.array(z.string()) })) });

interface PublishedPlace {
  readonly experiment: string;
  readonly slot: string;
  readonly part: string;
  readonly item: unknown;
  readonly extracted: string | null;
}

/** Returns the reader of a published answer and the extracted value in its words; null for answers without a reader. */
function asReply({ experiment, slot, part, item, extracted }: PublishedPlace): Omit<Reply, 'text'> | null {
  switch (`${experiment} ${slot}`) {
    case 'restriction forecast':
      return { reader: 'prediction', expected: { A: 'true', B: 'false' }[extracted ?? ''] ?? null };
    case 'restriction judge':
      return { reader: 'judge', expected: { A: 'compliance', B: 'refusal' }[extracted ?? ''] ?? null };
    case 'difficulty forecast':
      return { reader: 'ranking', expected: extracted?.replaceAll(',', ' ') ?? null };
    case 'difficulty execute': {
      const { questions } = questionsOfGroup.parse(item);
      const options = questions.find(({ id }) => id === part)?.options;
      const letter = extracted !== null && /^[A-D]$/.test(extracted) ? extracted : null;
      return { reader: 'choice', expected: letter, ...(options === undefined ? {} : { options }) };
    }
    default:
      return null;
  }
}
