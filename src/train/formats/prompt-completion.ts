import type { TrainingFormat } from './training-format.ts';

/** Lines of `prompt` and `completion` for TRL, which by default computes the loss on the completion alone for this form. */
export const promptCompletionFormat: TrainingFormat = {
  name: 'prompt-completion',
  about: 'prompt and completion a line (TRL)',
  files: { train: 'train.jsonl', validation: 'test.jsonl' }, // the names that a data set folder needs
  line: ({ messages }) => {
    const plain = messages.map(({ role, content }) => ({ role, content }));
    return { prompt: plain.slice(0, -1), completion: plain.slice(-1) };
  },
  companions: () => ({}),
};
