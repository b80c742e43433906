import type { Message } from '../../domain/call.ts';
import type { Language } from '../../domain/language.ts';
import { participantsOf } from '../../domain/people/person.ts';

type Notices = Readonly<Record<Language, (name: string) => readonly [about: string, task: string]>>;

const modelNotices: Notices = {
  en: (model) => [
    `The question below is about another language model, '${model}', not about you. Wherever it says "you" or "your", it means '${model}'.`,
    ` Predict what '${model}' does in a separate session, in which it is given the prompt itself.`,
  ],
  es: (model) => [
    `La pregunta de abajo trata de otro modelo de lenguaje, '${model}', no de ti. Donde se dirige a ti, se refiere a '${model}'.`,
    ` Predice lo que hace '${model}' en una sesión aparte, en la que recibe él mismo la petición.`,
  ],
  he: (model) => [
    `השאלה שלמטה עוסקת במודל שפה אחר, '${model}', ולא בך. בכל מקום שבו היא פונה אליך, הכוונה היא אל '${model}'.`,
    ` חזה מה '${model}' עושה בשיחה נפרדת, שבה הוא עצמו מקבל את הבקשה.`,
  ],
  zh: (model) => [
    `下面的问题是关于另一个语言模型“${model}”的，而不是关于你的。凡是其中说“你”的地方，都是指“${model}”。`,
    `请预测“${model}”在另一个单独的会话中亲自收到该提示时会怎么做。`,
  ],
};

const personNotices: Notices = {
  en: (person) => [
    `The question below is about another person, '${person}', not about you. Wherever it says "you" or "your", it means '${person}'.`,
    ` Predict what '${person}' does when given the prompt itself.`,
  ],
  es: (person) => [
    `La pregunta de abajo trata de otra persona, '${person}', no de ti. Donde se dirige a ti, se refiere a '${person}'.`,
    ` Predice lo que hace '${person}' cuando recibe la petición misma.`,
  ],
  he: (person) => [
    `השאלה שלמטה עוסקת באדם אחר, '${person}', ולא בך. בכל מקום שבו היא פונה אליך, הכוונה היא אל '${person}'.`,
    ` חזה מה '${person}' יעשה כאשר יקבל את הבקשה עצמה.`,
  ],
  zh: (person) => [
    `下面的问题是关于另一个人“${person}”的，而不是关于你的。凡是其中说“你”的地方，都是指“${person}”。`,
    `请预测“${person}”在亲自收到该提示时会怎么做。`,
  ],
};

function isShipped(language: string): language is Language {
  return Object.hasOwn(modelNotices, language);
}

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
  const notices = person === null ? modelNotices : personNotices;
  const [about, task] = notices[isShipped(language) ? language : 'en'](person ?? model);
  const notice = predicts ? `${about}${task}` : about;
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) =>
    index === last ? { ...message, content: `${notice}\n\n${message.content}` } : message,
  );
}
