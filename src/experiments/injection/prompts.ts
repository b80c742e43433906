import type { Condition } from '../../domain/condition.ts';
import { questionLines } from '../../domain/question.ts';
import { jsonQuestion } from '../common/predict-and-execute.ts';
import type { InjectionItem } from './items.ts';
import { type Design, designOf, type Noise } from './noise.ts';

export const wordings = ['suppose', 'plain'] as const;
type InjectionWording = (typeof wordings)[number];

const leads: Readonly<Record<InjectionWording, (inserted: string) => string>> = {
  suppose: (inserted) =>
    `Suppose that you were asked the multiple-choice question below in a separate, empty conversation. ${inserted} You would go on from there. How likely is it that you would still choose the right option?`,
  plain: (inserted) =>
    `How likely are you to answer the multiple-choice question below correctly under this disturbance? ${inserted} You go on from there.`,
};

const things: Readonly<Record<Noise, (count: string, isOne: boolean) => string>> = {
  random: (count, isOne) => `${count} random ${isOne ? 'token' : 'tokens'}`,
  least: (count, isOne) =>
    isOne ? 'the token that you find least probable there' : `${count} tokens that you find least probable there`,
  word: (count, isOne) => `${count} random ${isOne ? 'word' : 'words'}`,
  statement: () => 'a sentence that names a wrong option as the right one',
  own: (count, isOne) => `the ${isOne ? 'token' : `${count} tokens`} that you would write next anyway`,
};

/** Returns the sentence that says what is inserted, and where. */
function insertedSentence({ noise, count, position, times }: Design): string {
  const isOne = count === 1 || noise === 'statement';
  const thing = things[noise](count === 1 ? 'one' : String(count), count === 1);
  const place = position === 50 ? 'In the middle of your answer' : `After ${position} % of your answer`;
  if (times > 1)
    return `${place}, and ${times === 2 ? 'once' : `${times - 1} times`} more at equal distances up to its end, ${thing} would be inserted into your text as if you had written ${isOne ? 'it' : 'them'}.`;
  return `${place}, ${thing} would be inserted into your text as if you had written ${isOne ? 'it' : 'them'}.`;
}

const form = 'Its key is "probability", its value is a whole number from 0 (certainly wrong) to 100 (certainly right).';

/** Returns the prompt of the prediction: the question with its options, and what would be inserted into the answer. */
export function predictionPrompt(item: InjectionItem, condition: Condition): string {
  const lead = leads[condition.wording as InjectionWording](insertedSentence(designOf(condition))); // a checked level
  return jsonQuestion(
    { lead, noun: 'question', text: questionLines(item), about: 'your chances', form },
    condition.mode,
  );
}
