import { failures } from '../../domain/recorded.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { tail } from '../../stats/jackknife.ts';
import { leastNumbers, leastShared, leastSharedForWord, leastUsable } from '../../stats/least-numbers.ts';
import { oneValue, oneValueEffect } from '../../stats/one-value.ts';
import { smallestP } from '../../stats/rungs/smallest-p.ts';
import type { ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn, itemsOf, setOfRow } from './checked-side.ts';
import { wrongUnanswered } from './unanswered.ts';

/** Fewest outcomes of the rarer kind that show how statements and outcomes go together. */
const minRarer = 30;

const percent = (share: number) => `${Math.floor(1000 * share) / 10} %`;

/** Maximum number of data sets that a line names. */
const maxSets = 3;

/** Names models that lack items which others of the same task and score have, data set by data set. */
export function checkPartial(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const tasks = Map.groupBy(sides, ({ log, score }) => JSON.stringify([log.task, score]));
  return [...tasks.values()].flatMap((own) => {
    if (new Set(own.map(({ model }) => model)).size < 2 || haveMost(own)) return [];
    const all = new Map<string | null, Set<string>>();
    const held = own.map((side) => ({ side, items: itemsBySet(side) }));
    for (const { items } of held)
      for (const [set, ids] of items) all.set(set, new Set([...(all.get(set) ?? []), ...ids]));
    return held.flatMap(({ side, items }) => {
      const parts = [...all].map(([set, ids]) => ({ set, items: items.get(set)?.size ?? 0, all: ids.size }));
      const lacking = parts.filter((part) => part.items < leastSharedForWord * part.all);
      const isFar = (part: Part) => part.items < leastShared * part.all;
      return [lacking.filter(isFar), lacking.filter((part) => !isFar(part))].flatMap((of, at) =>
        of.length === 0 ? [] : [partialFinding(side, of, at === 0)],
      );
    });
  });
}

/** Returns whether models of one log have 95 % of its items, which are of one data set: most logs, at a glance. */
function haveMost(sides: readonly CheckedSide[]): boolean {
  const [first] = sides;
  if (first === undefined || sides.some(({ log }) => log.items !== first.log.items)) return false;
  const { items } = first.log;
  if ([...items.values()].some(({ set }) => set !== null)) return false;
  return sides.every((side) => itemsOf(side).count >= leastSharedForWord * items.size);
}

function itemsBySet(side: CheckedSide): ReadonlyMap<string | null, ReadonlySet<string>> {
  const sets = new Map<string | null, Set<string>>();
  for (const row of side.rows) {
    const set = setOfRow(side, row);
    sets.set(set, (sets.get(set) ?? new Set()).add(row.item));
  }
  return sets;
}

/** How many items of a data set a model has, of those that models of the task have. */
interface Part {
  /** Name of the data set; null where the log has one. */
  readonly set: string | null;
  readonly items: number;
  readonly all: number;
}

function partialFinding(side: CheckedSide, parts: readonly Part[], isFar: boolean): CheckFinding {
  const texts = parts.map(({ set, items, all }) => `${items} of ${all} items${set === null ? '' : ` of ${set}`}`);
  const more = texts.length > maxSets ? ` and ${texts.length - maxSets} more` : '';
  const there = parts.some(({ set }) => set !== null) ? ' there' : '';
  return findingOn(side, [], {
    ...{ check: 'partial', kind: 'limit', changesRows: true },
    found: `${texts.slice(0, maxSets).join(', ')}${more}`,
    effect: isFar
      ? `not compared${there} with models that have all`
      : `no word${there} beside models that have all: the absent rows may be wrong answers`,
  });
}

/** Returns whether an execution has no outcome, or failed and counts as wrong all the same. */
function isLost({ outcome }: ScoredRow): boolean {
  return outcome.kind === 'absent' && (outcome.counted === null || failures.has(outcome.reason));
}

/** Names models of which under 90 % of the executions have an outcome: a gate does not measure them. */
export function checkErrors(side: CheckedSide): readonly CheckFinding[] {
  const unanswered = wrongUnanswered(side);
  const lost = side.rows.filter((row) => isLost(row) || (unanswered.get(row) ?? 'empty') !== 'empty');
  const usable = 1 - lost.length / side.rows.length;
  if (usable >= leastUsable) return [];
  const areWrong = lost.some(({ outcome }) => outcome.kind === 'absent' && outcome.counted !== null);
  return [
    findingOn(side, lost, {
      ...{ check: 'errors', kind: 'limit', changesRows: false },
      found: `${percent(usable)} of the ${side.rows.length} executions have a usable outcome`,
      effect: `a gate is not measured; ${areWrong ? 'failed calls count as wrong, as the tool counts them' : 'missing outcomes count at their worst'}`,
    }),
  ];
}

/** Names models that state hardly anything but one value, of the first statement of each item, which is its prediction. */
export function checkConstant(side: CheckedSide): readonly CheckFinding[] {
  const first = new Map<string, number>();
  for (const { item, confidence } of side.rows)
    if (confidence.kind === 'stated' && !first.has(item)) first.set(item, confidence.value);
  const counts = new Map<number, number>();
  for (const value of first.values()) counts.set(value, (counts.get(value) ?? 0) + 1);
  const one = oneValue(counts);
  if (one === null) return [];
  return [
    findingOn(side, [], {
      ...{ check: 'constant', kind: 'limit', changesRows: false },
      found: `${one.own} of ${one.of} stated values are ${one.value}`,
      effect: oneValueEffect(one, canFit(side, { counts, differing: one.of - one.own })),
    }),
  ];
}

interface FirstStatements {
  /** Items by the value that was stated first of them. */
  readonly counts: ReadonlyMap<number, number>;
  /** Items of which another value than the commonest was stated. */
  readonly differing: number;
}

/** Returns whether the test of fit, which goes by the counts, could show anything: exactly, or over the items that differ. */
function canFit(side: CheckedSide, { counts, differing }: FirstStatements): boolean {
  const scored = side.rows.filter(
    ({ outcome, confidence }) => outcome.kind === 'scored' && confidence.kind === 'stated',
  );
  const isExact = side.isBinary && itemsOf(side).repeated.length === 0 && scored.length === side.rows.length;
  if (!isExact) return differing >= leastNumbers.varyingGroups;
  const positive = scored.filter(({ outcome }) => outcome.kind === 'scored' && outcome.value === 1).length;
  return smallestP(counts, positive) <= tail;
}

/** Names models with too few right or too few wrong answers to show whether statements fit them. */
export function checkCeiling(side: CheckedSide): readonly CheckFinding[] {
  if (!side.isBinary || side.log.asked === 'never') return [];
  let [scored, right] = [0, 0];
  for (const { outcome, confidence } of side.rows) {
    if (outcome.kind !== 'scored' || confidence.kind !== 'stated') continue;
    scored += 1;
    if (outcome.value === 1) right += 1;
  }
  const rarer = Math.min(right, scored - right);
  if (scored === 0 || rarer >= minRarer) return [];
  return [
    findingOn(side, [], {
      ...{ check: 'ceiling', kind: 'limit', changesRows: false },
      found: `${rarer} of ${scored} outcomes are ${right === rarer ? 'right' : 'wrong'}`,
      effect: `under ${minRarer} outcomes of the rarer kind show little about the stated confidence`,
    }),
  ];
}

/** Names logs that hold several data sets. */
export function checkSets(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const logs = new Set(sides.map(({ log }) => log));
  const withSets = new Set([...logs].filter(({ items }) => [...items.values()].some(({ set }) => set !== null)));
  return sides.flatMap((side) => {
    if (!withSets.has(side.log)) return [];
    const sets = new Set<string>();
    for (const { item } of side.rows) {
      const set = side.log.items.get(item)?.set ?? null;
      if (set !== null) sets.add(set);
    }
    if (sets.size < 2) return [];
    return [
      findingOn(side, [], {
        ...{ check: 'several sets', kind: 'limit', changesRows: false },
        found: `the rows are of ${sets.size} data sets: ${[...sets].slice(0, 5).join(', ')}`,
        effect: 'reported and compared apart; worth needs one: choose it with --where',
      }),
    ];
  });
}
