import type { Recording } from '../../recordings/import/recording.ts';

/** The fifteen models under the names of the published tables; the first pattern that matches a recorded name counts. */
const names: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/claude-3[.-]7-sonnet.*thinking/, 'claude-3.7-sonnet-thinking'],
  [/claude-3[.-]5-haiku/, 'claude-3.5-haiku'],
  [/deepseek-r1/, 'deepseek-r1'],
  [/deepseek-(chat-)?v3|deepseek-chat$/, 'deepseek-v3'],
  [/gemini-2[.-]5-flash/, 'gemini-2.5-flash'],
  [/gemini-2[.-]5-pro/, 'gemini-2.5-pro'],
  [/llama-3[.-]1-8b/, 'llama-3.1-8b'],
  [/llama-4-scout/, 'llama-4-scout'],
  [/llama-3[.-]2-3b/, 'llama-3.2-3b'],
  [/mistral-small-3[.-]1/, 'mistral-small-3.1-24b'],
  [/mistral-7b/, 'mistral-7b'],
  [/gpt-4[.-]1-mini/, 'gpt-4.1-mini'],
  [/gpt-4[.-]1(?!-nano)/, 'gpt-4.1'],
  [/o4-mini/, 'o4-mini'],
  [/qwen-?2[.-]5-7b/, 'qwen-2.5-7b'],
];

/**
 * Returns the published name of a model, which the authors' files spell in several ways; a model outside of the tables
 * keeps the recorded name.
 */
export function publishedName(recorded: string): string {
  const lower = recorded.toLowerCase();
  return names.find(([pattern]) => pattern.test(lower))?.[1] ?? recorded;
}

/** Returns one recording per model: of several files, the first with most answers. */
export function fullest(recordings: readonly Recording[]): readonly Recording[] {
  const byModel = new Map<string, Recording>();
  for (const recording of recordings) {
    const known = byModel.get(recording.model);
    if (known === undefined || recording.answers.size > known.answers.size) byModel.set(recording.model, recording);
  }
  return [...byModel.values()].sort((a, b) => (a.model < b.model ? -1 : 1));
}
