import type { TrainingTemplate } from './training-template.ts';

/** Returns the template of the user's program: the data, and what the program must know in `settings.json`. */
export function ownTemplate(command: string, adapter: string): TrainingTemplate {
  return {
    name: 'own',
    needs: 'your own training program',
    format: 'prompt-completion',
    command,
    adapter,
    files: (input) => ({ 'settings.json': `${JSON.stringify(input, null, 2)}\n` }),
  };
}
