import type { Credentials } from '../credentials.ts';
import type { AiSdkLanguageModel } from './ai-sdk.ts';
import type { HostedName } from './hosted-providers.ts';

export interface HostedSettings {
  readonly model: string;
  readonly credentials: Credentials;
  /** The SDK's `apiKey`; '' for other kinds of credentials. */
  readonly apiKey: string;
  /** Null: the provider's default URL. */
  readonly baseUrl: string | null;
  readonly fetch: typeof globalThis.fetch;
}

type MakeHosted = (settings: HostedSettings) => Promise<AiSdkLanguageModel>;

/** Returns the settings that every provider package takes. */
function common({ apiKey, baseUrl, fetch }: HostedSettings) {
  return { apiKey, fetch, ...(baseUrl === null ? {} : { baseURL: baseUrl }) };
}

/**
 * Returns whether an OpenAI model lacks chat completions. The other models use chat completions because these take a
 * seed and return a fingerprint.
 */
export function isResponsesOnly(model: string): boolean {
  return /(^|-)(pro|codex|deep-research|computer-use)(-|$)/.test(model);
}

/** Loads a provider's package, on first use only, and creates its model. */
export const makeHosted: Readonly<Record<HostedName, MakeHosted>> = {
  async openai(settings) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    // Without a base URL the package would read OPENAI_BASE_URL from the environment, which the answers' key would not
    // include.
    const openai = createOpenAI({ ...common(settings), baseURL: settings.baseUrl ?? 'https://api.openai.com/v1' });
    return isResponsesOnly(settings.model) ? openai.responses(settings.model) : openai.chat(settings.model);
  },
  async anthropic(settings) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const baseURL = settings.baseUrl ?? 'https://api.anthropic.com/v1';
    return createAnthropic({ ...common(settings), baseURL })(settings.model);
  },
  async google(settings) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI(common(settings))(settings.model);
  },
  async mistral(settings) {
    const { createMistral } = await import('@ai-sdk/mistral');
    return createMistral(common(settings))(settings.model);
  },
  async deepseek(settings) {
    const { createDeepSeek } = await import('@ai-sdk/deepseek');
    return createDeepSeek(common(settings))(settings.model);
  },
  async xai(settings) {
    const { createXai } = await import('@ai-sdk/xai');
    return createXai(common(settings))(settings.model);
  },
  async groq(settings) {
    const { createGroq } = await import('@ai-sdk/groq');
    return createGroq(common(settings))(settings.model);
  },
  async togetherai(settings) {
    const { createTogetherAI } = await import('@ai-sdk/togetherai');
    return createTogetherAI(common(settings))(settings.model);
  },
  async openrouter(settings) {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider');
    return createOpenRouter({ ...common(settings), compatibility: 'strict' })(settings.model);
  },
  async bedrock(settings) {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    const { AWS_REGION = '', AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = settings.credentials;
    const { apiKey, ...rest } = common(settings);
    const signed =
      AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined
        ? { apiKey }
        : { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
    const session = AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN };
    return createAmazonBedrock({ ...rest, ...signed, ...session, region: AWS_REGION })(settings.model);
  },
  async azure(settings) {
    const { createAzure } = await import('@ai-sdk/azure');
    const { AZURE_RESOURCE_NAME } = settings.credentials;
    const resource = AZURE_RESOURCE_NAME === undefined ? {} : { resourceName: AZURE_RESOURCE_NAME };
    return createAzure({ ...common(settings), ...resource }).chat(settings.model);
  },
};
