import type { ItemGenerator } from '../../dataset/item-kind.ts';
import { questionLines } from '../../domain/question.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import { beginningOf, generateKnow } from '../know/generate.ts';
import type { CostItem } from './items.ts';
import { forms, topics } from './requests.ts';

/** Seed of the shipped set. */
const costSeed = 61;

/** Returns the writing requests: every form once with a new topic, then every form with the next one, and so on. */
function writingRequests(seed: number): readonly Omit<CostItem, 'id'>[] {
  const order = shuffled(forms, seededRandom('cost', 'forms', seed));
  const topicsOf = order.map((form) => shuffled(topics, seededRandom('cost', seed, form)));
  return topics.flatMap((_, turn) =>
    order.map((form, place) => ({ prompt: form.replace('{topic}', topicsOf[place]?.[turn] ?? ''), template: form })),
  );
}

/**
 * Generates requests, in turn a multiple-choice question and a text to write; a longer set begins with the shorter one.
 * RangeError when the forms are used up.
 */
export function generateCost(count: number, { seed = costSeed }: { readonly seed?: number } = {}): readonly CostItem[] {
  const writing = writingRequests(seed);
  const half = Math.ceil(count / 2);
  if (half > writing.length) throw new RangeError(`the forms make ${2 * writing.length} requests`);
  const questions = generateKnow(half, { seed: seed + 1 });
  return Array.from({ length: count }, (_, index) => {
    const [question, request] = [questions[Math.floor(index / 2)], writing[Math.floor(index / 2)]];
    const id = `cost-${String(index + 1).padStart(5, '0')}`;
    if (index % 2 === 1 && request !== undefined) return { id, ...request };
    if (question === undefined) throw new RangeError(`there are only ${questions.length} questions`);
    return { id, prompt: questionLines(question), template: beginningOf(question) };
  });
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = costSeed }) => generateCost(count, { seed }),
};
