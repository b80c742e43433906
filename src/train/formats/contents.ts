import type { Message } from '../../domain/call.ts';
import type { TrainingFormat } from './training-format.ts';

const parts = ({ content }: Message) => [{ text: content }];

/** JSON Lines of `contents` with an optional `systemInstruction`: Vertex. */
export const contentsFormat: TrainingFormat = {
  name: 'contents',
  about: 'contents of user and model per line (Vertex)',
  files: { train: 'train.jsonl', validation: 'validation.jsonl' },
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
