import type { TaskName } from '../../experiments/task-name.ts';
import { formWarnings, type ReadingCount, readingWarnings, salvagedNotes, unknownEndNotes } from '../reading-counts.ts';
import { type SalvagedScore, salvagedScoreNotes } from '../salvaged-scores.ts';

/** Lines of one kind that are limits themselves; more become one line that counts them. */
const maxLines = 2;

/**
 * Returns what the reading of the answers limits: the warnings and notes themselves, or, where there are many, one line that
 * says how many there are and where. No answer is quoted.
 */
export function answerLimits(
  counts: readonly ReadingCount[],
  scores: readonly SalvagedScore[],
  taskOf: TaskName,
): readonly string[] {
  const { unread, forms, salvaged } = notesOn(counts, scores, taskOf);
  return [
    ...folded(
      unread.map(({ line }) => line),
      `${unread.length} warnings: hardly any answer of one kind could be read (${whereText(unread)}); \`seb report --table limits\` lists them.`,
    ),
    ...folded(
      forms,
      `${forms.length} warnings: answers do not have the form that was sent; \`seb report --table limits\` lists them.`,
    ),
    ...folded(
      salvaged,
      `Salvaged answers state their value, but not in the requested form: ${salvaged.length} notes; \`seb report --table limits\` lists them.`,
    ),
  ];
}

/** Returns every warning and note on the reading of the answers, of which `answerLimits` folds many into one line. */
export function answerNotes(...input: Parameters<typeof answerLimits>): readonly string[] {
  const { unread, forms, salvaged } = notesOn(...input);
  return [...unread.map(({ line }) => line), ...forms, ...salvaged];
}

function notesOn(counts: readonly ReadingCount[], scores: readonly SalvagedScore[], taskOf: TaskName) {
  const silent = counts.map(({ run, experiment, model, calls, answers, read, constrained }) => {
    return { run, experiment, model, calls, answers, read, ...(constrained === undefined ? {} : { constrained }) };
  });
  return {
    unread: silent.flatMap((count) => readingWarnings([count]).map((line) => ({ line, at: taskOf(count.experiment) }))),
    forms: formWarnings(silent),
    salvaged: [...salvagedNotes(silent), ...unknownEndNotes(silent), ...salvagedScoreNotes(scores)],
  };
}

function folded(lines: readonly string[], many: string): readonly string[] {
  return lines.length <= maxLines ? lines : [many];
}

/** Returns how many warnings there are in each task. */
function whereText(warnings: readonly { readonly at: string }[]): string {
  const counts = [...Map.groupBy(warnings, ({ at }) => at)];
  return counts.map(([task, own]) => `${task}: ${own.length}`).join('; ');
}
