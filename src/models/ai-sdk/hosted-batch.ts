import { anthropicBatchPort } from '../batch/anthropic-batch.ts';
import { openAiBatchPort } from '../batch/openai-batch.ts';
import { chatPath } from '../batch/openai-lines.ts';
import type { LanguageModel, ModelBatch } from '../language-model.ts';
import { type HostedSettings, isResponsesOnly } from './hosted-makers.ts';
import type { HostedName } from './hosted-providers.ts';

interface Hosted {
  readonly provider: HostedName;
  readonly settings: HostedSettings;
  readonly secrets: readonly string[];
}

/** Price of a call in a batch, as the providers' price pages state it. */
const half = 0.5;

/** Returns batches in OpenAI's format. */
function openAiBatch(model: LanguageModel, at: Parameters<typeof openAiBatchPort>[1]): ModelBatch {
  return {
    priceFactor: half,
    requestPath: at.path,
    open: async (timeouts = {}) => openAiBatchPort(model, { ...timeouts, ...at }),
  };
}

/** Returns how a hosted model's calls are sent as batches; null where that is not supported. */
export function hostedBatch(model: LanguageModel, { provider, settings, secrets }: Hosted): ModelBatch | null {
  const { apiKey, baseUrl, credentials } = settings;
  switch (provider) {
    case 'openai': {
      const path = isResponsesOnly(settings.model) ? '/v1/responses' : chatPath;
      const headers = { authorization: `Bearer ${apiKey}` };
      const at = { baseUrl: baseUrl ?? 'https://api.openai.com/v1', headers, secrets, path };
      return openAiBatch(model, at);
    }
    case 'azure': {
      const resource = `https://${credentials.AZURE_RESOURCE_NAME ?? ''}.openai.azure.com/openai/v1`;
      const headers = { 'api-key': apiKey };
      const at = { baseUrl: baseUrl ?? resource, headers, secrets, path: chatPath };
      return openAiBatch(model, at);
    }
    case 'anthropic': {
      const headers = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
      const at = { baseUrl: baseUrl ?? 'https://api.anthropic.com/v1', headers, secrets };
      return { priceFactor: half, open: async (timeouts = {}) => anthropicBatchPort(model, { ...timeouts, ...at }) };
    }
    default:
      return null;
  }
}
