import { recordedPrefix } from '../plan/recorded.ts';
import { AppError } from '../util/app-error.ts';
import { nearestNames } from '../util/nearest-names.ts';

/** Every provider that a model name may start with; what each needs is in registry.ts. */
export const providerNames = [
  'bundled',
  'openai',
  'anthropic',
  'google',
  'mistral',
  'deepseek',
  'xai',
  'groq',
  'togetherai',
  'openrouter',
  'bedrock',
  'azure',
  'ollama',
  'vllm',
  'lmstudio',
  'llamacpp',
  'openai-compatible',
  'gguf',
  'replay',
  'simulated',
] as const;
export type ProviderName = (typeof providerNames)[number];

/** A model name taken apart: `openrouter/openai/gpt-4.1` is model `openai/gpt-4.1` of provider `openrouter`. */
export interface ModelName {
  readonly provider: ProviderName;
  readonly model: string;
}

export function isProvider(name: string): name is ProviderName {
  return (providerNames as readonly string[]).includes(name); // widened only to be searched
}

function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? '' : `did you mean ${names.join(' or ')}? `;
}

function looksLikeModelFile(name: string): boolean {
  return /\.gguf$/i.test(name) || /^\.{0,2}[\\/]/.test(name) || /^[a-z]:[\\/]/i.test(name);
}

/** Takes `provider/model` apart; throws an AppError that names the nearest providers. */
export function parseModelName(name: string): ModelName {
  const slash = name.indexOf('/');
  const provider = slash === -1 ? name : name.slice(0, slash);
  const model = slash === -1 ? '' : name.slice(slash + 1);
  if (name.startsWith(recordedPrefix)) {
    throw new AppError('recorded-model', `${name} is what others recorded: there is nobody to ask`, {
      hint: '`seb report` reads what is in the store; `seb import` brings in more',
    });
  }
  if (!isProvider(provider)) {
    const nearest = nearestNames(provider, providerNames);
    if (looksLikeModelFile(name)) {
      throw new AppError('unknown-provider', `${name} looks like a model file and names no provider`, {
        hint: `for a file, say gguf/${name.replace(/^\.\//, '')}; \`seb models\` lists the providers`,
      });
    }
    const what = slash === -1 ? `"${name}" names no provider` : `there is no model provider "${provider}"`;
    throw new AppError('unknown-provider', what, {
      hint: `${didYouMean(nearest)}a model is named provider/model, as in openai/gpt-4.1-mini; on a server of your own: openai-compatible/${name} with --base-url URL; \`seb models\` lists the providers`,
    });
  }
  if (model === '') {
    throw new AppError('unknown-model', `"${name}" names no model`, {
      hint: `write ${provider}/MODEL; \`seb models\` shows an example for every provider`,
    });
  }
  return { provider, model };
}
