import { Template } from '@huggingface/jinja';
import type { Message } from '../../../domain/call.ts';

export interface TemplateTokens {
  readonly bos: string;
  readonly eos: string;
}

/** Renders messages with the chat template of a model file, up to the start of the model's answer. */
export type RenderChat = (messages: readonly Message[], thinking: boolean | null) => string;

const fixedDate: Readonly<Record<string, string>> = {
  Y: '2025',
  y: '25',
  m: '01',
  d: '01',
  b: 'Jan',
  B: 'January',
  a: 'Wed',
  A: 'Wednesday',
  H: '00',
  M: '00',
  S: '00',
};

/** Returns a fixed date for templates that print today's date, so that a prompt is the same every day. */
function fixedDateNow(format: string): string {
  return format.replace(/%-?([a-zA-Z])/g, (_, letter: string) => fixedDate[letter] ?? '');
}

/**
 * Compiles a Jinja chat template; throws when it is malformed. A final assistant message is left open for the model to
 * continue. Templates see 1 January 2025 as the current date.
 */
export function chatTemplate(source: string, { bos, eos }: TemplateTokens): RenderChat {
  // The library's own strftime_now cannot be overridden, so the template calls it by another name.
  const template = new Template(source.replaceAll(/\bstrftime_now\b/g, 'fixed_date_now'));
  return (messages, thinking) => {
    const last = messages.at(-1);
    const begun = last?.role === 'assistant' ? last.content : '';
    const rendered = template.render({
      messages: (last?.role === 'assistant' ? messages.slice(0, -1) : messages).map((message) => ({ ...message })),
      add_generation_prompt: true,
      bos_token: bos,
      eos_token: eos,
      fixed_date_now: fixedDateNow,
      ...(thinking === null ? {} : { enable_thinking: thinking }),
    });
    return `${rendered}${begun}`;
  };
}
