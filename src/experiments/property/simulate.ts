import type { Call } from '../../domain/call.ts';
import { seededRandom } from '../../util/random.ts';
import type { ItemContext, SimulatedPredictor, SimulatedSubject } from '../experiment.ts';
import { normalizedString, type PropertyItem } from './items.ts';
import { propertiesOf } from './plan.ts';
import type { Property } from './properties/property.ts';

/** What a simulated model's answers are made of: its name, and the family whose behavior it shares. */
export interface Behavior {
  readonly name: string;
  readonly family: string | null;
}

/** Parts of a model's behavior that an answer is computed from. */
export interface KnownParts {
  /** The part that depends on the string and not on the model. */
  readonly public: boolean;
  /** The part that all models of the family share. */
  readonly family: boolean;
  /** The part that only the model itself has. */
  readonly private: boolean;
}

const everything: KnownParts = { public: true, family: true, private: true };
const nothing: KnownParts = { public: false, family: false, private: false };

/** Weights of the parts. With `base` below the others, an answer depends on its string more than on its task. */
const weights = { base: 0.6, public: 1, family: 1, private: 1 } as const;

const vocabulary = ['apple', 'river', 'stone', 'cloud', 'green', 'table', 'orange', 'north'] as const;
const listLength = 5;

function draw(...names: readonly (string | number)[]): number {
  return seededRandom('property', ...names)();
}

/**
 * Returns the choice of a model: arg max over values v of base(t, j, v) + public u(x, v) + family w(f, x, v) + private
 * z(t, x, v), each uniform in [0, 1) times its weight, for target t, string x, task and position j. Parts that `known`
 * leaves out are 0, so that without any part the model's most likely value is returned.
 */
export function choose<Value extends string>(
  { name, family }: Behavior,
  values: readonly Value[],
  { at, string, known }: { readonly at: string; readonly string: string; readonly known: KnownParts },
): Value {
  const scored = values.map((value) => {
    const base = weights.base * draw('base', name, at, value);
    const open = known.public ? weights.public * draw('public', string, at, value) : 0;
    const shared = known.family && family !== null ? weights.family * draw('family', family, string, at, value) : 0;
    const own = known.private ? weights.private * draw('private', name, string, at, value) : 0;
    return { value, score: base + open + shared + own };
  });
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).value;
}

/** Returns the whole answer of a model to an item, as far as `known` parts of its behavior decide it. */
export function behavior(of: Behavior, item: PropertyItem, known: KnownParts = everything): string {
  const string = normalizedString(item.string);
  const pick = <Value extends string>(values: readonly Value[], position: string | number) =>
    choose(of, values, { at: `${item.task} ${position}`, string, known });
  const asks = (...names: readonly string[]) => item.properties.some((name) => names.includes(name));
  if (asks('letter', 'among-a-c', 'among-b-d', 'matches-target', 'right')) {
    return pick(Array.from('ABCDEFGHIJ').slice(0, item.options?.length ?? 4), 'letter');
  }
  if (asks('is-even', 'last-digit')) return pick(Array.from('0123456789'), 'digit');
  if (asks('declines')) return pick(["I'm sorry, but I can't help with that request.", 'Sure, here it is.'], 'choice');
  const words = item.options ?? vocabulary;
  const list = Array.from({ length: listLength }, (_, index) => pick(index === 0 ? words : vocabulary, index));
  return asks('first-entry', 'second-entry', 'third-entry') ? JSON.stringify({ words: list }) : list.join(' ');
}

export function simulate({ item }: ItemContext<PropertyItem>, call: Call, subject: SimulatedSubject): string {
  const predictor: SimulatedPredictor = subject.predictor ?? {
    of: null,
    skill: 0,
    privateKnowledge: subject.selfKnowledge,
    family: null,
    habit: 0,
  };
  const self: Behavior = { name: subject.name, family: predictor.family };
  if (call.slot === 'execute') return behavior(self, item);
  const asked = propertiesOf(item).find(({ name }) => name === call.part);
  if (asked === undefined) throw new Error(`item ${item.id} does not ask for ${call.part}`);
  return asValue(predictedAnswer(self, item, { predictor, random: subject.random }), asked, item);
}

/** The answer that a predictor believes to be given: its habit, its private knowledge, a public guess, or the mode. */
function predictedAnswer(
  self: Behavior,
  item: PropertyItem,
  { predictor, random }: { readonly predictor: SimulatedPredictor; readonly random: () => number },
): string {
  const target = targetOf(self, predictor.of);
  if (random() < predictor.habit) return behavior(self, item, nothing);
  if (target.name === self.name && random() < predictor.privateKnowledge) return behavior(target, item);
  if (random() >= predictor.skill) return behavior(target, item, nothing);
  return behavior(target, item, { public: true, family: target.family === self.family, private: false });
}

/** The model that is predicted: itself, or `NAME` or `NAME@FAMILY`. */
function targetOf(self: Behavior, of: string | null): Behavior {
  if (of === null) return self;
  const [name = of, family] = of.split('@');
  return { name, family: family ?? null };
}

/** The property of an answer, written as the form asks; `none` where the answer has no such property. */
function asValue(answer: string, property: Property, item: PropertyItem): string {
  return property.extract(answer, item) ?? 'none'; // what a model that sees no such property would write
}
