import { isOfForm } from '../domain/answer-form.ts';
import { declaredSlot, type SlotKind } from '../domain/slot.ts';
import type { ScoredItem } from '../run/outcomes/outcome-rows.ts';
import { NestedMap } from '../util/nested-map.ts';
import { oneLine } from '../util/text.ts';

/** How the answers of one model to one kind of call were read. */
export interface ReadingCount {
  readonly run: string;
  readonly experiment: string;
  /** Display name of the model that answered. */
  readonly model: string;
  readonly calls: SlotKind;
  readonly answers: number;
  /** Number of answers by the step that read them, or by the reason why they were not read (`unparsed`, ...). */
  readonly read: Readonly<Record<string, number>>;
  /** Complete answers that the server was to constrain to a form, and how many of them have another form; absent: none. */
  readonly constrained?: { readonly answers: number; readonly otherForm: number };
  /** Answers whose server gave no finish reason or an unknown one; absent: none. */
  readonly endUnknown?: number | undefined;
}

/** Counts with the beginning of one answer that was not parsed; null without one. It may quote the item: never export it. */
export interface ReadingCountWithExample extends ReadingCount {
  readonly example: string | null;
}

const exampleColumns = 80;
/** Results that are not a step: nothing was read. */
const unread: readonly string[] = ['unparsed', 'declined', 'truncated', 'filtered'];
/** Warnings begin above this share of answers that were not read, and with this number of answers. */
const maxUnreadShare = 0.8;
const minAnswers = 5;
/** A server that keeps to forms gives no answer of another form; above this share it seems to ignore them. */
const maxOtherForm = 0.2;

/** Counts how the stored answers of runs were read by our readers; each answer of an item counts once. */
export class ReadingCounts {
  readonly #counts = new NestedMap<{
    readonly place: Omit<ReadingCount, 'answers' | 'read' | 'constrained' | 'endUnknown'>;
    readonly read: Map<string, number>;
    example: string | null;
    readonly constrained: { answers: number; otherForm: number };
    /** Complete answers that are used whole, so that no step reads them. */
    whole: number;
    endUnknown: number;
  }>();
  readonly #seen = new Set<string>();
  #item: unknown = null;

  /** Adds the answers of one item; conditions of an item are adjacent and may share answers. */
  add(run: string, { work, item, asked }: Pick<ScoredItem, 'work' | 'item' | 'asked'>): void {
    if (item !== this.#item) this.#seen.clear();
    this.#item = item;
    const { experiment, context } = work;
    for (const { call, model, stored } of asked()) {
      if (stored === null || this.#seen.has(stored.key)) continue;
      this.#seen.add(stored.key);
      const { answer } = stored;
      const { kind } = declaredSlot(experiment, call.slot);
      // inner sessions are read by the model, not by us, and the turns that start them are no predictions
      if (kind === 'consult' || kind === 'approve' || (answer.kind === 'tool-call' && call.toolChoice !== 'none'))
        continue;
      const reading = answer.kind === 'answered' ? experiment.read(context, call, answer) : null;
      const result = reading === null ? answer.kind : reading.kind === 'parsed' ? reading.step : reading.kind;
      const count = this.#counts.get([run, experiment.name, model, kind], () => ({
        place: { run, experiment: experiment.name, model, calls: kind },
        read: new Map<string, number>(),
        example: null,
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
      if (result === 'unparsed') count.example ??= oneLine(answer.text.slice(0, 4 * exampleColumns), exampleColumns);
    }
  }

  list(): readonly ReadingCountWithExample[] {
    return this.#counts.values().flatMap(({ place, read, example, constrained, whole, endUnknown }) => {
      if (read.size === 0 && endUnknown === 0) return []; // nothing that a step reads, and nothing is missing
      const all = whole === 0 ? read : new Map(read).set('text', whole + (read.get('text') ?? 0));
      return [
        {
          ...place,
          answers: [...all.values()].reduce((sum, count) => sum + count, 0),
          read: Object.fromEntries([...all].toSorted(([, a], [, b]) => b - a)),
          example,
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
 * one answer where `example` is given, and what to try.
 */
export function readingWarnings(
  counts: readonly (ReadingCount & { readonly example?: string | null })[],
): readonly string[] {
  return counts.flatMap((count) => {
    const { run, experiment, model, calls, answers, read, example = null } = count;
    const missing = unread.reduce((sum, result) => sum + (read[result] ?? 0), 0);
    if (answers < minAnswers || missing <= maxUnreadShare * answers) return [];
    const results = Object.entries(read).map(([result, number]) => `${number} ${result}`);
    const shown = example === null ? '' : ` One of them: ${JSON.stringify(example)}.`;
    return [
      `Warning: in run ${run}, ${missing} of ${answers} ${callWords[calls]} of ${model} in ${experiment} could not be read (${results.join(', ')}).${shown} ${adviceFor(count)}`,
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

function adviceFor({ read }: ReadingCount): string {
  const [most] = unread.toSorted((a, b) => (read[b] ?? 0) - (read[a] ?? 0));
  if (most === 'truncated') return 'Try a higher --max-output-tokens.';
  if (most === 'unparsed') return 'Try a larger model, the other --mode, or --constrain form (another measurement).';
  return 'Read some answers with seb items and seb show.';
}
