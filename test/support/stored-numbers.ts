import { z } from 'zod';
import type { Store } from '../../src/store/store.ts';
import { sha256 } from '../../src/util/canonical-json.ts';

const reportSchema = z.object({
  estimates: z.array(
    z.object({
      experiment: z.string(),
      model: z.string(),
      condition: z.string(),
      measure: z.string(),
      policy: z.string(),
      value: z.number().nullable(),
      interval: z.tuple([z.number(), z.number()]).nullable(),
      n: z.number(),
      coverage: z.object({ units: z.int(), usable: z.int() }),
    }),
  ),
});

/** Parses the text of `report --json` into one record per estimate, by experiment, model, condition, measure and policy. */
export function numbersOf(json: string): ReadonlyMap<string, Readonly<Record<string, number | null>>> {
  const { estimates } = reportSchema.parse(JSON.parse(json));
  return new Map(
    estimates.map(({ experiment, model, condition, measure, policy, value, interval, n, coverage }) => {
      const [low, high] = interval ?? [null, null];
      const { units, usable } = coverage;
      return [[experiment, model, condition, measure, policy].join('\t'), { value, low, high, n, units, usable }];
    }),
  );
}

/** Returns one line per estimate: its names, then these numbers in full precision; an absent number is empty. */
export function numbersText(json: string, fields: readonly string[]): string {
  const rows = [...numbersOf(json)].map(([name, numbers]) =>
    [name, ...fields.map((field) => numbers[field] ?? '')].join('\t'),
  );
  const names = ['experiment', 'model', 'condition', 'measure', 'policy'];
  return `${[[...names, ...fields].join('\t'), ...rows.toSorted()].join('\n')}\n`;
}

/** Returns a hash over every call and its answer, byte by byte, in the order of the keys. */
export async function answersHash(store: Store): Promise<string> {
  const lines: string[] = [];
  for await (const page of store.allAnswers())
    for (const { key, call, answer } of page) lines.push(`${key} ${call} ${JSON.stringify(answer)}`);
  return sha256(lines.toSorted().join('\n'));
}
