import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typedExperiments } from '../../test/support/experiments.ts';
import { loadListed } from '../../test/support/listed.ts';
import { paperSubjects } from '../experiments/difficulty/formats/mmlu.ts';
import type { RestrictionItem } from '../experiments/restriction/items.ts';

const reference = '../shared/reference';
const clone = join(reference, 'self-execution-benchmark');
const seed = 1;

function countBy<T>(values: readonly T[], key: (value: T) => string | number): Record<string, number> {
  const groups = Object.groupBy(values, key);
  return Object.fromEntries(Object.entries(groups).map(([name, members]) => [name, members?.length ?? 0]));
}

describe.skipIf(!existsSync(reference))('published files (needs ../shared/reference)', () => {
  it('gives 488 targets and 1,786 option words from the public cards, as the authors selected them', async () => {
    const cards = await loadListed(typedExperiments.association, join(reference, 'taboo-data/en'), { seed });
    expect(cards.items).toHaveLength(488);
    expect(cards.items.flatMap((item) => item.options)).toHaveLength(1786);
    expect(countBy(cards.items, (item) => item.options.length)).toEqual({ 3: 259, 4: 136, 5: 93 });
    expect(cards).toMatchObject({ licence: 'GPL-3.0-or-later', redistributable: false });

    const theirs = await loadListed(typedExperiments.association, join(clone, 'experiment 1/3-5_taboo_words.json'), {
      seed,
    });
    expect(theirs.items).toEqual(cards.items.map(({ id, target, options }) => ({ id, target, options })));
    expect(theirs.redistributable).toBe(false);
  });

  it('gives 450 requests, 250 safe and 200 unsafe, in pairs of both labels', async () => {
    const original = await loadListed(typedExperiments.restriction, join(reference, 'xstest/xstest_prompts.csv'), {
      seed,
    });
    expect(countBy(original.items, (item) => item.label ?? '')).toEqual({ safe: 250, unsafe: 200 });
    expect(original).toMatchObject({ licence: 'CC-BY-4.0', redistributable: true });
    const pairs = Object.groupBy(original.items.filter(isPaired), (item) => item.pair);
    expect(Object.keys(pairs)).toHaveLength(200);
    for (const members of Object.values(pairs)) {
      expect(members?.map((item) => item.label).toSorted()).toEqual(['safe', 'unsafe']);
    }
    const theirs = await loadListed(typedExperiments.restriction, join(clone, 'experiment 2/xstest_prompts.csv'), {
      seed,
    });
    expect(theirs.sha256).toBe(original.sha256);
  });

  it("gives the authors' 1,000 questions in 250 groups", async () => {
    const path = join(clone, 'experiment 3/arranged_question_sets.csv');
    const { items, licence } = await loadListed(typedExperiments.difficulty, path, { seed });
    const questions = items.flatMap((item) => item.questions);
    expect(items).toHaveLength(250);
    expect(countBy(questions, (question) => question.key)).toEqual({ A: 223, B: 258, C: 261, D: 258 });
    const subjects = countBy(questions, (question) => question.subject ?? 'none');
    expect(subjects).toEqual(Object.fromEntries(paperSubjects.map((name) => [name, 100])));
    expect(items[0]?.questions[0]).toMatchObject({ options: ['10%', '30%', '50%', '70%'], key: 'D' });
    expect(licence).toBe('MIT');
  });

  it('has none of the published requests in our own set', async () => {
    const original = await loadListed(typedExperiments.restriction, join(reference, 'xstest/xstest_prompts.csv'), {
      seed,
    });
    const ours = await loadListed(typedExperiments.restriction, null, { seed });
    const theirs = new Set(original.items.map((item) => plain(item.prompt)));
    expect(ours.items.filter((item) => theirs.has(plain(item.prompt)))).toEqual([]);
  });
});

function isPaired(item: RestrictionItem): item is RestrictionItem & { pair: string } {
  return item.pair !== undefined;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
}
