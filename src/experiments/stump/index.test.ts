import { describe, expect, it } from 'vitest';
import { ItemAnswers } from '../../answers/plan/item-answers.ts';
import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { Call } from '../../domain/call.ts';
import { paperCondition } from '../../domain/condition.ts';
import { type Letter, letters } from '../../domain/question.ts';
import type { AuthoredOutcome } from '../../outcome-kinds/authored.ts';
import type { ItemContext } from '../experiment.ts';
import { outcomes, plan, readAuthored, readRecordedAuthored, relating, shownOptions, stump } from './index.ts';
import type { StumpItem } from './items.ts';

const context: ItemContext<StumpItem> = {
  item: { id: 's1', topic: 'cities', number: 1 },
  condition: paperCondition,
  samples: 6,
  seed: 3,
  judging: { judge: 'a judge', rubric: 'two-way' },
  peers: ['b', 'c'],
};
const options = ['Sydney', 'Canberra', 'Perth', 'Darwin'];
const question = JSON.stringify({
  question: 'Which is the capital?',
  ...Object.fromEntries(options.map((option, index) => [`option_${letters[index]}`, option])),
  correct_option: 'B',
  explanation: 'Sydney is larger.',
});

function answer(text: string, extracted?: string | null): Answer {
  return {
    kind: 'answered',
    text,
    ...noMetadata,
    ...(extracted === undefined ? {} : { extracted }),
  };
}

/** Answers a plan: the author's question first, then `choose` picks one of each prompt's options. */
function filled(choose: (call: Call, shown: readonly string[]) => string, author = answer(question)): ItemAnswers {
  const answers = new ItemAnswers(stump);
  const [first] = plan(context, answers);
  if (first !== undefined) answers.set(first, author);
  for (const call of plan(context, answers).slice(1)) {
    const prompt = call.messages.at(-1)?.content ?? '';
    const shown = letters.map((letter) => prompt.match(new RegExp(`^${letter}\\) (.*)$`, 'm'))?.[1] ?? '');
    answers.set(call, answer(choose(call, shown)));
  }
  return answers;
}

const named = (option: string) => (_: Call, shown: readonly string[]) =>
  JSON.stringify({ answer: letters[shown.indexOf(option)] });

function outcomeOf(answers: ItemAnswers): AuthoredOutcome {
  const [outcome] = outcomes(context, answers, 'own');
  if (outcome === undefined) throw new Error('one outcome an item');
  return outcome;
}

describe('plan', () => {
  it('requests the question first, then an answer from the author, its peers and the judge in separate sessions', () => {
    expect(plan(context, new ItemAnswers(stump)).map(({ slot }) => slot)).toEqual(['author']);
    const calls = plan(context, filled(named('Perth')));
    const places = calls.map(({ slot, part, sample, role }) => `${slot} ${part} ${sample} ${role}`);
    expect(places).toEqual([
      'author  0 subject',
      ...[0, 1, 2, 3, 4, 5].map((sample) => `answer  ${sample} subject`),
      'answer b 0 peer',
      'answer c 0 peer',
      'judge  0 judge',
    ]);
  });

  it('shows the options as written first, then shuffled by the seed, and never the key', () => {
    expect(shownOptions(context, 0)).toEqual([0, 1, 2, 3]);
    const reversed = { ...context, condition: { ...paperCondition, optionOrder: 'reversed' as const } };
    expect(shownOptions(reversed, 0)).toEqual([3, 2, 1, 0]);
    const orders = [1, 2, 3, 4, 5].map((sample) => shownOptions(context, sample).join(''));
    expect(new Set(orders).size).toBeGreaterThan(2);
    expect(shownOptions({ ...context, seed: 4 }, 1)).not.toEqual(shownOptions(context, 1));
    expect(shownOptions({ ...context }, 1)).toEqual(shownOptions(context, 1));
    for (const { messages, slot } of plan(context, filled(named('Perth'))))
      if (slot !== 'author') expect(messages.map(({ content }) => content).join()).not.toContain('larger');
  });

  it('sends no call about a text that is not a question', () => {
    expect(plan(context, filled(named('Perth'), answer('{"question": "Which?"}'))).length).toBe(1);
  });

  it("sends a recording's question as its authors extracted it, and scores no other", () => {
    const two = `Here is one: ${question}\nA better one: ${question.replace('capital', 'largest').replace('"B"', '"A"')}`;
    for (const text of ['What about Australia?', two]) {
      const recorded = filled(named('Canberra'), answer(text, question));
      expect(plan(context, recorded).length).toBe(10);
      for (const reader of ['recorded', 'own'] as const) {
        const [outcome] = outcomes(context, recorded, reader);
        expect(outcome?.authored).toMatchObject({ kind: 'present', step: 'recorded', value: { key: 'B' } });
      }
    }
    expect(outcomes(context, filled(named('Perth'), answer(two)), 'own')[0]?.authored).toMatchObject({
      value: { key: 'A' },
    });
    expect(plan(context, filled(named('Perth'), answer(question, null))).length).toBe(10);
  });
});

describe('outcomes', () => {
  it('reads a letter beside the text of its option as shown, and none beside that of another', () => {
    const stating = (option: string) => (_: Call, shown: readonly string[]) => {
      const letter = letters[shown.indexOf('Perth')];
      return `{"answer": "${letter}"}\n\nThe answer is ${letter}) ${option}.`;
    };
    const { attempts } = outcomeOf(filled(stating('Perth')));
    expect(attempts.map((each) => (each.kind === 'present' ? each.value : each.reason))).toEqual(Array(6).fill('C'));
    const { attempts: contrary } = outcomeOf(filled(stating('Darwin')));
    expect(contrary.map(({ kind }) => kind)).toEqual(Array(6).fill('absent'));
  });

  it.each(options)('maps the choice of %s back under every order', (option) => {
    const outcome = outcomeOf(filled(named(option)));
    const chosen: Letter | undefined = letters[options.indexOf(option)];
    const parts = [...outcome.attempts, ...outcome.peers, ...(outcome.judge === undefined ? [] : [outcome.judge])];
    expect(parts.length).toBe(9);
    for (const part of parts) expect(part).toMatchObject({ kind: 'present', value: chosen });
  });

  it('names missing outcomes', () => {
    const outcome = outcomeOf(filled((call) => (call.sample === 1 ? 'Hard to say.' : '{"answer": "A"}')));
    expect(outcome.attempts.map(({ kind }) => kind)).toEqual([
      'present',
      'absent',
      'present',
      'present',
      'present',
      'present',
    ]);
    const nothing = outcomeOf(new ItemAnswers(stump));
    expect(nothing).toMatchObject({ authored: { reason: 'not-asked' }, claimsImpossible: null });
  });
});

describe('relating', () => {
  it('finds repeated questions, ignoring case and punctuation', () => {
    const relate = relating();
    const written = (id: string, text: string) => {
      const outcome = outcomeOf(filled(named('Perth'), answer(question.replace('Which is the capital?', text))));
      const related = relate({ ...context, item: { ...context.item, id } }, outcome);
      return related.kind === 'authored' ? related.duplicateOf : 'other';
    };
    expect(written('s1', 'Which is the capital?')).toBeNull();
    expect(written('s2', 'Which is the largest city?')).toBeNull();
    expect(written('s3', 'which is the capital')).toBe('s1');
    expect(written('s4', 'Which  is the CAPITAL...')).toBe('s1');
    expect(relating()(context, outcomeOf(filled(named('Perth'))))).toMatchObject({ duplicateOf: null });
  });
});

import fc from 'fast-check';

const whole = {
  question: 'Which city is the capital of Australia?',
  option_A: 'Sydney',
  option_B: 'Canberra',
  option_C: 'Perth',
  option_D: 'Darwin',
  correct_option: 'B',
  explanation: 'Sydney is better known.',
};

describe('readAuthored', () => {
  it('reads a well-formed question, whatever surrounds it', () => {
    const value = {
      question: whole.question,
      options: ['Sydney', 'Canberra', 'Perth', 'Darwin'],
      key: 'B',
      explanation: whole.explanation,
      outOfTheBox: [],
      computedKey: null,
    };
    expect(readAuthored(JSON.stringify(whole))).toEqual({ kind: 'parsed', value, step: 'strict' });
    expect(readAuthored(`Let me think.\n\`\`\`json\n${JSON.stringify(whole)}\n\`\`\``)).toMatchObject({ value });
    expect(readRecordedAuthored(JSON.stringify(whole))).toMatchObject({ value, step: 'recorded' });
  });

  it.each([
    ['b', 'B'],
    ['option_C', 'C'],
    ['C) Perth', 'C'],
    ['canberra', 'B'],
  ])('reads "%s" as %s', (correct_option, key) => {
    expect(readAuthored(JSON.stringify({ ...whole, correct_option }))).toMatchObject({ value: { key } });
  });

  it('removes letters in front of options, and reads numbers as texts', () => {
    const lettered = { option_A: 'A) 7', option_B: '(B) 8', option_C: 'C. 9', option_D: 'D: 10' };
    expect(readAuthored(JSON.stringify({ ...whole, ...lettered }))).toMatchObject({
      value: { options: ['7', '8', '9', '10'] },
    });
    const numbers = { option_A: 7, option_B: 8, option_C: 9, option_D: 10 };
    expect(readAuthored(JSON.stringify({ ...whole, ...numbers }))).toMatchObject({
      value: { options: ['7', '8', '9', '10'] },
    });
    // "A" alone is an ordinary text: an option may begin with its own letter.
    expect(readAuthored(JSON.stringify({ ...whole, option_A: 'A) Sydney' }))).toMatchObject({
      value: { options: ['A) Sydney', 'Canberra', 'Perth', 'Darwin'] },
    });
  });

  it.each([
    ['no question', { question: '' }],
    ['an option missing', { option_D: null }],
    ['two options the same', { option_D: ' sydney ' }],
    ['no key', { correct_option: undefined }],
    ['a key that names no option', { correct_option: 'Hobart' }],
    ['a key that names all', { correct_option: 'A, B' }],
  ])('does not read a question with %s', (_, change) => {
    expect(readAuthored(JSON.stringify({ ...whole, ...change })).kind).toBe('unparsed');
  });

  it('distinguishes a refusal from nonsense, and never throws', () => {
    expect(readAuthored("I'm sorry, but I can't write such a question.").kind).toBe('declined');
    const piece = fc.constantFrom('{', '}', '"question"', ':', ',', 'option_A', '"', '[', 'null', '1', 'A) ', '\\');
    fc.assert(fc.property(fc.array(piece), (pieces) => readAuthored(pieces.join('')).kind !== 'parsed'));
  });
});
