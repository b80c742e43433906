import { failed } from './failures/failure.ts';
import type { LanguageModel } from './language-model.ts';

/** Returns a person as a model of a run. People answer in the viewer or on sheets, so every call that is sent fails. */
export function personModel(name: string): LanguageModel {
  return {
    name,
    identity: name,
    endpoint: name,
    defaultConcurrency: 1,
    capacity: 'known',
    async ask({ signal }) {
      signal.throwIfAborted();
      return failed('invalid-request', `${name} is a person, who answers in \`seb view\` or on sheets`);
    },
    async close() {},
  };
}
