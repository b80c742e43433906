import type { TrainingFormat } from './training-format.ts';

/** JSON Lines of `messages`: OpenAI, Azure, Together, Fireworks, Mistral, Axolotl, and the Tinker and Unsloth scripts. */
export const chatFormat: TrainingFormat = {
  name: 'chat',
  about: 'a list of messages per line (OpenAI, Azure, Together, Fireworks, Mistral, Axolotl, Tinker, Unsloth)',
  files: { train: 'train.jsonl', validation: 'validation.jsonl' },
  line: ({ messages }) => ({ messages: messages.map(({ role, content }) => ({ role, content })) }),
  extraFiles: () => ({}),
};
