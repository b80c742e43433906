/** The page docs/results/self-knowledge.md from what `seb compare` prints as JSON for each recording. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type ComparedModel, type ComparedTask, comparisonSchema, type Together } from '../src/results/comparison.ts';
import type { Quantity } from '../src/results/quantity.ts';
import { mostMissingForMean } from '../src/stats/least-numbers.ts';
import { markdownTable } from './results-page.ts';

/** What `seb compare --json` printed for each recording, as text. */
export interface SelfKnowledgeFacts {
  readonly benchmark: string;
  readonly atlas: string;
  /** The atlas with the item that one model lacks. */
  readonly atlasAsPublished: string;
  readonly lifeEval: readonly { readonly set: string; readonly compared: string; readonly kept: Kept }[];
}

/** Items that all models answered, and all items. */
export interface Kept {
  readonly items: number;
  readonly of: number;
  readonly models: readonly string[];
}

type Row = Readonly<Record<string, string>>;

/** Which rows of a folder's tables are compared. */
interface Slice {
  readonly model: string;
  readonly item: string;
  readonly keep?: (row: Row) => boolean;
}

/** Writes the rows of the items that all models of a folder's CSV tables have to one table, because only equal items are compared. */
export function writeSharedItems(folder: string, file: string, { model, item, keep = () => true }: Slice): Kept {
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .flatMap((name) => parse(readFileSync(join(folder, name)), { columns: true, bom: true }) as Row[]) // by `columns`
    .filter(keep);
  const models = new Set(rows.map((row) => row[model]));
  const byItem = Map.groupBy(rows, (row) => row[item]);
  const shared = [...byItem.values()].filter((of) => new Set(of.map((row) => row[model])).size === models.size);
  const columns = Object.keys(rows[0] ?? {});
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const lines = [columns, ...shared.flat().map((row) => columns.map((column) => row[column] ?? ''))];
  writeFileSync(file, `${lines.map((cells) => cells.map(cell).join(',')).join('\n')}\n`);
  return { items: shared.length, of: byItem.size, models: [...models].flatMap((name) => name ?? []) };
}

type Asked = Extract<ComparedModel, { private: Quantity }>;

/** Units without a prediction or an outcome above which *private* only shows how bad missing values could be. */
const maxMissing = mostMissingForMean;

function numberText(value: number): string {
  return `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(3)}`;
}

function quantityText({ value, interval }: Quantity): string {
  if (value === null) return 'not measured';
  return `${numberText(value)}${interval === null ? '' : ` [${interval.map(numberText).join(', ')}]`}`;
}

function taskOf(text: string, experiment: string): ComparedTask {
  const task = comparisonSchema.parse(JSON.parse(text)).tasks.find((each) => each.experiment === experiment);
  if (task === undefined) throw new Error(`seb compare prints no ${experiment}`);
  return task;
}

/** Returns the models of a task whose missing values do not decide the number. */
function measured({ byModel }: ComparedTask): readonly Asked[] {
  return byModel
    .filter((model) => model.kind !== 'not asked')
    .filter(({ units }) => Math.max(units.noPrediction, units.noOutcome) <= maxMissing * units.asked);
}

const isAboveZero = ({ private: { interval } }: Asked) => interval !== null && interval[0] > 0;

interface PageTask {
  readonly recording: string;
  readonly asked: string;
  readonly task: ComparedTask;
  /** What has to be read with the number. */
  readonly limit: string;
}

function tasksOf({ benchmark, atlas, lifeEval }: SelfKnowledgeFacts): readonly PageTask[] {
  const makers = 'ten models of four makers, seven of one';
  const complete = 'models with a verdict and 98 % of the answers';
  return [
    {
      recording: 'self-execution benchmark',
      asked: 'words it lists',
      task: taskOf(benchmark, 'association'),
      limit: complete,
    },
    {
      recording: 'self-execution benchmark',
      asked: 'requests it refuses',
      task: taskOf(benchmark, 'restriction'),
      limit: complete,
    },
    {
      recording: 'self-execution benchmark',
      asked: 'order of difficulty',
      task: taskOf(benchmark, 'difficulty'),
      limit: 'rankings',
    },
    { recording: 'atlas', asked: 'its answer is right', task: taskOf(atlas, 'scored'), limit: makers },
    ...lifeEval.map(({ set, compared, kept }) => ({
      recording: 'LifeEval',
      asked: `its answer is right (${set})`,
      task: taskOf(compared, 'scored'),
      limit: `no word: five models of two makers; ${kept.items} of ${kept.of} items, those that all answered`,
    })),
  ];
}

function meanRow({ recording, asked, task, limit }: PageTask): readonly string[] {
  const { together } = task;
  if (together.kind === 'not asked') {
    const isRanking = task.byModel.length === 0;
    return [recording, asked, isRanking ? '*not asked*' : 'not measured', '', '', limit];
  }
  const { models, detectable } = together;
  const found = detectable === null ? 'n/a' : numberText(detectable);
  return [recording, asked, quantityText(together.private), String(models), found, limit];
}

function modelName(name: string): string {
  return name
    .replace(/^recorded\//, '')
    .replace(/^[\w-]+\/(?=claude|gpt|gemma|deepseek)/, '')
    .replace(/@.*$/, '');
}

function modelTable(tasks: readonly PageTask[]): string {
  const rows = tasks.flatMap(({ asked, task }) =>
    measured(task)
      .filter(isAboveZero)
      .map((model) => [
        asked,
        modelName(model.model),
        quantityText(model.private),
        model.label === null ? 'no label' : labelText(model.label.quantity.value),
      ]),
  );
  return markdownTable([['task', 'model', 'private [95 %]', 'own score minus label'], ...rows]);
}

function labelText(difference: number | null): string {
  if (difference === null) return 'not measured';
  return `${difference < 0 ? '−' : '+'}${Math.abs(100 * difference).toFixed(1)} points`;
}

/** bench/notes/self-knowledge.md: what was written down before the numbers. */
export const selfKnowledgeQuestions = `# Questions of the page on self-knowledge

Written down before the numbers of [the page](../../docs/results/self-knowledge.md) were computed.

## Looked at before these questions

- All 33 models of the atlas and 11 of LifeEval, of which the slices below are parts, with another statistic (the gain of a regression on two
  factors): of 0.0237 nats per answer that stated confidence says about the own outcome in the atlas, 0.0020 were private, and of no
  single model after Holm. LifeEval: 4 of 11 models in BoolQ, none in LSAT, SAT and SciQ.
- The fifteen models of the self-execution benchmark: *beyond others* in none of 27 scores ([README.md](../../docs/results/README.md)), without
  numbers.

So no question below is confirmed on unseen data. New are the statistic on the two slices, and all numbers of single models.

## The questions, written before the numbers

1. How large is *private* for each task of the fifteen models (words, requests), mean over models with its interval?
2. How large is it in the slice of the atlas (10 models, confidence stated with the answer)?
3. How large is it in each set of the slice of LifeEval? With five models this is a number without a word.
4. For how many single models does the interval lie above 0, and is that more than one in forty of them?
5. Where an item has a label, does the label tell more of a model's outcome than its own statement?
6. Rankings of difficulty: *not asked*, because models that differ only in how well they know what is hard for all would pass.
`;

/** Returns docs/results/self-knowledge.md. */
export function selfKnowledgePage(facts: SelfKnowledgeFacts): string {
  const tasks = tasksOf(facts);
  const requests = taskOf(facts.benchmark, 'restriction');
  const labels = measured(requests).flatMap(({ label }) => label ?? []);
  const better = labels.filter(({ quantity }) => (quantity.interval?.[1] ?? 0) < 0).length;
  if (requests.together.kind === 'not asked' || requests.together.label === null)
    throw new Error('the label of requests is not compared; rewrite the page');
  const models = tasks.flatMap(({ task }) => measured(task));
  const above = models.filter(isAboveZero).length;
  const excluded =
    tasks.flatMap(({ task }) => task.byModel.filter(({ kind }) => kind !== 'not asked')).length - models.length;
  const published = taskOf(facts.atlasAsPublished, 'scored').together;
  const ten = taskOf(facts.atlas, 'scored').together;
  if (published.kind === 'not asked' || ten.kind === 'not asked')
    throw new Error('the atlas is not compared; rewrite the page');
  return `# Is it self-knowledge?

How much of what a model states about its own outcome do other models not tell? The number is *private*: how far a
statement goes with the own outcome after two factors of the other models, less what one quantity that all models share would imply
([formula](../statistics.md#beyond-others)). 0: nothing that the others do not tell; 1: all of it.
**Its limit:** a model that sees more sharply what all models share is above 0, too, without a look inside itself.

The [questions](../../bench/notes/self-knowledge.md) were written before these numbers, but other numbers of the recordings had been seen.

## In short

- **The label does better, where there is one**, than a model's own statement about its refusals: ${pointsBehind(requests.together.label.quantity)} in the mean of ${requests.together.models} models, and for ${better} of the
  ${labels.length} single models of whose answers at most 2 % are missing (95 % intervals): none of these can be *beyond others* in requests.
- **The means of what others do not tell are small**: between ${meanRange(tasks)} of a possible 1.
- **In the atlas ${atlasText(ten)}. In BoolQ it lies above 0, as the earlier
  analysis made likely. In words, requests, LSAT and SAT the interval includes 0, or nothing is measured.

## The numbers

Mean over models. *Smallest found*: the true mean that 4 of 5 such recordings would show. Intervals: 95 %, not adjusted.

${markdownTable([['recording', 'what is stated', 'private [95 %]', 'models', 'smallest found', 'limit'], ...tasks.map(meanRow)])}

Single models: the interval lies above 0 for ${above} of ${models.length} scores of models. If nothing were private, about one in forty would (${(models.length / 40).toFixed(1)});
scores of one recording depend on each other, so this is a count and not a test.

${modelTable(tasks)}

## What to read with them

- ${excluded} further scores are not measured: over 2 % of the answers are missing, which count as whatever makes the number smallest.
- Atlas: compared on the 1,499 of 1,500 items that all ten models have: *beyond others: ${ten.beyond}*. With the item that one model lacks,
  ${quantityText(published.private)} and p = ${published.p.toFixed(3)}: *${published.beyond}*.
- LifeEval: models of one maker count as unrelated (\`--unrelated\`).
- Confidence in the atlas and in LifeEval is stated *with* the answer. It cannot be used to decide whether to ask, and *private* above 0
  can be commitment to the answer ([arXiv 2606.29490](https://arxiv.org/abs/2606.29490); [keeping, betting and being right](frontier.md#in-short)).

Recordings: synthiumjp/metacognitive-profile-atlas (atlas), NoamMichael/Comparing-Confidence-in-LLMs (LifeEval). [How this page is made](../../bench/notes/results-pages.md).
`;
}

/** Returns what the atlas shows: whether its mean lies above 0, and whether the word follows, which needs more than that. */
function atlasText({ p, beyond }: Extract<Together, { readonly kind: 'asked' }>): string {
  const bound = 'a verdict needs 0.025';
  if (beyond === 'yes') return `others do not tell all of it** (p = ${p.toFixed(3)}; ${bound})`;
  if (p > 0.025) return `it is not shown to be more than nothing** (p = ${p.toFixed(3)}; ${bound})`;
  return `the mean lies above 0, and the word is *${beyond}* all the same** (p = ${p.toFixed(3)}): no difference to the model
  with the most similar answers is found, which the word needs, too`;
}

/** Returns how far a score is below another, in points with the interval: `7.0 points [4.4, 9.5]`. */
function pointsBehind({ value, interval }: Quantity): string {
  if (value === null || interval === null) throw new Error('the label is not compared; rewrite the page');
  const points = (share: number) => (-100 * share).toFixed(1);
  return `${points(value)} points [${points(interval[1])}, ${points(interval[0])}]`;
}

function meanRange(tasks: readonly PageTask[]): string {
  const values = tasks.flatMap(({ task: { together } }) =>
    together.kind === 'not asked' ? [] : (together.private.value ?? []),
  );
  return `${numberText(Math.min(...values))} and ${numberText(Math.max(...values))}`;
}
