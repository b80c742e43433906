import type { TrainingRow } from '../rows/row.ts';
import { chatFormat } from './chat.ts';
import { contentsFormat } from './contents.ts';
import { promptCompletionFormat } from './prompt-completion.ts';
import { shareGptFormat } from './sharegpt-openai.ts';
import type { FormatName, TrainingFormat } from './training-format.ts';

export const formats: Readonly<Record<FormatName, TrainingFormat>> = {
  chat: chatFormat,
  'prompt-completion': promptCompletionFormat,
  'sharegpt-openai': shareGptFormat,
  contents: contentsFormat,
};

/** Characters that JSON allows but at which some JSON Lines readers split lines. */
const lineEnds = /[\u0085\u2028\u2029]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns the content of a training file: UTF-8, LF, no byte order mark, one JSON object per line. */
export function trainingText(format: TrainingFormat, rows: readonly Pick<TrainingRow, 'messages'>[]): string {
  return rows.map((row) => `${JSON.stringify(format.line(row)).replace(lineEnds, escaped)}\n`).join('');
}
