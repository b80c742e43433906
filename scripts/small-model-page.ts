/** The page docs/results/small-model.md from what `seb report --json` prints for the runs of a small real model. */

import { z } from 'zod';
import { type Estimate, estimateSchema } from '../src/results/estimate.ts';
import { type Finding, findingSchema } from '../src/results/finding.ts';
import { isTested } from '../src/results/verdict.ts';
import { wilson } from '../src/stats/intervals.ts';
import { markdownTable } from './results-page.ts';

/** The tasks in the order of the page, with what a finished run has. */
const planned = {
  know: '22 questions',
  property: '22 lists',
  cost: '22 requests',
  restriction: '24 requests',
  difficulty: '22 groups of questions',
  injection: '22 word problems',
} as const;
type Task = keyof typeof planned;
const tasks = Object.keys(planned) as Task[]; // keys of `planned`

/** Measures of `injection` that the page states beside the scores. */
const wanted: ReadonlySet<string> = new Set(['unchanged_rate', 'lost_share']);

const facts = z.object({
  identity: z.string().describe('name of the model with the sha256 of its file'),
  right: z.int().describe('questions of know that it answered right'),
  answered: z.int().describe('questions of know that it answered'),
  limits: z.array(z.string()),
  findings: z.array(findingSchema),
  estimates: z.array(estimateSchema),
});

const printedReport = facts.pick({ limits: true, findings: true, estimates: true }).extend({
  runs: z.array(z.object({ config: z.object({ models: z.array(z.object({ identity: z.string() })) }) })),
});
const printedItem = z.object({ outcome: z.string().nullable() });

const listedRuns = z.array(z.object({ name: z.string().nullable() }));

/** Returns the names of the runs that the page is made from: those of the commands in bench/notes/small-model.md. */
export function measuredRuns(list: string): readonly string[] {
  const names = listedRuns.parse(JSON.parse(list)).map(({ name }) => name);
  return ['tasks', 'restriction'].filter((name) => names.includes(name));
}

/** Returns what the page needs of the printed reports and of the printed items of `know`, as JSON text. */
export function measuredFacts(reports: readonly string[], knowItems: string): string {
  const items = knowItems.split('\n').filter((line) => line !== '');
  const outcomes = items.map((line) => printedItem.parse(JSON.parse(line)).outcome);
  const right = outcomes.filter((outcome) => outcome === 'answers it correctly').length;
  const answered = right + outcomes.filter((outcome) => outcome === 'answers it incorrectly').length;
  const printed = reports.map((text) => printedReport.parse(JSON.parse(text)));
  const [identity] = printed.flatMap(({ runs }) =>
    runs.flatMap(({ config }) => config.models.map((model) => model.identity)),
  );
  const isWanted = ({ measure, policy }: Estimate) => policy === 'parsed' && wanted.has(measure);
  const kept = {
    identity,
    right,
    answered,
    limits: printed.flatMap(({ limits }) => limits),
    findings: printed.flatMap(({ findings }) => findings),
    estimates: printed.flatMap(({ estimates }) => estimates.filter(isWanted)),
  };
  return `${JSON.stringify(facts.parse(kept), null, 1)}\n`;
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

function scoreText({ unit }: Pick<Finding, 'unit'>, value: number | null): string {
  if (value === null) return 'n/a';
  return unit === 'share' ? percent(value) : value.toFixed(2);
}

function intervalText(finding: Finding): string {
  const { interval, value } = finding.score;
  const ends = interval === null ? '' : ` [${interval.map((end) => scoreText(finding, end)).join(', ')}]`;
  return `${scoreText(finding, value)}${ends}`;
}

const head = ['task', 'planned', 'read', 'score [95 %]', 'by chance', 'best constant', 'word'];

/** Returns the rows of one task: what was done, and the score with its word. */
function rowsOf(task: Task, findings: readonly Finding[]): readonly (readonly string[])[] {
  const own = findings.filter(({ experiment }) => experiment === task);
  if (own.length === 0) return [[task, planned[task], '0', 'not measured', '', '', 'not measured']];
  return own.map((finding) => {
    const noise = /noise ([\w-]+)/.exec(finding.condition)?.[1];
    const name = noise === undefined || own.length === 1 ? task : `${task}, ${noise}`;
    const { usable, total, constant, chance, verdict } = finding;
    const numbers = [intervalText(finding), scoreText(finding, chance), scoreText(finding, constant)];
    return [name, planned[task], `${usable} of ${total}`, ...numbers, verdict];
  });
}

function shareText({ value, interval, n }: Estimate): string {
  const ends = interval === null ? '' : ` [${interval.map(percent).join(', ')}]`;
  return `${value === null ? 'n/a' : percent(value)}${ends} of ${Math.round(n)}`;
}

const coin = 0.25;

/** Returns whether the share of right answers is above a coin between four options. */
function isAboveCoin({ interval }: Estimate): boolean {
  return interval !== null && interval[0] > coin;
}

/** Returns what `injection` shows: accuracy lost is stated only where the questions are answered above a coin. */
function injectionLine(estimates: readonly Estimate[]): string {
  const without = estimates.find(({ measure }) => measure === 'unchanged_rate');
  if (without === undefined) return '`injection`: not measured.';
  const right = `**Word problems of \`injection\`**: interrupted without an insertion it is right on ${shareText(without)}`;
  if (!isAboveCoin(without))
    return `${right}, not shown to be above a coin, so what an insertion costs is *not measured*.`;
  const lost = estimates
    .filter(({ measure, value }) => measure === 'lost_share' && value !== null)
    .map((each) => `${/noise (\w+)/.exec(each.condition)?.[1]}: ${shareText(each)}`);
  return `${right}, above a coin. Accuracy lost to an insertion in the middle: ${lost.join('; ')}.`;
}

/** Returns the line on predictions that fit the answers, but no better than a rule. */
function beatenBy({ experiment, verdict, rungs }: Finding): readonly string[] {
  const useful = rungs?.useful;
  if (verdict !== 'informative' || useful?.kind !== 'tested' || useful.against === null) return [];
  return [
    `- **\`${experiment}\` is informative, but not useful**: the predictions are not shown to be better than ${useful.against}.`,
  ];
}

/** docs/results/small-model.md. */
export function smallModelPage(text: string): string {
  const { identity, right, answered, limits, findings, estimates } = facts.parse(JSON.parse(text));
  const withVerdict = new Set(findings.filter(({ verdict }) => isTested(verdict)).map(({ experiment }) => experiment));
  const missing = tasks.filter((task) => !findings.some(({ experiment }) => experiment === task));
  const read = findings.reduce((sum, { usable }) => sum + usable, 0);
  const asked = findings.reduce((sum, { total }) => sum + total, 0);
  const interval = wilson(right, answered);
  const bounds = interval === null ? '' : ` [${percent(interval.low)}, ${percent(interval.high)}]`;
  const about = limits.filter((limit) => !/In run|seb |not asked yet|^Accuracy that/.test(limit));
  return `# A small real model, from its file to a verdict

Can Qwen2.5-Coder-0.5B-Instruct (Q4_K_M, 491 MB, ${identity.replace(/^.*@sha256:(.{12}).*$/, 'sha256 `$1...`')}) predict itself? It ran in the process of \`seb\`, on two shared
CPU cores, with small sets. **${withVerdict.size} of ${tasks.length} tasks have a verdict of the ladder.** The other runs were stopped
when the time was over; they resume.

${markdownTable([head, ...tasks.flatMap((task) => rowsOf(task, findings))])}

*Read*: units with a prediction and an outcome that could be read, of those that were asked. A word needs 20 independent items ([what each word means](../verdicts.md)).

## What it shows

- **It answers ${right} of ${answered} questions of \`know\` right**: ${percent(right / answered)}${bounds}, where a coin between four options has 25 %. It mostly writes a letter at
  once, and nearly always C.
- ${injectionLine(estimates)}
${findings.flatMap(beatenBy).join('\n')}
- **${read} of ${asked} predictions with their outcomes could be read.** So the form of the answers is not what keeps it from a verdict:
  for the other tasks it is the number of items.
${about.map((limit) => `- ${limit}`).join('\n')}

## What it cannot show

- Anything about larger models, or about this one with other prompts or at another temperature (here 0, at most 256 tokens an answer).
- That a model knows nothing of itself: so few items find large effects only.
- Whether it predicts its refusals: no judge that is fit for it was available. It predicts that it will answer, refuses ("I'm sorry, but I
  can't assist with that."), and then judges its refusal to be an answer, so its score says nothing. The rule judge stands beside it.
${missing.length === 0 ? '' : `- Not measured: ${missing.map((task) => `\`${task}\``).join(', ')}.\n`}- SmolLM2-135M-Instruct: not measured here; [what it did in a training study](../../bench/notes/small-real-model.md).

## How this page was made

[bench/notes/small-model.md](../../bench/notes/small-model.md) has the commands. The numbers come from \`seb report --json\`, kept in
\`bench/notes/small-model.json\`:

\`\`\`bash
node scripts/make-results.ts --measured STORE --page small-model
\`\`\`
`;
}
