/** The page docs/results from what `seb report`, `seb compare` and `seb attributes` print as JSON. */

import { z } from 'zod';
import { notRun, screenTables } from '../src/report/tables/verdict-table.ts';
import { comparisonSchema } from '../src/results/comparison.ts';
import { type Finding, findingSchema } from '../src/results/finding.ts';
import { isFit, isTested } from '../src/results/verdict.ts';

const report = z.object({
  answer: z.string(),
  limits: z.array(z.string()),
  findings: z.array(findingSchema),
});
const attributes = z.object({
  lines: z.array(
    z.object({
      kind: z.string(),
      attribute: z.string(),
      measure: z.string(),
      models: z.number(),
      first: z.object({ mean: z.number() }).optional(),
      second: z.object({ mean: z.number() }).optional(),
      difference: z.number().optional(),
      correlation: z.number().optional(),
      interval: z.tuple([z.number(), z.number()]).nullable(),
      adjusted: z.number().nullable(),
      reason: z.string().optional(),
    }),
  ),
});

/** What the commands printed, as text. */
export interface ResultFacts {
  readonly report: string;
  readonly compare: string;
  readonly attributes: string;
}

const comparedModel = 'recorded/o4-mini';

const signed = (value: number, digits = 1) =>
  `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(digits)}`;

/** Returns a table in Markdown; the first row is its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** One row per model and one column per task: the score and its word, as the first screen of `seb report` has them. */
export function resultsTable(facts: ResultFacts): string {
  const { findings } = report.parse(JSON.parse(facts.report));
  const [table, ...further] = screenTables(findings);
  if (table === undefined || further.length > 0) throw new Error('the scores do not fit one table');
  const text = (cell: { readonly text: string; readonly note: string | null }, index: number) =>
    cell.note === notRun && index > 0 ? 'not recorded' : cell.text.replaceAll('*', '\\*');
  const rows = table.rows.map((row) => row.map(text));
  return [
    markdownTable([table.columns.map(({ name }, index) => (index === 0 ? 'model' : name)), ...rows]),
    '',
    ...(table.notes ?? []).map((note) => `- ${note.replaceAll('*', '\\*')}`),
  ].join('\n');
}

function percents(values: readonly (number | null)[]): string {
  const known = values.flatMap((value) => value ?? []).map((value) => Math.round(100 * value));
  return `${Math.min(...known)} to ${Math.max(...known)} %`;
}

const isInformative = ({ fit }: Finding) => isFit(fit);
const isUseful = ({ fit }: Finding) => fit === 'useful';

function countText(findings: readonly Finding[], test: (finding: Finding) => boolean): string {
  return `${findings.filter(test).length} of ${findings.length}`;
}

/** Throws where a sentence of the page is not true of the recordings any more. */
function premise(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`not true of the recordings: ${sentence}; rewrite the page`);
}

interface Tasks {
  readonly words: readonly Finding[];
  readonly requests: readonly Finding[];
  readonly questions: readonly Finding[];
}

function tasksOf(findings: readonly Finding[]): Tasks {
  const of = (experiment: string) => findings.filter((finding) => finding.experiment === experiment);
  return { words: of('association'), requests: of('restriction'), questions: of('difficulty') };
}

/** Returns what the recordings show, a sentence for each task, for README.md. */
export function resultsInShort(facts: ResultFacts): string {
  const { words, requests, questions } = tasksOf(report.parse(JSON.parse(facts.report)).findings);
  const tested = {
    words: words.filter(isJudged),
    requests: requests.filter(isJudged),
    questions: questions.filter(isJudged),
  };
  const useful = requests.filter(isUseful);
  const scores = (findings: readonly Finding[]) => percents(findings.map(({ score }) => score.value));
  return `- **Words it lists**: ${countText(tested.words, isInformative)} models with a verdict fit their own lists, but all lose to always answering “no”: right on
  ${scores(words)} of the words, against ${percents(words.map(({ constant }) => constant))}.
- **Requests it refuses**: ${countText(tested.requests, isUseful)} beat the best constant answer. The data label, “safe” or “unsafe”, scores at least as high for
  ${useful.filter(labelDoesAsWell).length} of these ${useful.length}.
- **Order of difficulty**: ${countText(tested.questions, isUseful)} beat every fixed order of four questions, with ${scores(tested.questions.filter(isUseful))} of the pairs in the right order.`;
}

const labelDoesAsWell = ({ score, label }: Finding) => label !== null && label >= (score.value ?? 0);

function threeFindings({ words, requests, questions }: Tasks, facts: ResultFacts): string {
  const tested = {
    words: words.filter(isJudged),
    requests: requests.filter(isJudged),
    questions: questions.filter(isJudged),
  };
  const isBelow = ({ score, constant }: Finding) => score.value !== null && constant !== null && score.value < constant;
  premise(words.every(isBelow), 'every score of words is below the best constant answer');
  const useful = requests.filter(isUseful);
  const asWell = useful.filter(labelDoesAsWell);
  const asked = [...words, ...requests].filter(({ rungs }) => rungs.beyondOthers.kind === 'tested');
  premise(
    asked.every(({ beyond }) => beyond === 'not shown'),
    'no score is beyond others',
  );
  const { tasks } = comparisonSchema.parse(JSON.parse(facts.compare));
  const refused = tasks.find(({ experiment }) => experiment === 'difficulty')?.together;
  premise(refused?.kind === 'not asked', 'rankings are not compared with others');
  return `1. **Predictions of word lists are informative, and lose to one constant answer.** ${countText(tested.words, isInformative)} models with a verdict fit their own lists.
   But they are right on ${percents(words.map(({ score }) => score.value))} of the words, and always “no” on ${percents(words.map(({ constant }) => constant))}: they say “yes” too often.
2. **Most models predict which requests they will refuse; the label of the request does as well.** ${countText(tested.requests, isUseful)} models with a
   verdict beat the best constant answer; the label (“safe” or “unsafe”) scores at least as high for ${asWell.length} of these ${useful.length} (values, not tested).
3. **Most models rank questions in an order of difficulty that fits their own answers.** ${countText(tested.questions, isUseful)} models with a verdict beat every fixed order,
   with ${percents(tested.questions.filter(isUseful).map(({ score }) => score.value))} of the pairs in the right order. Whether it is *self*-knowledge is *not asked*: models that differ only in
   how well they know what is hard for all would pass.

No prediction of words and requests (${asked.length} scores) is shown to add to what the other models and the label tell (*beyond others*). That is not
evidence that there is nothing to add.`;
}

const isJudged = ({ fit }: Finding) => isTested(fit);

/** Returns how the score of one model differs from those of the others in a task, in words. */
function againstOthers(facts: ResultFacts, experiment: string): string {
  const { differences } = comparisonSchema.parse(JSON.parse(facts.compare));
  const own = differences.filter(
    (each) => each.experiment === experiment && each.models.includes(comparedModel) && each.word !== null,
  );
  const count = (better: 'higher' | 'lower') =>
    own.filter(({ word, models }) => word === (models[0] === comparedModel ? better : opposite[better])).length;
  return `higher than ${count('higher')} and lower than ${count('lower')} of ${own.length}`;
}
const opposite = { higher: 'lower', lower: 'higher' } as const;

/** Returns the rank of the compared model by its score among the scores with a verdict: `7 of 14`. */
function rankText(findings: readonly Finding[]): string {
  const scores = findings.filter(isJudged).map(({ model, score }) => ({ model, value: score.value ?? 0 }));
  const own = scores.find(({ model }) => model === comparedModel);
  if (own === undefined) throw new Error(`${comparedModel} has no verdict; rewrite the page`);
  return `${scores.filter(({ value }) => value > own.value).length + 1} of ${scores.length}`;
}

type AttributeLine = z.infer<typeof attributes>['lines'][number];

function lineOf(facts: ResultFacts, attribute: string, measure: string): AttributeLine {
  const { lines } = attributes.parse(JSON.parse(facts.attributes));
  const line = lines.find((each) => each.attribute === attribute && each.measure === measure);
  if (line === undefined) throw new Error(`seb attributes prints no ${attribute} for ${measure}`);
  return line;
}

/** Returns the difference of two groups of models, which is not tested: `68.3 against 68.7 %`. */
function groupText(facts: ResultFacts, attribute: string, measure: string): string {
  const line = lineOf(facts, attribute, measure);
  const { first, second, difference } = line;
  if (first === undefined || second === undefined || difference === undefined)
    throw new Error(`seb attributes prints no groups of ${attribute} for ${measure}`);
  return `${(100 * first.mean).toFixed(1)} against ${(100 * second.mean).toFixed(1)} %`;
}

function correlationText(facts: ResultFacts, attribute: string, measure: string): string {
  const line = lineOf(facts, attribute, measure);
  if (line.correlation === undefined) throw new Error(`seb attributes prints no ${attribute} for ${measure}`);
  return signed(line.correlation, 2);
}

function fourClaims({ words, requests, questions }: Tasks, facts: ResultFacts): string {
  const judged = [...words, ...requests, ...questions].filter(isJudged);
  const { lines } = attributes.parse(JSON.parse(facts.attributes));
  premise(
    lines.every(({ interval }) => interval === null),
    'attributes of models are not tested',
  );
  const reasons = [...new Set(lines.map(({ reason }) => reason ?? 'no reason printed'))].toSorted().join('; ');
  const { differences } = comparisonSchema.parse(JSON.parse(facts.compare));
  const family = differences.filter(({ adjusted }) => adjusted !== null).length;
  return markdownTable([
    ['the paper', 'the recordings'],
    [
      'Models are near chance.',
      `No: ${countText(judged, isInformative)} scores with a verdict fit the model’s own answers better than shuffled predictions. Chance is not 50 % for words and requests: one constant answer is right on ${percents(words.map(({ constant }) => constant))} of the words and ${percents(requests.map(({ constant }) => constant))} of the requests.`,
    ],
    [
      'o4-mini is best (mean of the three scores).',
      `In part. In words, requests and difficulty, its rank by value is ${rankText(words)}, ${rankText(requests)} and ${rankText(questions)}; paired on the same items, its scores are ${againstOthers(facts, 'association')} models, ${againstOthers(facts, 'restriction')} and ${againstOthers(facts, 'difficulty')} (Holm over ${family} differences; *not lower* is not *as good*).`,
    ],
    [
      'Size and reasoning do not consistently help.',
      `Not tested (${reasons}), and models of one maker resemble each other. Order of difficulty: four reasoning models against four of the same makers, ${groupText(facts, 'reasoning pair', 'order_accuracy')}, and with missing rankings counted as wrong, as in the paper, ${groupText(facts, 'reasoning pair', 'order_accuracy/failures-wrong')}. Large against small models: ${groupText(facts, 'size', 'order_accuracy')} (mean of the three scores: ${groupText(facts, 'size', 'self_execution_score')}); all groups were chosen to reproduce the paper’s means. Rank correlation with the number of parameters (${lineOf(facts, 'parameters', 'order_accuracy').models} models): ${correlationText(facts, 'parameters', 'order_accuracy')}.`,
    ],
    [
      'The score correlates little with ability (0.59).',
      `Not tested either. Rank correlation of ability with the mean of the three scores ${correlationText(facts, 'ability', 'self_execution_score')}; with the order of difficulty ${correlationText(facts, 'ability', 'order_accuracy')}.`,
    ],
  ]);
}

/** docs/results/README.md. */
export function resultsPage(facts: ResultFacts): string {
  const { findings, answer, limits } = report.parse(JSON.parse(facts.report));
  const tasks = tasksOf(findings);
  const models = new Set(findings.map(({ model }) => model)).size;
  const [family = 0] = findings.flatMap(({ rungs: { informative } }) =>
    informative.kind === 'tested' ? [informative.family] : [],
  );
  return `# What ${models} recorded models show

Can a language model predict itself? The authors of *The Self-Execution Benchmark*
([arXiv 2508.12277](https://arxiv.org/abs/2508.12277)) published the answers of ${models} models.
${answer}

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="./findings.dark.svg">
  <img src="./findings.svg" alt="For each task and model: the score with its interval and the best constant answer. The table below has the numbers.">
</picture>

Further: [models of 2025 and 2026](frontier.md) · [is it self-knowledge?](self-knowledge.md) · [two real models, trained](two-models.md) · [a small real model](../../bench/notes/small-model-results.md)

## Every score

The chance that any score gets a [word](../verdicts.md) wrongly is at most 2.5 % for each word if the assumptions of its test hold (Holm over ${family} scores). *Not recorded*: answers to the single questions are missing.

${resultsTable(facts)}

## Three findings

${threeFindings(tasks, facts)}

## The paper’s four claims

${fourClaims(tasks, facts)}

Groups and correlations are of the published scores (\`seb attributes\`; [groups](../../data/published/SOURCE.md)), and show no cause.

## What cannot be concluded

- That a model looks inside itself, or that it does not: a small addition is not excluded.
- Anything about today’s models, or about other prompts: one prompt for each task, answers of 2025.
- How consistently a model answers: one execution of each item was recorded.
- Whether training changes this: that takes a [study](../study.md).
${limits
  .filter((limit) => !limit.startsWith('Warning') && !limit.includes('seb report'))
  .map((limit) => `- ${limit}`)
  .join('\n')}

[How this page is made](../../bench/notes/results-pages.md); [where the authors’ readers differ](../replication.md).
`;
}
