/** The page docs/results/small-model.md from what `seb report --json` prints for the runs of a small real model. */

import { z } from 'zod';
import { type Estimate, estimateSchema } from '../src/results/estimate.ts';
import { type Finding, findingSchema } from '../src/results/finding.ts';
import { isTested } from '../src/results/verdict.ts';
import { wilson } from '../src/stats/intervals.ts';
import { markdownTable } from './results-page.ts';

/** What the page shows, in its order: the task of a named run of bench/notes/small-model.md, and the words of its rows. */
const shown = [
  { run: 'tasks', experiment: 'know', title: 'know' },
  { run: 'tasks', experiment: 'property', title: 'property' },
  { run: 'tasks', experiment: 'cost', title: 'cost' },
  { run: 'difficulty-26', experiment: 'difficulty', title: 'difficulty' },
  { run: 'restriction-44', experiment: 'restriction', title: 'restriction' },
  { run: 'injection-2', experiment: 'injection', title: 'injection' },
  { run: 'injection-steps', experiment: 'injection', title: 'injection, calculates first' },
  { run: 'smollm2', experiment: 'know', title: 'SmolLM2: know' },
  { run: 'smollm2', experiment: 'property', title: 'SmolLM2: property' },
] as const;
type Shown = (typeof shown)[number];

/** The runs that the page is made from. */
export const measuredRuns: readonly string[] = [...new Set(shown.map(({ run }) => run))];

/** Measures of `injection` that the page states beside the scores. */
const wanted: ReadonlySet<string> = new Set(['unchanged_rate', 'lost_share']);

const measuredRun = z.object({
  name: z.string(),
  identity: z.string().describe('name of the model with the sha256 of its file'),
  findings: z.array(findingSchema),
  estimates: z.array(estimateSchema),
});
type MeasuredRun = z.infer<typeof measuredRun>;

const facts = z.object({
  right: z.int().describe('questions of know that it answered right'),
  answered: z.int().describe('questions of know that it answered'),
  runs: z.array(measuredRun),
});

const printedReport = measuredRun.pick({ findings: true, estimates: true }).extend({
  runs: z.tuple([z.object({ config: z.object({ models: z.tuple([z.object({ identity: z.string() })]) }) })]),
});
const printedItem = z.object({ outcome: z.string().nullable() });

/** Returns what the page needs of the printed report of each run and of the printed items of `know`, as JSON text. */
export function measuredFacts(reports: ReadonlyMap<string, string>, knowItems: string): string {
  const items = knowItems.split('\n').filter((line) => line !== '');
  const outcomes = items.map((line) => printedItem.parse(JSON.parse(line)).outcome);
  const right = outcomes.filter((outcome) => outcome === 'answers it correctly').length;
  const answered = right + outcomes.filter((outcome) => outcome === 'answers it incorrectly').length;
  const runs = [...reports].map(([name, text]): MeasuredRun => {
    const printed = printedReport.parse(JSON.parse(text));
    const isShown = ({ experiment }: { readonly experiment: string }) =>
      shown.some((each) => each.run === name && each.experiment === experiment);
    const isWanted = ({ measure, policy }: Estimate) => policy === 'parsed' && wanted.has(measure);
    return {
      name,
      identity: printed.runs[0].config.models[0].identity,
      findings: printed.findings.filter(isShown),
      estimates: printed.estimates.filter((estimate) => isShown(estimate) && isWanted(estimate)),
    };
  });
  return `${JSON.stringify(facts.parse({ right, answered, runs }), null, 1)}\n`;
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

const head = ['task', 'read', 'score [95 %]', 'by chance', 'best constant', 'word'];

/** Returns what tells the rows of one task apart: the insertion, or the order of the options. */
function conditionText({ experiment, condition }: Finding): string {
  const noise = /noise (\w+)/.exec(condition)?.[1];
  if (noise !== undefined) return `, ${noise}`;
  if (experiment !== 'restriction') return '';
  return condition.includes('reversed') ? ', reversed order' : ', given order';
}

/** Returns the row of one score. A star marks a word whose reason is that answers are missing. */
function rowOf(title: string, finding: Finding): readonly string[] {
  const { usable, total, notAsked, constant, chance, verdict, reason } = finding;
  const numbers = [intervalText(finding), scoreText(finding, chance), scoreText(finding, constant)];
  const word = isTested(verdict) && reason !== null ? `${verdict} *` : verdict;
  return [`${title}${conditionText(finding)}`, `${usable} of ${total + notAsked}`, ...numbers, word];
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

/** Returns what a run of `injection` shows: accuracy lost is stated only where the questions are answered above a coin. */
function injectionLine({ title }: Shown, { estimates, findings }: MeasuredRun): string {
  const without = estimates.find(({ measure }) => measure === 'unchanged_rate');
  if (without === undefined) throw new Error(`${title} has no share of right answers`);
  const right = `- **\`${title}\`**: without an insertion, ${shareText(without)} are right`;
  if (!isAboveCoin(without))
    return `${right}, not shown to be above a coin
  (25 %), so the accuracy lost is *not measured*.`;
  const noiseOf = ({ condition }: { readonly condition: string }) => /noise (\w+)/.exec(condition)?.[1];
  const lost = estimates
    .filter(({ measure }) => measure === 'lost_share')
    .map((each) => `to \`${noiseOf(each)}\` ${shareText(each)}`);
  const unread = findings.map((each) => `\`${noiseOf(each)}\`: ${each.reason}`);
  return `${right}, above a coin (25 %).
  **Accuracy lost**: ${lost.join(', ')}. An answer that could
  not be read counts as not right. Whether it predicts this has no verdict (${unread.join('; ')}).`;
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
  const { right, answered, runs } = facts.parse(JSON.parse(text));
  const runOf = (each: Shown): MeasuredRun => {
    const run = runs.find(({ name }) => name === each.run);
    if (run === undefined) throw new Error(`no run ${each.run}`);
    return run;
  };
  const findingsOf = (each: Shown) => runOf(each).findings.filter(({ experiment }) => experiment === each.experiment);
  const shaOf = (name: string) =>
    runs.find((run) => run.name === name)?.identity.replace(/^.*@sha256:(.{12}).*$/, 'sha256 `$1...`');
  const own = shown.filter(({ run }) => run !== 'smollm2');
  const findings = own.flatMap(findingsOf);
  const tested = new Set(findings.filter(({ verdict }) => isTested(verdict)).map(({ experiment }) => experiment));
  const tasks = new Set(own.map(({ experiment }) => experiment));
  const judged = findings.find(({ verdict }) => verdict === 'unsafe judge');
  const interval = wilson(right, answered);
  const bounds = interval === null ? '' : ` [${percent(interval.low)}, ${percent(interval.high)}]`;
  return `# A small real model, from its file to a verdict

Can Qwen2.5-Coder-0.5B-Instruct (Q4_K_M, 491 MB, ${shaOf('tasks')}) predict itself? It ran in the process of \`seb\`, on two
shared CPU cores, with small sets. **${tested.size} of ${tasks.size} tasks have a verdict; no predictions are shown to be useful.** SmolLM2-135M-Instruct
(Q4_1, ${shaOf('smollm2')}) ran on two tasks and has none.

${markdownTable([head, ...shown.flatMap((each) => findingsOf(each).map((finding) => rowOf(each.title, finding)))])}

*Read*: units with a prediction and an outcome that could be read, of those planned. \`no sign *\`: over 2 % of the answers are missing, and
counted against the verdict. For \`cost\`, less is better. [What each word means](../verdicts.md).

## What it shows

- **It answers ${right} of ${answered} questions of \`know\` right**: ${percent(right / answered)}${bounds}, where a coin between four options has 25 %.
${findings.flatMap(beatenBy).join('\n')}
${own
  .filter(({ experiment }) => experiment === 'injection')
  .map((each) => injectionLine(each, runOf(each)))
  .join('\n')}
- **\`restriction\` has no verdict**: it chooses A for every request, so it predicts an answer in one order of the options and a
  refusal in the other. It judged its own responses, and calls each of them an answer;
  ${judged?.reason ?? 'n/a'}.

## What it cannot show

- Anything about larger models, or about this one with other prompts or at another temperature (here 0).
- That a model knows nothing of itself: so few items find large effects only.
- Whether it predicts its refusals: that needs a judge that is fit, and predictions that differ between requests.
- Whether it predicts what an insertion does to it: most answers after an insertion could not be read.
- SmolLM2: too few of its predictions could be read. [What it did in a training study](../../bench/notes/small-real-model.md).

## How this page was made

[bench/notes/small-model.md](../../bench/notes/small-model.md) has the commands. The numbers come from \`seb report --json\`, kept in
\`bench/notes/small-model.json\`:

\`\`\`bash
node scripts/make-results.ts --measured STORE --page small-model
\`\`\`
`;
}
