import { seededRandom } from '../../src/util/random.ts';

/** A simulated speaker: numbers in [0, 1) that depend on who speaks and on the names given, the same at every call. */
export interface Speaker {
  readonly name: string;
  trait(...names: readonly (string | number)[]): number;
}

export function speaker(name: string): Speaker {
  const known = new Map<string, number>();
  return {
    name,
    trait(...names) {
      const key = names.join('\n');
      let value = known.get(key);
      if (value === undefined) {
        value = seededRandom('speaker', name, key)();
        known.set(key, value);
      }
      return value;
    },
  };
}

/** What all speakers have in common: a speaker's own traits vary around these. */
export const common: Speaker = speaker('everybody');
