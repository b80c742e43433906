import { NewAnswers, type StoredCall } from '../../answers/outcomes/new-answers.ts';
import type { ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import { hasErrorPhrase } from '../../data/error-texts.ts';
import { presentOf } from '../../domain/outcome.ts';
import { isUnordered } from '../../domain/recorded.ts';
import { declaredSlot, type SlotKind } from '../../domain/slot.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { unitOfOutcome } from '../../outcome-kinds/outcome-kinds.ts';
import { alikeModels, alikeNames } from '../../recordings/checks/alike-names.ts';
import type { ServedModel } from '../../results/answers.ts';
import type { CheckFinding, CheckName } from '../../results/row-check.ts';
import { filledText, filledValues, type StatedRow } from '../../stats/filled-values.ts';
import { oneValue, oneValueEffect } from '../../stats/one-value.ts';
import type { RunRecord } from '../../store/store.ts';
import { fastHash, fastHashes } from '../../util/canonical-json.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { oneLine } from '../../util/text.ts';
import { type AnswerReadings, answerReadings } from './answer-readings.ts';
import { ServedModels, servedWarnings } from './served-models.ts';

/** Characters from which on a text is so long that two models, or two executions, hardly write it letter by letter alike. */
const longText = 60;
/** Different texts of one model and task that are counted; a frequent one is among the first. */
const maxTexts = 10_000;
/** Fewest items, and share of them, on which one text stands. */
const [minItems, minSameText] = [10, 0.2];
/** Share of the items with several executions on which all are one long text, above which they are copies. */
const maxCopied = 0.5;
/** Fewest judgments, and share of one value among them, from which on a judge says one thing. */
const [minJudged, oneVerdict] = [20, 0.95];
/** Fewest predictions of which stated values are compared, and fewest outcomes of the rarer kind. */
const [minPredicted, minRarer] = [20, 30];
/** Share of the answers of one kind of call that are not complete or not read above which it is named. */
const maxLost = 0.05;

/** Texts of the executions of one model in one experiment. */
interface Texts {
  readonly place: Place;
  /** Items with an execution that was answered. */
  items: number;
  /** By the hash of the text. */
  readonly counts: Map<number, WrittenText>;
  /** Items with several long executions, and those of them in which all are one text. */
  repeated: number;
  readonly copied: string[];
  /** Sum over items of the hash of their id and texts: equal for two models that wrote the same. */
  sum: number;
  readonly isDrawn: boolean;
}

/** One text of a model. */
interface WrittenText {
  /** Items that have it. */
  readonly items: string[];
  readonly isLong: boolean;
  /** Its beginning in one line; '' while one item has it: nearly all texts are never shown. */
  beginning: string;
}

interface Place {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
}

/** How the answers to one kind of call ended. */
interface Ends {
  readonly place: Place;
  readonly calls: SlotKind;
  answers: number;
  cut: number;
  filtered: number;
  empty: number;
}

/** What a judge decided about the responses of one model. */
interface Verdicts {
  readonly place: Place;
  readonly judge: string;
  readonly counts: Map<string, number>;
}

/** Predictions and outcomes of one model under one condition. */
interface Values {
  readonly place: Place;
  readonly predicted: Map<string, number>;
  readonly outcomes: Map<string, number>;
  /** Stated probabilities with outcomes; of recordings none, whose filled values have no word. */
  readonly stated: StatedRow[];
  sum: number;
  outcomeSum: number;
}

/** Looks at the answers of runs while they are read, and names what a claim must not rest on. Keeps a few numbers for each model and task. */
export class RunChecks {
  readonly #texts = new NestedMap<Texts>();
  readonly #ends = new NestedMap<Ends>();
  readonly #verdicts = new NestedMap<Verdicts>();
  readonly #values = new NestedMap<Values>();

  /** Adds the outcomes of one item and the answers to its calls, each answer once (`NewAnswers`). */
  add(
    run: RunRecord,
    item: Pick<ScoredItem, 'work' | 'item' | 'rows'>,
    { answers, readingOf }: { readonly answers: readonly StoredCall[]; readonly readingOf: AnswerReadings },
  ): void {
    for (const row of item.rows) this.#addRow(row, isUnordered(item.work.subject), item.work.experiment);
    const { experiment, subject } = item.work;
    const executions: StoredCall[] = [];
    for (const each of answers) {
      const calls = declaredSlot(experiment, each.call.slot).kind;
      this.#addEnd(run, item, each, { calls, readingOf });
      if (calls === 'behave' && each.stored.answer.kind === 'answered' && each.model === subject.name)
        executions.push(each);
    }
    if (executions.length > 0) this.#addExecutions(run, item, executions);
  }

  #addRow(
    { run, experiment, model, condition, reader, outcome, item }: OutcomeRow,
    isLogged: boolean,
    { presentation }: Pick<Experiment, 'presentation'>,
  ): void {
    if (reader === 'recorded') return;
    const unit = unitOfOutcome(outcome);
    if (unit === null) return;
    const values = this.#values.get([run, experiment, model, condition], () => ({
      ...{ place: { run, experiment, model }, predicted: new Map(), outcomes: new Map(), stated: [] },
      ...{ sum: 0, outcomeSum: 0 },
    }));
    const isStated = outcome.kind === 'binary' && outcome.probability !== null;
    const predicted = isStated ? outcome.probability : unit.prediction;
    const placed = (text: string) => `${item}\n${'unit' in outcome ? String(outcome.unit) : ''}\n${text}`;
    if (predicted !== null && predicted !== undefined) {
      const words = outcome.kind === 'binary' && !isStated ? presentation?.outcomeWords : undefined;
      const text = words === undefined ? JSON.stringify(predicted) : `“${predicted === 1 ? words.yes : words.no}”`;
      values.predicted.set(text, (values.predicted.get(text) ?? 0) + 1);
      if (isStated) values.sum = addHash(values.sum, placed(text));
    }
    if (unit.outcome === null || unit.outcome === undefined || outcome.kind !== 'binary') return;
    if (outcome.probability !== null && !isLogged)
      values.stated.push({ stated: outcome.probability, isRight: presentOf(outcome.executions).includes(true), item });
    const done = JSON.stringify(unit.outcome);
    values.outcomes.set(done, (values.outcomes.get(done) ?? 0) + 1);
    values.outcomeSum = addHash(values.outcomeSum, placed(done));
  }

  #addEnd(
    { id: run }: RunRecord,
    { work: { experiment, subject } }: Pick<ScoredItem, 'work'>,
    each: StoredCall,
    { calls, readingOf }: { readonly calls: SlotKind; readonly readingOf: AnswerReadings },
  ): void {
    if (calls === 'consult' || calls === 'approve') return;
    const place = { run, experiment: experiment.name, model: each.model };
    const { answer } = each.stored;
    const ends = this.#ends.get([run, experiment.name, each.model, calls], () => ({
      ...{ place, calls, answers: 0, cut: 0, filtered: 0, empty: 0 },
    }));
    ends.answers += 1;
    if (answer.kind === 'truncated') ends.cut += 1;
    if (answer.kind === 'filtered') ends.filtered += 1;
    if (answer.kind === 'answered' && answer.text.trim() === '' && readingOf(each)?.kind !== 'parsed') ends.empty += 1;
    if (calls !== 'judge' || answer.kind !== 'answered') return;
    const reading = readingOf(each);
    if (reading?.kind !== 'parsed') return;
    const verdicts = this.#verdicts.get([run, experiment.name, subject.name, each.model], () => ({
      ...{ place: { ...place, model: subject.name }, judge: each.model, counts: new Map<string, number>() },
    }));
    const value = JSON.stringify(reading.value);
    verdicts.counts.set(value, (verdicts.counts.get(value) ?? 0) + 1);
  }

  #addExecutions(
    { id: run, config }: RunRecord,
    { work: { experiment, subject }, item }: Pick<ScoredItem, 'work' | 'item'>,
    executions: readonly StoredCall[],
  ): void {
    const texts = this.#texts.get([run, experiment.name, subject.name], () => ({
      ...{ place: { run, experiment: experiment.name, model: subject.name }, counts: new Map(), items: 0 },
      ...{ repeated: 0, copied: [], sum: 0, isDrawn: config.sampling.temperature !== 0 },
    }));
    const own = executions.map(({ stored }) => stored.answer.text.trim()).filter((text) => text !== '');
    if (own.length === 0) return;
    texts.items += 1;
    const different = new Set(own);
    for (const text of different) {
      const key = fastHash(text);
      const known = texts.counts.get(key);
      if (known !== undefined) {
        known.items.push(item.id);
        known.beginning ||= beginningOf(text);
      } else if (texts.counts.size < maxTexts) {
        texts.counts.set(key, { items: [item.id], isLong: text.length >= longText, beginning: '' });
      }
      texts.sum = addHash(texts.sum, `${item.id}\n${key}`);
    }
    if (isRepeated(executions) && own.every(({ length }) => length >= longText)) {
      texts.repeated += 1;
      if (different.size === 1) texts.copied.push(item.id);
    }
  }

  /** Returns what was found, `taskOf` naming experiments: faults, and what the answers cannot show. */
  findings(taskOf: TaskName, served: readonly ServedModel[]): readonly CheckFinding[] {
    const about = ({ run, experiment, model }: Place, own: About): CheckFinding => ({
      ...{ changesRows: false, rows: [], ...own, file: run, score: taskOf(experiment), models: own.models ?? [model] },
    });
    return [
      ...otherModels(served),
      ...this.#texts
        .values()
        .flatMap((each) => [...sameText(each), ...copies(each)].map((own) => about(each.place, own))),
      ...twins(this.#texts.values()).map(([place, own]) => about(place, own)),
      ...alikeNamesOf(this.#ends.values()).map(([place, own]) => about(place, own)),
      ...sameStatements(this.#values.values()).map(([place, own]) => about(place, own)),
      ...this.#ends.values().flatMap((each) => lost(each).map((own) => about(each.place, own))),
      ...this.#verdicts.values().flatMap((each) => oneThing(each).map((own) => about(each.place, own))),
      ...this.#values.values().flatMap((each) => constants(each).map((own) => about(each.place, own))),
    ];
  }
}

/** Looks at the answers of several runs while they are read for another purpose than a report. */
export class CheckedRuns {
  readonly #checks = new RunChecks();
  readonly #served = new ServedModels();
  readonly #answers = new NewAnswers();
  readonly #taskOf: TaskName;

  constructor(taskOf: TaskName) {
    this.#taskOf = taskOf;
  }

  add(run: RunRecord, item: ScoredItem): void {
    const answers = this.#answers.of(item);
    this.#checks.add(run, item, { answers, readingOf: answerReadings(item) });
    this.#served.add(run.id, answers);
  }

  findings(): readonly CheckFinding[] {
    return this.#checks.findings(this.#taskOf, this.#served.list());
  }
}

type About = Pick<CheckFinding, 'kind' | 'found' | 'effect'> & {
  readonly check: CheckName;
  readonly models?: readonly string[];
  readonly rows?: CheckFinding['rows'];
};

function rowsOf(items: readonly string[]): CheckFinding['rows'] {
  return items.map((item) => ({ item, epoch: 1 }));
}

/** Returns the sum of hashes with that of another text: equal for equal texts in any order. */
function addHash(sum: number, text: string): number {
  return (sum + fastHash(text)) % fastHashes;
}

/** Returns the beginning of a text in one line, as findings show it. */
function beginningOf(text: string): string {
  return oneLine(text, 80);
}

/** Returns whether the executions are several of one call, and not of the parts of an item. */
function isRepeated(executions: readonly StoredCall[]): boolean {
  const [first] = executions;
  return (
    executions.length > 1 &&
    executions.every(({ call }) => call.slot === first?.call.slot && call.part === first.call.part)
  );
}

/** Names the models of a run whose answers another model gave, by the name that the server states. */
function otherModels(served: readonly ServedModel[]): readonly CheckFinding[] {
  return [...Map.groupBy(served, ({ run, model }) => JSON.stringify([run, model])).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined || servedWarnings(own).length === 0) return [];
    const names = own.map(({ served: name, answers }) => `${oneLine(name ?? 'not stated', 60)} (${answers})`);
    return [
      {
        ...{ check: 'other model', kind: 'fault', file: first.run, score: '', models: [first.model], rows: [] },
        ...{ changesRows: false, found: `the server says that the answers are of ${names.join(', ')}` },
        effect: 'unless these are its other names, every word is about another model, or about several',
      } as const,
    ];
  });
}

function sameText({ items, counts }: Texts): readonly About[] {
  const [most] = [...counts.values()].toSorted((one, other) => other.items.length - one.items.length);
  if (most === undefined || most.items.length < minItems || most.items.length < minSameText * items) return [];
  const isError = hasErrorPhrase(most.beginning);
  if (!isError && !most.isLong) return [];
  return [
    {
      ...{ check: 'same text', kind: isError ? 'fault' : 'limit', rows: rowsOf(most.items) },
      found: `the answers to ${most.items.length} of ${items} items are one text: "${most.beginning}"`,
      effect: isError
        ? 'it counts as an answer of the model, which it is not: leave these items out, or run again'
        : 'it counts as what the model answers; a cache or a filter may have written it',
    },
  ];
}

function copies({ repeated, copied, isDrawn }: Texts): readonly About[] {
  if (!isDrawn || repeated < minItems || copied.length <= maxCopied * repeated) return [];
  return [
    {
      ...{ check: 'same executions', kind: 'fault', rows: rowsOf(copied) },
      found: `all executions of ${copied.length} of ${repeated} items are one long text, and answers were drawn at random`,
      effect:
        'if a cache repeated them, the agreement of re-executions is that of the cache, and does not show what the model does by chance',
    },
  ];
}

function twins(all: readonly Texts[]): readonly (readonly [Place, About])[] {
  const own = all.filter(({ items, counts }) => items >= minItems && hasLongTexts(counts));
  const groups = Map.groupBy(own, ({ place, items, sum }) => `${place.run}\n${place.experiment}\n${items}\n${sum}`);
  return [...groups.values()].flatMap((equal): (readonly [Place, About])[] => {
    const [first] = equal;
    const models = [...new Set(equal.map(({ place }) => place.model))];
    if (first === undefined || models.length < 2) return [];
    const found = `their answers to all ${first.items} items are equal letter by letter`;
    const effect = 'one model may serve these names: what they know of each other is what it knows of itself';
    return [[first.place, { check: 'same models', kind: 'fault', models, found, effect }]];
  });
}

function alikeNamesOf(all: readonly Ends[]): readonly (readonly [Place, About])[] {
  return alikeNames(all.map(({ place }) => place.model)).flatMap((models) => {
    const first = all.find(({ place }) => place.model === models[0]);
    return first === undefined ? [] : [[first.place, alikeModels(models)]];
  });
}

/** Returns whether most texts are so long that equal ones are a copy. */
function hasLongTexts(counts: Texts['counts']): boolean {
  const long = [...counts.values()].filter(({ isLong }) => isLong);
  return long.length >= minItems && long.length > counts.size / 2;
}

function sameStatements(all: readonly Values[]): readonly (readonly [Place, About])[] {
  const stated = all.filter(({ predicted, sum }) => {
    const counts = [...predicted.values()];
    const n = counts.reduce((total, count) => total + count, 0);
    return sum !== 0 && n >= minPredicted && n - Math.max(...counts) >= minItems;
  });
  const groups = Map.groupBy(stated, ({ place, sum }) => `${place.run}\n${place.experiment}\n${sum}`);
  return [...groups.values()].flatMap((equal): (readonly [Place, About])[] => {
    const [first] = equal;
    const models = [...new Set(equal.map(({ place }) => place.model))];
    const isOther = new Set(equal.map(({ outcomeSum }) => outcomeSum)).size > 1;
    if (first === undefined || models.length < 2 || !isOther) return [];
    const found = 'their stated probabilities are equal on all items, and what they did is not';
    const effect = 'it is unknown whose statements they are: at most one of their words is about self-knowledge';
    return [[first.place, { check: 'same confidence', kind: 'fault', models, found, effect }]];
  });
}

const callWords: Readonly<Partial<Record<SlotKind, string>>> = {
  predict: 'predictions',
  behave: 'executions',
  judge: 'judgments',
};

function lost({ calls, answers, cut, filtered, empty }: Ends): readonly About[] {
  const words = callWords[calls] ?? 'answers';
  const missing = 'they have no outcome; missing outcomes count at their worst';
  const found = (check: CheckName, count: number, how: string, effect = missing): readonly About[] =>
    count <= maxLost * answers
      ? []
      : [{ check, kind: 'limit', found: `${count} of ${answers} ${words} ${how}`, effect }];
  return [
    ...found('empty answer', empty, 'are empty'),
    ...found('errors', filtered, 'were filtered by the host'),
    ...found('cut', cut, 'were cut at their token limit', `${missing}; a higher --max-output-tokens lets them end`),
  ];
}

function oneThing({ judge, counts }: Verdicts): readonly About[] {
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  const n = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (most === undefined || n < minJudged || most[1] <= oneVerdict * n) return [];
  return [
    {
      ...{ check: 'one verdict', kind: 'limit' },
      found: `the judge ${oneLine(judge, 40)} says ${oneLine(most[0], 40)} of ${most[1]} of ${n} responses`,
      effect: 'outcomes hardly differ: label some responses (seb label), or run with another --judge',
    },
  ];
}

function constants({ predicted, outcomes, stated }: Values): readonly About[] {
  const one = oneValue(predicted);
  const done = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  const rarer = outcomes.size > 2 ? minRarer : done - Math.max(0, ...outcomes.values());
  const limit = (isFound: boolean, about: Omit<About, 'kind'>): readonly About[] =>
    isFound ? [{ ...about, kind: 'limit' }] : [];
  const [filled] = filledValues(stated);
  return [
    ...limit(filled !== undefined, {
      ...{ check: 'filled values', found: filled === undefined ? '' : filledText(filled) },
      effect: 'the word stands: a model may be so wrong, and a gateway may have filled it in',
    }),
    ...limit(one !== null, {
      ...{ check: 'constant', found: `${one?.own} of ${one?.of} predictions are ${oneLine(one?.value ?? '', 40)}` },
      effect: one === null ? '' : oneValueEffect(one, true), // `withVerdicts` corrects it where the test says more
    }),
    ...limit(predicted.size > 0 && done > 0 && rarer < minRarer, {
      ...{ check: 'ceiling', found: `${rarer} of ${done} outcomes are of the rarer kind` },
      effect: `under ${minRarer} outcomes of the rarer kind show little about predictions`,
    }),
  ];
}
