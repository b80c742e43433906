import type { Message, Sampling } from '../../domain/call.ts';

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

/** The body of a /chat/completions request. What the run does not ask for is undefined here, and so not sent. */
export function chatRequestBody({ model, messages, sampling, logprobs, dialect }: ChatRequest): string {
  const { temperature, topP, maxOutputTokens, seed, reasoningEffort } = sampling;
  const prefilled = messages.at(-1)?.role === 'assistant';
  const continues = prefilled && dialect.continuesFinalMessage;
  return JSON.stringify({
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: false,
    temperature,
    top_p: topP,
    max_tokens: maxOutputTokens,
    seed,
    reasoning_effort: reasoningEffort,
    chat_template_kwargs:
      reasoningEffort === 'none' && dialect.templateArguments ? { enable_thinking: false } : undefined,
    continue_final_message: continues ? true : undefined,
    add_generation_prompt: continues ? false : undefined,
    logprobs: logprobs ? true : undefined,
  });
}
