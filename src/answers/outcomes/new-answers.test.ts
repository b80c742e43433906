import { expect, it } from 'vitest';
import { someAnswer, withoutCall } from '../../../test/support/answers.ts';
import { NewAnswers } from './new-answers.ts';

const call = { slot: 'execute', part: '', sample: 0, role: 'subject', messages: [] } as const;
const answered = (number: number) => ({ call, model: 'p/m', stored: withoutCall(someAnswer(number)) });

it('passes on an answer that conditions of an item share once, and each answer of another item', () => {
  const answers = new NewAnswers();
  const [one, other] = [{ id: 'one' }, { id: 'other' }];
  const keysOf = (item: { readonly id: string }, asked: Parameters<NewAnswers['of']>[0]['asked']) =>
    answers.of({ item, asked }).map(({ stored }) => stored.key);
  const [first, second, third] = [1, 2, 3].map((number) => answered(number).stored.key);
  expect(keysOf(one, () => [answered(1), answered(2)])).toEqual([first, second]);
  expect(keysOf(one, () => [answered(1), { call, model: 'p/m', stored: null }, answered(3)])).toEqual([third]);
  expect(keysOf(other, () => [answered(1), answered(2), answered(1)])).toEqual([first, second]); // two calls with one text
});
