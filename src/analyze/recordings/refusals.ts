import { idForm } from '../../recordings/checks/alike-names.ts';
import { unnamedSet } from '../../recordings/formats/perhaps-sets.ts';
import type { RecordedLog, RecordedRow, RecordedScore } from '../../recordings/recording.ts';
import { leastShared, mostDiffering } from '../../stats/least-numbers.ts';
import { counted } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { oneLine } from '../../util/text.ts';
import { missingByReason } from '../contrasts/missing-executions.ts';
import { isShared, itemOf, type LogSide, sharedIds } from './log-tables.ts';

/** Share of the other texts that stand under other ids above which the order of the items differs. */
const mostMoved = 0.5;

/** Why logs cannot be compared, and what would make them comparable. */
export function refused(reason: string, advice: string) {
  return { kind: 'refused', reason, advice } as const;
}

/** Why logs cannot be compared, and what would make them comparable. */
export type RefusedLogs = ReturnType<typeof refused>;

/** Returns the flag that chooses a data set that a column of each log names; null where there is none. */
export function whereSet(logs: Iterable<RecordedLog>): string | null {
  const all = [...logs];
  const column = all[0]?.setField ?? null;
  if (column === null || !all.every(({ setField, fields }) => setField === column && fields.includes(column)))
    return null;
  const [first, ...others] = all.map(({ items }) => new Set([...items.values()].map(({ set }) => set)));
  const isNamed = (set: string | null) => set !== null && set !== unnamedSet(column);
  const found = [...(first ?? [])].find((set) => isNamed(set) && others.every((sets) => sets.has(set)));
  return found == null ? null : `--where ${shellWord(`${column}=${found}`)}`;
}

function listed(scores: readonly RecordedScore[]): string {
  return scores.map(({ name }) => name).join(', ');
}

/** A score whose values are known: right or wrong, or grades. */
export type MeasuredScore = Exclude<RecordedScore, { readonly kind: 'unread' }>;

/** Returns the score that all logs are compared on, or why there is none. */
export function chosenScore(
  recordings: readonly RecordedLog[],
  wanted: string | undefined,
): MeasuredScore | ReturnType<typeof refused> {
  const [first] = recordings;
  if (first === undefined) return refused('no log was given', 'give two logs');
  const score =
    wanted === undefined
      ? (first.scores.find(({ kind }) => kind !== 'unread') ?? first.scores[0])
      : first.scores.find(({ name }) => name === wanted);
  if (score === undefined)
    return refused(`${first.file} has no score ${wanted}`, `choose one of ${listed(first.scores)} with --score`);
  let chosen: MeasuredScore | null = null;
  for (const { file, scores } of recordings) {
    const own = scores.find(({ name }) => name === score.name);
    if (own === undefined)
      return refused(
        `the scores differ: ${first.file} has ${listed(first.scores)}, ${file} has ${listed(scores)}`,
        'score both with the same scorer, or choose a score that both have with --score',
      );
    if (own.kind === 'unread') return refused(`${file}: ${own.reason}`, own.advice);
    if (chosen !== null && !haveOneScale(chosen, own))
      return refused(
        `${own.name} goes ${scaleText(chosen)} in ${first.file}, and ${scaleText(own)} in ${file}`,
        'write both on one scale, with one direction: --range and --better are about all logs that are given',
      );
    chosen = chosen === null || own.kind === 'graded' ? own : chosen;
  }
  return chosen ?? refused('no log was given', 'give two logs');
}

/** Returns whether values of two scores are shares of one scale: percent and shares are, and right and wrong on any scale. */
function haveOneScale(one: MeasuredScore, other: MeasuredScore): boolean {
  if (one.better !== other.better) return false;
  if (one.kind === 'right-or-wrong' && other.kind === 'right-or-wrong') return true;
  const isShare = ({ range: [low, high] }: MeasuredScore) => low === 0 && (high === 1 || high === 100);
  return (isShare(one) && isShare(other)) || String(one.range) === String(other.range);
}

function scaleText({ range: [low, high], better }: MeasuredScore): string {
  return `from ${low} to ${high} (${better} is better)`;
}

function absenceText(side: LogSide): string {
  return missingByReason([side])
    .map(({ reason, executions }) => `${executions} ${reason}`)
    .join(', ');
}

/** Returns how a log gets outcomes where no execution of it has one: a table names their column, a log without scores is scored. */
export function outcomesAdvice({
  format,
  rows,
}: Pick<RecordedLog, 'format'> & { readonly rows: readonly Pick<RecordedRow, 'outcome'>[] }): string {
  if (format === 'table') return 'name the column that says what is right: --columns correct=COLUMN';
  const isUnscored = rows.every(({ outcome }) => outcome.kind === 'absent' && outcome.reason === 'unscored');
  if (!isUnscored) return 'run the evaluation again, and see its errors in its own log';
  return format === 'Inspect'
    ? 'add scores with `inspect score LOG`, or run the evaluation again with a scorer'
    : 'run the evaluation again with a metric or an assertion that gives right or wrong';
}

/** Two models that are compared: the first is the one whose log was given first. */
type SidePair = readonly [LogSide, LogSide];

/** Returns why two models of logs cannot be compared; null where they can. */
export function whyIncomparable([first, second]: SidePair) {
  for (const side of [first, second])
    if (!side.rows.some(({ outcome }) => outcome.kind === 'scored'))
      return refused(
        `no sample of ${side.name} has this score: ${absenceText(side)}`,
        `${side.log.scores.length > 1 ? 'choose another score with --score, or ' : ''}${outcomesAdvice({ format: side.log.format, rows: side.rows })}`,
      );
  const shared = sharedIds(first, second);
  const isOneLog = first.log.items === second.log.items;
  const types = (isOneLog ? [] : [first, second]).map(
    ({ log, units }) => new Set([...units.keys()].map((id) => itemOf(log, id).idType)),
  );
  const [firstType, secondType] = types.map((each) => [...each].join(' and '));
  if (firstType !== secondType)
    return refused(
      `the ids differ in type: ${firstType} in ${first.log.file}, ${secondType} in ${second.log.file}`,
      'give both data sets the same ids and run the evaluations again',
    );
  const larger = Math.max(first.units.size, second.units.size);
  if (shared.length < leastShared * larger)
    return refused(
      `${first.name} and ${second.name} share ${counted(shared.length, 'item')} of ${larger}${tasksText(first, second)}${idsText(first, second, shared)}`,
      areAlikeIds(first, second)
        ? 'the ids are the same but for upper case, leading zeros or characters that look alike: write them in one form'
        : 'compare logs of the same task, data set and limit, that ran to their end',
    );
  const other = shared.filter((id) => !isShared(first, second, id));
  if (other.length > mostDiffering * shared.length) {
    const moved = underOtherIds([first, second], other);
    if (moved.length > mostMoved * other.length)
      return refused(
        `${counted(moved.length, `question of ${first.name} stands`, `questions of ${first.name} stand`)} under other ids in ${second.name}, first ${moved[0]}: the items are numbered in another order`,
        'give each item an id of its own, such as --columns item=question for tables, or write both logs in one order',
      );
    return refused(
      `${counted(other.length, `shared id of ${shared.length} stands`, `shared ids of ${shared.length} stand`)} for different texts, first ${other[0]}${tasksText(first, second)}`,
      'compare logs of the same task and the same version of its data',
    );
  }
  return null;
}

/** Returns whether two sides share most of their ids where these are compared in one form (`idForm`), not as written. */
function areAlikeIds(first: LogSide, second: LogSide): boolean {
  const forms = ({ units }: LogSide) => new Set(Array.from(units.keys(), idForm));
  const [own, others] = [forms(first), forms(second)];
  const shared = [...own].filter((form) => others.has(form)).length;
  return shared >= leastShared * Math.max(own.size, others.size);
}

/** Returns those of the ids of the first side whose question, with its key, stands under another id in the second one. */
function underOtherIds([first, second]: SidePair, ids: readonly string[]): readonly string[] {
  const known = new Set<string>();
  for (const id of second.units.keys()) {
    const { hasText, sha256 } = itemOf(second.log, id);
    if (hasText) known.add(sha256);
  }
  return ids.filter((id) => known.has(itemOf(first.log, id).sha256));
}

/** Returns an id that only one side has, for both sides: ids of another form show themselves. */
function idsText(one: LogSide, other: LogSide, shared: readonly string[]): string {
  const known = new Set(shared);
  const [own, foreign] = [one, other].map(({ units }) => [...units.keys()].find((id) => !known.has(id)));
  if (own === undefined || foreign === undefined) return '';
  return `; ids are such as "${oneLine(own, 40)}" and "${oneLine(foreign, 40)}"`;
}

function tasksText({ log: one }: LogSide, { log: other }: LogSide): string {
  return one.task === other.task ? '' : `: the tasks are ${one.task || 'unnamed'} and ${other.task || 'unnamed'}`;
}

/**
 * Returns the odd and the even executions of a log as two logs, which compare a model with itself; or why it cannot be
 * split. Items with one execution are left out; with an odd number of executions, the last has no part in either, as in runs.
 */
export function splitExecutions(log: RecordedLog): readonly [RecordedLog, RecordedLog] | ReturnType<typeof refused> {
  const isEven = (epoch: number) => epoch % 2 === 0;
  const placeOf = (model: string, item: string) => JSON.stringify([model, item]);
  const repeated = new Set(
    log.rows.filter(({ epoch }) => isEven(epoch)).map(({ model, item }) => placeOf(model, item)),
  );
  if (repeated.size === 0)
    return refused(
      `${log.file} has one execution per item, which cannot be split`,
      'run it with two or more epochs (repeats), or give two logs of the same thing',
    );
  const samples = Map.groupBy(log.rows, ({ model }) => model);
  const last = new Map(
    [...samples].map(([model, rows]) => {
      const most = rows.reduce((all, { epoch }) => Math.max(all, epoch), 1);
      return [model, most - (most % 2)];
    }),
  );
  const half = (name: string, takes: (epoch: number) => boolean): RecordedLog => ({
    ...log,
    file: `${log.file} (${name} executions)`,
    rows: log.rows.filter(
      ({ model, item, epoch }) => takes(epoch) && epoch <= (last.get(model) ?? 0) && repeated.has(placeOf(model, item)),
    ),
    stated: [],
  });
  return [half('odd', (epoch) => !isEven(epoch)), half('even', isEven)];
}
