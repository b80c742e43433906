import type { TrainingRow } from '../rows/row.ts';
export const formatNames = ['chat', 'prompt-completion', 'sharegpt-openai', 'contents'] as const;
export type FormatName = (typeof formatNames)[number];
/** Format of training files for the programs and hosts that train. */
export interface TrainingFormat {
  readonly name: FormatName;
  readonly about: string;
  /** File names of the training and the validation set. */
  readonly files: { readonly train: string; readonly validation: string };
  /** Returns the JSON value of a row's line. */
  line(row: Pick<TrainingRow, 'messages'>): unknown;
  /** Returns further files that the program requires, by name. */
  extraFiles(hasValidation: boolean): Readonly<Record<string, string>>;
}
