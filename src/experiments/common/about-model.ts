import type { Message } from '../../domain/call.ts';
import { participantsOf } from '../../domain/person.ts';
import { fillIn, inLanguage, withNotice } from './messages.ts';
import notices from './notices.json' with { type: 'json' };

/**
 * Rewrites messages that ask a model about itself as a question about another model, or about a person: a notice before the
 * last user message names them. The question keeps its wording, so that both models get the same question. The notice is in
 * English for languages that are not shipped. `predicts`: whether the question asks what the model will do, so that the
 * notice says when it does that.
 */
export function aboutModel(
  messages: readonly Message[],
  { model, language, predicts }: { readonly model: string; readonly language: string; readonly predicts: boolean },
): readonly Message[] {
  const person = participantsOf(model)?.answers ?? null;
  const texts = person === null ? notices.aboutModel : notices.aboutPerson;
  const { about, task } = inLanguage(texts, language);
  return withNotice(messages, fillIn(predicts ? `${about}${task}` : about, { name: person ?? model }));
}
