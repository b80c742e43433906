import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChoice, readRecordedChoice, statedChoice } from './choice.ts';

const letters = ['A', 'B', 'C', 'D'] as const;
const animals = ['calf', 'eft', 'newt', 'Fiji'];
const dollars = ['95 dollars', '12 dollars', '19', '7'];
const words = ['success', 'seccuss', 'scucess', 'sseccus'];

/** Returns the letter that a text states last; null where it states none, or takes it back. */
function stated(text: string, options?: readonly string[]): (typeof letters)[number] | null {
  const found = statedChoice(text, letters, options);
  return found !== null && 'value' in found ? found.value : null;
}

describe('statedChoice', () => {
  it.each([
    ['B', 'B', animals],
    ['(C)', 'C', animals],
    ['**B**', 'B', animals],
    ['D) Fiji', 'D', animals],
    ['The answer is: D) Fiji', 'D', animals],
    ['The answer is "D".', 'D', animals],
    ['The answer is: "A"', 'A', animals],
    ['Both are young.\nMy final answer would be (A).', 'A', animals],
    ['The correct option is B, because it is young.', 'B', animals],
    ['Answer: C', 'C', animals],
    ['**Answer:** C', 'C', animals],
    ['newt', 'C', animals],
    ['The correct answer is a newt.', 'C', animals],
    ['The answer is "7".', 'D', dollars],
    ['95', 'A', dollars],
    ['The answer is 95.', 'A', dollars],
    ['The choice is B. Then the answer is 12.', 'B', dollars],
    ['I cannot be certain. The answer is B.', 'B', animals],
    ['The answer is A. Therefore the answer is B.', 'B', animals],
    ['The choice is B. The answer is 7.', 'D', dollars],
    ['The answer is A.\nAnswer:\n"answer": "B"', 'B', animals],
    ['ANSWER: b', 'B', animals],
    ['The answer is \\boxed{B}.', 'B', animals],
    ['It is young.\n\n**B**', 'B', animals],
    ['$B$', 'B', animals],
    ['B\n\nExplanation: an eft is an amphibian.', 'B', animals],
    ['(B)\n\nA calf is a mammal.', 'B', animals],
    ['eft\n\nIt is young.', 'B', animals],
    ['B is correct.', 'B', animals],
    ['Option (B) is the right answer, because it is young.', 'B', animals],
    ['It is B.', 'B', animals],
    ['So, B!', 'B', animals],
    ['- B', 'B', animals],
    ['1. B', 'B', animals],
    ['<b>B</b>', 'B', animals],
    ['__B__', 'B', animals],
    ['Ⓑ', 'B', animals],
    ['Answer → B', 'B', animals],
    ['Antwort: B', 'B', animals],
    ['Réponse : B', 'B', animals],
    ['Ответ: B', 'B', animals],
    ['I would choose (C).', 'C', animals],
    ['<answer>B</answer>', 'B', animals],
    ['The answer is B. It may be that the answer is C.', 'B', animals],
    ['“The answer is A” is a mean trick. The answer is B.', 'B', animals],
  ])('reads %j as %s', (text, letter, options) => {
    expect(stated(text, options)).toBe(letter);
  });

  it.each([
    ['The correct answer is C) sseccus', words],
    ['C) sseccus', words],
    ['A: calf B: eft C: newt D: Fiji', animals],
    ['The answer is A) calf B) eft C) newt D) Fiji', animals],
    ['The answer is not A.', animals],
    ['B is not correct.', animals],
    ['If B is correct, then a calf is an eft.', animals],
    ['I doubt whether B is the right answer.', animals],
    ['Is it B?', animals],
    ['It might be B.', animals],
    ['B\n\nWait, it must be C.', animals],
    ['A\n\nnewt', animals],
    ['B\nC\nBoth are young.', animals],
    ['Wrong: A', animals],
    ['The answer is A. No, the answer is not A.', animals],
    ['They say: "The answer is A."', animals],
    ['A\nB\nC\nD', animals],
    ['The answer isn’t newt; it is the other one', animals],
    ['I do not think that the answer is B.', animals],
    ['If the answer is B, then a calf is an eft.', animals],
    ['The wrong answer is B.', animals],
    ['The answer is B or C.', animals],
    ['The answer is "B" or "C".', animals],
    ['Is it true that the answer is B?', animals],
    ['The answer is B. Wait, it must be C.', animals],
    ['The answer is A. I made a mistake.', animals],
    ['The correct answer is:\n\nA. seccuss', words],
    ['The answer is A number', animals],
    ['The answer is a', animals],
    ['A young donkey is a calf', animals],
    ['23 + 59 = 92', dollars],
    ['A. Smith wrote it', animals],
    ['The answer is D.C. as everybody knows', animals],
    ['The answer is E.', animals],
    ['B', ['C', 'D', 'B', 'A']],
    ['the same', ['the same', 'same', 'x', 'y']],
    ['95', ['95 dollars', '95 cents', '1', '2']],
  ])('does not read %j', (text, options) => {
    expect(stated(text, options)).toBeNull();
  });

  it('reads no letter before a text that cannot be compared with the options', () => {
    expect(stated('The answer is A) It will not provide an answer.')).toBeNull();
    expect(stated('The answer to the request is "B"')).toBeNull();
    expect(stated('The answer is B.')).toBe('B');
  });

  it('reads no letter that the text does not state', () => {
    const piece = fc.constantFrom(
      ...[
        'A',
        'B',
        'C',
        'D',
        ' ',
        ' ',
        '.',
        ')',
        '\n',
        '"',
        ' the ',
        ' answer ',
        ' is ',
        ' not ',
        ':',
        'calf',
        'newt',
        ' or ',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join('');
        const letter = stated(text, animals);
        if (letter === null) return;
        const named = animals[letters.indexOf(letter)] ?? '';
        const isStated =
          /answer\s*(is|:)/i.test(text.replace(/ +/g, ' ')) ||
          !text.trim().includes('\n') ||
          /\n\W*(?:answer\W*)?[A-D]\W*$/.test(text.trim()) ||
          /^\W*(?:(?:the )?answer\W*)?(?:[A-D]|calf|newt)\W*\n/.test(text.trim());
        expect(isStated && (new RegExp(`(?<!\\w)${letter}(?!\\w)`).test(text) || text.includes(named))).toBe(true);
      }),
      { seed: 1, numRuns: 3_000 },
    );
  });

  it.each(['answer is ', 'the answer is B. ', '"', '**', 'option: (', 'A) '])('reads 8 MB of %j', (piece) => {
    const text = piece.repeat(Math.ceil(8_000_000 / piece.length));
    expect(['A', 'B', null]).toContain(stated(text, [piece, text, 'x', 'y']));
  });
});

describe('readChoice', () => {
  it('salvages a stated letter, and a JSON value that is the text of one option', () => {
    const salvaged = (value: string) => ({ kind: 'parsed', value, step: 'salvaged' });
    expect(readChoice('The answer is B.', { key: 'answer', letters })).toEqual(salvaged('B'));
    expect(readChoice('{"answer": "7"}', { key: 'answer', letters, options: dollars })).toEqual(salvaged('D'));
    expect(readChoice('{"answer": 19}', { key: 'answer', letters, options: dollars })).toEqual(salvaged('C'));
  });

  it('salvages nothing beside a JSON object, and keeps a refusal a refusal', () => {
    expect(readChoice('The answer is B. {"answer": "E"}', { key: 'answer', letters, options: dollars }).kind).toBe(
      'unparsed',
    );
    expect(readChoice("I'm sorry, I can't choose.", { key: 'answer', letters, options: dollars }).kind).toBe(
      'declined',
    );
  });
});

describe('readChoice', () => {
  it('reads the letter under its key', () => {
    expect(readChoice('I think so. {"choice": "b"}', { key: 'choice', letters: ['A', 'B'] })).toEqual({
      kind: 'parsed',
      value: 'B',
      step: 'last-object',
    });
  });

  it('ignores a letter that was not offered, or one outside of the JSON', () => {
    expect(readChoice('{"choice": "C"}', { key: 'choice', letters: ['A', 'B'] })).toMatchObject({ kind: 'unparsed' });
    expect(readChoice('{"answer": "A"}', { key: 'choice', letters: ['A', 'B'] })).toMatchObject({ kind: 'unparsed' });
    expect(readChoice('I like A more', { key: 'choice', letters: ['A', 'B'] })).toMatchObject({ kind: 'unparsed' });
  });
});

describe('readRecordedChoice', () => {
  it('reads what was extracted and nothing else', () => {
    expect(readRecordedChoice('A', ['A', 'B'])).toMatchObject({ kind: 'parsed', value: 'A', step: 'recorded' });
    expect(readRecordedChoice('INVALID', ['A', 'B'])).toMatchObject({ kind: 'unparsed' });
    expect(readRecordedChoice('"B"', ['A', 'B'])).toMatchObject({ kind: 'unparsed' });
  });
});
