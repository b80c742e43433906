import type { Observed } from '../../domain/outcome.ts';
import { letters } from '../../domain/question.ts';
import type { AuthoredOutcome } from '../../outcome-kinds/authored.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { TextOutcome } from '../../outcome-kinds/text.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { oneLine } from '../../util/text.ts';
import { absentCell, filled, left, textCell } from './report-table.ts';

const mostOfAModel = 6;
const mostOfACondition = 3;
const maxTextWidth = 220; // columns
const maxOptionWidth = 60; // columns

interface Example {
  readonly row: Pick<OutcomeRow, 'model' | 'condition' | 'item'>;
  readonly about: string;
}

/**
 * Keeps a few of the questions and predictions that each model wrote, from several conditions if available: shares
 * alone do not show them.
 */
export class WrittenExamples {
  readonly #counts = new Map<string, number>();
  readonly #questions: (Example & { readonly outcome: AuthoredOutcome })[] = [];
  readonly #predictions: (Example & { readonly outcome: TextOutcome })[] = [];

  /** Adds a row. `about`: text of the item, or its id where the text may not be shown. */
  add(row: OutcomeRow, about: string): void {
    const { outcome, model, condition, item } = row;
    if (outcome.kind !== 'authored' && outcome.kind !== 'text') return;
    const told = outcome.kind === 'authored' ? outcome.authored : outcome.prediction;
    if (told.kind === 'absent') return;
    const ofModel = JSON.stringify([row.experiment, model]);
    const ofCondition = JSON.stringify([row.experiment, model, condition]);
    const count = (key: string) => this.#counts.get(key) ?? 0;
    if (count(ofModel) >= mostOfAModel || count(ofCondition) >= mostOfACondition) return;
    for (const key of [ofModel, ofCondition]) this.#counts.set(key, count(key) + 1);
    const example = { row: { model, condition, item }, about };
    if (outcome.kind === 'authored') this.#questions.push({ ...example, outcome });
    else this.#predictions.push({ ...example, outcome });
  }

  tables(): readonly ReportTable[] {
    return [...(this.#questions.length === 0 ? [] : [this.#questionTable()]), ...this.#predictionTables()];
  }

  #questionTable(): ReportTable {
    return {
      id: 'written-questions',
      title: 'Questions written for the author to fail',
      lead: `The first questions of each model; all are in outcomes.jsonl. Choices use the author’s letters; n/a marks a missing choice.`,
      ...filled(this.#questions, [
        left('author', 'Model name as given by the user.', ({ row, about }) => nameCell(row, about)),
        left('question', 'The question as written; the author’s key is marked.', ({ outcome }) =>
          questionCell(outcome),
        ),
        left('author chose', 'In fresh sessions.', ({ outcome }) => textCell(chosen(outcome.attempts))),
        left(
          'others chose',
          'One choice of each other model and, if the run has a judge, of the judge.',
          ({ outcome }) => othersCell(outcome),
        ),
        left('remarks', 'Findings of the rules.', ({ outcome }) => remarksCell(outcome)),
      ]),
    };
  }

  #predictionTables(): readonly ReportTable[] {
    if (this.#predictions.length === 0) return [];
    return [
      {
        id: 'written-predictions',
        title: 'Predicted responses',
        lead: 'The first predictions of each model, each with the first response; all are in outcomes.jsonl.',
        ...filled(this.#predictions, [
          left('model', 'Model name as given by the user.', ({ row }) => nameCell(row, row.item)),
          left('prompt', 'The prompt of the execution, and the text that preceded the question.', ({ about }) =>
            textCell(oneLine(about, maxTextWidth)),
          ),
          left('prediction', 'The response that the model predicted.', ({ outcome }) => partCell(outcome.prediction)),
          left('response', 'Its response in the first execution.', ({ outcome }) => partCell(outcome.executions[0])),
          left('by rule', 'How the prediction fails.', ({ outcome }) => textCell(failures[outcome.failure ?? 'right'])),
        ]),
      },
    ];
  }
}

const failures = {
  engages: 'answers the framing',
  differs: 'predicts a different response',
  right: 'right, or not classified',
} as const;

function nameCell({ model, condition }: Example['row'], note: string): TableCell {
  return textCell(
    `${oneLine(model, maxOptionWidth)} · ${oneLine(condition, maxOptionWidth)}`,
    oneLine(note, maxTextWidth),
  );
}

function partCell(part: Observed<string> | undefined): TableCell {
  if (part === undefined || part.kind === 'absent') return absentCell(part?.reason ?? 'not asked');
  return textCell(oneLine(part.value, maxTextWidth));
}

function questionCell({ authored }: AuthoredOutcome): TableCell {
  if (authored.kind === 'absent') return absentCell(authored.reason);
  const { question, options, key, explanation } = authored.value;
  const lines = options.map((option, index) => {
    const letter = letters[index] ?? '';
    return `${letter}${letter === key ? ' (key)' : ''}: ${oneLine(option, maxOptionWidth)}`;
  });
  const why = explanation === null ? 'no explanation' : `explanation: ${oneLine(explanation, maxTextWidth)}`;
  return textCell(`${oneLine(question, maxTextWidth)} ${lines.join('; ')}`, why);
}

function chosen(parts: readonly Observed<string>[]): string {
  return parts.map((part) => (part.kind === 'present' ? part.value : 'n/a')).join(' ');
}

function othersCell({ peers, judge }: AuthoredOutcome): TableCell {
  const judged = judge === undefined ? [] : [`judge ${chosen([judge])}`];
  const all = [...(peers.length === 0 ? [] : [chosen(peers)]), ...judged];
  return all.length === 0 ? absentCell('the run has no other model and no judge') : textCell(all.join('; '));
}

const computedRemarks = {
  right: 'key computed: right',
  wrong: 'key computed: wrong',
  'not checkable': 'key not checkable by computing',
} as const;

function remarksCell({ authored, claimsImpossible, duplicateOf }: AuthoredOutcome): TableCell {
  const written = authored.kind === 'present' ? authored.value : null;
  const all = [
    ...(written?.outOfTheBox ?? []),
    ...(written === null || written.computedKey === null ? [] : [computedRemarks[written.computedKey]]),
    ...(claimsImpossible === true ? ['calls it impossible'] : []),
    ...(duplicateOf === null ? [] : [`as in ${oneLine(duplicateOf, maxOptionWidth)}`]),
  ];
  return textCell(all.length === 0 ? 'none' : all.join(', '));
}
