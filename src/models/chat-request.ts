import type { Message, Sampling } from '../plan/call.ts';
import type { Json } from '../util/canonical-json.ts';

/** Which fields beyond the common ones a kind of server knows. */
export interface Dialect {
  /** Takes `continue_final_message`: an assistant message at the end is then continued (vLLM). */
  readonly continuesFinalMessage: boolean;
  /** Takes `chat_template_kwargs`, by which a template's thinking can be switched off. */
  readonly templateArguments: boolean;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  readonly logprobs: boolean;
  readonly dialect: Dialect;
}

/** The JSON body of a /chat/completions request. What the run does not ask for is not sent. */
export function chatRequestBody({ model, messages, sampling, logprobs, dialect }: ChatRequest): Json {
  const { temperature, topP, maxOutputTokens, seed, reasoningEffort } = sampling;
  const prefilled = messages.at(-1)?.role === 'assistant';
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: false,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    ...(reasoningEffort === 'none' && dialect.templateArguments
      ? { chat_template_kwargs: { enable_thinking: false } }
      : {}),
    ...(prefilled && dialect.continuesFinalMessage
      ? { continue_final_message: true, add_generation_prompt: false }
      : {}),
    ...(logprobs ? { logprobs: true } : {}),
  };
}
