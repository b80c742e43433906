import { z } from 'zod';
import type { Random } from '../../../src/util/random.ts';
import { normal, times } from './draw.ts';
import type { DrawnCommand, Printed } from './run-command.ts';
import type { Claim, Scenario } from './scenario.ts';

/** Scenarios of logs of other tools, through `seb compare` on tables of right and wrong answers. */

/** One row of a table: whether the answer is right (null: it has no outcome), and other columns. */
interface LogRow {
  readonly item: string;
  readonly right: boolean | null;
  readonly model?: string;
  readonly group?: string;
  readonly question?: string;
  readonly epoch?: number;
}

function table(rows: readonly LogRow[]): string {
  const columns = ['item_id', 'is_correct', 'model', 'family', 'question', 'epoch'] as const;
  const cells = rows.map(({ item, right, model, group, question, epoch }) => [
    ...[item, right === null ? '' : Number(right), model, group, question, epoch],
  ]);
  const used = columns.map((_, place) => place).filter((place) => cells.some((row) => row[place] !== undefined));
  const line = (row: readonly unknown[]) => used.map((place) => String(row[place] ?? '')).join(',');
  return [line(columns), ...cells.map(line)].map((each) => `${each}\n`).join('');
}

const wordSchema = z.array(z.object({ word: z.string() }));
const printedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('compared'),
    differences: wordSchema,
    gate: z.object({ checks: wordSchema }).default({ checks: [] }),
  }),
  z.object({ kind: z.enum(['refused', 'failed']) }),
]);

/** Returns the words on the pairs of logs, and those of the gate; empty where nothing is compared. */
function wordsOf({ stdout }: Printed): { readonly pairs: readonly string[]; readonly gate: readonly string[] } {
  const found = printedSchema.parse(JSON.parse(stdout));
  if (found.kind !== 'compared') return { pairs: [], gate: [] };
  return { pairs: found.differences.map(({ word }) => word), gate: found.gate.checks.map(({ word }) => word) };
}

const isDifferent = (words: readonly string[]) => words.some((word) => word === 'higher' || word === 'lower');

function compared(sides: readonly (readonly LogRow[])[], ...flags: readonly string[]): DrawnCommand {
  const files = Object.fromEntries(sides.map((rows, index) => [`side-${index}.csv`, table(rows)]));
  return { files, args: ['compare', ...Object.keys(files).map((name) => `./${name}`), '--json', ...flags] };
}

const single = (rights: readonly (boolean | null)[]): readonly LogRow[] =>
  rights.map((right, item) => ({ item: `item ${item}`, right }));

/** Returns the scenario of a gate that must not pass: the true drop is the margin. Statistics.md states .031 for single items. */
function within(name: string, n: number, margin: number, [losses, gains]: readonly [number, number]): Scenario {
  return {
    name: `logs, within: ${name}`,
    claims: [{ word: 'within the margin', kind: 'stated', rate: 0.031 }],
    prints: async (random, run) => {
      const old = times(n, () => random() < 0.7);
      const now = old.map((right) => (right ? random() >= losses / 0.7 : random() < gains / 0.3));
      const printed = await run(compared([single(now), single(old)], '--fail-unless-within', String(margin)));
      return [wordsOf(printed).gate.includes('within the margin')];
    },
  };
}

interface Groups {
  readonly sizes: readonly number[];
  /** Share of the groups in which luck decides all answers of a side alike. */
  readonly luck: number;
}

/** Draws the answers of one side: the items of a group are right or wrong together with the probability of luck. */
function lucky(random: Random, { sizes, luck }: Groups): readonly (readonly boolean[])[] {
  return sizes.map((size) => {
    const [isLucky, fate] = [random() < luck, random() < 0.6];
    return times(size, () => (isLucky ? fate : random() < 0.6));
  });
}

const unequal = (rest: number, ...large: readonly number[]) => [...large, ...times(rest, () => 1)];

/** Returns the scenario of two equal models on declared groups, with the gate of a drop. */
function groups(name: string, drawn: Groups, [rate, gateRate]: readonly [number, number] = [0.05, 0.025]): Scenario {
  return {
    name: `logs, groups: ${name}`,
    claims: [
      { word: 'higher or lower', kind: 'stated', rate },
      { word: 'gate: lower', kind: 'stated', rate: gateRate },
    ],
    prints: async (random, run) => {
      const side = (): readonly LogRow[] =>
        lucky(random, drawn).flatMap((rights, group) =>
          rights.map((right, unit): LogRow => ({ item: `item ${group}-${unit}`, right, group: `group ${group}` })),
        );
      const { pairs, gate } = wordsOf(
        await run(compared([side(), side()], '--group', 'family', '--fail-if-lower', '0')),
      );
      return [isDifferent(pairs), gate.includes('lower')];
    },
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = (random: Random) => times(7, () => letters[Math.floor(random() * 26)]).join('');

/** Returns the scenario of families of items that no column declares; `texts`: whether their texts are near-equal. */
function families(
  name: string,
  { count, size, luck, texts }: { count: number; size: number; luck: number; texts: boolean },
): Scenario {
  const claim: Claim = texts
    ? { word: 'higher or lower', kind: 'stated', rate: 0.05 }
    : { word: 'higher or lower', kind: 'not excluded' };
  return {
    name: `logs, families: ${name}`,
    claims: [claim],
    prints: async (random, run) => {
      const sentences = times(count, () => times(14, () => word(random)));
      const side = (): readonly LogRow[] =>
        lucky(random, { sizes: times(count, () => size), luck }).flatMap((rights, family) =>
          rights.map((right, unit): LogRow => {
            const own = (sentences[family] ?? [])
              .map((each, place) => (place === 6 ? `${each}${unit}` : each))
              .join(' ');
            return { item: `item ${family}-${unit}`, right, ...(texts ? { question: own } : {}) };
          }),
        );
      return [isDifferent(wordsOf(await run(compared([side(), side()]))).pairs)];
    },
  };
}

/** Returns the scenario of two equal models of which the first has no outcome for a share of its items, all wrong ones. */
function lost(n: number, share: number): Scenario {
  return {
    name: `logs, missing: ${100 * share} % of one side, all wrong ones, ${n} items`,
    claims: [{ word: 'higher or lower', kind: 'stated', rate: 0.05 }],
    prints: async (random, run) => {
      const [first, second] = times(2, () => times(n, () => random() < 0.6)) as [boolean[], boolean[]];
      let left = Math.round(share * n);
      const now = first.map((right) => (!right && left-- > 0 ? null : right));
      return [isDifferent(wordsOf(await run(compared([single(now), single(second)]))).pairs)];
    },
  };
}

const decisions: readonly Scenario[] = [
  {
    name: 'logs, missing: true drop .05 = margin of --fail-if-lower, baseline all right, new one loses 9 % of 200 items, all right ones',
    claims: [{ word: 'gate: lower', kind: 'stated', rate: 0.025 }],
    prints: async (random, run) => {
      const now = times(200, () => (random() < 0.05 ? false : random() < 0.09 ? null : true));
      const printed = await run(compared([single(now), single(times(200, () => true))], '--fail-if-lower', '0.05'));
      return [wordsOf(printed).gate.includes('lower')];
    },
  },
  {
    name: 'logs: six equal models, 100 items of 5 epochs',
    claims: [{ word: 'higher or lower', kind: 'stated', rate: 0.05 }],
    prints: async (random, run) => {
      const rates = times(100, () => 1 / (1 + Math.exp(-normal(random))));
      const rows = times(6, (model) =>
        rates.flatMap((rate, item) =>
          times(
            5,
            (epoch): LogRow => ({ item: `item ${item}`, right: random() < rate, model: `model ${model}`, epoch }),
          ),
        ),
      ).flat();
      return [isDifferent(wordsOf(await run(compared([rows]))).pairs)];
    },
  },
  ...[8].map(
    (count): Scenario => ({
      name: `logs: two equal models differ in exactly ${count} of 300 items`,
      claims: [{ word: 'higher or lower', kind: 'not excluded' }],
      prints: async (random, run) => {
        const isFirst = times(300, (item) => (item < count ? random() < 0.5 : null));
        const side = (first: boolean) => single(isFirst.map((each) => (each === null ? true : each === first)));
        return [isDifferent(wordsOf(await run(compared([side(true), side(false)]))).pairs)];
      },
    }),
  ),
  {
    name: 'logs: two equal models, a log that grows (50, 100, 200, 400 items), read at its first difference',
    claims: [{ word: 'higher or lower', kind: 'not excluded' }],
    prints: async (random, run) => {
      const [first, second] = times(2, () => times(400, () => random() < 0.6)) as [boolean[], boolean[]];
      for (const n of [50, 100, 200, 400]) {
        const printed = await run(compared([single(first.slice(0, n)), single(second.slice(0, n))]));
        if (isDifferent(wordsOf(printed).pairs)) return [true];
      }
      return [false];
    },
  },
];

/** Returns the scenario of a month of nights against one baseline in which nothing changed. */
function nights(margin: number): Scenario {
  return {
    name: `logs: 30 nights against one baseline, nothing changed, --fail-if-lower ${margin}, 100 items`,
    claims: [{ word: 'gate: lower', kind: 'not excluded' }],
    prints: async (random, run) => {
      const rates = times(100, () => 1 / (1 + Math.exp(-normal(random))));
      const night = () => single(rates.map((rate) => random() < rate));
      const baseline = night();
      let isFailed = false;
      for (let each = 0; each < 30 && !isFailed; each += 1) {
        const printed = await run(compared([night(), baseline], '--fail-if-lower', String(margin)));
        isFailed = wordsOf(printed).gate.includes('lower');
      }
      return [isFailed];
    },
  };
}

export const logScenarios: readonly Scenario[] = [
  within('losses only, 20 items, M .05', 20, 0.05, [0.05, 0]),
  within('losses only, 100 items, M .05', 100, 0.05, [0.05, 0]),
  within('losses only, 100 items, M .02', 100, 0.02, [0.02, 0]),
  within('losses only, 300 items, M .01', 300, 0.01, [0.01, 0]),
  within('1.5 % losses and .5 % gains, 100 items, M .01', 100, 0.01, [0.015, 0.005]),
  groups('one of 200 and 60 items, luck .5', { sizes: unequal(60, 200), luck: 0.5 }),
  groups('three of 15 and 150 items, luck .5', { sizes: unequal(150, 15, 15, 15), luck: 0.5 }, [0.065, 0.065]),
  families('150 documents, each twice with one word changed, luck .5', { count: 150, size: 2, luck: 0.5, texts: true }),
  families('40 texts in 10 wordings, luck .5', { count: 40, size: 10, luck: 0.5, texts: true }),
  families('60 of 5 that nothing shows, luck .3', { count: 60, size: 5, luck: 0.3, texts: false }),
  lost(1_500, 0.019),
  ...decisions,
  nights(0),
];
