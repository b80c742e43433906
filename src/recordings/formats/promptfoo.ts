import { linesOf } from '../../data/files/read-text.ts';
import { oneLine } from '../../util/text.ts';
import { ChosenFields } from '../chosen-fields.ts';
import { damagedLog, jsonLines, jsonObject, rowsOfList } from '../damaged-log.ts';
import type { Evaluation, LogFormat, RecordedProblem } from '../recording.ts';
import { type NewOutcome, outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { answerText, fieldsOf, type JsonObject, numberOf, objectsOf, secondsOf, textOf, valueAt } from '../values.ts';
import { wholeJson } from '../whole-json.ts';
import { heldNote } from './held-note.ts';
import { cutProblem } from './row-problem.ts';

/** Output of promptfoo: `-o out.json` (one object) and `-o out.jsonl` (its rows). */
export const promptfoo: LogFormat = {
  name: 'promptfoo',
  looksLike: ({ text }) => /^\s*\{\s*"evalId"|"gradingResult"|"promptIdx"/.test(text),
  read: async (file, choice, start) => {
    const builder = new RecordingBuilder({ file, format: 'promptfoo', choice });
    const fields = new ChosenFields(file, choice);
    const isWhole = /^\s*\{\s*"evalId"/.test(start.text);
    const whole = isWhole ? jsonObject(wholeJson(file, '`promptfoo export eval ID -o out.jsonl`'), file, '') : {};
    const list = rowsOfList(resultsIn(whole), file);
    const rows = isWhole
      ? list.map((row, index) => ({ row, place: `row ${index + 1}` }))
      : jsonLines(linesOf(file), file);
    const prompts = objectsOf(valueAt(whole, 'results.prompts'));
    const columns = new ColumnNames(prompts, objectsOf(valueAt(whole, 'config.providers')));
    for (const [index, prompt] of prompts.entries()) builder.declareModel(columns.name(index, prompt.provider, prompt));
    if (valueAt(whole, 'config.redteam') !== undefined)
      builder.note('a red-team run: success means that the model withstood the attack');
    const items = new ItemNumbers();
    let first = '';
    for (const { row, place } of rows) {
      first ||= textOf(row.id);
      if (row.testIdx === undefined || row.success === undefined)
        throw damagedLog(file, place, 'is not a row of promptfoo (no testIdx or success)');
      if (!fields.keeps(row)) continue;
      for (const note of notesOn(row)) builder.note(note);
      const { id, content } = items.of(row);
      const provider = textOf(valueAt(row, 'provider.label')) || textOf(valueAt(row, 'provider.id')) || row.provider;
      const confidence = choice.confidence === undefined ? statedConfidence(row) : fields.at(row, 'confidence');
      const about = {
        answer: answerText(valueAt(row, 'response.output')),
        confidence: hasFailed(row) ? null : confidence,
      };
      builder.addAll(
        {
          ...{ id, text: content, shown: textOf(valueAt(row, 'prompt.raw')), content: null },
          ...{ group: fields.at(row, 'group'), stratum: fields.at(row, 'stratum') },
        },
        {
          ...{ model: columns.name(row.promptIdx, provider, row.prompt), otherwise: outcomeIn(row, undefined) },
          scored: scoresIn(row).map(([score, value]) => ({ ...about, score, outcome: outcomeIn(row, value) })),
          ...factsOf(row),
        },
        place,
      );
    }
    fields.check();
    for (const note of [...columns.notes(), ...heldNote(list.length, countedRows(whole), 'promptfoo')])
      builder.note(note);
    const pooled = pooledColumns(prompts);
    for (const provider of new Set([...pooled].map((index) => textOf(prompts[index]?.provider))))
      builder.note(`the log states one accuracy for several columns of ${oneLine(provider, 60)}: it is shown for none`);
    return builder.finish({
      ...{
        version: textOf(valueAt(whole, 'metadata.promptfooVersion')) || null,
        task: textOf(valueAt(whole, 'config.description')),
        evaluation: evaluationOf(whole, first),
        ...{
          headline: 'success',
          confidenceField: 'the named score confidence',
          fields: fields.listed(),
          stratum: fields.stratum,
        },
      },
      stated: prompts.map((prompt, index) => ({
        score: 'success',
        model: columns.name(index, prompt.provider, prompt),
        accuracy: pooled.has(index) ? null : passRate(prompt.metrics),
        stderr: null,
      })),
    });
  },
};

function resultsIn(whole: JsonObject): readonly unknown[] {
  const results = valueAt(whole, 'results.results') ?? whole.results;
  return Array.isArray(results) ? results : [];
}

/** Returns how many rows the statistics of an output count; null where it has none. */
function countedRows(whole: JsonObject): number | null {
  const counts = ['successes', 'failures', 'errors'].map((name) => numberOf(valueAt(whole, `results.stats.${name}`)));
  return counts.every((count) => count === null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** Returns what the log is an output of: an evaluation keeps its id when errors are tried again; rows alone are known by their ids. */
function evaluationOf(whole: JsonObject, first: string): Evaluation | null {
  const id = textOf(whole.evalId) || first;
  return id === '' ? null : { id, started: textOf(valueAt(whole, 'results.timestamp')), data: '' };
}

function notesOn(row: JsonObject): readonly string[] {
  return [
    ...(valueAt(row, 'response.cached') === true
      ? ['some responses came from the cache: repeats of them are copies, not new executions']
      : []),
    ...(row.success === true && row.gradingResult === null
      ? ['promptfoo counts rows without assertions as success, also empty ones']
      : []),
  ];
}

/** Numbers the items of a log: `--repeat` gives every repeat a new testIdx, so equal tests with equal variables are one item. */
class ItemNumbers {
  readonly #ids = new Map<string, unknown>();

  of(row: JsonObject): { readonly id: unknown; readonly content: string } {
    const content = JSON.stringify([valueAt(row, 'testCase.description'), row.vars]);
    const test = JSON.stringify([content, valueAt(row, 'testCase.assert')]); // other assertions: another test
    if (!this.#ids.has(test)) this.#ids.set(test, row.testIdx);
    return { id: this.#ids.get(test), content };
  }
}

/**
 * Names the columns of an evaluation (a provider with a prompt, numbered by `promptIdx`). Columns of one provider are named apart by
 * their prompts, else by the settings in which they differ, else by their numbers: a name is not an identity.
 */
class ColumnNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #numbered = new Set<string>();
  readonly #prompts: readonly JsonObject[];
  readonly #providers: readonly JsonObject[];
  readonly #hasPrompts: boolean;

  constructor(prompts: readonly JsonObject[], providers: readonly JsonObject[]) {
    this.#prompts = prompts;
    this.#providers = providers;
    this.#hasPrompts = new Set(prompts.map(({ label }) => textOf(label))).size > 1;
  }

  name(index: unknown, provider: unknown, prompt: unknown): string {
    const key = JSON.stringify([index, provider]);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const label = textOf(valueAt(prompt, 'label'));
    const base = `${textOf(provider)}${this.#hasPrompts ? ` · ${label.slice(0, 40)}` : ''}`;
    const isShared = this.#taken.has(base) || this.#columnsOf(base).length > 1;
    const name = isShared ? this.#apart(base, index, provider) : base;
    this.#names.set(key, name);
    this.#taken.add(name);
    return name;
  }

  notes(): readonly string[] {
    return [...this.#numbered].map(
      (base) =>
        `${oneLine(base, 60)} stands in several columns whose settings the log does not tell apart; they are numbered (give them labels)`,
    );
  }

  #columnsOf(base: string): readonly number[] {
    return this.#prompts.flatMap(({ provider, label }, at) =>
      `${textOf(provider)}${this.#hasPrompts ? ` · ${textOf(label).slice(0, 40)}` : ''}` === base ? [at] : [],
    );
  }

  #apart(base: string, index: unknown, provider: unknown): string {
    const columns = this.#columnsOf(base);
    const place = columns.indexOf(Number(index));
    const entries = this.#providers.filter(({ id, label }) => (textOf(label) || textOf(id)) === textOf(provider));
    const settings = entries.map(
      ({ config }) => new Map(fieldsOf(config).map(([name, value]) => [name, textOf(value)])),
    );
    const names = [...new Set(settings.flatMap((each) => [...each.keys()]))];
    const differing = names.filter((name) => new Set(settings.map((each) => each.get(name))).size > 1);
    const own = settings.length === columns.length ? settings[place] : undefined;
    if (own !== undefined && differing.length > 0)
      return `${base} (${oneLine(differing.map((name) => `${name} ${own.get(name) ?? 'unset'}`).join(', '), 60)})`;
    this.#numbered.add(base);
    return `${base} #${place < 0 ? Number(index) + 1 : place + 1}`;
  }
}

/** Returns the scores of a row: whether the test passed, and its named scores. */
function scoresIn(row: JsonObject): readonly (readonly [string, unknown])[] {
  const named = fieldsOf(row.namedScores).filter(([name]) => name !== 'confidence');
  return [['success', row.success], ...named.map(([name, value]) => [`namedScores.${name}`, value] as const)];
}

function outcomeIn(row: JsonObject, value: unknown): NewOutcome {
  return hasFailed(row) ? { kind: 'absent', reason: 'failed', counted: 0 } : outcomeOf(value);
}

/** Returns the columns of one provider and prompt for which the log states one count of tests: it may be that of all of them. */
function pooledColumns(prompts: readonly JsonObject[]): ReadonlySet<number> {
  const stated = [...prompts.entries()].filter(([, { metrics }]) => passRate(metrics) !== null);
  const columns = Map.groupBy(stated, ([, { provider, label, metrics }]) =>
    JSON.stringify([textOf(provider), textOf(label), passCounts(metrics)]),
  );
  return new Set([...columns.values()].flatMap((own) => (own.length > 1 ? own.map(([index]) => index) : [])));
}

/** Returns the share of passed tests that promptfoo prints: failed calls count. */
function passRate(metrics: unknown): number | null {
  const counts = passCounts(metrics);
  return numberOf((counts[0] ?? 0) / counts.reduce((sum, count) => sum + count, 0));
}

function passCounts(metrics: unknown): readonly number[] {
  return ['testPassCount', 'testFailCount', 'testErrorCount'].map((name) => numberOf(valueAt(metrics, name)) ?? 0);
}

/** A failed assertion stands in `error` too; only `failureReason` 2 is a failed call. */
function hasFailed({ failureReason, gradingResult, error }: JsonObject): boolean {
  return failureReason === undefined ? textOf(gradingResult) === '' && textOf(error) !== '' : failureReason === 2;
}

/** Returns what a row says of its call beside the answer. */
function factsOf(row: JsonObject) {
  return {
    uuid: textOf(row.id) || null,
    problem: problemOf(row),
    ...{ seconds: secondsOf(row.latencyMs), dollars: numberOf(row.cost) || null }, // 0 where the price is unknown
    inputTokens: numberOf(valueAt(row, 'response.tokenUsage.prompt')),
    outputTokens: numberOf(valueAt(row, 'response.tokenUsage.completion')),
  };
}

/** Returns what the provider says went wrong with a call, or that a limit cut its answer. A failed assertion is none. */
function problemOf(row: JsonObject): RecordedProblem | null {
  const error = textOf(valueAt(row, 'response.error'));
  return error === '' ? cutProblem(valueAt(row, 'response.finishReason')) : { kind: 'error', text: error };
}

/** Returns the stated confidence. Some versions multiply named scores by their weight; the assertions have the number itself. */
function statedConfidence(row: JsonObject): unknown {
  const components = objectsOf(valueAt(row, 'gradingResult.componentResults'));
  const stated = components.map(
    (each) =>
      valueAt(each, 'namedScores.confidence') ??
      (valueAt(each, 'assertion.metric') === 'confidence' ? each.score : undefined),
  );
  return stated.find((value) => value !== undefined) ?? valueAt(row, 'namedScores.confidence');
}
