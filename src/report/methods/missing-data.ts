import { kindOfOutcome, type Outcome, type OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { oneLine } from '../../util/text.ts';

const mostExamples = 3;
const maxDetailWidth = 160; // columns

/** Why units of an experiment are missing, their number, and a few examples. */
export interface MissingRow {
  readonly experiment: string;
  /** `slot: reason`. */
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** Keeps a few examples of each reason, from which a person can judge whether the parser is at fault. */
export class MissingExamples {
  readonly #rows = new Map<string, { experiment: string; reason: string; count: number; examples: string[] }>();

  add(row: OutcomeRow, reason: string): void {
    const key = JSON.stringify([row.experiment, reason]);
    const known = this.#rows.get(key) ?? { experiment: row.experiment, reason, count: 0, examples: [] };
    this.#rows.set(key, known);
    known.count += 1;
    if (known.examples.length >= mostExamples) return;
    const detail = oneLine(detailOf(row.outcome, reason), maxDetailWidth);
    const example = `${oneLine(row.model, 60)}, ${oneLine(row.item, 60)}${detail === '' ? '' : `: ${detail}`}`;
    if (!known.examples.includes(example)) known.examples.push(example);
  }

  rows(): readonly MissingRow[] {
    return [...this.#rows.values()];
  }
}

function detailOf(outcome: Outcome, reason: string): string {
  for (const part of kindOfOutcome(outcome).parts(outcome)) {
    if (part.kind === 'absent' && reason === `${part.slot}: ${part.reason}`) return part.detail;
  }
  return '';
}
