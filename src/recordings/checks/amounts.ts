import type { CheckFinding } from '../../results/row-check.ts';
import { leastUsable } from '../../stats/least-numbers.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';

/** Smallest share of the items of a task that a model must have to be compared with others. */
export const leastItems = 0.95;
/** Shares of one stated value above which statements hardly differ, and are one answer. */
const [maxOneValue, oneAnswer] = [0.9, 0.95];
/** Fewest stated values from which a share of one value is looked at. */
const minStated = 20;
/** Fewest outcomes of the rarer kind that show how statements and outcomes go together. */
const minRarer = 30;

const percent = (share: number) => `${Math.floor(1000 * share) / 10} %`;

/** Names models that lack items which others of the same task and score have. */
export function checkPartial(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const tasks = Map.groupBy(sides, ({ log, score }) => JSON.stringify([log.task, score]));
  return [...tasks.values()].flatMap((own) => {
    if (new Set(own.map(({ model }) => model)).size < 2) return [];
    const all = new Set(own.flatMap(({ rows }) => rows.map(({ item }) => item)));
    return own.flatMap((side) => {
      const items = new Set(side.rows.map(({ item }) => item)).size;
      if (items >= leastItems * all.size) return [];
      return [
        findingOn(side, [], {
          ...{ check: 'partial', kind: 'limit', changesRows: true },
          found: `${items} of ${all.size} items`,
          effect: 'left out where more than two models are compared; in the table of scores',
        }),
      ];
    });
  });
}

/** Names models of which the tool counts under 90 % of the executions: a gate does not measure them. */
export function checkErrors(side: CheckedSide): readonly CheckFinding[] {
  const lost = side.rows.filter(({ outcome }) => outcome.kind === 'absent' && outcome.counted === null);
  const usable = 1 - lost.length / side.rows.length;
  if (usable >= leastUsable) return [];
  return [
    findingOn(side, lost, {
      ...{ check: 'errors', kind: 'limit', changesRows: false },
      found: `${percent(usable)} of the ${side.rows.length} executions have a usable outcome`,
      effect: 'a gate is not measured; missing outcomes count at their worst',
    }),
  ];
}

/** Names models that state hardly anything but one value. */
export function checkConstant(side: CheckedSide): readonly CheckFinding[] {
  const stated = side.rows.flatMap((row) =>
    row.confidence.kind === 'stated' ? [{ row, value: row.confidence.value }] : [],
  );
  if (stated.length < minStated) return [];
  const [most] = [...Map.groupBy(stated, ({ value }) => value)].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return [];
  const [value, own] = most;
  const share = own.length / stated.length;
  if (share <= maxOneValue) return [];
  return [
    findingOn(side, [], {
      ...{ check: 'constant', kind: 'limit', changesRows: false },
      found: `${own.length} of ${stated.length} stated values are ${value}`,
      effect: share > oneAnswer ? 'one answer: it cannot rank items' : 'it ranks few items',
    }),
  ];
}

/** Names models with too few right or too few wrong answers to show whether statements fit them. */
export function checkCeiling(side: CheckedSide): readonly CheckFinding[] {
  if (!side.isBinary || side.log.asked === 'never') return [];
  const scored = side.rows.flatMap(({ outcome, confidence }) =>
    outcome.kind === 'scored' && confidence.kind === 'stated' ? [outcome.value] : [],
  );
  const right = scored.filter((value) => value === 1).length;
  const rarer = Math.min(right, scored.length - right);
  if (scored.length === 0 || rarer >= minRarer) return [];
  return [
    findingOn(side, [], {
      ...{ check: 'ceiling', kind: 'limit', changesRows: false },
      found: `${rarer} of ${scored.length} outcomes are ${right === rarer ? 'right' : 'wrong'}`,
      effect: `ceiling: under ${minRarer} outcomes of the rarer kind show little about the stated confidence`,
    }),
  ];
}

/** Names logs that hold several data sets. */
export function checkSets(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  return sides.flatMap((side) => {
    const sets = new Set(side.rows.flatMap(({ item }) => side.log.items.get(item)?.set ?? []));
    if (sets.size < 2) return [];
    return [
      findingOn(side, [], {
        ...{ check: 'several sets', kind: 'limit', changesRows: false },
        found: `the rows are of ${sets.size} data sets: ${[...sets].slice(0, 5).join(', ')}`,
        effect: 'reported apart; compared over all of them: choose one with --where',
      }),
    ];
  });
}
