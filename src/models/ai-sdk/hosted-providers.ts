import type { CredentialSets } from '../credentials.ts';

export interface HostedProvider {
  readonly about: string;
  /** npm package of the provider. It is optional: `seb` loads it only for this provider. */
  readonly package: string;
  readonly example: string;
  /** The first variable of each set holds the key. */
  readonly credentials: CredentialSets;
  /** Matches models that return log-probabilities when requested; absent: none is known. */
  readonly logprobs?: RegExp;
  /** Variables from which the provider's own tools read a different base URL; the first one that is set applies. */
  readonly baseUrlVariables?: readonly string[];
}

/** Providers that are called through their AI SDK package. */
export const hostedProviders = {
  openai: {
    package: '@ai-sdk/openai',
    about: 'OpenAI',
    example: 'openai/gpt-4.1-mini',
    credentials: [['OPENAI_API_KEY']],
    baseUrlVariables: ['OPENAI_BASE_URL'],
    logprobs: /^(gpt-3\.5-turbo|gpt-4|chatgpt-4o)/,
  },
  anthropic: {
    package: '@ai-sdk/anthropic',
    about: 'Anthropic',
    example: 'anthropic/claude-haiku-4-5',
    credentials: [['ANTHROPIC_API_KEY']],
    baseUrlVariables: ['ANTHROPIC_BASE_URL'],
  },
  google: {
    package: '@ai-sdk/google',
    about: 'Google Gemini API',
    example: 'google/gemini-2.5-flash',
    credentials: [['GOOGLE_GENERATIVE_AI_API_KEY'], ['GEMINI_API_KEY'], ['GOOGLE_API_KEY']],
  },
  mistral: {
    package: '@ai-sdk/mistral',
    about: 'Mistral',
    example: 'mistral/mistral-small-latest',
    credentials: [['MISTRAL_API_KEY']],
  },
  deepseek: {
    package: '@ai-sdk/deepseek',
    about: 'DeepSeek',
    example: 'deepseek/deepseek-chat',
    credentials: [['DEEPSEEK_API_KEY']],
  },
  xai: { package: '@ai-sdk/xai', about: 'xAI', example: 'xai/grok-4', credentials: [['XAI_API_KEY']] },
  groq: {
    package: '@ai-sdk/groq',
    about: 'Groq',
    example: 'groq/llama-3.3-70b-versatile',
    credentials: [['GROQ_API_KEY']],
  },
  togetherai: {
    package: '@ai-sdk/togetherai',
    about: 'Together AI',
    example: 'togetherai/meta-llama/Llama-3.3-70B-Instruct-Turbo',
    credentials: [['TOGETHER_API_KEY'], ['TOGETHER_AI_API_KEY']],
  },
  openrouter: {
    package: '@openrouter/ai-sdk-provider',
    about: 'OpenRouter (reports which upstream served an answer)',
    example: 'openrouter/openai/gpt-4.1-mini',
    credentials: [['OPENROUTER_API_KEY']],
  },
  bedrock: {
    package: '@ai-sdk/amazon-bedrock',
    about: 'Amazon Bedrock',
    example: 'bedrock/us.anthropic.claude-haiku-4-5-20251001-v1:0',
    credentials: [
      ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION'],
      ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN', 'AWS_REGION'],
      ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_REGION'],
    ],
    baseUrlVariables: ['AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'AWS_ENDPOINT_URL'],
  },
  azure: {
    package: '@ai-sdk/azure',
    about: 'Azure OpenAI (the model is the name of the deployment)',
    example: 'azure/my-deployment',
    credentials: [['AZURE_API_KEY', 'AZURE_RESOURCE_NAME']],
  },
} as const satisfies Readonly<Record<string, HostedProvider>>;
export type HostedName = keyof typeof hostedProviders;
