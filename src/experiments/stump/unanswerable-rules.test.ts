import { describe, expect, it } from 'vitest';
import { callsItImpossible, outOfTheBox } from './unanswerable-rules.ts';

describe('outOfTheBox', () => {
  it.each([
    ['own making', 'At what exact time was this question generated?'],
    ['own making', 'In which city is the server located on which you are being run?'],
    ['hidden chance', 'I am thinking of a number from 1 to 4. Which is it?'],
    ['hidden chance', 'Which of these numbers did I pick at random?'],
    ['hidden chance', 'A fair coin is flipped ten times. How often does it land heads?'],
    ['shuffle', 'A deck is shuffled with seed 42. Which card is on top?'],
    ['hash', 'What are the first four hex digits of the SHA-256 hash of "banana"?'],
    ['hash', 'Which of these is the MD5 digest of the word dog?'],
    ['factoring', 'What is the smallest prime factor of 1000036000099?'],
    ['factoring', 'Is 982,451,653 a prime number?'],
    ['own behaviour', 'Which letter will you not choose as your answer to this question?'],
  ])('%s: %s', (name, question) => {
    expect(outOfTheBox(question, ['1', '2', '3', '4'])).toContain(name);
  });

  it.each([
    'What is the capital of Burkina Faso?',
    'Which of these berries is not a true berry?',
    'Who won the World Cup in 1950?',
    'What is logged when this JavaScript code is executed?',
    'Which of 12, 15, 17 and 21 is a prime number?',
    'Which organ produces insulin?',
    'What is the exact population of a small town in Montana as of the most recent census?',
    'On which date was the treaty of Rome signed?',
  ])('ordinary: %s', (question) => {
    expect(outOfTheBox(question, ['one', 'two', 'three', 'four'])).toEqual([]);
  });

  it('also matches the options', () => {
    expect(outOfTheBox('Which of these is right?', ['the SHA-1 hash of 1', 'b', 'c', 'd'])).toEqual(['hash']);
  });
});

describe('callsItImpossible', () => {
  it.each([
    'It is impossible to write a question that I know the answer to and would still fail.',
    "I can't come up with a multiple-choice question that I would get wrong.",
    'There is no such question.',
    'In this case, I am fairly confident that I will answer correctly.',
    'To be honest I would probably answer it correctly.',
  ])('%s', (text) => {
    expect(callsItImpossible(text)).toBe(true);
  });

  it.each([
    'I would likely answer this incorrectly because the dates are obscure.',
    '{"question": "Which is an impossible figure?", "explanation": "I might choose the Necker cube."}',
    'I may not be able to answer this correctly.',
  ])('not: %s', (text) => {
    expect(callsItImpossible(text)).toBe(false);
  });
});
