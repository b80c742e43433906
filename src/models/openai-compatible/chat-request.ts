import type { Failure } from '../../domain/answer.ts';
import type { AnswerForm } from '../../domain/answer-form.ts';
import type { Message, Sampling } from '../../domain/call.ts';
import type { Tool, ToolChoice } from '../../domain/tool.ts';
import type { MaxTokensField } from '../model-options.ts';
import type { ServerKind } from '../server-facts.ts';

/** Fields beyond the common ones that a kind of server supports. */
export interface Dialect {
  /** Supports `continue_final_message`: the model continues a final assistant message (vLLM; llama.cpp, which repeats it). */
  readonly continuesFinalMessage: boolean;
  /** Supports `chat_template_kwargs`, which can disable a template's thinking mode. */
  readonly templateArguments: boolean;
  /** Kind of the server, which tells facts about its models; null: unknown. */
  readonly kind: ServerKind | null;
}

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  readonly logprobs: boolean;
  readonly form?: AnswerForm | undefined;
  readonly tools?: readonly Tool[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  readonly dialect: Dialect;
  readonly maxTokensField: MaxTokensField;
}

/** Returns the body of a /chat/completions request. Parameters that the run does not set are undefined, and so not sent. */
export function chatRequestBody(request: ChatRequest): string {
  const { model, messages, sampling, logprobs, dialect, form, tools, toolChoice, maxTokensField } = request;
  const { temperature, topP, maxOutputTokens, seed, reasoningEffort } = sampling;
  const prefilled = messages.at(-1)?.role === 'assistant';
  const continues = prefilled && dialect.continuesFinalMessage;
  return JSON.stringify({
    model,
    messages: messages.map(wireMessage),
    tools: tools?.map((tool) => ({ type: 'function', function: tool })),
    tool_choice: toolChoice,
    stream: false,
    temperature,
    top_p: topP,
    [maxTokensField]: maxOutputTokens,
    seed,
    reasoning_effort: reasoningEffort,
    chat_template_kwargs:
      reasoningEffort === 'none' && dialect.templateArguments ? { enable_thinking: false } : undefined,
    continue_final_message: continues ? true : undefined,
    add_generation_prompt: continues ? false : undefined,
    response_format:
      form === undefined
        ? undefined
        : { type: 'json_schema', json_schema: { name: 'answer', schema: form, strict: true } },
    logprobs: logprobs ? true : undefined,
  });
}

const rejection =
  /unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|not permitted|not allowed|extra (inputs?|fields?)|deprecated|instead/i;

/** Returns whether a refusal rejects the field `max_tokens` itself, not its value; some servers answer with status 500. */
export function rejectsMaxTokens({ code, message }: Failure): boolean {
  const isRejection = rejection.test(message) || /\buse\b[^.]{0,20}\bmax_completion_tokens\b/i.test(message);
  return (code === 'invalid-request' || code === 'server-error') && /\bmax_tokens\b/.test(message) && isRejection;
}

function wireMessage({ role, content, toolCalls, answers }: Message): object {
  return {
    role,
    content,
    tool_calls: toolCalls?.map(({ id, ...called }) => ({ id, type: 'function', function: called })),
    tool_call_id: answers,
  };
}
