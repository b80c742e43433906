import { questionLines } from '../src/domain/question.ts';
import type { KnowItem } from '../src/experiments/know/items.ts';
import { difficultyGroups } from './difficulty/generate.ts';
import { type FilledForm, numbered } from './fill-forms.ts';
import type { ItemGenerator } from './generator.ts';

/** Seed of the shipped set; another one than that of `difficulty`, so that the two starter sets share few questions. */
const knowSeed = 51;
/** Groups of four that questions are drawn from: as many as the templates of `difficulty` are tested for. */
const groups = 2_500;
/** Maximum share of questions that begin alike, while the templates last. */
const maxShare = 0.02;

/** Returns the beginning of a question with its numbers, names and quotations removed: questions of one template share it. */
export function beginningOf({ subject = '', question }: Omit<KnowItem, 'id'>): string {
  const plain = question.replace(/"[^"]*"|\d[\d:.,/]*|\b[A-Z]\w+/g, '#');
  return `${subject}: ${plain.split(/\s+/).slice(0, 4).join(' ')}`;
}

/** Yields the questions of the first groups of `difficulty`; draws a group only when it is asked for. */
function* questionsOf(seed: number): Generator<KnowItem, void> {
  const drawn = difficultyGroups({ seed });
  for (let group = 0; group < groups; group += 1) yield* drawn.next().value.questions;
}

/**
 * Generates multiple-choice questions from the templates of `difficulty`; a longer set begins with the shorter one. In
 * the first 2,000 questions, no template makes more than 2 % (after the first 50); questions whose text was used before,
 * with other options, come last. RangeError beyond 10,000 questions.
 */
export function generateKnow(count: number, { seed = knowSeed }: { readonly seed?: number } = {}): readonly KnowItem[] {
  const taken: Omit<KnowItem, 'id'>[] = [];
  const later: Omit<KnowItem, 'id'>[] = [];
  const repeated: Omit<KnowItem, 'id'>[] = [];
  const uses = new Map<string, number>();
  const texts = new Set<string>();
  for (const { id: _, ...question } of questionsOf(seed)) {
    if (taken.length >= count) break; // what comes later is behind these
    if (texts.has(question.question)) {
      repeated.push(question);
      continue;
    }
    texts.add(question.question);
    const beginning = beginningOf(question);
    const used = uses.get(beginning) ?? 0;
    if (used >= Math.max(1, Math.floor(maxShare * (taken.length + 1)))) later.push(question);
    else {
      uses.set(beginning, used + 1);
      taken.push(question);
    }
  }
  return numbered([...taken, ...later, ...repeated], { name: 'know', things: 'questions', count });
}

/**
 * Returns requests, in turn a multiple-choice question and an open request. RangeError when the open requests are used
 * up.
 */
export function questionsInTurn(
  open: readonly FilledForm[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly FilledForm[] {
  const half = Math.ceil(count / 2);
  if (half > open.length) throw new RangeError(`the templates make ${2 * open.length} requests`);
  return generateKnow(half, { seed: seed + 1 }).flatMap((question, index) => [
    { text: questionLines(question), template: beginningOf(question) },
    ...open.slice(index, index + 1),
  ]);
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = knowSeed }) => generateKnow(count, { seed }),
};
