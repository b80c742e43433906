import { unknownUsage } from '../../domain/answer.ts';
import { costOf, type Price } from '../../domain/price.ts';
import type { RecordedLog, ScoredRow } from '../../recordings/recording.ts';
import { mayBeStated } from '../../recordings/stated-field.ts';
import { mean } from '../../stats/moments.ts';
import { oneLine } from '../../util/text.ts';
import { type LogSide, logTables } from '../recordings/log-tables.ts';
import { chosenScore, refused, whereSet, whyIncomparable } from '../recordings/refusals.ts';
import { AnswerCollector, type CallFacts, type ModelAnswers } from './model-answers.ts';

/** The answers in logs, or why logs do not go together and what to do about it. */
type RecordedAnswers =
  | {
      readonly kind: 'read';
      readonly answers: readonly ModelAnswers[];
      /** Models that the user did not name and that do not go with those that are named, with the reason. */
      readonly left: readonly { readonly model: string; readonly reason: string }[];
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly advice: string };

interface Options {
  /** Name of the score; absent: the first log's own first score of right and wrong. */
  readonly score?: string | undefined;
  /** Returns the price of a model's tokens; null where it is unknown. */
  readonly priceOf: (model: string) => Price | null;
  /** Models that the user named: only these must have the same items. */
  readonly named: readonly string[];
}

/**
 * Returns the answers of each model of logs that goes with those that the user named, right or wrong as the tool counts. The column
 * of subjects of a table is a free signal.
 */
export async function recordedAnswers(
  logs: readonly RecordedLog[],
  { score: wanted, named, priceOf }: Options,
): Promise<RecordedAnswers> {
  const score = chosenScore(logs, wanted);
  if ('reason' in score) return score;
  if (score.kind === 'graded')
    return refused(
      `${score.name} is graded from ${score.range[0]} to ${score.range[1]}, and worth needs right or wrong`,
      'add --threshold VALUE, the lowest grade that counts as right',
    );
  const collector = new AnswerCollector();
  const tables = await logTables(logs, score.name, ({ item, source }) =>
    collector.add(item, () => factsOf(source, priceOf)),
  );
  const sets = tables.flatMap(({ set }) => set ?? []);
  if (sets.length > 1) {
    const where = whereSet(logs);
    return refused(
      `the logs hold several data sets: ${oneLine(sets.slice(0, maxSets).join(', '), 200)}`,
      where === null ? 'give logs of one data set' : `choose one: ${where}`,
    );
  }
  const sides = tables.flatMap((table) => table.sides);
  const isNamed = ({ name, model }: LogSide) =>
    named.some((each) => each === name || each === model || model.endsWith(`/${each}`));
  const first = sides.find(isNamed) ?? sides[0];
  const left: { model: string; reason: string }[] = [];
  for (const other of sides) {
    const reason = first === undefined || other === first ? null : whyIncomparable([first, other]);
    if (reason === null) continue;
    if (isNamed(other) || sides.length === 2) return reason;
    left.push({ model: other.name, reason: reason.reason });
  }
  const kept = sides.filter(({ name }) => left.every(({ model }) => model !== name));
  const otherScores = (logs[0]?.scores ?? []).flatMap(({ name }) => (name === score.name ? [] : [name]));
  const collected = new Map(collector.all().map(({ run, ...answers }) => [run, answers]));
  return {
    kind: 'read',
    answers: kept.flatMap((side) => {
      const answers = collected.get(side.run);
      return answers === undefined ? [] : [{ ...answers, ...aboutSide(side, { score: score.name, otherScores }) }];
    }),
    left,
  };
}

/** Maximum number of data sets that a message names. */
const maxSets = 5;

/** Returns what a log tells of its model beside the answers. */
function aboutSide(
  { log, rows, name, model }: LogSide,
  { score, otherScores }: { readonly score: string; readonly otherScores: readonly string[] },
) {
  return {
    model: name,
    loggedModel: model,
    source: { file: log.file, score, otherScores },
    task: log.task || log.format,
    ...unreadOf(rows),
    ...(log.unreadCosts === null ? {} : { unreadCosts: log.unreadCosts }),
    fields: signalFields(log),
    statedFields: log.fields.filter(mayBeStated).slice(0, maxSignalFields),
    identities: { format: log.format, items: log.items },
  };
}

/** Returns what a log tells of the executions of an item: its answer, costs and times. */
function factsOf(rows: readonly ScoredRow[], priceOf: Options['priceOf']): CallFacts {
  const known = (of: (row: ScoredRow) => number | null) => mean(rows.flatMap((row) => of(row) ?? []));
  return {
    answer: rows[0]?.answer || null,
    tokenProbability: known(({ tokenProbability }) => tokenProbability),
    answerDollars: known((row) => row.dollars ?? tokenCost(row, priceOf(row.model))),
    answerSeconds: known(({ seconds }) => seconds),
    ...{ askDollars: null, askSeconds: null },
  };
}

/** Fields that every log has, and what is not known before the answer: outcomes, confidence, tokens, costs and times. */
const otherFields =
  /^(?:id|epoch|input|target|uuid|completed|retries|.*_time|.*_at|.*_count|seconds|latency.*|cost|dollars|model|item|prompt.*|response.*|scores.*|.*_id|.*(?:correct|score|answer|output|confidence|usage|token).*)$/i;
/** Last parts of fields that hold the text of an item, its key, or what a log says of its scores: no kinds of questions. */
const textFields =
  /(?:^|\.)(?:question|text|problem|instructions?|query|passage|context|choices|options|key|gold|target|reference\w*|expected\w*|errors?|(?:lower|higher)_is_better|metric\w*|\w*hash|filter|arg_\d+|resps|acc(?:_\w+)?|accuracy|exact_match\w*|pass(?:ed|@\w+|_\w+)?|success)$/i;
/** What tools record of a row beside its item: numbers and names of their own, settings, scores and how the call ended. */
const toolFields =
  /^(?:(?:gradingResult|namedScores|provider|performance|evaluation|output|arguments|testCase\.(?:vars|options|assert))\..*|testCase\.description|schema_version|interaction_type|messages|cached|failureReason|\w*(?:Idx|Id|Index|Ms)|.*\b(?:finish|stop)_?[rR]eason)$/;
/** Maximum number of fields that a message names. */
const maxSignalFields = 8;

/** Returns the fields that may be known before anything is asked: `metadata.topic`, `vars.kind`, a column. */
function signalFields({ fields, scores }: Pick<RecordedLog, 'fields' | 'scores'>): readonly string[] {
  const metrics = new Set(scores.map(({ name }) => name.split(/[,.]/)[0])); // an outcome tells itself
  return fields
    .filter((field) => ![otherFields, textFields, toolFields].some((own) => own.test(field)) && !metrics.has(field))
    .slice(0, maxSignalFields);
}

/** Returns what the statements are that are not read as numbers, where there are any. */
function unreadOf(rows: readonly ScoredRow[]): Pick<ModelAnswers, 'unread'> {
  const count = (reason: string) =>
    rows.filter(({ confidence }) => confidence.kind === 'absent' && confidence.reason === reason).length;
  const [words, scale] = [count('unreadable'), count('ambiguous-scale')];
  if (words > 0)
    return {
      unread: `stated a confidence that is no number in ${words} of ${rows.length} rows: write shares (0.8) or percent (80 %)`,
    };
  return scale === 0
    ? {}
    : {
        unread: `stated a confidence of unknown scale in ${scale} of ${rows.length} rows (7 may be 7 % or 7 of 10, and 1 may be 1 % or certainty): add --confidence-range LOWEST HIGHEST, or write a percent sign`,
      };
}

/** Returns the dollars of an execution by its tokens; null where a count or the price is unknown. */
function tokenCost({ inputTokens, outputTokens }: ScoredRow, price: Price | null): number | null {
  return costOf({ ...unknownUsage, input: inputTokens, output: outputTokens }, price);
}
