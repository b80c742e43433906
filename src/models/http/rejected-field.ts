/** What to do about each field of a request that some servers reject. */
const remedies = {
  max_tokens: 'add --max-tokens-field max_completion_tokens',
  max_completion_tokens: 'remove --max-tokens-field',
  temperature: 'run with another --temperature, or without it',
  top_p: 'run with another --top-p, or without it',
  seed: 'run without --sampling-seed',
  reasoning_effort: 'run with another --reasoning-effort, or without it',
  response_format: 'run without --constrain',
  json_schema: 'run without --constrain',
  logprobs: 'the server returns no log-probabilities: use another server',
  tools: 'the server knows no tools: use another model or experiment',
  tool_choice: 'the server knows no tools: use another model or experiment',
  chat_template_kwargs: 'name the model with the provider of its server, or openai-compatible/',
  continue_final_message: 'the server does not continue answers: use vllm/ or llamacpp/ with such a server',
  add_generation_prompt: 'the server does not continue answers: use vllm/ or llamacpp/ with such a server',
} as const satisfies Readonly<Record<string, string>>;

type RejectedField = keyof typeof remedies;

/** Returns the first field of our requests that a refusal's text names; null where it names none. */
export function rejectedField(text: string): RejectedField | null {
  const named = Object.keys(remedies).flatMap((field) => {
    const at = new RegExp(`(?<![a-z_])${field}(?![a-z_])`).exec(text)?.index;
    return at === undefined ? [] : [{ field: field as RejectedField, at }]; // a key of the table
  });
  return named.toSorted((a, b) => a.at - b.at)[0]?.field ?? null;
}

/** Returns which field the server rejects and what to do. */
export function fieldAdvice(field: RejectedField): string {
  return `the server rejects the field ${field}: ${remedies[field]}`;
}
