/**
 * What an experiment may require of its models: `logprobs` returns log-probabilities of the output tokens, `prefill`
 * continues an assistant message that ends the request, `form` keeps to a JSON schema, `inject` inserts
 * tokens into an answer while it is generated, `tools` calls tools.
 */
export const modelCapabilities = ['logprobs', 'prefill', 'form', 'inject', 'tools'] as const;
export type ModelCapability = (typeof modelCapabilities)[number];

const actions: Readonly<Record<ModelCapability, string>> = {
  logprobs: 'return log-probabilities of its tokens',
  prefill: 'continue an answer that the request begins',
  form: 'keep its answers to a JSON schema',
  inject: 'insert tokens into an answer while it is generated',
  tools: 'call tools',
};

/** Returns the description of a capability as an infinitive without "to". */
export function describeCapability(capability: ModelCapability): string {
  return actions[capability];
}
