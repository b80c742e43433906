import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Counts of `bench/scenarios.ts` and `bench/scenarios-command-line.ts` in bench/notes/rates-0.4.json. */

const file = new URL('./notes/rates-0.4.json', import.meta.url);

const countsSchema = z.strictObject({
  /**
   * Sets, those that printed each claim, and (`asProcess`) those that processes of the command line were also carried out on, with
   * equal results: of commands on files the output, of reports and comparisons all findings, digit by digit.
   */
  scenarios: z.record(z.string(), z.object({ sets: z.number(), hits: z.array(z.number()), asProcess: z.number() })),
  power: z.record(z.string(), z.object({ sets: z.number(), hits: z.number(), effect: z.number() })),
});
export type ScenarioCounts = z.infer<typeof countsSchema>;

/** Returns what is counted so far. */
export function readCounts(): ScenarioCounts {
  return countsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Changes what the file has now, which other processes may have changed meanwhile; a reader never sees half a file. */
export function changeCounts(change: (counts: ScenarioCounts) => ScenarioCounts): void {
  const draft = new URL(`rates-0.4.${process.pid}.json`, file);
  writeFileSync(draft, `${JSON.stringify(change(readCounts()), null, 2)}\n`);
  renameSync(draft, file);
}
