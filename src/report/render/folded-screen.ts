import { wrapText } from '../../util/text.ts';
import { maxScreenLines } from './look-parts.ts';
import { type MergedReason, reasonLines, reasonsThatFit } from './merged-reasons.ts';

/** A first screen whose table and reasons are shortened until it fits. `named`: keys of the reasons that have a letter. */
interface FoldedScreen {
  readonly width: number;
  readonly head: readonly string[];
  /** Lines between the head and the rows. */
  readonly title: (named: readonly string[]) => readonly string[];
  /** Names of the rows, in order. */
  readonly names: readonly string[];
  /** The names of the rows in the order in which they are kept where not all have room; absent: as in `names`. */
  readonly kept?: readonly string[];
  /** Returns the lines of the rows with these names. */
  readonly table: (shown: readonly string[], named: readonly string[]) => readonly string[];
  /** Names the rows that have no room, such as `more rows`. */
  readonly moreRows: (count: number) => string;
  /** What the marks mean. */
  readonly marks: string;
  /** Reasons by key, the most important first. */
  readonly reasons: ReadonlyMap<string, MergedReason>;
  readonly minReasonLines: number;
  /** Lines below the reasons. */
  readonly below: readonly string[];
  /** What is folded; `stars`: the words on reasons without a letter, empty where all have one. */
  readonly folded: (stars: string) => string;
}

const minRows = 4;

/** Returns the lines of a screen: all rows and reasons that have room, rows before reasons. */
export function foldedScreen(screen: FoldedScreen): string {
  const { width, head, title, names, kept = names, table, below, reasons: all } = screen;
  const keys = [...all.keys()];
  const ending = (hasStars: boolean) => wrapText(screen.folded(hasStars ? 'other reasons (*)' : ''), width);
  const marks = wrapText(screen.marks, width);
  const around = [head, title(keys), marks, below, ending(true)].flat().length;
  const room = Math.max(minRows, maxScreenLines - around - screen.minReasonLines);
  const hasRoom = (shown: readonly string[]) => table(shown, keys).length <= room;
  let shown = names;
  for (let count = names.length; count > minRows && !hasRoom(shown); ) {
    count -= 1;
    shown = kept.slice(0, count);
  }
  const hidden = names.length - shown.length;
  const more = hidden === 0 ? [] : [`and ${hidden} ${screen.moreRows(hidden)}: --wide`];
  const free = maxScreenLines - around - table(shown, keys).length - more.length;
  const named = reasonsThatFit(free, { all, width });
  const reasons = reasonLines(named, { all, width });
  return [
    ...head,
    ...(reasons.length < free ? [''] : []),
    ...title(named),
    ...table(shown, named),
    ...more,
    ...marks,
    ...reasons,
    ...below,
    ...ending(named.length < all.size),
  ].join('\n');
}
