import type { Command } from 'commander';
import { filesText } from '../../analyze/next-steps/after-contrasts.ts';
import { compareScreen } from '../../report/render/compare-screen.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { terminalSections } from '../../report/render/terminal-table.ts';
import type { ComparisonAnswer } from '../../report/tables/comparison-answer.ts';
import { comparisonScreen } from '../../report/tables/comparison-screen.ts';
import { comparisonSection } from '../../report/tables/report-sections.ts';
import type { Comparison, PrintedComparison } from '../../results/comparison.ts';
import type { Finding } from '../../results/finding.ts';
import type { NextStep } from '../../results/step.ts';
import { shellWord } from '../../util/shell-word.ts';
import { print, printScreen } from '../../util/terminal.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { asTyped } from '../flags/next-command.ts';
import { terminalOptions } from '../flags/terminal-options.ts';

/** A comparison of runs or logs, and what it is printed with. */
interface ShownComparison extends Pick<PrintedComparison, 'gate' | 'logs'> {
  readonly comparison: Comparison;
  /** The comparison with the names of tasks in the place of experiments. */
  readonly shown: Comparison;
  readonly answer: ComparisonAnswer;
  /** Returns the compared runs or logs, one line each. */
  readonly about: (columns: number) => readonly string[];
  /** What the report of the same runs finds about each model; [] for logs. */
  readonly findings: readonly Finding[];
  /** The runs or logs as the user gave them. */
  readonly sides: readonly string[];
}

/** Prints a comparison, of runs and of logs: its screen, with `--wide` and `--explain` all tables, or JSON. A gate has own next steps. */
export function printComparison(
  { comparison, shown, answer: found, about, findings, sides, gate, logs }: ShownComparison,
  command: Command,
): void {
  const isWide = isSet(command, 'wide');
  const isNext = ({ command: next }: NextStep) => !(isWide && next?.endsWith(' --wide') === true); // it is printed already
  const answer = { ...found, next: gate === undefined ? found.next.filter(isNext) : [] };
  if (isSet(command, 'json')) {
    const { question, answer: text, limits, next } = comparisonScreen(shown, { answer, about: [], findings });
    const printed: PrintedComparison = {
      ...{ kind: 'compared', question, answer: text, ...comparison, limits, next },
      ...(logs === undefined ? {} : { logs }),
      ...(gate === undefined ? {} : { gate }),
    };
    print(safeJson(printed));
    return;
  }
  const options = terminalOptions(command);
  const look = {
    ...{ ...options, answer, about: about(options.width), findings },
    ...(options.wide ? { maxLines: Number.POSITIVE_INFINITY } : {}),
    command: asTyped(textOption(command, 'store')),
    limitsCommand: ['seb compare', ...(logs === undefined ? sides.map(shellWord) : [filesText(sides)]), '--wide'].join(
      ' ',
    ),
  };
  printScreen(compareScreen(shown, look));
  if (options.wide || options.explain) printScreen(`\n${terminalSections([comparisonSection(shown)], options)}`);
}
