import type { Call } from '../../domain/call.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { seededRandom } from '../../util/random.ts';
import { withSystem } from '../common/messages.ts';
import type { ItemContext } from '../experiment.ts';
import type { RecognizeItem } from './items.ts';
import { recognitionPrompt, writePrompt } from './prompts.ts';

/** One order of the two texts. */
export interface Order {
  /**
   * Part of the recognition, and unit of its outcome. It names the subject, because recognitions of two models have
   * different right answers, and it does not reveal whose text is first.
   */
  readonly unit: string;
  readonly isOwnFirst: boolean;
}

/** Returns both orders of an item; which comes first is drawn by the item, the subject and the seed. */
export function ordersOf({
  item,
  seed,
  subject = 'the model',
}: Pick<ItemContext<RecognizeItem>, 'item' | 'seed' | 'subject'>): readonly [Order, Order] {
  const isOwnFirst = seededRandom('recognize order', seed, subject, item.id)() < 0.5;
  return [
    { unit: `${subject}, order 1`, isOwnFirst },
    { unit: `${subject}, order 2`, isOwnFirst: !isOwnFirst },
  ];
}

/** Returns the model that writes the other text of an item; null in a run with one model. */
export function otherAuthor({
  item,
  peers,
  seed,
}: Pick<ItemContext<RecognizeItem>, 'item' | 'peers' | 'seed'>): string | null {
  const sorted = peers.toSorted();
  return sorted[Math.floor(seededRandom('recognize', seed, item.id)() * sorted.length)] ?? null;
}

/** Returns a written text without spaces around it; null where there is none. */
export function textOf(state: SlotState): string | null {
  return state.kind === 'answered' && state.text.trim() !== '' ? state.text.trim() : null;
}

export function plan(context: ItemContext<RecognizeItem>, answers: Answers): readonly Call[] {
  const { item, condition } = context;
  const messages = withSystem(condition, writePrompt(item));
  const own: Call = { slot: 'write', part: '', sample: 0, role: 'subject', messages };
  const other = otherAuthor(context);
  if (other === null) return [own];
  const written: readonly Call[] = [own, { slot: 'write', part: other, sample: 0, role: 'peer', messages }];
  const [ownText, otherText] = [textOf(answers.get('write', '', 0)), textOf(answers.get('write', other, 0))];
  if (ownText === null || otherText === null) return written;
  const recognitions = ordersOf(context).map(({ unit, isOwnFirst }): Call => {
    const texts = isOwnFirst ? ([ownText, otherText] as const) : ([otherText, ownText] as const);
    const content = recognitionPrompt(item, texts, condition);
    return { slot: 'recognize', part: unit, sample: 0, role: 'subject', messages: withSystem(condition, content) };
  });
  return [...written, ...recognitions];
}
