import { z } from 'zod';
import { quantitySchema } from '../../src/results/quantity.ts';
import { fitSchema } from '../../src/results/verdict.ts';
import { markdownTable } from '../results-page.ts';
import { sebHere } from '../seb-here.ts';

/** Sizes of the ladder, and what is asked of each. */
const sizes = ['0.5B', '1.5B'] as const;
const experiments = ['know', 'delegate', 'property'] as const;

/** What the page shows of a finding: a part, so that a later version of the report can read it. */
const shownFinding = z.object({
  fit: fitSchema,
  reason: z.string().nullable(),
  score: quantitySchema,
  chance: z.number().nullable(),
  constant: z.number().nullable(),
  usable: z.int(),
  total: z.int(),
});

/** What `seb report` says of one size in one experiment; null: the run is absent or not finished. */
const rungSchema = z.object({
  size: z.enum(sizes),
  experiment: z.enum(experiments),
  finding: shownFinding.nullable(),
});

/** The ladder as bench/notes/size-ladder.json keeps it: the store with the answers is in no repository. */
export const ladderSchema = z.object({ rungs: z.array(rungSchema) });
export type LadderFacts = z.infer<typeof ladderSchema>;

const reportSchema = z.object({ findings: z.array(shownFinding), provisional: z.string().nullable() });

/** Reads the finished runs of a store, which are named `know-0.5b`, `know-1.5b`, ... */
export async function measuredLadder(store: string): Promise<LadderFacts> {
  const rungs: z.infer<typeof rungSchema>[] = [];
  for (const experiment of experiments)
    for (const size of sizes) {
      const { code, stdout } = await sebHere(
        'report',
        `${experiment}-${size.toLowerCase()}`,
        '--store',
        store,
        '--json',
      );
      const report = code === 0 ? reportSchema.parse(JSON.parse(stdout)) : null;
      const finding = report === null || report.provisional !== null ? null : (report.findings[0] ?? null);
      rungs.push({ size, experiment, finding });
    }
  return { rungs };
}

/** Returns the section on two sizes of one maker that were run for the page. */
export function ladderSection({ rungs }: LadderFacts): string {
  const percent = (value: number | null) => (value === null ? 'n/a' : `${(100 * value).toFixed(0)} %`);
  const rows = rungs.flatMap(({ size, experiment, finding }) => {
    if (finding === null) return [];
    const { score, chance, constant, fit, reason, usable, total } = finding;
    const interval = score.interval === null ? '' : ` [${score.interval.map(percent).join(', ')}]`;
    const word = reason === null ? fit : `${fit} (${reason})`;
    return [
      [
        ...[experiment, size, `${usable} of ${total}`, `${percent(score.value)}${interval}`],
        ...[percent(chance), percent(constant), word],
      ],
    ];
  });
  const unmeasured = rungs
    .filter(({ finding }) => finding === null)
    .map(({ size, experiment }) => `${experiment} ${size}`);
  const measured = new Set(rungs.filter(({ finding }) => finding !== null).map(({ size }) => size));
  const contrast =
    measured.size === sizes.length
      ? ''
      : ' Whether the larger one predicts itself better needs both sizes on the same items: *not measured*.';
  return `## Two sizes of one maker, run here

Qwen2.5-Coder-Instruct, Q4_K_M, in the process of \`seb\` on shared CPU cores ([bench/notes/size-ladder.md](../../bench/notes/size-ladder.md) has the
commands). Predictions stand before the answers.${contrast} *Not measured*: ${[...unmeasured, 'restriction', 'training'].join(', ')}.

${markdownTable([['asked', 'size', 'read', 'score [95 %]', 'by chance', 'best constant', 'fit'], ...rows])}`;
}
