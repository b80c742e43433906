import type { Command } from 'commander';
import { differingItems, type TextOfItem } from '../../analyze/contrasts/differing-items.ts';
import type { NamedPair } from '../../analyze/contrasts/run-contrasts.ts';
import { differingLines } from '../../report/render/differing-lines.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { print } from '../../util/terminal.ts';
import { isSet } from '../flags/command-options.ts';
import { terminalWidth } from '../flags/terminal-options.ts';
import { pagerOf, printPaged } from './page-lines.ts';

/** Prints the items on which the sides of pairs differ, of runs and of logs: a row each; with `--json` a line each. */
export function printDiffering(pairs: readonly NamedPair[], textOf: TextOfItem, command: Command): void {
  const items = differingItems(pairs, textOf);
  if (isSet(command, 'json')) for (const item of items) print(safeJson(item));
  else printPaged(differingLines(items, terminalWidth()), pagerOf(command));
}
