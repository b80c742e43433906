import type { CheckFinding } from '../../results/row-check.ts';
import { oneLine } from '../../util/text.ts';
import type { ScoredRow } from '../recording.ts';
import { accuracyWithout, type CheckedSide, findingOn } from './checked-side.ts';
import { isWrong } from './failed-calls.ts';
import { wrongUnanswered } from './unanswered.ts';

/** Fewest answers that were cut, and smallest share of a model's answers, from which on they are named. */
const [minRows, minShare] = [10, 0.05];

/** A size of answers, which a limit holds at one value. */
interface Size {
  of(row: ScoredRow): number | null;
  /** Smallest limit: below it, many answers have the same size anyway. */
  readonly least: number;
  found(size: number): string;
}

const sizes: readonly Size[] = [
  {
    of: ({ outputTokens }) => outputTokens,
    least: 32,
    found: (size) => `have ${size} output tokens, the maximum`,
  },
  {
    of: ({ answerLength }) => answerLength,
    least: 100,
    found: (size) => `have ${size} characters, the maximum`,
  },
];

/** Fewest other sizes, how many times as many answers have the maximum as any other size, and share of them that is wrong. */
const [minOthers, minExcess, minWrong] = [10, 5, 0.5];

/** Names answers that a limit cut and that are scored as wrong: the log says so, or many have the size of the longest one. */
export function checkCut(side: CheckedSide): readonly CheckFinding[] {
  if (side.log.isOfRun) return [];
  const missing = wrongUnanswered(side);
  const rows = side.rows.filter((row) => !missing.has(row) && row.outcome.kind === 'scored');
  const isEnough = (own: readonly ScoredRow[]) => own.length >= Math.max(minRows, minShare * rows.length);
  const cut = rows.filter(({ problem }) => problem?.kind === 'cut');
  const found = isEnough(cut)
    ? { cut, text: `were cut ("${oneLine(cut[0]?.problem?.text ?? '', 40)}")`, may: '' }
    : (sizes.flatMap((size) => atMaximum(rows, size, isEnough) ?? [])[0] ?? null);
  const wrong = found?.cut.filter(isWrong) ?? [];
  if (found === null || wrong.length === 0) return [];
  return [
    findingOn(side, found.cut, {
      ...{ check: 'cut', kind: 'fault', changesRows: false },
      found: `${found.cut.length} of ${rows.length} answers ${found.text}, and ${wrong.length} of them are scored as wrong${found.may}`,
      effect: `they count as scored; ${accuracyWithout(side, rows, found.cut)}`,
    }),
  ];
}

/** Returns the rows that have the largest size, where so many do that a limit set it and more of them are wrong than of the others. */
function atMaximum(rows: readonly ScoredRow[], size: Size, isEnough: (own: readonly ScoredRow[]) => boolean) {
  const bySize = Map.groupBy(rows, size.of);
  bySize.delete(null);
  const most = [...bySize.keys()].reduce<number>((before, each) => Math.max(before, each ?? 0), 0);
  const cut = bySize.get(most) ?? [];
  bySize.delete(most);
  const others = [...bySize.values()];
  const usual = others.reduce((before, own) => Math.max(before, own.length), 0);
  if (most < size.least || !isEnough(cut) || others.length < minOthers || cut.length < minExcess * usual) return null;
  const wrongShare = (own: readonly ScoredRow[]) => own.filter(isWrong).length / own.length;
  if (wrongShare(cut) < minWrong || wrongShare(cut) <= wrongShare(others.flat())) return null;
  const texts = new Set(cut.flatMap(({ answer }) => answer?.replaceAll(/\p{Nd}/gu, '0') ?? []));
  if (texts.size === 1) return null; // one text has one size, whatever its numbers
  return { cut, text: size.found(most), may: ': they may be cut' };
}
