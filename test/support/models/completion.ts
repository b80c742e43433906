/** Returns a completion as a correct server sends it. */
export function completion(content: string | null, message: object = {}): Record<string, unknown> {
  return {
    id: 'c-1',
    object: 'chat.completion',
    model: 'served-model',
    choices: [{ index: 0, message: { role: 'assistant', content, ...message }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
  };
}
