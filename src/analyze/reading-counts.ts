import type { StoredCall } from '../answers/outcomes/new-answers.ts';
import type { ScoredItem } from '../answers/outcomes/outcome-rows.ts';
import { isOfForm } from '../domain/answer-form.ts';
import { declaredSlot, type SlotKind } from '../domain/slot.ts';
import type { Experiment } from '../experiments/experiment.ts';
import type { Experiments } from '../experiments/registry.ts';
import { type TaskName, taskNames } from '../experiments/task-name.ts';
import type { ReadingCount, SalvagedScore } from '../results/answers.ts';
import { notesPointer } from '../results/results.ts';
import { NestedMap } from '../util/nested-map.ts';
import type { AnswerReadings } from './checks/answer-readings.ts';
import { salvagedScoreNotes } from './salvaged-scores.ts';

/** Results that are not a step: nothing was read. */
const unread: readonly string[] = ['unparsed', 'declined', 'truncated', 'filtered'];
/** Warnings begin above this share of answers that were not read, and with this number of answers. */
const maxUnreadShare = 0.8;
const minAnswers = 5;
/** A server that keeps to forms gives no answer of another form; above this share it seems to ignore them. */
const maxOtherForm = 0.2;

/** Counts how the stored answers of runs were read by our readers. */
export class ReadingCounts {
  readonly #counts = new NestedMap<{
    readonly place: Omit<ReadingCount, 'answers' | 'read' | 'constrained' | 'endUnknown'>;
    readonly read: Map<string, number>;
    readonly constrained: { answers: number; otherForm: number };
    /** Complete answers that are used whole, so that no step reads them. */
    whole: number;
    endUnknown: number;
  }>();

  /** Adds answers to the calls of one item, each once (`NewAnswers`). */
  add(
    run: string,
    { work: { experiment } }: Pick<ScoredItem, 'work'>,
    { answers, readingOf }: { readonly answers: readonly StoredCall[]; readonly readingOf: AnswerReadings },
  ): void {
    for (const each of answers) {
      const { call, model, stored } = each;
      const { answer } = stored;
      const { kind } = declaredSlot(experiment, call.slot);
      // inner sessions are read by the model, not by us, and the turns that start them are no predictions
      if (kind === 'consult' || kind === 'approve' || (answer.kind === 'tool-call' && call.toolChoice !== 'none'))
        continue;
      const reading = readingOf(each);
      const result = reading === null ? answer.kind : reading.kind === 'parsed' ? reading.step : reading.kind;
      const count = this.#counts.get([run, experiment.name, model, kind], () => ({
        place: { run, experiment: experiment.name, model, calls: kind },
        read: new Map<string, number>(),
        constrained: { answers: 0, otherForm: 0 },
        whole: 0,
        endUnknown: 0,
      }));
      if (answer.endIsUnknown === true) count.endUnknown += 1;
      if (answer.kind === 'answered' && reading === null) {
        count.whole += 1;
        continue;
      }
      count.read.set(result, (count.read.get(result) ?? 0) + 1);
      if (call.form !== undefined && answer.kind === 'answered') {
        count.constrained.answers += 1;
        if (!isOfForm(answer.text, call.form)) count.constrained.otherForm += 1;
      }
    }
  }

  list(): readonly ReadingCount[] {
    return this.#counts.values().flatMap(({ place, read, constrained, whole, endUnknown }) => {
      if (read.size === 0 && endUnknown === 0) return []; // nothing that a step reads, and nothing is missing
      const all = whole === 0 ? read : new Map(read).set('text', whole + (read.get('text') ?? 0));
      return [
        {
          ...place,
          answers: [...all.values()].reduce((sum, count) => sum + count, 0),
          read: Object.fromEntries([...all].toSorted(([, a], [, b]) => b - a)),
          ...(constrained.answers === 0 ? {} : { constrained }),
          ...(endUnknown === 0 ? {} : { endUnknown }),
        },
      ];
    });
  }
}

const callWords: Readonly<Record<SlotKind, string>> = {
  predict: 'predictions',
  behave: 'executions',
  judge: 'judgments',
  author: 'written questions',
  control: 'control questions',
  consult: 'inner sessions',
  approve: 'decisions',
};

/** Returns a line for each model and kind of call with answers that were read from a text without the requested form. */
export function salvagedNotes(counts: readonly ReadingCount[]): readonly string[] {
  return counts.flatMap(({ run, experiment, model, calls, answers, read }) =>
    read.salvaged === undefined
      ? []
      : [
          `In run ${run}, ${read.salvaged} of ${answers} ${callWords[calls]} of ${model} in ${experiment} were salvaged: the answer states its value, but not in the requested form.`,
        ],
  );
}

/** Returns a line for each model and kind of call with answers of which the server did not say that they are complete. */
export function unknownEndNotes(counts: readonly ReadingCount[]): readonly string[] {
  return counts.flatMap(({ run, experiment, model, calls, answers, endUnknown = 0 }) =>
    endUnknown === 0
      ? []
      : [
          `In run ${run}, the server gave no known finish reason for ${endUnknown} of ${answers} ${callWords[calls]} of ${model} in ${experiment}: they count as complete.`,
        ],
  );
}

/**
 * Returns a warning for each model and kind of call of which more than 80 % of the answers were not read: what was read,
 * and what to try.
 */
export function readingWarnings(counts: readonly ReadingCount[], experiments: Experiments): readonly string[] {
  return counts.flatMap((count) => {
    const { run, experiment, model, calls, answers, read } = count;
    const missing = unread.reduce((sum, result) => sum + (read[result] ?? 0), 0);
    if (answers < minAnswers || missing <= maxUnreadShare * answers) return [];
    const results = Object.entries(read).map(([result, number]) => `${number} ${result}`);
    return [
      `Warning: in run ${run}, ${missing} of ${answers} ${callWords[calls]} of ${model} in ${experiment} could not be read (${results.join(', ')}). ${adviceFor(count, experiments.get(experiment))}`,
    ];
  });
}

const noneConstrained = { answers: 0, otherForm: 0 };

/** Returns a warning for each model whose constrained answers often have another form than the one that was sent. */
export function formWarnings(counts: readonly ReadingCount[]): readonly string[] {
  return counts.flatMap(({ run, experiment, model, calls, constrained: { answers, otherForm } = noneConstrained }) =>
    otherForm <= maxOtherForm * answers
      ? []
      : [
          `Warning: in run ${run}, ${otherForm} of ${answers} constrained ${callWords[calls]} of ${model} in ${experiment} do not have the form that was sent: the server seems to ignore it (response_format). Use a server that supports JSON schemas, or run without --constrain.`,
        ],
  );
}

/** Returns what to try; only flags that the experiment takes. */
function adviceFor({ read }: ReadingCount, experiment: Experiment | undefined): string {
  const [most] = unread.toSorted((a, b) => (read[b] ?? 0) - (read[a] ?? 0));
  if (most === 'truncated') return 'Try a higher --max-output-tokens.';
  if (most === 'unparsed') {
    const ways = [
      'a larger model',
      ...((experiment?.factors.mode?.levels.length ?? 0) > 1 ? ['the other --mode'] : []),
      ...(experiment?.form === undefined ? [] : ['--constrain form (another measurement)']),
    ];
    return `Try ${ways.length < 2 ? ways.join('') : `${ways.slice(0, -1).join(', ')} or ${ways.at(-1)}`}.`;
  }
  return 'Read some answers with seb items and seb show.';
}

/** Lines of one kind that are limits themselves; more become one line that counts them. */
const maxLines = 2;

/**
 * Returns what the reading of the answers limits: the warnings and notes themselves, or, where there are many, one line that
 * says how many there are and where. No answer is quoted.
 */
export function answerLimits(
  counts: readonly ReadingCount[],
  scores: readonly SalvagedScore[],
  experiments: Experiments,
): readonly string[] {
  const { unread, forms, salvaged } = notesOn(counts, scores, experiments);
  return [
    ...cutLines(counts, taskNames(experiments)),
    ...folded(
      unread.map(({ line }) => line),
      `${unread.length} warnings: hardly any answer of one kind could be read (${whereText(unread)}); ${notesPointer}`,
    ),
    ...folded(forms, `${forms.length} warnings: answers do not have the form that was sent; ${notesPointer}`),
    ...folded(
      salvaged,
      `Salvaged answers state their value, but not in the requested form: ${salvaged.length} notes; ${notesPointer}`,
    ),
  ];
}

/** Returns the warnings and notes on the reading of the answers that `answerLimits` only counts. */
export function countedNotes(...input: Parameters<typeof answerLimits>): readonly string[] {
  const { unread, forms, salvaged } = notesOn(...input);
  return [unread.map(({ line }) => line), forms, salvaged].filter(({ length }) => length > maxLines).flat();
}

function notesOn(counts: readonly ReadingCount[], scores: readonly SalvagedScore[], experiments: Experiments) {
  const taskOf = taskNames(experiments);
  return {
    unread: counts.flatMap((count) =>
      readingWarnings([count], experiments).map((line) => ({ line, at: taskOf(count.experiment) })),
    ),
    forms: formWarnings(counts),
    salvaged: [...salvagedNotes(counts), ...unknownEndNotes(counts), ...salvagedScoreNotes(scores)],
  };
}

/** Names the flag that keeps answers from being cut, with how many were; one line for each task. */
function cutLines(counts: readonly ReadingCount[], taskOf: TaskName): readonly string[] {
  const cut = counts.filter(({ read }) => (read.truncated ?? 0) > 0);
  return [...Map.groupBy(cut, ({ experiment }) => experiment)].map(([experiment, of]) => {
    const sum = (count: (each: ReadingCount) => number) => of.reduce((all, each) => all + count(each), 0);
    const share = `${sum(({ read }) => read.truncated ?? 0)} of ${sum(({ answers }) => answers)} answers`;
    return `${share} of “${taskOf(experiment)}” were cut at their token limit: a higher --max-output-tokens lets them end.`;
  });
}

function folded(lines: readonly string[], many: string): readonly string[] {
  return lines.length <= maxLines ? lines : [many];
}

/** Returns how many warnings there are in each task. */
function whereText(warnings: readonly { readonly at: string }[]): string {
  const counts = [...Map.groupBy(warnings, ({ at }) => at)];
  return counts.map(([task, own]) => `${task}: ${own.length}`).join('; ');
}
