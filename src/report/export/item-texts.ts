import type { OutcomeRow } from '../../domain/outcome.ts';
import { safeJson } from '../render/safe-json.ts';
import type { TranscriptCall } from '../report-input.ts';
import type { ReportFolder } from './report-folder.ts';
import { TextFile } from './text-file.ts';

/** Writes `items.jsonl`: one line per item, model and condition with the item's text and every prompt and answer. */
export class ItemTexts {
  readonly #folder: ReportFolder;
  /** Null until the first line is written. */
  #file: TextFile | null = null;

  constructor(folder: ReportFolder) {
    this.#folder = folder;
  }

  add(row: OutcomeRow, text: string | null, calls: readonly TranscriptCall[]): void {
    this.#file ??= new TextFile(this.#folder.place('items.jsonl'));
    const { run, experiment, model, condition, item } = row;
    const sessions = calls.map(({ slot, part, sample, model: called, messages, answer }) => ({
      ...{ slot, part, sample, model: called, messages },
      answer: answer?.text ?? null,
      reasoning: answer?.reasoning ?? null,
      ...(answer?.inserted === undefined ? {} : { inserted: answer.inserted }),
    }));
    this.#file.writeLine(safeJson({ run, experiment, model, condition, item, text, sessions }));
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
  }
}
