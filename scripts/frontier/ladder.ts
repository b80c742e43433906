import { existsSync } from 'node:fs';
import { z } from 'zod';
import { quantitySchema } from '../../src/results/quantity.ts';
import { fitSchema } from '../../src/results/verdict.ts';
import { sebHere } from '../seb-here.ts';

/** Sizes of the ladder, and what is asked of each. */
const sizes = ['0.5B', '1.5B'] as const;
const experiments = ['know', 'delegate', 'property'] as const;

/** Items of each experiment, which the name of a run ends with. */
const items = { know: 150, delegate: 150, property: 60 } as const;

type Size = (typeof sizes)[number];
type LadderExperiment = (typeof experiments)[number];

function runName(experiment: LadderExperiment, size: Size): string {
  return `${experiment}-${size.toLowerCase()}-${items[experiment]}`;
}

/** What the page shows of a finding: a part, so that a later version of the report can read it. */
const shownFinding = z.object({
  fit: fitSchema,
  reason: z.string().nullable(),
  score: quantitySchema,
  chance: z.number().nullable(),
  constant: z.number().nullable(),
  usable: z.int(),
  total: z.int(),
  /** Stated probabilities beside the outcomes: share of outcomes that are yes; null where no probability is stated. */
  stated: z.object({ happened: z.number() }).nullable(),
});

/** What `seb report` says of one size in one experiment; null: the run is absent or not finished. */
const rungSchema = z.object({
  size: z.enum(sizes),
  experiment: z.enum(experiments),
  finding: shownFinding.nullable(),
  /** Units with an answer that was read outside the requested form. */
  salvaged: z.int(),
  /** The fixed rule for a part of the units that the score is not shown to beat; null: none. */
  partRule: z.object({ name: z.string(), units: z.int() }).nullable(),
});

/** What the page shows of a difference of both sizes, the larger minus the smaller. */
const shownContrast = z.object({
  experiment: z.enum(experiments),
  quantity: quantitySchema,
  word: z.string(),
  detectable: z.number().nullable(),
});

/** The ladder as bench/notes/size-ladder.json keeps it: the store with the answers is in no repository. */
export const ladderSchema = z.object({
  rungs: z.array(rungSchema),
  /** The larger minus the smaller size on the same items, by experiment; absent where a size is not measured. */
  contrasts: z.array(shownContrast),
});
export type LadderFacts = z.infer<typeof ladderSchema>;

const testedFinding = shownFinding.extend({
  rungs: z.object({
    useful: z.object({
      against: z.string().nullable().optional(),
      holds: z.boolean().optional(),
      estimate: z.object({ n: z.int() }).nullable().optional(),
    }),
  }),
});
const reportSchema = z.object({
  findings: z.array(testedFinding),
  provisional: z.string().nullable(),
  salvaged: z.array(z.object({ salvaged: z.int() })).optional(),
});

/** Returns the fixed rule for a part of the units that a score is not shown to beat. */
function partRuleOf({ usable, rungs: { useful } }: z.infer<typeof testedFinding>) {
  const units = useful.estimate?.n ?? usable;
  return useful.holds === false && useful.against != null && units < usable ? { name: useful.against, units } : null;
}

/** Reads the finished runs of a store, which are named `know-0.5b-150`, `know-1.5b-150`, ... Error where the file is absent or has none. */
export async function measuredLadder(store: string): Promise<LadderFacts> {
  if (!existsSync(store))
    throw new Error(`no store ${store}: give the file that the runs of the ladder were written to`);
  const rungs: z.infer<typeof rungSchema>[] = [];
  for (const experiment of experiments)
    for (const size of sizes) {
      const { code, stdout } = await sebHere('report', runName(experiment, size), '--store', store, '--json');
      const report = code === 0 ? reportSchema.parse(JSON.parse(stdout)) : null;
      const finding = report === null || report.provisional !== null ? null : (report.findings[0] ?? null);
      const salvaged = (report?.salvaged ?? []).reduce((sum, each) => sum + each.salvaged, 0);
      rungs.push({
        ...{ size, experiment, salvaged, partRule: finding === null ? null : partRuleOf(finding) },
        finding: finding === null ? null : shownFinding.parse(finding),
      });
    }
  if (rungs.every(({ finding }) => finding === null))
    throw new Error(`${store} has no finished run of the ladder: these are named know-0.5b-150, know-1.5b-150, ...`);
  return { rungs, contrasts: await measuredContrasts(store, rungs) };
}

const comparisonSchema = z.object({
  differences: z.array(
    shownContrast.extend({ quantity: z.looseObject(quantitySchema.unwrap().shape), models: z.array(z.string()) }),
  ),
});

async function measuredContrasts(store: string, rungs: LadderFacts['rungs']): Promise<LadderFacts['contrasts']> {
  const contrasts: z.infer<typeof shownContrast>[] = [];
  for (const experiment of experiments) {
    if (rungs.some((each) => each.experiment === experiment && each.finding === null)) continue;
    const runs = sizes.map((size) => runName(experiment, size));
    const { stdout } = await sebHere('compare', ...runs, '--store', store, '--json');
    const [found] = comparisonSchema.parse(JSON.parse(stdout)).differences;
    if (found === undefined) continue;
    const { quantity, word, detectable, models } = found;
    const sign = models[0]?.includes(sizes[0].toLowerCase()) === true ? -1 : 1;
    const ends = quantity.interval?.map((end) => sign * end).toSorted((a, b) => a - b) ?? null;
    contrasts.push({
      ...{ experiment, detectable },
      quantity: {
        value: quantity.value === null ? null : sign * quantity.value,
        interval: ends === null ? null : [ends[0] ?? 0, ends[1] ?? 0],
        ...{ n: quantity.n, clusters: quantity.clusters, missing: quantity.missing },
      },
      word: sign > 0 ? word : (turned.get(word) ?? word),
    });
  }
  return contrasts;
}

/** Words of a difference whose sides change places. */
const turned = new Map([
  ['higher', 'lower'],
  ['lower', 'higher'],
]);

/** Returns the section on two sizes of one maker that were run for the page: a sentence for each experiment. */
export function ladderSection({ rungs, contrasts }: LadderFacts): string {
  const whole = (value: number) => (100 * value).toFixed(0);
  const percent = (value: number | null) => (value === null ? 'n/a' : `${whole(value)} %`);
  const range = (interval: readonly [number, number] | null) =>
    interval === null ? '' : ` [${interval.map((end) => whole(end).replace('-', '−')).join(', ')}]`;
  const scored = rungs.flatMap(({ size, experiment, finding, salvaged, partRule }) => {
    if (finding === null) return [];
    const { score, chance, constant, fit, reason, usable, total, stated } = finding;
    const word = reason === null ? fit : `${fit} (${reason})`;
    const beside = [
      `${usable} of ${total} read, ${salvaged} outside the requested form`,
      ...(stated === null ? [] : [`right on ${percent(stated.happened)}`]),
      ...(partRule === null ? [] : [`not above ${partRule.name} on the ${partRule.units} that have one`]),
    ];
    return [
      `- *${experiment}*, ${size}: ${percent(score.value)}${range(score.interval)}, by chance ${percent(chance)}, best constant ${percent(constant)}: ${word} (${beside.join('; ')})`,
    ];
  });
  const unmeasured = experiments.flatMap((experiment) => {
    const absent = rungs.filter((each) => each.experiment === experiment && each.finding === null);
    return absent.length === sizes.length ? [experiment] : absent.map(({ size }) => `${experiment} ${size}`);
  });
  const points = (value: number) => `${value < 0 ? '−' : '+'}${whole(Math.abs(value))}`;
  const chanceOf = (each: LadderExperiment, size: Size) =>
    rungs.find((rung) => rung.size === size && rung.experiment === each)?.finding?.chance ?? null;
  const compared = contrasts.map(({ experiment, quantity: { value, interval, n }, word, detectable }) => {
    const noticed = detectable === null ? '' : `, ${whole(detectable)} are usually noticed`;
    const [small, large] = sizes.map((size) => chanceOf(experiment, size));
    const moved = small == null || large == null ? '' : `; of shuffled predictions ${points(large - small)}`;
    return `- *${experiment}*, 1.5B minus 0.5B: ${value === null ? 'n/a' : points(value)} points${range(interval)}, ${word} (${n} units${noticed}${moved})`;
  });
  const contrast =
    compared.length > 0
      ? [
          ...compared,
          '- A higher score need not be better self-prediction: scores of shuffled predictions differ, too',
          '- *know* and *delegate* share the answers, so that their differences are not two confirmations; intervals of differences count missing answers at their worst',
        ]
      : ['- Whether the larger one predicts itself better needs both sizes on the same items: *not measured*'];
  return `## Two sizes of one maker, run here

Qwen2.5-Coder-Instruct of 2024, Q4_K_M ([commands](../../bench/notes/size-ladder.md)), asked in sessions that do not see the answer; scores, of *know* one minus Brier:

${[...scored, ...contrast, `- *Not measured*: ${[...unmeasured, 'restriction', 'training'].join(', ')}`].join('\n')}`;
}
