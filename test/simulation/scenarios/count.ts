import { isDeepStrictEqual } from 'node:util';
import { seededRandom } from '../../../src/util/random.ts';
import { type RunsCommand, runHere, runInProcess } from './run-command.ts';
import type { Scenario } from './scenario.ts';

/** Counts of a scenario: sets that were drawn, and of each claim those that printed its sentence. */
export interface Counted {
  readonly sets: number;
  readonly hits: readonly number[];
  /** Sets whose command was also carried out in a process of its own, with equal output. */
  readonly asProcess: number;
}

interface Slice {
  /** Number of the first set, and how many are drawn. */
  readonly first: number;
  readonly sets: number;
  /** Folder for the files of drawn commands; what is there is overwritten. */
  readonly folder: string;
  /** Every so many sets, a command is carried out in a process of its own too; 0: never. */
  readonly processEvery: number;
}

/** Draws sets of a scenario, each with a seed of its own, and counts what they print. Error where a process prints otherwise. */
export async function countSets(scenario: Scenario, { first, sets, folder, processEvery }: Slice): Promise<Counted> {
  const hits = scenario.claims.map(() => 0);
  let asProcess = 0;
  for (let set = first; set < first + sets; set += 1) {
    let isDoubled = processEvery > 0 && set % processEvery === 0;
    const run: RunsCommand = async (drawn) => {
      const printed = await runHere(drawn, folder);
      if (!isDoubled) return printed;
      isDoubled = false; // of a set with several commands, the first
      const again = await runInProcess(drawn, folder);
      if (!isDeepStrictEqual([printed.code, printed.stdout], [again.code, again.stdout]))
        throw new Error(
          `${scenario.name}, set ${set}: a process prints otherwise:\n${printed.stdout}\n${again.stdout}`,
        );
      asProcess += 1;
      return printed;
    };
    const isPrinted = await scenario.prints(seededRandom('scenario', scenario.name, set), run);
    for (const [index, each] of isPrinted.entries()) hits[index] = (hits[index] ?? 0) + Number(each);
  }
  return { sets, hits, asProcess };
}
