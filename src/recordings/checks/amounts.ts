import { failures } from '../../domain/recorded.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { tail } from '../../stats/jackknife.ts';
import { leastNumbers, leastShared, leastSharedForWord, leastUsable } from '../../stats/least-numbers.ts';
import { oneValue, oneValueEffect } from '../../stats/one-value.ts';
import { smallestP } from '../../stats/rungs/smallest-p.ts';
import type { ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn, itemsOf } from './checked-side.ts';
import { wrongUnanswered } from './unanswered.ts';

/** Fewest outcomes of the rarer kind that show how statements and outcomes go together. */
const minRarer = 30;

const percent = (share: number) => `${Math.floor(1000 * share) / 10} %`;

/** Names models that lack items which others of the same task and score have. */
export function checkPartial(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const tasks = Map.groupBy(sides, ({ log, score }) => JSON.stringify([log.task, score]));
  return [...tasks.values()].flatMap((own) => {
    if (new Set(own.map(({ model }) => model)).size < 2) return [];
    const most = new Set(own.map(({ log }) => log.items)).size === 1 ? own[0]?.log.items.size : undefined;
    if (most !== undefined && own.every((side) => itemsOf(side).count >= leastSharedForWord * most)) return [];
    const all = new Set(own.flatMap(({ rows }) => rows.map(({ item }) => item)));
    return own.flatMap((side) => {
      const items = itemsOf(side).count;
      if (items >= leastSharedForWord * all.size) return [];
      return [
        findingOn(side, [], {
          ...{ check: 'partial', kind: 'limit', changesRows: true },
          found: `${items} of ${all.size} items`,
          effect:
            items < leastShared * all.size
              ? 'not compared with models that have all'
              : 'no word beside models that have all: the absent rows may be wrong answers',
        }),
      ];
    });
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
  return sides.flatMap((side) => {
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
