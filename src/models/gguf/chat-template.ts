import { Template } from '@huggingface/jinja';
import type { Message } from '../../domain/call.ts';

export interface TemplateTokens {
  readonly bos: string;
  readonly eos: string;
}

/** Renders messages as the chat template of a model file says, up to where the model's answer begins. */
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

/** Templates that ask for today's date are told this one, so that a prompt is the same on every day. */
function fixedDateNow(format: string): string {
  return format.replace(/%-?([a-zA-Z])/g, (_, letter: string) => fixedDate[letter] ?? '');
}

/**
 * Compiles a Jinja chat template; throws when it is malformed. An assistant message at the end is begun for the model,
 * which continues it. Every template believes that it is 1 January 2025.
 */
export function chatTemplate(source: string, { bos, eos }: TemplateTokens): RenderChat {
  // The library's own strftime_now cannot be overridden, so the template gets another name for it.
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
