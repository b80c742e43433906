/** The page bench/notes/small-model-results.md from what `seb report --json` prints for the runs of a small real model. */

import { z } from 'zod';
import { sebVersion } from '../src/answers/prepare/provenance.ts';
import { agreementSchema } from '../src/results/answers.ts';
import { type Estimate, estimateSchema } from '../src/results/estimate.ts';
import { findingSchema } from '../src/results/finding.ts';
import { isTested } from '../src/results/verdict.ts';
import { wilson } from '../src/stats/intervals.ts';
import { markdownTable } from './results-page.ts';

/** What the page shows, in its order: the task of a named run of bench/notes/small-model.md, and the words of its rows. */
const shown = [
  { run: 'tasks', experiment: 'know', title: 'know' },
  { run: 'tasks', experiment: 'property', title: 'property' },
  { run: 'tasks', experiment: 'cost', title: 'cost' },
  { run: 'difficulty-26', experiment: 'difficulty', title: 'difficulty' },
  { run: 'restriction-labels', experiment: 'restriction', title: 'restriction' },
  { run: 'injection-2', experiment: 'injection', title: 'injection' },
  { run: 'injection-steps', experiment: 'injection', title: 'injection, calculates first' },
  { run: 'smollm2', experiment: 'know', title: 'SmolLM2: know' },
  { run: 'smollm2', experiment: 'property', title: 'SmolLM2: property' },
] as const;
type Shown = (typeof shown)[number];

/** The run of the same responses in which the model is its own judge. */
const ownJudge = 'restriction-44';

/** The runs that the page is made from. */
export const measuredRuns: readonly string[] = [...new Set(shown.map(({ run }) => run)), ownJudge];

/** Measures of `injection` that the page states beside the scores. */
const wanted: ReadonlySet<string> = new Set(['unchanged_rate', 'lost_share']);

/** What the page needs of a finding; the same for every version that counted it. */
const measuredFinding = findingSchema
  .unwrap()
  .pick({
    experiment: true,
    condition: true,
    unit: true,
    fit: true,
    reason: true,
    score: true,
    chance: true,
    constant: true,
    usable: true,
    total: true,
    notAsked: true,
  })
  .extend({
    marked: z.boolean().describe('whether missing answers count against the word'),
    against: z.string().nullable().describe('the constant or rule that is hardest to beat; null where none was tested'),
  });
type MeasuredFinding = z.infer<typeof measuredFinding>;

/** Agreement of two judges, as the stored facts have it. */
const judgesSchema = agreementSchema.unwrap().omit({ onlyFirst: true, onlySecond: true, differing: true });
type JudgesOfPage = z.infer<typeof judgesSchema>;

const measuredRun = z.object({
  name: z.string(),
  identity: z.string().describe('name of the model with the sha256 of its file'),
  findings: z.array(measuredFinding),
  estimates: z.array(estimateSchema),
  judges: z.array(judgesSchema),
});
type MeasuredRun = z.infer<typeof measuredRun>;

const facts = z.object({
  version: z.string().describe('version of seb that counted the words'),
  right: z.int().describe('questions of know that it answered right'),
  answered: z.int().describe('questions of know that it answered'),
  runs: z.array(measuredRun),
});

const printedReport = measuredRun.pick({ estimates: true, judges: true }).extend({
  findings: z.array(findingSchema),
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
      findings: printed.findings.filter(isShown).map((finding) => {
        const { useful } = finding.rungs;
        const against = useful.kind === 'tested' ? useful.against : null;
        return { ...finding, marked: finding.changedByMissing, against };
      }),
      estimates: printed.estimates.filter((estimate) => isShown(estimate) && isWanted(estimate)),
      judges: printed.judges,
    };
  });
  return `${JSON.stringify(facts.parse({ version: sebVersion(), right, answered, runs }), null, 1)}\n`;
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

function scoreText({ unit }: Pick<MeasuredFinding, 'unit'>, value: number | null): string {
  if (value === null) return 'n/a';
  return unit === 'share' ? percent(value) : value.toFixed(2);
}

function intervalText(finding: MeasuredFinding): string {
  const { interval, value } = finding.score;
  const ends = interval === null ? '' : ` [${interval.map((end) => scoreText(finding, end)).join(', ')}]`;
  return `${scoreText(finding, value)}${ends}`;
}

const head = ['task', 'read', 'score [95 %]', 'by chance', 'best constant', 'fit'];

/** Returns what tells the rows of one task apart: the insertion, or the order of the options. */
function conditionText({ experiment, condition }: MeasuredFinding): string {
  const noise = /noise (\w+)/.exec(condition)?.[1];
  if (noise !== undefined) return `, ${noise}`;
  if (experiment !== 'restriction') return '';
  return condition.includes('reversed') ? ', reversed order' : ', given order';
}

/** Returns the row of one score. A star marks a word that missing answers count against. */
function rowOf(title: string, finding: MeasuredFinding): readonly string[] {
  const { usable, total, notAsked, constant, chance, fit, marked } = finding;
  const numbers = [intervalText(finding), scoreText(finding, chance), scoreText(finding, constant)];
  const word = marked ? `${fit} *` : fit;
  return [`${title}${conditionText(finding)}`, `${usable} of ${total + notAsked}`, ...numbers, word];
}

function shareText({ value, interval, n }: Estimate): string {
  const ends = interval === null ? '' : ` [${interval.map(percent).join(', ')}]`;
  return `${value === null ? 'n/a' : percent(value)}${ends} of ${Math.round(n)}`;
}

/** Returns a difference of two shares, in points. */
function pointsText({ value, interval }: Estimate): string {
  const points = (share: number) => `${Math.round(100 * share)}`;
  const ends = interval === null ? '' : ` [${interval.map(points).join(', ')}]`;
  return value === null ? 'n/a' : `${points(value)} points${ends}`;
}

/** Returns the word of a score, with the reason where it has no verdict. */
function wordOf({ fit, reason }: MeasuredFinding): string {
  return isTested(fit) || reason === null ? fit : `${fit} (${reason})`;
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
    .map((each) => `to \`${noiseOf(each)}\` ${pointsText(each)}`);
  const predicted = findings.map((each) => `\`${noiseOf(each)}\`: ${wordOf(each)}`);
  return `${right}, above a coin (25 %).
  **Accuracy lost**: ${lost.join(', ')}; unreadable answers count as not right. Whether it predicts this: ${predicted.join('; ')}.`;
}

/** Returns the line on predictions that fit the answers, but no better than a rule. */
function beatenBy({ experiment, fit, against }: MeasuredFinding): readonly string[] {
  if (fit !== 'informative' || against === null) return [];
  return [
    `- **\`${experiment}\` is informative, but not useful**: the predictions are not shown to be better than ${against}.`,
  ];
}

/** Returns what restriction shows: its word, whether the letter decides, and which judge the labels bear out. */
function restrictionLines(findings: readonly MeasuredFinding[], judges: readonly JudgesOfPage[]): string {
  const words = [...new Set(findings.map(wordOf))].join('; ');
  const scores = findings.map(({ score }) => score.value ?? Number.NaN);
  const isOneAnswer = findings.length === 2 && findings.every(({ fit }) => fit === 'one answer');
  const isOneLetter = isOneAnswer && Math.abs((scores[0] ?? 0) + (scores[1] ?? 0) - 1) < 1e-9;
  const letter = isOneLetter
    ? ` It chooses the same letter for every request in either
  order of the options, so its predictions say nothing about its refusals.`
    : '';
  const agreement = (judge: string) => {
    const found = judges.find(({ first, second }) => first.startsWith(`${judge}, `) && second.startsWith('human:'));
    if (found === undefined) throw new Error(`no agreement of ${judge} with the labels`);
    return found;
  };
  const [own, rule] = [agreement('itself'), agreement('rule')];
  const { n, firstRefuses, secondRefuses } = own;
  const count = (share: number | null) => `${Math.round((share ?? Number.NaN) * n)} of ${n}`;
  const agrees = (judge: JudgesOfPage) =>
    `${percent(judge.agreement ?? Number.NaN)} (kappa ${judge.kappa?.toFixed(2) ?? 'n/a'})`;
  return `- **\`restriction\`: ${words}.**${letter}
- **Labels decide** which responses are refusals (made by a large language model that knew the counts of both judges; no person read them): ${count(secondRefuses)}. As its own judge, the model finds ${count(firstRefuses)}
  and agrees on ${agrees(own)}; the rule judge finds ${count(rule.firstRefuses)} and agrees on ${agrees(rule)}.`;
}

/** Returns which version counted the words, and what it did otherwise than the pages on statistics say. */
function versionNote(version: string): string {
  const before =
    version === '0.3.0'
      ? `, which shuffled predictions within quarters of the order of the calls, and counted missing answers
against a word only above 2 %`
      : '';
  return `Counted by version ${version}${before}; the store is not in this repository.`;
}

/** bench/notes/small-model-results.md. */
export function smallModelPage(text: string): string {
  const { version, right, answered, runs } = facts.parse(JSON.parse(text));
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
  const tested = new Set(findings.filter(({ fit }) => isTested(fit)).map(({ experiment }) => experiment));
  const tasks = new Set(own.map(({ experiment }) => experiment));
  const useful = findings.filter(({ fit }) => fit === 'useful').length;
  const smol = shown.filter(({ run }) => run === 'smollm2').flatMap(findingsOf);
  const smolTested = smol.filter(({ fit }) => isTested(fit)).length;
  const isUntold = (name: string) => findings.every((each) => each.experiment !== name || !isTested(each.fit));
  const judges = runs.find(({ name }) => name === ownJudge)?.judges ?? [];
  const interval = wilson(right, answered);
  const bounds = interval === null ? '' : ` [${percent(interval.low)}, ${percent(interval.high)}]`;
  return `# A small real model, from its file to a verdict

Can Qwen2.5-Coder-0.5B-Instruct (Q4_K_M, 491 MB, ${shaOf('tasks')}) predict itself, on small sets? **${tested.size} of ${tasks.size} tasks have a verdict; ${useful === 0 ? 'no' : useful} predictions are shown to be useful.** SmolLM2-135M-Instruct
(Q4_1, ${shaOf('smollm2')}) ran on ${smol.length} tasks and has ${smolTested === 0 ? 'none' : smolTested}.

${markdownTable([head, ...shown.flatMap((each) => findingsOf(each).map((finding) => rowOf(each.title, finding)))])}

*Read*: units of which prediction and outcome could be read. \`*\`: missing answers count
against the [word](../../docs/verdicts.md). For \`cost\`, less is better.
${versionNote(version)}

## What it shows

- **It answers ${right} of ${answered} questions of \`know\` right**: ${percent(right / answered)}${bounds}, where a coin between four options has 25 %.
${findings.flatMap(beatenBy).join('\n')}
${own
  .filter(({ experiment }) => experiment === 'injection')
  .map((each) => injectionLine(each, runOf(each)))
  .join('\n')}
${restrictionLines(
  findings.filter(({ experiment }) => experiment === 'restriction'),
  judges,
)}

## What it cannot show

- Anything about larger models, or about this one with other prompts or at another temperature (here 0).
- That it knows nothing of itself: so few items find large effects only.
${[
  ...(isUntold('restriction') ? ['- Whether it can predict its refusals, asked in another way.\n'] : []),
  ...(isUntold('injection') ? ['- Whether it predicts what an insertion does to it.\n'] : []),
].join(
  '',
)}- SmolLM2: ${smol.map((each) => `\`${each.experiment}\` ${wordOf(each)}`).join(', ')}. [What it did in a training study](small-real-model.md).

[Commands, and how this page is made](small-model.md).
`;
}
