/** The page docs/results from what `seb report`, `seb compare` and `seb attributes` print as JSON. */

import { z } from 'zod';
import { noticedSentence } from '../src/results/noticed-text.ts';
import { verdictTexts, verdictWords } from '../src/results/verdict.ts';
import { experimentRegistry } from '../src/experiments/registry.ts';
import { taskNames } from '../src/experiments/task-name.ts';

const share = z.number();
const interval = z.tuple([share, share]);

const report = z.object({
  adjustedOver: z.string(),
  limits: z.array(z.string()),
  findings: z.array(
    z.object({
      task: z.string(),
      model: z.string(),
      score: share.nullable(),
      reference: z.object({ value: share }).nullable(),
      difference: share.nullable(),
      differenceInterval: interval.nullable(),
      level: z.number(),
      usable: z.number(),
      total: z.number(),
      itemRule: share.nullable(),
      others: share.nullable(),
      verdict: z.enum(verdictWords),
      reason: z.string().nullable(),
    }),
  ),
});
const comparison = z.object({
  verdicts: z.array(
    z.object({
      experiment: z.string(),
      measure: z.string(),
      model: z.string().nullable(),
      primary: z.boolean(),
      detectable: z.number().nullable(),
      verdict: z.string(),
    }),
  ),
});
const attributes = z.object({
  lines: z.array(
    z.object({
      kind: z.string(),
      attribute: z.string(),
      measure: z.string(),
      models: z.number(),
      first: z.object({ level: z.string(), mean: share }).optional(),
      second: z.object({ level: z.string(), mean: share }).optional(),
      difference: share.optional(),
      interval: interval.nullable(),
      adjustedP: z.number().nullable(),
    }),
  ),
});
const published = z.object({
  models: z.array(
    z.object({
      model: z.string(),
      association: z.object({
        truePositive: z.number(),
        falsePositive: z.number(),
        trueNegative: z.number(),
        falseNegative: z.number(),
        accuracy: share,
      }),
      restriction: z.object({ items: z.number(), consistent: z.number() }),
      difficulty: z.object({ groups: z.number(), orderAccuracy: share, validRankings: z.number() }),
    }),
  ),
});

/** What the commands printed, as text. `published`: data/published/results.json. */
export interface ResultFacts {
  readonly report: string;
  readonly compare: string;
  readonly attributes: string;
  readonly published: string;
}

type Finding = z.infer<typeof report>['findings'][number];

const percent = (value: number | null) => (value === null ? 'n/a' : `${Math.round(100 * value)} %`);
const points = (value: number) => `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(3)}`;
const within = ([low, high]: readonly [number, number]) => `[${points(low)}, ${points(high)}]`;
const nameOf = (model: string) => model.replace(/^.*\//, '');

const isAbove = (finding: Finding) => finding.verdict.startsWith('above');

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function modelsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ model }) => model))].toSorted();
}
const tasksOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ task }) => task))];

/** One row per real model: the score beside the best constant answer, and the verdict. */
export function resultsTable(facts: ResultFacts): string {
  const { findings } = report.parse(JSON.parse(facts.report));
  const tasks = tasksOf(findings);
  const cell = (model: string, task: string) => {
    const finding = findings.find((each) => each.model === model && each.task === task);
    if (finding === undefined || finding.reference === null) return 'n/a';
    const few = finding.usable < finding.total / 2 ? ` (on ${finding.usable} of ${finding.total})` : '';
    return `${percent(finding.score)} / ${percent(finding.reference.value)}: ${verdictTexts[finding.verdict].short}${few}`;
  };
  return table(
    ['model', ...tasks],
    modelsOf(findings).map((model) => [nameOf(model), ...tasks.map((task) => cell(model, task))]),
  );
}

/** "above" where every finding is, "above in 4 of 6" else. */
function countOf(findings: readonly Finding[], test: (finding: Finding) => boolean): string {
  return `${findings.filter(test).length} of ${findings.length}`;
}

function range(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  return `${percent(Math.min(...known))} to ${percent(Math.max(...known))}`;
}

function taskTable(findings: readonly Finding[]): string {
  return table(
    ['model', 'score', 'best constant answer', 'difference', 'item rule', 'other models', 'usable', 'verdict'],
    findings.map((finding) => [
      nameOf(finding.model),
      percent(finding.score),
      percent(finding.reference?.value ?? null),
      finding.difference === null || finding.differenceInterval === null
        ? 'n/a'
        : `${points(finding.difference)} ${within(finding.differenceInterval)}`,
      percent(finding.itemRule),
      percent(finding.others),
      `${finding.usable} of ${finding.total}`,
      `${verdictTexts[finding.verdict].text}${finding.reason === null ? '' : ` (${finding.reason})`}`,
    ]),
  );
}

const taskOf = taskNames(experimentRegistry());

function selfAdvantage(facts: ResultFacts): string {
  const { verdicts } = comparison.parse(JSON.parse(facts.compare));
  const primary = verdicts.filter((verdict) => verdict.primary);
  const found = primary.filter(({ verdict }) => verdict !== 'none');
  const sizes = primary.map(({ experiment, measure, detectable }) => {
    const size = detectable === null ? 'not known' : detectable.toFixed(3);
    return `${size} in ${measure === 'mcc' ? 'MCC' : measure} for “${taskOf(experiment)}”`;
  });
  return `In ${found.length} of ${primary.length} tasks, predictions fit the model's own
behavior better than expected from how well they fit the behavior of the other models (\`seb compare\`; a prediction of itself is
read as a prediction of every other model too). ${noticedSentence(`advantage of ${sizes.join(', ')}`, 'recordings')} A smaller one is not excluded.`;
}

function fifteen(facts: ResultFacts): string {
  const { models } = published.parse(JSON.parse(facts.published));
  const rows = models.map(({ model, association, restriction, difficulty }) => {
    const { truePositive, falsePositive, trueNegative, falseNegative } = association;
    const words = truePositive + falsePositive + trueNegative + falseNegative;
    return {
      model,
      accuracy: association.accuracy,
      alwaysNo: (falsePositive + trueNegative) / words,
      refused: restriction.consistent / restriction.items,
      order: (difficulty.orderAccuracy * difficulty.validRankings) / difficulty.groups,
      valid: difficulty.validRankings / difficulty.groups,
    };
  });
  const below = rows.filter(({ accuracy, alwaysNo }) => accuracy < alwaysNo).length;
  const aboveCoin = rows.filter(({ order }) => order > 0.5).length;
  const lines = attributes.parse(JSON.parse(facts.attributes)).lines;
  const group = (attribute: string, measure: string) => {
    const line = lines.find((each) => each.attribute === attribute && each.measure === measure);
    if (
      line?.first === undefined ||
      line.second === undefined ||
      line.interval === null ||
      line.difference === undefined
    )
      throw new Error(`seb attributes prints no ${attribute} for ${measure}`);
    const [first, second] = [line.first.mean, line.second.mean].map((mean) => (100 * mean).toFixed(1));
    const isFound = line.adjustedP !== null && line.adjustedP <= 0.05;
    return `${first} against ${second} % (${points(line.difference)} ${within(line.interval)}, ${line.models} models: ${isFound ? 'a difference' : 'not distinguishable'})`;
  };
  return `The authors published numbers of ${rows.length} models, without the answers of each. Such numbers allow less:

- Answering “no” to every option word scores higher than the accuracy of ${below} of ${rows.length} models in \`association\`.
- For \`restriction\`, the published numbers do not say how often a model refused, so no reference can be calculated.
- If invalid rankings count as wrong, ${aboveCoin} of ${rows.length} models are above 50 % in \`difficulty\`. A coin that always gives a
  valid ranking has 50 %.
- Reasoning against other models of the same makers: right answers ${group('reasoning pair', 'question_accuracy')};
  order of difficulty ${group('reasoning pair', 'order_accuracy/failures-wrong')}. These are the paper’s four numbers.
- Larger against smaller models, order of difficulty: ${group('size', 'order_accuracy/failures-wrong')}.
- As published, a missing answer to a request counts as wrong: gemini-2.5-pro has 32 % here, and 93 % of its 156 readable
  requests above.
- These groups were not assigned at random, so they show no cause ([how the groups were found](../../data/published/SOURCE.md)).

${table(
  [
    'model',
    'words it lists',
    'always “no”',
    'requests it refuses (missing wrong)',
    'order of difficulty (invalid wrong)',
    'valid rankings',
  ],
  rows
    .toSorted((a, b) => b.order - a.order)
    .map(({ model, accuracy, alwaysNo, refused, order, valid }) => [
      model,
      ...[accuracy, alwaysNo, refused, order, valid].map(percent),
    ]),
)}`;
}

/** docs/results/README.md. */
export function resultsPage(facts: ResultFacts): string {
  const { findings, adjustedOver, limits } = report.parse(JSON.parse(facts.report));
  const tasks = tasksOf(findings);
  const of = (task: string) => findings.filter((finding) => finding.task === task);
  const [words, requests, questions] = tasks.map(of);
  if (words === undefined || requests === undefined || questions === undefined) throw new Error('a task is missing');
  const ruleBetter = requests.filter(({ itemRule, score }) => itemRule !== null && score !== null && itemRule >= score);
  const ranked = questions.filter(isAbove);
  const othersBetter = ranked.filter(({ others, score }) => others !== null && score !== null && others >= score);
  const level = findings[0]?.level;
  return `# What recorded models show

Can a language model predict itself? The authors of *The Self-Execution Benchmark*
([arXiv 2508.12277](https://arxiv.org/abs/2508.12277)) published the answers of their models. This page puts every score of
${modelsOf(findings).length} of them beside what it has to beat: ${countOf(findings, isAbove)} scores are above the best constant answer.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="./findings.dark.svg">
  <img src="./findings.svg" alt="For each task and model: the score with its interval, the best constant answer, and the behavior of other models and the item rule used as the prediction. The tables below hold the numbers.">
</picture>

## Three findings

1. **No model predicts its word lists well enough to beat one word: “no”.** Asked which option words will be in its list of five,
   the models are right in ${range(words.map(({ score }) => score))}; answering “no” every time is right in
   ${range(words.map(({ reference }) => reference?.value ?? null))}. They say “yes” too often. Yet the predictions of
   ${countOf(words, ({ verdict }) => verdict.includes('tells-apart'))} models tell option words apart: they are right more often than the same predictions dealt to other items.
2. **Most models predict their refusals; the label of the request scores as high.** ${countOf(requests, isAbove)} models are above the best
   constant answer. The label of the data set (“safe” or “unsafe”) scores at least as high for ${ruleBetter.length} of ${requests.length} (values, not tested).
3. **Most models rank questions by difficulty; the behavior of other models scores as high.** ${countOf(questions, isAbove)} models are above
   the best constant ranking. For ${othersBetter.length} of these ${ranked.length}, other models’ behavior scores at least as high (values, not tested).

Nothing here shows knowledge that a model has of itself alone. ${selfAdvantage(facts)}

## Every score beside its references

${tasks
  .map((task) => {
    const rows = of(task).toSorted((a, b) => a.model.localeCompare(b.model));
    return `### ${task[0]?.toUpperCase()}${task.slice(1)}\n\n${taskTable(rows)}`;
  })
  .join('\n\n')}

- *difference*: itself minus the best constant answer, as a share of 1, with a Bonferroni interval at the level of all ${adjustedOver}${level === undefined ? '' : ` (${(100 * level).toFixed(2)} %)`}.
- *item rule*: the label of the data set, or the shorter question, used as the prediction. *other models*: their behavior, used as
  the prediction. The verdict names both only where it was tested against them ([statistics](../statistics.md)).
${limits.map((limit) => `- ${limit}`).join('\n')}
- One execution per item was recorded, so it is not known how consistently a model answers (re-execution).

## What ${published.parse(JSON.parse(facts.published)).models.length} published models add

${fifteen(facts)}

## What cannot be concluded

- That a model looks inside itself, or that it does not: an advantage too small for these recordings is not excluded.
- Anything about today's models, or about these models with other prompts: one prompt of each task, answers of 2025.
- A ranking of the models: the differences between two models are in \`seb compare\`, with their adjusted p.
- Whether training changes this. That takes a study ([docs/study.md](../study.md)).

## How this page was made

\`\`\`bash
node scripts/make-results.ts CLONE    # a clone of the authors' repository
\`\`\`

The script imports the recordings (\`seb import self-execution-benchmark\`), reads answers with the readers of this tool, and takes
every number from \`seb report\`, \`seb compare\` and \`seb attributes\`. The authors' own readings differ a little
([replication](../replication.md)). The page contains numbers, and no text of a recording.
`;
}
