import type { TrainingFormat } from './training-format.ts';

/**
 * JSON Lines of `prompt` and `completion` for TRL, which by default computes the loss of this form on the completion
 * only.
 */
export const promptCompletionFormat: TrainingFormat = {
  name: 'prompt-completion',
  about: 'prompt and completion per line (TRL)',
  files: { train: 'train.jsonl', validation: 'test.jsonl' }, // the names that a data set folder requires
  line: ({ messages }) => {
    const plain = messages.map(({ role, content }) => ({ role, content }));
    return { prompt: plain.slice(0, -1), completion: plain.slice(-1) };
  },
  extraFiles: () => ({}),
};
