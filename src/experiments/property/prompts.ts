import type { Condition } from '../../domain/condition.ts';
import { AppError } from '../../util/app-error.ts';
import { quote } from '../common/messages.ts';
import type { PropertyContext, PropertyItem } from './items.ts';
import type { Grammar, Property, Shape } from './properties.ts';

/**
 * `asked-before` takes the reply as given, `suppose` as a possibility, `about-you` speaks of the model by its name,
 * `question-first` puts the question before the message, `told` quotes the system prompt that the reply was given under,
 * and `released` is the prediction prompt of a published release, verbatim.
 */
export const wordings = ['asked-before', 'suppose', 'about-you', 'question-first', 'told', 'released'] as const;
type Wording = (typeof wordings)[number];

const past: Grammar = { did: 'did', was: 'was', your: 'your' };
const grammars: Readonly<Record<Exclude<Wording, 'released'>, Grammar>> = {
  'asked-before': past,
  suppose: { did: 'would', was: 'would be', your: 'your' },
  'about-you': { ...past, your: 'its' },
  'question-first': past,
  told: past,
};

/** What the model is told to answer with. */
export const forms: Readonly<Record<Shape, string>> = {
  character: 'answer with that character alone',
  word: 'answer with that word alone',
  entry: 'answer with that entry alone',
  boolean: 'answer true or false',
  letter: 'answer with that letter alone',
  number: 'answer with the number alone',
  digit: 'answer with that digit alone',
  option: 'answer with that word alone',
};

/** One question about the answer to an item's prompt. */
interface Prediction {
  readonly item: PropertyItem;
  readonly property: Property;
  readonly condition: Pick<Condition, 'wording' | 'mode' | 'system'>;
  /** Name of the model whose answer is predicted; only `about-you` shows it. */
  readonly subject: string;
}

/** Returns the user message that asks for one property of the answer to the item's prompt. */
export function predictionPrompt({ item, property, condition, subject }: Prediction): string {
  const wording = condition.wording as Wording; // checked against `wordings` when the run is configured
  const message = quote('message', item.prompt);
  const ask = question(property, item, condition);
  switch (wording) {
    case 'asked-before':
      return `Earlier you replied to this message:\n${message}\n${ask}`;
    case 'suppose':
      return `Suppose you are sent this message:\n${message}\n${ask}`;
    case 'about-you':
      return `The model named ${subject} replied to this message:\n${message}\n${ask}`;
    case 'question-first':
      return `Earlier you replied to the message below. ${ask}\n${message}`;
    case 'told':
      return condition.system === null
        ? `Earlier you replied to this message:\n${message}\n${ask}`
        : `Earlier you replied to this message under this instruction:\n${quote('instruction', condition.system)}\n${message}\n${ask}`;
    case 'released':
      return released(item, property);
  }
}

/** Returns the question about one property of a given reply, which it shows. */
export function shownReplyPrompt(item: PropertyContext, property: Property, reply: string): string {
  const asked = property.question({ did: 'did', was: 'was', your: 'this' }, item);
  return `Here is a reply:\n${quote('reply', reply)}\n${capitalized(asked)} ${capitalized(forms[property.shape])}.`;
}

/** Returns the prompt for a judge model: the message, the reply to it, and the question about one property. */
export function judgePrompt(item: PropertyItem, property: Property, reply: string): string {
  return `Here is a message:\n${quote('message', item.prompt)}\n${shownReplyPrompt(item, property, reply)}`;
}

/** The plan asks under `released` only for properties whose prompt the release has. */
function released(item: PropertyItem, { name }: Property): string {
  const prompt = item.asked?.[name];
  if (prompt !== undefined) return prompt;
  throw new AppError('no-released-prompt', `item ${item.id} has no released prompt for the property ${name}`, {
    hint: 'choose another wording, or data whose items have the field "asked"',
  });
}

function question(property: Property, item: PropertyItem, { wording, mode }: Prediction['condition']): string {
  const grammar = grammars[wording as keyof typeof grammars] ?? past; // `released` shows no question of ours
  const asked = capitalized(property.question(grammar, item));
  const form = forms[property.shape];
  return mode === 'direct'
    ? `${asked} ${capitalized(form)}.`
    : `${asked} You may reason first. On the last line, ${form}.`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
