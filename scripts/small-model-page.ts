/** The page docs/results/small-model.md from what `seb report --json` and `seb items --json` print for the runs of a small real model. */

import { z } from 'zod';
import { type Finding, findingSchema } from '../src/results/finding.ts';
import { isTested } from '../src/results/verdict.ts';
import { wilson } from '../src/stats/intervals.ts';
import { markdownTable } from './results-page.ts';

/** The runs in the store, one for each task, and what a finished run has. */
const planned = {
  know: '40 questions',
  restriction: '24 requests',
  property: '24 lists',
  cost: '24 questions',
  difficulty: '20 rankings',
  injection: 'not planned',
} as const;
export type Run = keyof typeof planned;
export const smallModelRuns = Object.keys(planned) as Run[]; // keys of `planned`

const run = z.object({ limits: z.array(z.string()), findings: z.array(findingSchema) });
const facts = z.object({
  identity: z.string().describe('name of the model with the sha256 of its file'),
  right: z.int().describe('questions of know that it answered right'),
  answered: z.int().describe('questions of know that it answered'),
  runs: z.partialRecord(z.enum(['know', 'restriction', 'property', 'cost', 'difficulty', 'injection']), run),
});

const printedReport = z.object({
  ...run.shape,
  runs: z.array(z.object({ config: z.object({ models: z.array(z.object({ identity: z.string() })) }) })),
});
const printedItem = z.object({ outcome: z.string().nullable() });

/** Returns what the page needs of the printed reports and of the printed items of `know`, as JSON text. */
export function measuredFacts(reports: Readonly<Partial<Record<Run, string>>>, knowItems: string): string {
  const printed = Object.entries(reports).map(([name, text]) => [name, printedReport.parse(JSON.parse(text))] as const);
  const [identity] = printed.flatMap(([, { runs }]) =>
    runs.flatMap(({ config }) => config.models.map((model) => model.identity)),
  );
  const items = knowItems.split('\n').filter((line) => line !== '');
  const outcomes = items.map((line) => printedItem.parse(JSON.parse(line)).outcome);
  const of = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  const right = of('answers it correctly');
  const answered = right + of('answers it incorrectly');
  const runs = Object.fromEntries(printed.map(([name, { limits, findings }]) => [name, { limits, findings }]));
  return `${JSON.stringify(facts.parse({ identity, right, answered, runs }), null, 1)}\n`;
}

function scoreText({ unit }: Finding, value: number | null): string {
  if (value === null) return 'n/a';
  return unit === 'share' ? `${Math.round(100 * value)} %` : value.toFixed(2);
}

function intervalText(finding: Finding): string {
  const { interval, value } = finding.score;
  const ends = interval === null ? '' : ` [${interval.map((end) => scoreText(finding, end)).join(', ')}]`;
  return `${scoreText(finding, value)}${ends}`;
}

const head = ['task', 'planned', 'read', 'score [95 %]', 'by chance', 'best constant', 'word'];

/** Returns one row of the table: the task, what was done, and the score with its word. */
function rowOf(name: Run, finding: Finding | undefined): readonly string[] {
  if (finding === undefined) return [name, planned[name], '0', 'not measured', '', '', 'not measured'];
  const { usable, total, constant, chance, verdict } = finding;
  const read = `${usable} of ${total}`;
  const numbers = [intervalText(finding), scoreText(finding, chance), scoreText(finding, constant)];
  return [name, planned[name], read, ...numbers, verdict];
}

/** docs/results/small-model.md. */
export function smallModelPage(text: string): string {
  const { identity, right, answered, runs } = facts.parse(JSON.parse(text));
  const findings = smallModelRuns.map((name) => [name, runs[name]?.findings[0]] as const);
  const tested = findings.filter(([, finding]) => finding !== undefined && isTested(finding.verdict)).length;
  const read = findings.reduce((sum, [, finding]) => sum + (finding?.usable ?? 0), 0);
  const asked = findings.reduce((sum, [, finding]) => sum + (finding?.total ?? 0), 0);
  const missing = findings.filter(([, finding]) => finding === undefined).map(([name]) => name);
  const interval = wilson(right, answered);
  const [low, high] = interval === null ? [0, 1] : [interval.low, interval.high];
  if (low > 0.25) throw new Error('questions are answered above a coin: measure `injection`, and rewrite the page');
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return `# A small real model, from its file to a verdict

Can Qwen2.5-Coder-0.5B-Instruct (Q4_K_M, 491 MB, ${identity.replace(/^.*@sha256:(.{12}).*$/, 'sha256 `$1...`')}) predict itself? It ran in the process of \`seb\`, on two shared
CPU cores, with small sets. **${tested} of ${findings.length} tasks have a verdict of the ladder.** The runs are not finished: they were stopped when the time was over, and
they resume.

${markdownTable([head, ...findings.map(([name, finding]) => rowOf(name, finding))])}

*Read*: units with a prediction and an outcome that could be read, of those that were asked. A word needs 20 independent items
([what each word means](../verdicts.md)).

## What it shows

- **It answers ${right} of ${answered} questions of \`know\` right**: ${percent(right / answered)} [${percent(low)}, ${percent(high)}], where a coin between four options has 25 %. So it is not shown
  to know these answers, and \`injection\`, which needs questions that a model answers above a coin, stays **not measured**.
- **${read} of ${asked} predictions with their outcomes could be read.** So the form of the answers is not what keeps it from a verdict. *One answer*: its
  predictions hardly differ from question to question, so the score could not show anything, whatever the model knows.
${smallModelRuns.flatMap((name) => (runs[name]?.limits ?? []).filter((limit) => !/In run|seb |not asked yet/.test(limit)).map((limit) => `- \`${name}\`: ${limit}`)).join('\n')}

## What it cannot show

- Anything about larger models, or about this one with other prompts or at another temperature (here 0, at most 256 tokens an answer).
- That a model knows nothing of itself: so few items find large effects only.
- Whether a response refuses: no judge that is fit for it was available. The model judged its own responses, beside the rule judge; where
  the two disagree too often, the word is *unsafe judge*.
${missing.length === 0 ? '' : `- Not measured: ${missing.map((name) => `\`${name}\``).join(', ')}.\n`}- SmolLM2-135M-Instruct: not measured here; [what it did in a training study](../../bench/notes/small-real-model.md).

## How this page was made

[bench/notes/small-model.md](../../bench/notes/small-model.md) has the commands. The numbers come from \`seb report --json\` and \`seb items --json\`, kept in
\`bench/notes/small-model.json\`:

\`\`\`bash
node scripts/make-results.ts --measured STORE --page small-model
\`\`\`
`;
}
