import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { estimateSchema } from '../../src/results/estimate.ts';
import { type Finding, findingSchema } from '../../src/results/finding.ts';
import { logFactsSchema } from '../../src/results/log-facts.ts';
import { type Worth, worthSchema } from '../../src/results/worth.ts';
import { jackknife, tBounds } from '../../src/stats/jackknife.ts';
import { sebJson } from '../seb-here.ts';
import { type SharedItems, sharedItems, withoutForms } from './beginnings.ts';
import { type Commitment, commitmentOf } from './commitment.ts';
import { pageModel, pageModels, rowOf } from './models.ts';
import { aurocWithinKinds } from './ranking.ts';
import {
  answerTable,
  type Battery,
  batteryRows,
  completeRows,
  type FrontierRow,
  type LifeEvalRow,
  lifeEvalRows,
  mmluRows,
  type ProspectiveRow,
  prospectiveRows,
  type RecordingName,
  recordingNames,
} from './recordings.ts';

export type Bounds = readonly [low: number, high: number];

/** A value with its interval of 95 %; null where the command gives none. */
export interface Measured {
  readonly value: number | null;
  readonly interval: Bounds | null;
}

/** What one command says of one model on one set of items. */
interface ModelScore {
  readonly word: string;
  readonly reason: string | null;
  readonly family: number | null;
  readonly auroc: Measured;
  /** Brier score minus that of the best constant statement. */
  readonly brierMinusConstant: Measured;
  readonly said: number | null;
}

/** What a command says on sound items. */
interface SoundScore extends ModelScore {
  readonly items: number;
  readonly wrong: number;
}

/** Answers that a model would withdraw, and what keeping only the others brings. */
interface Keeping {
  readonly kept: number;
  readonly rightWithdrawn: number;
  readonly wrongWithdrawn: number;
  /** What withdrawing these brings over always answering, in answers of 1,000: a wrong answer costs what a right one brings. */
  readonly ownDecision: Measured;
  /** `seb worth --abstain`. */
  readonly worth: Worth;
}

/** One row of the page. */
export interface ModelFacts {
  readonly model: string;
  readonly recording: RecordingName;
  readonly items: number;
  readonly right: number;
  readonly wrong: number;
  /** Whether it has every item of its recording. */
  readonly isComplete: boolean;
  /** AUROC within subjects, or within track and item type. */
  readonly aurocWithin: number | null;
  /** Share of its most frequent statement. */
  readonly mostFrequent: number;
  readonly all: ModelScore;
  /** On sound items; null for a model without every item, and where no item is known to be unsound. */
  readonly sound: SoundScore | null;
  /** AUROC of the mean accuracy of other makers' complete models on the item, on all items and on sound ones. */
  readonly others: number | null;
  readonly othersSound: number | null;
  /** Number of these models. */
  readonly otherModels: number;
  readonly keeping: Keeping;
}

export interface PairFacts {
  readonly recording: RecordingName;
  readonly small: string;
  readonly large: string;
  readonly worth: Worth;
}

export interface RecordingFacts {
  readonly name: RecordingName;
  readonly items: number;
  readonly doubtful: readonly string[];
  /** Items that the second recording of MMLU has, too; null for a recording without texts. */
  readonly shared: SharedItems | null;
  /** Subjects of items whose recorded beginning is a form of questions, so that it is no text, and number of these items. */
  readonly forms: { readonly kinds: readonly string[]; readonly items: number };
  readonly soundItems: number;
  readonly groups: number;
  /** Whether the statements of every complete model are shuffled within strata, on all items and on sound ones. */
  readonly isDealtWithin: boolean;
  readonly models: readonly ModelFacts[];
}

/** Everything that the page is made from. */
export interface FrontierFacts {
  readonly recordings: readonly RecordingFacts[];
  readonly pairs: readonly PairFacts[];
  readonly battery: Battery;
  readonly commitment: readonly Commitment[];
  readonly prospective: readonly ProspectiveRow[];
  readonly lifeEval: readonly LifeEvalFacts[];
}

/** One model in one set of LifeEval. */
export interface LifeEvalFacts {
  readonly set: string;
  readonly model: string;
  readonly items: number;
  /** Items of the set that the model has no row for. */
  readonly absent: number;
  readonly right: number;
  readonly wrong: number;
  readonly stated: Measured;
  /** AUROC of the probability of the answer's tokens, and wrong answers that have one; null where the recording has none. */
  readonly token: { readonly auroc: Measured; readonly wrong: number } | null;
}

/** Reads the recordings in a folder, and returns what the commands of `seb` say of them. `work`: a folder for tables. */
export async function frontierFacts(folder: string, work: string): Promise<FrontierFacts> {
  const battery = batteryRows(join(folder, 'frontier', 'battery'));
  const rowsOf: Readonly<Record<RecordingName, readonly FrontierRow[]>> = {
    atlas: mmluRows(join(folder, 'atlas')),
    mmlu: mmluRows(join(folder, 'frontier', 'mmlu')),
    battery: battery.rows,
  };
  const sharedOf: Readonly<Record<RecordingName, SharedItems | null>> = {
    atlas: sharedItems(rowsOf.atlas, rowsOf.mmlu),
    mmlu: sharedItems(rowsOf.mmlu, rowsOf.atlas),
    battery: null,
  };
  const recordings: RecordingFacts[] = [];
  const pairs: PairFacts[] = [];
  for (const name of recordingNames) {
    const tables = new Tables(work, name);
    const rows = withoutForms(rowsOf[name]);
    const facts = await recordingFacts(name, { rows, shared: sharedOf[name], tables });
    recordings.push({ ...facts, forms: formsOf(rowsOf[name], rows) });
    pairs.push(...(await pairFacts(name, rows, tables)));
  }
  return {
    ...{ recordings, pairs, battery, commitment: commitmentOf(battery.rows) },
    lifeEval: await lifeEvalFacts(lifeEvalRows(join(folder, 'lifeeval')), work),
    prospective: prospectiveRows(join(folder, 'frontier', 'battery', 'prospective')),
  };
}

/** Returns which items have a question in the recording and none in the tables. */
function formsOf(recorded: readonly FrontierRow[], rows: readonly FrontierRow[]): RecordingFacts['forms'] {
  const forms = recorded.filter(({ question }, at) => question !== '' && rows[at]?.question === '');
  return {
    kinds: [...new Set(forms.map(({ kind }) => kind))],
    items: new Set(forms.map(({ item }) => item)).size,
  };
}

async function lifeEvalFacts(rows: readonly LifeEvalRow[], work: string): Promise<readonly LifeEvalFacts[]> {
  const facts: LifeEvalFacts[] = [];
  for (const [set, own] of Map.groupBy(rows, ({ qset }) => qset)) {
    const tables = new Tables(work, set);
    const write = (name: string, of: readonly LifeEvalRow[], stated: (row: LifeEvalRow) => string) =>
      tables.write(
        name,
        `${of.map((row) => JSON.stringify({ model: row.llm, item_id: row.question_id, is_correct: row.correct, confidence: stated(row) })).join('\n')}\n`,
      );
    const withToken = own.filter(({ chosen_token_confidence }) => chosen_token_confidence !== 'NA');
    const stated = await scores(write('stated', own, (row) => row.stated_confidence));
    const token = await scores(write('token', withToken, (row) => row.chosen_token_confidence));
    const items = new Set(own.map(({ question_id }) => question_id)).size;
    for (const [model, answers] of Map.groupBy(own, ({ llm }) => llm)) {
      const wrongOf = (of: readonly LifeEvalRow[]) => of.filter(({ correct }) => !correct).length;
      const auroc = token.get(model)?.auroc;
      facts.push({
        ...{ set, model, items: answers.length, absent: items - answers.length, wrong: wrongOf(answers) },
        right: 1 - wrongOf(answers) / answers.length,
        stated: stated.get(model)?.auroc ?? notMeasured,
        token: auroc === undefined ? null : { auroc, wrong: wrongOf(withToken.filter(({ llm }) => llm === model)) },
      });
    }
  }
  return facts;
}

const notMeasured: Measured = { value: null, interval: null };

/** Writes tables of one recording. */
class Tables {
  readonly #folder: string;

  constructor(work: string, recording: string) {
    this.#folder = join(work, recording);
    mkdirSync(this.#folder, { recursive: true });
  }

  write(name: string, content: string): string {
    const file = join(this.#folder, `${name}.jsonl`);
    writeFileSync(file, content);
    return file;
  }
}

interface Given {
  readonly rows: readonly FrontierRow[];
  readonly shared: SharedItems | null;
  readonly tables: Tables;
}

async function recordingFacts(
  name: RecordingName,
  { rows, shared, tables }: Given,
): Promise<Omit<RecordingFacts, 'forms'>> {
  const byModel = Map.groupBy(rows, ({ model }) => model);
  const items = new Set(rows.map(({ item }) => item));
  const isComplete = (model: string) => byModel.get(model)?.length === items.size;
  const complete = completeRows(rows);
  const { logs } = keysSchema.parse(await sebJson('report', tables.write('every model', answerTable(rows))));
  const doubtful = (logs.possibleWrongKeys ?? []).map(({ item }) => item);
  const unsound = new Set([...doubtful, ...(shared?.items ?? [])]);
  const sound = complete.filter(({ item }) => !unsound.has(item));
  const all = await scores(tables.write('complete', answerTable(complete)), 'kind');
  const partial = await scores(
    tables.write('partial', answerTable(rows.filter(({ model }) => !isComplete(model)))),
    'kind',
  );
  const others = await othersScores(complete, rows, tables);
  const hasSound = unsound.size > 0;
  const onSound = hasSound ? await scores(tables.write('sound', answerTable(sound)), 'kind') : null;
  const othersSound = hasSound ? await othersScores(sound, sound, tables) : null;
  const soundItems = new Set(sound.map(({ item }) => item)).size;
  const models: ModelFacts[] = [];
  for (const { name: model } of pageModels) {
    const own = byModel.get(model);
    if (own === undefined) continue;
    const score = all.get(model) ?? partial.get(model);
    if (score === undefined) throw new Error(`${name}: no score of ${model}`);
    const stated = [...Map.groupBy(own, (row) => row.stated).values()];
    models.push({
      ...{ model, recording: name, items: own.length, isComplete: isComplete(model), all: score },
      right: own.filter((row) => row.right).length,
      wrong: own.filter((row) => !row.right).length,
      aurocWithin: aurocWithinKinds(own),
      mostFrequent: Math.max(...stated.map(({ length }) => length)) / own.length,
      sound: soundScore(onSound?.get(model), {
        items: soundItems,
        wrong: sound.filter((row) => row.model === model && !row.right).length,
      }),
      others: others.get(model) ?? null,
      othersSound: othersSound?.get(model) ?? null,
      otherModels: new Set(complete.map((row) => row.model).filter((other) => isOfOther(other, model))).size,
      keeping: await keepingOf(model, own, tables),
    });
  }
  return {
    ...{ name, items: items.size, doubtful, shared, models, soundItems },
    ...{ groups: all.groups, isDealtWithin: all.isDealtWithin && onSound?.isDealtWithin !== false },
  };
}

function soundScore(
  score: ModelScore | undefined,
  counts: { readonly items: number; readonly wrong: number },
): SoundScore | null {
  return score === undefined ? null : { ...score, ...counts };
}

const keysSchema = z.object({ logs: logFactsSchema });
const reportSchema = z.object({ findings: z.array(findingSchema), estimates: z.array(estimateSchema) });

interface Dealt {
  /** Independent groups of items. */
  readonly groups: number;
  /** Whether the statements of every model are shuffled within strata. */
  readonly isDealtWithin: boolean;
}

/** Returns what a report says of each model of a table. */
async function scores(table: string, stratum?: string): Promise<ReadonlyMap<string, ModelScore> & Dealt> {
  const strata = stratum === undefined ? [] : ['--stratum', stratum];
  const report = reportSchema.parse(await sebJson('report', table, ...strata));
  const found = new Map(
    report.findings.map((finding): [string, ModelScore] => {
      const auroc = report.estimates.find(
        ({ model, measure, policy }) => model === finding.model && measure === 'auroc' && policy === 'parsed',
      );
      return [
        finding.model.replace(/^recorded\//, ''),
        {
          ...{ word: finding.fit, reason: finding.reason, said: finding.stated?.said ?? null },
          family: finding.rungs.informative.kind === 'tested' ? finding.rungs.informative.family : null,
          auroc: { value: auroc?.value ?? null, interval: auroc?.interval ?? null },
          brierMinusConstant: brierMinusConstant(finding),
        },
      ];
    }),
  );
  return Object.assign(found, {
    groups: Math.max(0, ...report.findings.map(({ clusters }) => clusters)),
    isDealtWithin: report.findings.every(({ undealt }) => undealt === null),
  });
}

/** Returns the Brier score minus that of the best constant: the score is 1 - (p - y)², so the sign is turned. */
function brierMinusConstant({ rungs: { useful } }: Finding): Measured {
  if (useful.kind !== 'tested' || useful.estimate === null || useful.estimate.value === null)
    return { value: null, interval: null };
  const { value, interval } = useful.estimate;
  return { value: -value, interval: interval === null ? null : [-interval[1], -interval[0]] };
}

function isOfOther(other: string, model: string): boolean {
  return pageModel(other).maker !== pageModel(model).maker;
}

/** Returns the AUROC of other makers' mean accuracy on the item, as a stated probability of each model. */
async function othersScores(
  complete: readonly FrontierRow[],
  rows: readonly FrontierRow[],
  tables: Tables,
): Promise<ReadonlyMap<string, number | null>> {
  const byItem = Map.groupBy(complete, ({ item }) => item);
  const stated = ({ item, model }: FrontierRow) => {
    const others = (byItem.get(item) ?? []).filter((row) => isOfOther(row.model, model));
    return others.filter(({ right }) => right).length / others.length;
  };
  const table = tables.write(
    'others',
    answerTable(rows, (row) => `${100 * stated(row)} %`),
  );
  const found = await scores(table);
  return new Map([...found].map(([model, { auroc }]) => [model, auroc.value]));
}

async function keepingOf(model: string, rows: readonly FrontierRow[], tables: Tables): Promise<Keeping> {
  const scale = rows.some(({ stated }) => Number(stated) > 1) ? 100 : 1;
  const withdrawn = rows.filter(({ stated }) => Number(stated) / scale <= 0.5);
  const table = tables.write(model, answerTable(rows));
  const worth = worthSchema.parse(await sebJson('worth', table, '--keep', model, '--abstain', '--stratum', 'kind'));
  return {
    kept: 1 - withdrawn.length / rows.length,
    rightWithdrawn: withdrawn.filter(({ right }) => right).length,
    wrongWithdrawn: withdrawn.filter(({ right }) => !right).length,
    ownDecision: ownDecision(rows, new Set(withdrawn)),
    worth,
  };
}

/** Returns the wrong answers that are withdrawn minus the right ones, of 1,000 answers, with the jackknife over items. */
function ownDecision(rows: readonly FrontierRow[], withdrawn: ReadonlySet<FrontierRow>): Measured {
  const changes = rows.map((row) => (withdrawn.has(row) ? (row.right ? -1000 : 1000) : 0));
  const estimate = jackknife(
    changes.map((change) => [change, 1]),
    ([sum = 0, items = 0]) => (items === 0 ? null : sum / items),
  );
  const bounds = estimate === null ? null : tBounds(estimate);
  return { value: estimate?.value ?? null, interval: bounds?.kind === 'known' ? bounds.value : null };
}

/** Returns what asking a smaller model of a maker first brings, for each smaller one and the largest of its series that has every item. */
async function pairFacts(
  recording: RecordingName,
  rows: readonly FrontierRow[],
  tables: Tables,
): Promise<readonly PairFacts[]> {
  const complete = new Set(completeRows(rows).map(({ model }) => model));
  const models = [...complete].map((name) => pageModel(name)).toSorted((a, b) => rowOf(a.name) - rowOf(b.name));
  const pairs: PairFacts[] = [];
  for (const small of models) {
    const large = models.findLast(
      ({ maker, size }) => maker === small.maker && size !== null && small.size !== null && size > small.size,
    );
    if (large === undefined) continue;
    const isOfPair = ({ model }: FrontierRow) => model === small.name || model === large.name;
    const table = tables.write(`${small.name} ${large.name}`, answerTable(rows.filter(isOfPair)));
    const args = ['--keep', small.name, '--pass', large.name, '--stratum', 'kind'];
    const worth = worthSchema.parse(await sebJson('worth', table, ...args));
    pairs.push({ recording, small: small.name, large: large.name, worth });
  }
  return pairs;
}
