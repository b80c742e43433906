import { z } from 'zod';
import type { Random } from '../../../src/util/random.ts';
import { type DrawnUnits, times, yesNoRows } from './draw.ts';
import { type DrawnReport, findingsOf, type Scenario } from './scenario.ts';

/** Designs in which an effect has the size that a page says four of five such runs find. */

/** A design with an effect: `printedSizes` are those that single sets without an effect print, to choose the effect by. */
export interface PowerDesign {
  readonly name: string;
  /** Draws a set without an effect, and returns the size that is printed; null where none is. */
  readonly printedSize: (random: Random, run: Parameters<Scenario['prints']>[1]) => Promise<number | null>;
  /** Draws a set with an effect of this size, and returns whether it is found. */
  readonly isFound: (random: Random, effect: number, run: Parameters<Scenario['prints']>[1]) => Promise<boolean>;
}

interface Compared {
  readonly n: number;
  /** Share of the items on which the two sides differ where they are equal. */
  readonly share: number;
}

const pairSchema = z.object({
  differences: z.tuple([z.object({ word: z.string(), detectable: z.number().nullable() })]),
});

/** Two logs of single items that differ in a share of them. */
function compared({ n, share }: Compared): PowerDesign {
  const draw = async (random: Random, effect: number, run: Parameters<Scenario['prints']>[1]) => {
    const differs = Math.max(share, effect);
    const sides = times(n, () => {
      if (random() >= differs) return [random() < 0.6, null] as const;
      const isFirst = random() < 0.5 + effect / (2 * differs);
      return [isFirst, !isFirst] as const;
    });
    const file = (side: 0 | 1) =>
      `item_id,is_correct\n${sides.map((each, item) => `item ${item},${Number(each[side] ?? each[0])}\n`).join('')}`;
    const files = { 'a.csv': file(0), 'b.csv': file(1) };
    const { stdout } = await run({ files, args: ['compare', './a.csv', './b.csv', '--json'] });
    return pairSchema.safeParse(JSON.parse(stdout)).data?.differences[0] ?? null; // two equal logs are refused
  };
  return {
    name: `higher: ${n} items, share that differs ${share}`,
    printedSize: async (random, run) => (await draw(random, 0, run))?.detectable ?? null,
    isFound: async (random, effect, run) => (await draw(random, effect, run))?.word === 'higher',
  };
}

interface Fitting {
  readonly units: DrawnUnits;
  /** Rate of "yes" of the predictions and of the outcomes; with executions, of the items that say "yes" in most of them. */
  readonly base: number;
  readonly executions?: number;
}

/** Share of executions that say "yes" of an item that mostly does, with several executions. */
const mostly = 0.85;

/** One model whose predictions exceed chance by a share: the excess is twice the covariance of prediction and outcome. */
function fitting(name: string, { units, base, executions = 1 }: Fitting): PowerDesign {
  const reach = executions === 1 ? 1 : 2 * mostly - 1; // of the mean outcome by the class of the item
  const draw = (random: Random, effect: number): DrawnReport => {
    const covariance = effect / (2 * reach);
    const classes = times(units.n, () => random() < base);
    const predictions = classes.map(
      (isYes) => random() < base + (isYes ? covariance / base : -covariance / (1 - base)),
    );
    const execution = () =>
      executions === 1 ? classes : classes.map((isYes) => random() < (isYes ? mostly : 1 - mostly));
    return { rows: yesNoRows(units, [{ name: 'model', predictions, executions: times(executions, execution) }]) };
  };
  const find = (random: Random, effect: number) => findingsOf(draw(random, effect))[0];
  return {
    name: `informative: ${name}`,
    printedSize: async (random) => {
      const { detectable = null, chance = null } = find(random, 0) ?? {};
      return detectable === null || chance === null ? null : detectable - chance;
    },
    isFound: async (random, effect) => {
      const fit = find(random, effect)?.fit;
      return fit === 'informative' || fit === 'useful';
    },
  };
}

const groups = (count: number, size: number): DrawnUnits => ({
  n: count * size,
  clusterSizes: times(count, () => size),
});

export const powerDesigns: readonly PowerDesign[] = [
  compared({ n: 50, share: 0.2 }),
  compared({ n: 100, share: 0.01 }),
  compared({ n: 100, share: 0.1 }),
  compared({ n: 300, share: 0.02 }),
  compared({ n: 1_000, share: 0.05 }),
  fitting('100 items, base .5', { units: { n: 100 }, base: 0.5 }),
  fitting('200 items, base .2', { units: { n: 200 }, base: 0.2 }),
  fitting('400 items, base .5', { units: { n: 400 }, base: 0.5 }),
  fitting('40 groups of 3, base .5', { units: groups(40, 3), base: 0.5 }),
  fitting('60 items, base .5, 5 executions', { units: { n: 60 }, base: 0.5, executions: 5 }),
  fitting('200 items, base .3, 5 executions', { units: { n: 200 }, base: 0.3, executions: 5 }),
];
