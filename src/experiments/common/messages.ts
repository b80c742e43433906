import { z } from 'zod';
import type { Message } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';
import type { Language } from '../../domain/language.ts';
import { checkArguments } from '../../util/check-arguments.ts';
import { ownValue } from '../../util/is-record.ts';

const systemArguments = z.object({ condition: z.looseObject({ system: z.string().nullable() }), content: z.string() });

/** Returns the first messages of a session: the condition's system prompt, if any, and one user message. */
export function withSystem(condition: Pick<Condition, 'system'>, content: string): readonly Message[] {
  checkArguments('withSystem', systemArguments, { condition, content });
  const { system } = condition;
  const user: Message = { role: 'user', content };
  return system === null ? [user] : [{ role: 'system', content: system }, user];
}

export function reordered<T>(values: readonly T[], order: Condition['optionOrder']): readonly T[] {
  return order === 'given' ? values : values.toReversed();
}

/** Returns a text with its slots filled, such as `{topic}`. Braces in a filled-in value are kept. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (slot, name: string) => ownValue(values, name) ?? slot);
}

const quoteArguments = z.object({ name: z.string(), text: z.string() });

/**
 * Quotes a text verbatim between two marks that it cannot contain, so that no item can end its own quotation. Ordinary
 * texts share one mark; a text that contains it gets a numbered mark.
 */
export function quote(name: string, text: string): string {
  checkArguments('quote', quoteArguments, { name, text });
  let mark = name;
  for (let number = 1; text.includes(`[end of ${mark}]`); number += 1) mark = `${name} ${number}`;
  return `[${mark}]\n${text}\n[end of ${mark}]`;
}

/** Returns the messages with a notice above the last one of the user. */
export function withNotice(messages: readonly Message[], notice: string): readonly Message[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) =>
    index === last ? { ...message, content: `${notice}\n\n${message.content}` } : message,
  );
}

/** Returns the text in a language; in English where there is none. */
export function inLanguage<Text>(texts: Readonly<Record<Language, Text>>, language: string): Text {
  return Object.hasOwn(texts, language) ? texts[language as Language] : texts.en; // its own name is one of its keys
}

/** Returns the first text of a prompt that is quoted under a name; null where none is. */
export function quotedText(name: string, prompt: string): string | null {
  return new RegExp(`\\[(${name}(?: \\d+)?)\\]\\n(.*?)\\n\\[end of \\1\\]`, 's').exec(prompt)?.[2] ?? null;
}

/** Returns the texts that a call shows under some names, as one text; null where it shows none. */
export function shownTexts(messages: readonly Message[] | undefined, names: readonly string[]): string | null {
  const prompt = messages?.findLast(({ role }) => role === 'user')?.content ?? '';
  const texts = names.map((name) => quotedText(name, prompt)).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join('\n\n');
}
