import { chatFormat } from './chat.ts';
import type { TrainingFormat } from './training-format.ts';

const files = { train: 'train.jsonl', validation: 'validation.jsonl' } as const;

function entry(file: string) {
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

/** JSON Lines of `messages` with a `dataset_info.json` that names their fields: LLaMA-Factory. */
export const shareGptFormat: TrainingFormat = {
  name: 'sharegpt-openai',
  about: 'messages per line, and dataset_info.json (LLaMA-Factory)',
  files,
  line: chatFormat.line,
  extraFiles: (hasValidation) => {
    const sets = { seb: entry(files.train), ...(hasValidation ? { seb_validation: entry(files.validation) } : {}) };
    return { 'dataset_info.json': `${JSON.stringify(sets, null, 2)}\n` };
  },
};
