import { basename } from 'node:path';
import type { CheckFinding } from '../results/row-check.ts';
import { counted } from '../util/numbers.ts';
import { oneLine } from '../util/text.ts';
import { JoinedTexts } from './joined-texts.ts';
import type { RecordedItem, RecordedLog, RecordedScore, ScoredRow } from './recording.ts';
import { isSameItem } from './same-item.ts';

/** Logs of which each holds an evaluation of its own, and what was found on the way. */
interface JoinedLogs {
  readonly logs: readonly RecordedLog[];
  readonly findings: readonly CheckFinding[];
}

/** Maximum number of files that a sentence names. */
const maxNamed = 4;

/**
 * Returns logs with those of one evaluation as one log, at the place of the first: a log and its retry, a shard and the merged log that
 * contains it, a copy, parts with other items. Each execution counts once; of a failed one and its retry, the retry. Logs of the same
 * executions whose outcomes differ were scored again: they stay apart, and are named. Logs that do not say what they are a part of are
 * returned unchanged.
 */
export function joinLogs(logs: readonly RecordedLog[]): JoinedLogs {
  const findings: CheckFinding[] = [];
  const joined = new Map<RecordedLog, RecordedLog | null>();
  for (const own of Map.groupBy(logs, evaluated).values())
    for (const members of own.length < 2 || evaluated(own[0]) === null ? [] : evaluationsIn(own)) {
      const found = joinOne(members, logs);
      if (found === null) continue;
      findings.push(...found.findings);
      if (found.log === null) continue;
      const [first] = logs.filter((log) => members.includes(log));
      for (const member of members) joined.set(member, member === first ? found.log : null);
    }
  const kept = logs.flatMap((log) => {
    const found = joined.get(log);
    return found === undefined ? [log] : found === null ? [] : [found];
  });
  return { logs: kept, findings };
}

/** Returns what logs of one evaluation have in common; null for a log that does not say what it is a part of. */
function evaluated(log: RecordedLog | undefined): string | null {
  if (log === undefined || log.evaluation === null || log.isOfRun) return null;
  return JSON.stringify([log.format, log.models.toSorted()]);
}

/** Returns the logs of each evaluation: attempts, logs that share executions, and parts of the same data with other items. */
function evaluationsIn(logs: readonly RecordedLog[]): readonly (readonly RecordedLog[])[] {
  const evaluations: RecordedLog[][] = [];
  const owners = new Map<string, RecordedLog[]>();
  for (const log of logs) {
    const names = new Set([`evaluation ${log.evaluation?.id}`]);
    for (const { uuid } of log.rows) if (uuid !== null) names.add(uuid);
    const before = new Set([...names].flatMap((name) => owners.get(name) ?? []));
    const related = evaluations.filter((own) => own.some((each) => before.has(each)));
    const joined = [...related.flat(), log];
    for (const own of related) evaluations.splice(evaluations.indexOf(own), 1);
    evaluations.push(joined);
    for (const name of names) owners.set(name, [...(owners.get(name) ?? []), log]);
  }
  const [first] = evaluations;
  const part = first === undefined ? null : partOf(first);
  const areParts = part !== null && evaluations.every((own) => partOf(own) === part);
  return areParts && haveOtherItems(evaluations) ? [evaluations.flat()] : evaluations;
}

/** Returns what parts of one evaluation have in common: task, data and settings; null where the data are not named. */
function partOf(logs: readonly RecordedLog[]): string | null {
  if (logs.some(({ evaluation }) => (evaluation?.data ?? '') === '')) return null;
  const parts = logs.map(({ task, evaluation, settings }) => JSON.stringify([task, evaluation?.data, settings]));
  return JSON.stringify([...new Set(parts)]);
}

function haveOtherItems(evaluations: readonly (readonly RecordedLog[])[]): boolean {
  const seen = new Set<string>();
  return evaluations.every((logs) => {
    const own = new Set(logs.flatMap(({ items }) => [...items.keys()]));
    const isOther = [...own].every((id) => !seen.has(id));
    for (const id of own) seen.add(id);
    return isOther;
  });
}

/** Returns the logs of one evaluation as one log; no log where they have to stay apart; null for one log. */
function joinOne(
  members: readonly RecordedLog[],
  given: readonly RecordedLog[],
): { readonly log: RecordedLog | null; readonly findings: readonly CheckFinding[] } | null {
  const inOrder = members.toSorted(
    (one, other) =>
      (one.evaluation?.started ?? '').localeCompare(other.evaluation?.started ?? '') ||
      given.indexOf(one) - given.indexOf(other),
  );
  const [first, ...more] = inOrder;
  if (first === undefined || more.length === 0) return null;
  const scores = scoresOf(inOrder);
  const items = itemsOf(inOrder);
  if (scores === null || items === null) return null;
  const { rows, repeated, rescored } = rowsOf(inOrder);
  const about = { file: first.file, score: first.scores[0].name, models: first.models, kind: 'fault' } as const;
  const files = filesText(given.filter((log) => members.includes(log)));
  const placesOf = (of: readonly ScoredRow[]) => {
    const places = new Map(of.map(({ model, item, epoch }) => [JSON.stringify([model, item, epoch]), { item, epoch }]));
    return [...places.values()];
  };
  if (rescored.length > 0) {
    const own = placesOf(rescored);
    const found = `${files} hold the same executions, and ${counted(own.length, 'of them has', 'of them have')} other scores: the answers were scored again`;
    const effect = 'the logs stay apart: what differs is the scoring, and not the model';
    return { log: null, findings: [{ ...about, check: 'same rows', rows: own, found, effect, changesRows: false }] };
  }
  const main = inOrder.reduce((one, other) => (other.rows.length >= one.rows.length ? other : one));
  const isWhole = main.rows.length === rows.length;
  const again = placesOf(repeated);
  const notes = new Set(isWhole ? main.notes : inOrder.flatMap((log) => log.notes));
  if (again.length === 0) notes.add(`${files} are parts of one evaluation, and count as one log`);
  const log: RecordedLog = {
    ...main,
    ...{ scores, items, rows, stated: isWhole ? main.stated : [] },
    asked: inOrder.find(({ asked }) => asked !== 'never')?.asked ?? 'never',
    fields: [...new Set(inOrder.flatMap(({ fields }) => fields))],
    notes: [...notes],
  };
  const total = placesOf(rows).length;
  const found = `${files} hold one evaluation; ${again.length} of its ${counted(total, 'execution')} ${again.length === 1 ? 'stands' : 'stand'} in several of them`;
  const effect = 'they count as one log, and each execution once (a retry in place of what failed)';
  return {
    log,
    findings:
      again.length === 0
        ? []
        : [{ ...about, check: 'same rows', file: main.file, rows: again, found, effect, changesRows: true }],
  };
}

function filesText(logs: readonly RecordedLog[]): string {
  const names = logs.map(({ file }) => oneLine(basename(file), 80));
  return names.length > maxNamed
    ? `${names.slice(0, maxNamed - 1).join(', ')} and ${names.length - maxNamed + 1} more`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Returns the scores of all logs; null where one of them means different things. */
function scoresOf(logs: readonly RecordedLog[]): RecordedLog['scores'] | null {
  const scores = new Map<string, RecordedScore>();
  for (const score of logs.flatMap((log) => log.scores)) {
    const known = scores.get(score.name);
    if (known === undefined || (known.kind === 'unread' && score.kind === 'unread')) scores.set(score.name, score);
    else if (known.kind === 'unread' || score.kind === 'unread') return null;
    else if (known.better !== score.better || String(known.range) !== String(score.range)) return null;
    else if (score.kind === 'graded') scores.set(score.name, score);
  }
  const [head, ...rest] = scores.values();
  return head === undefined ? null : [head, ...rest];
}

/** Returns the items of all logs, with near-equal texts in one group; null where an id stands for two items. */
function itemsOf(logs: readonly RecordedLog[]): ReadonlyMap<string, RecordedItem> | null {
  const items = new Map<string, RecordedItem>();
  const texts = new JoinedTexts();
  for (const item of logs.flatMap((log) => [...log.items.values()])) {
    const known = items.get(item.id);
    if (known !== undefined && !isSameItem(known, item)) return null;
    if (known !== undefined) continue;
    items.set(item.id, item);
    const isGrouped = item.group !== item.id;
    texts.add({ group: item.group, texts: item.hasText ? [item.text, item.key ?? ''] : [], isGrouped });
  }
  if (logs.some((log) => log.items.size === items.size)) return items; // the largest log has joined them
  const groups = texts.groups();
  return new Map(Array.from(items, ([id, item]) => [id, { ...item, group: groups.nameOf(item.group) ?? item.group }]));
}

interface JoinedRows {
  readonly rows: readonly ScoredRow[];
  /** Rows that an earlier log has, too. */
  readonly repeated: readonly ScoredRow[];
  /** Rows of the same execution with another outcome. */
  readonly rescored: readonly ScoredRow[];
}

/** Returns the rows of logs, which are in the order of their times: of two rows of one execution, the later one with an outcome. */
function rowsOf(logs: readonly RecordedLog[]): JoinedRows {
  const rows = new Map<string, ScoredRow>();
  const repeated: ScoredRow[] = [];
  const rescored: ScoredRow[] = [];
  for (const row of logs.flatMap((log) => log.rows)) {
    const place = JSON.stringify([row.model, row.item, row.epoch, row.score]);
    const known = rows.get(place);
    if (known === undefined) {
      rows.set(place, row);
      continue;
    }
    repeated.push(row);
    const [before, now] = [known.outcome, row.outcome];
    if (now.kind === 'absent' && before.kind === 'scored') continue;
    if (now.kind === 'scored' && before.kind === 'scored' && row.uuid === known.uuid && now.value !== before.value)
      rescored.push(row);
    rows.set(place, row);
  }
  return { rows: [...rows.values()], repeated, rescored };
}
