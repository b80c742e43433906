import type { Message } from '../../domain/call.ts';
import { unicodeEscape } from '../../util/escape-controls.ts';
import type { TrainingRow } from './row.ts';

export const formatNames = ['chat', 'prompt-completion', 'sharegpt-openai', 'contents'] as const;
export type FormatName = (typeof formatNames)[number];

/** Format of training files for the programs and hosts that train. */
export interface TrainingFormat {
  /** File names of the training and the validation set. */
  readonly files: { readonly train: string; readonly validation: string };
  /** Returns the JSON value of a row's line. */
  line(row: Pick<TrainingRow, 'messages'>): unknown;
  /** Returns further files that the program requires, by name. */
  extraFiles(hasValidation: boolean): Readonly<Record<string, string>>;
}

const files = { train: 'train.jsonl', validation: 'validation.jsonl' } as const;

/** JSON Lines of `messages`: OpenAI, Azure, Together, Fireworks, Mistral, Axolotl, and the Tinker and Unsloth scripts. */
const chatFormat: TrainingFormat = {
  files,
  line: ({ messages }) => ({ messages: plain(messages) }),
  extraFiles: () => ({}),
};

/**
 * JSON Lines of `prompt` and `completion` for TRL, which by default computes the loss of this form on the completion
 * only.
 */
const promptCompletionFormat: TrainingFormat = {
  files: { train: 'train.jsonl', validation: 'test.jsonl' }, // the names that a data set folder requires
  line: ({ messages }) => ({ prompt: plain(messages.slice(0, -1)), completion: plain(messages.slice(-1)) }),
  extraFiles: () => ({}),
};

/** JSON Lines of `messages` with a `dataset_info.json` that names their fields: LLaMA-Factory. */
const shareGptFormat: TrainingFormat = {
  ...chatFormat,
  extraFiles: (hasValidation) => {
    const sets = {
      seb: shareGptEntry(files.train),
      ...(hasValidation ? { seb_validation: shareGptEntry(files.validation) } : {}),
    };
    return { 'dataset_info.json': `${JSON.stringify(sets, null, 2)}\n` };
  },
};

function shareGptEntry(file: string) {
  return {
    file_name: file,
    formatting: 'sharegpt',
    columns: { messages: 'messages' },
    tags: {
      role_tag: 'role',
      content_tag: 'content',
      user_tag: 'user',
      assistant_tag: 'assistant',
      system_tag: 'system',
    },
  };
}

/** JSON Lines of `contents` with an optional `systemInstruction`: Vertex. */
const contentsFormat: TrainingFormat = {
  files,
  line: ({ messages }) => {
    const system = messages.filter(({ role }) => role === 'system');
    const turns = messages.filter(({ role }) => role !== 'system');
    const contents = turns.map((message) => ({
      role: message.role === 'assistant' ? 'model' : 'user',
      parts: parts(message),
    }));
    return system.length === 0
      ? { contents }
      : { systemInstruction: { role: 'system', parts: system.flatMap(parts) }, contents };
  },
  extraFiles: () => ({}),
};

export const formats: Readonly<Record<FormatName, TrainingFormat>> = {
  chat: chatFormat,
  'prompt-completion': promptCompletionFormat,
  'sharegpt-openai': shareGptFormat,
  contents: contentsFormat,
};

function plain(messages: readonly Message[]): readonly Message[] {
  return messages.map(({ role, content }) => ({ role, content }));
}

function parts({ content }: Message) {
  return [{ text: content }];
}

/** Characters that JSON allows but at which some JSON Lines readers split lines. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** Returns the content of a training file: UTF-8, LF, no byte order mark, one JSON object per line. */
export function trainingText(format: TrainingFormat, rows: readonly Pick<TrainingRow, 'messages'>[]): string {
  return rows.map((row) => `${JSON.stringify(format.line(row)).replace(lineEnds, unicodeEscape)}\n`).join('');
}
