import type { Call } from '../../domain/call.ts';
import { normalizedString } from '../../util/normalized-string.ts';
import { type Random, randomInteger, seededRandom } from '../../util/random.ts';
import { seenAnswer } from '../common/answer-shown.ts';
import { quotedText } from '../common/messages.ts';
import { systemMark } from '../common/system-mark.ts';
import type { ItemContext, SimulatedPredictor, SimulatedSubject, SimulatedTraits } from '../experiment.ts';
import type { PropertyItem } from './items.ts';
import { type Property, propertiesOf } from './properties.ts';

/** Parts of a model's behavior that determine an answer. */
interface KnownParts {
  /** The part that depends on the string and not on the model. */
  readonly public: boolean;
  /** The part that all models of the family share. */
  readonly family: boolean;
  /** The part that only the model itself has. */
  readonly private: boolean;
}

const everything: KnownParts = { public: true, family: true, private: true };
const nothing: KnownParts = { public: false, family: false, private: false };

/**
 * Weights of the parts; the model sets that of the public part. With `base` below the others, an answer depends more on
 * its string than on its task.
 */
const weights = { base: 0.6, family: 1, private: 1 } as const;

const vocabulary = ['apple', 'river', 'stone', 'cloud', 'green', 'table', 'orange', 'north'] as const;
const listLength = 5;

function draws(n: number, ...names: readonly (string | number)[]): readonly number[] {
  const random = seededRandom('property', ...names);
  return Array.from({ length: n }, random);
}

/** Position of a value in an answer, and the name of that position in a task. */
interface Place {
  readonly at: string;
  readonly position: number;
  readonly string: string;
  /** Mark of the system prompt of the answer; null if none. */
  readonly system: string | null;
}

/** Returns the entry of a list by position; the last one applies to later positions. */
function byPosition(list: readonly number[], position: number): number {
  return list[Math.min(position, list.length - 1)] ?? 0;
}

/**
 * Returns the choice of a model: arg max over values v of base(t, j, v) + public u(x, v) + family w(f, x, v) + private
 * z(t, x, v), each uniform in [0, 1) times its weight, for target t, string x, task and position j. Parts that `known`
 * excludes are 0, so that without any part the model's most likely value is returned. Drift mixes a second z into the
 * first; a system prompt replaces z.
 */
export function choose<Value extends string>(
  model: SimulatedTraits,
  values: readonly Value[],
  { place: { at, position, string, system }, known }: { readonly place: Place; readonly known: KnownParts },
): Value {
  const { name, family, drift } = model;
  const n = values.length;
  const none = values.map(() => 0);
  const base = draws(n, 'base', name, at);
  const open = known.public ? draws(n, 'public', string, at) : none;
  const shared = known.family && family !== null ? draws(n, 'family', family, string, at) : none;
  const own = known.private ? draws(n, 'private', name, string, at, ...(system === null ? [] : [system])) : none;
  const drifted = known.private && drift > 0 ? draws(n, 'drifted', name, string, at) : none;
  let [best, highest] = [0, Number.NEGATIVE_INFINITY];
  for (let v = 0; v < n; v += 1) {
    const part = (list: readonly number[]) => list[v] as number; // each list has a number for every value
    const score =
      weights.base * part(base) +
      byPosition(model.public, position) * part(open) +
      weights.family * part(shared) +
      weights.private * ((1 - drift) * part(own) + drift * part(drifted));
    if (score > highest) [best, highest] = [v, score];
  }
  return values[best] as Value; // the list is not empty
}

type Choose = <Value extends string>(values: readonly Value[], place: Place) => Value;

/** Returns an answer to an item, with values chosen position by position. */
function answerTo(item: PropertyItem, pick: Choose, system: string | null): string {
  const string = normalizedString(item.string);
  const place = (position: number, name: string | number): Place => ({
    at: `${item.task} ${name}`,
    position,
    string,
    system,
  });
  const asks = (...names: readonly string[]) => item.properties.some((name) => names.includes(name));
  if (asks('letter', 'among-a-c', 'among-b-d', 'matches-target', 'right')) {
    return pick(Array.from('ABCDEFGHIJ').slice(0, item.options?.length ?? 4), place(0, 'letter'));
  }
  if (asks('is-even', 'last-digit')) return pick(Array.from('0123456789'), place(0, 'digit'));
  if (asks('declines')) {
    return pick(["I'm sorry, but I can't help with that request.", 'Sure, here it is.'], place(0, 'choice'));
  }
  const judged = propertiesOf(item).flatMap(({ name, judged: values = [] }) =>
    values.length === 0 ? [] : [pick(values, place(0, name))],
  );
  if (judged.length > 0) return judged.join(' ');
  const words = item.options ?? vocabulary;
  const list = Array.from({ length: listLength }, (_, position) =>
    pick(position === 0 ? words : vocabulary, place(position, position)),
  );
  return asks('first-entry', 'second-entry', 'third-entry') ? JSON.stringify({ words: list }) : list.join(' ');
}

/** Returns a model's answer to an item as determined by the `known` parts of its behavior, without noise. */
export function behavior(of: SimulatedTraits, item: PropertyItem, known: KnownParts = everything): string {
  return answerTo(item, (values, place) => choose(of, values, { place, known }), null);
}

/** Returns one execution: the model's choices, a share of them replaced at random. */
function execution(of: SimulatedTraits, item: PropertyItem, random: Random, system: string | null): string {
  const pick: Choose = (values, place) => {
    const chosen = choose(of, values, { place, known: everything });
    return of.noise > 0 && random() < of.noise ? (values[randomInteger(random, values.length)] ?? chosen) : chosen;
  };
  return answerTo(item, pick, system);
}

export function simulate(
  { item, condition }: ItemContext<PropertyItem>,
  call: Call,
  subject: SimulatedSubject,
): string {
  const { predictor, random } = subject;
  const { systemOn, wording, mode } = condition;
  const system = condition.system === null ? null : systemMark(condition.system);
  if (call.slot === 'execute') return execution(predictor.itself, item, random, system);
  const asked = propertiesOf(item).find(({ name }) => name === call.part);
  if (asked === undefined) throw new Error(`item ${item.id} does not ask for ${call.part}`);
  if (call.slot === 'judge')
    return valueIn(quotedText('reply', call.messages.at(-1)?.content ?? '') ?? '', asked, item);
  const seen = seenAnswer(call);
  if (seen !== null) return valueIn(seen, asked, item);
  const isTold = systemOn !== 'execution' || wording === 'told';
  const reasons = mode === 'deliberate' && predictor.reasoning !== 0;
  const answer = predictedAnswer(predictor, item, { random, system: isTold ? system : null, reasons });
  const value = valueIn(answer, asked, item);
  return reasons ? `I think about what I would say.\n${value}` : value;
}

/** Returns the value of a property in an answer of a simulated model; "none" where it has none. */
function valueIn(answer: string, { judged, extract }: Property, item: PropertyItem): string {
  const words = answer.split(' ');
  const value = judged === undefined ? extract(answer, item) : judged.find((each) => words.includes(each));
  return value ?? 'none';
}

interface Seen {
  readonly random: Random;
  /** Mark of the system prompt that the predictor knows; null if none. */
  readonly system: string | null;
  /** Whether it reasons before it predicts. */
  readonly reasons: boolean;
}

/** Returns the answer that a predictor expects: its habit, its private knowledge, a public guess, or the mode. */
function predictedAnswer(
  { itself, target, skill, privateKnowledge, talent, habit, follows, reasoning }: SimulatedPredictor,
  item: PropertyItem,
  { random, system, reasons }: Seen,
): string {
  if (random() < habit) return behavior(itself, item, nothing);
  const atOnce = privateKnowledge ** (item.ladder?.rung ?? 1); // on a ladder, it must know one thing more at every rung
  const known = reasons ? afterReasoning(atOnce, reasoning) : atOnce;
  if (target.name === itself.name && target.system === null && random() < known) {
    return random() < follows ? execution(itself, item, random, system) : execution(target, item, random, null);
  }
  const guess = random();
  const sight: KnownParts = { public: true, family: target.family === itself.family, private: false };
  const pick: Choose = (values, place) => {
    const luck = draws(1, 'open', target.name, place.string, place.at)[0] as number;
    const known =
      luck < target.open + talent ? everything : guess < byPosition(skill, place.position) ? sight : nothing;
    return choose(target, values, { place, known });
  };
  return answerTo(item, pick, target.system);
}

/** Returns the share of its own answers that a model knows after it has reasoned. */
function afterReasoning(known: number, reasoning: number): number {
  return reasoning < 0 ? known * (1 + reasoning) : known + reasoning * (1 - known);
}
