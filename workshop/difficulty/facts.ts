import { readFileSync } from 'node:fs';
import { z } from 'zod';

const country = z.strictObject({ country: z.string(), capital: z.string(), continent: z.string() });
const element = z.strictObject({
  name: z.string(),
  symbol: z.string(),
  number: z.int(),
  /** State at room temperature; null where it is disputed or near a transition. */
  state: z.enum(['gas', 'liquid', 'solid']).nullable(),
});
const animal = z.strictObject({
  animal: z.string(),
  kind: z.string(),
  /** Null where several words are in use. */
  young: z.string().nullable(),
  /** Null where the number is disputable (flippers, arms, wings). */
  legs: z.int().nullable(),
});
/** `size` is the rank by diameter, 1 = largest. */
const planet = z.strictObject({ planet: z.string(), order: z.int(), size: z.int() });
const star = z.strictObject({ star: z.string(), constellation: z.string() });
const moon = z.strictObject({ moon: z.string(), planet: z.string() });
const molecule = z.strictObject({ name: z.string(), formula: z.string() });
/** Words of one `field` have similar meanings: none of them is a wrong option for another. */
const opposite = z.strictObject({ word: z.string(), opposite: z.string(), part: z.string(), field: z.string() });
const synonym = z.strictObject({ word: z.string(), similar: z.string(), part: z.string(), field: z.string() });

export interface Facts {
  readonly countries: readonly z.infer<typeof country>[];
  readonly elements: readonly z.infer<typeof element>[];
  readonly animals: readonly z.infer<typeof animal>[];
  readonly planets: readonly z.infer<typeof planet>[];
  readonly stars: readonly z.infer<typeof star>[];
  readonly moons: readonly z.infer<typeof moon>[];
  readonly molecules: readonly z.infer<typeof molecule>[];
  readonly opposites: readonly z.infer<typeof opposite>[];
  readonly synonyms: readonly z.infer<typeof synonym>[];
}

function table<T>(folder: URL, name: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

/** Reads the tables that factual questions are generated from. */
export function readFacts(folder = new URL('./facts/', import.meta.url)): Facts {
  return {
    countries: table(folder, 'countries', country),
    elements: table(folder, 'elements', element),
    animals: table(folder, 'animals', animal),
    planets: table(folder, 'planets', planet),
    stars: table(folder, 'stars', star),
    moons: table(folder, 'moons', moon),
    molecules: table(folder, 'molecules', molecule),
    opposites: table(folder, 'opposites', opposite),
    synonyms: table(folder, 'synonyms', synonym),
  };
}
