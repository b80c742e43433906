/**
 * Writes the shipped price file from the npm package `@pydantic/genai-prices` (MIT). Run: npm run prices
 * After an update of the package, set `release` to its version and publication date.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { calcPrice, findProvider, type MatchLogic, type ModelInfo, type ModelPrice } from '@pydantic/genai-prices';
import { z } from 'zod';

const release = { version: '0.1.8', date: '2026-09-23' } as const;
const folder = new URL('../data/prices/', import.meta.url);
const manifest = new URL('../node_modules/@pydantic/genai-prices/package.json', import.meta.url);

/** Our providers, and what the package calls them. Not azure: its model names are the names of the user's deployments. */
const providers = {
  anthropic: 'anthropic',
  bedrock: 'aws',
  deepseek: 'deepseek',
  google: 'google',
  groq: 'groq',
  mistral: 'mistral',
  openai: 'openai',
  openrouter: 'openrouter',
  togetherai: 'together',
  xai: 'x-ai',
} as const;

const flatPrice = z.object({
  input_mtok: z.number(),
  output_mtok: z.number(),
  cache_read_mtok: z.number().optional(),
  output_reasoning_mtok: z.number().optional(),
});

/** Names that the package lists for a model in full; patterns are left out. */
function exactNames(match: MatchLogic): readonly string[] {
  if ('equals' in match) return [match.equals];
  return 'or' in match ? match.or.flatMap(exactNames) : [];
}

/** Whether the price depends on the time of day: one number cannot state it. */
function changesByHour({ prices }: ModelInfo): boolean {
  return Array.isArray(prices) && prices.some(({ constraint }) => constraint?.type === 'time_of_date');
}

/** The price in the format of models.dev; null where it is tiered by the length of the prompt, free or not by token. */
function costOf(price: ModelPrice) {
  const { success, data } = flatPrice.safeParse(price);
  if (!success) return null;
  const { input_mtok: input, output_mtok: output, cache_read_mtok: cached, output_reasoning_mtok: reasoning } = data;
  return {
    input,
    output,
    ...(cached === undefined ? {} : { cache_read: cached }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

function pricedModels(providerId: string) {
  const provider = findProvider({ providerId });
  if (provider === undefined) throw new Error(`@pydantic/genai-prices has no provider ${providerId}`);
  const names = new Set(provider.models.flatMap(({ id, match }) => [id, ...exactNames(match)]));
  const entries = [...names].toSorted().flatMap((name) => {
    const timestamp = new Date(release.date);
    const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, name, { providerId, timestamp });
    if (found === null || found.provider.id !== provider.id || changesByHour(found.model)) return [];
    const cost = costOf(found.model_price);
    return cost === null ? [] : [[name, { cost }] as const];
  });
  return Object.fromEntries(entries);
}

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')));
if (version !== release.version) throw new Error(`@pydantic/genai-prices is ${version}: set its version and date here`);
const file = `prices-${release.date}.json`;
const table = Object.fromEntries(
  Object.entries(providers).map(([name, providerId]) => [name, { models: pricedModels(providerId) }]),
);
for (const old of readdirSync(folder).filter((name) => name.endsWith('.json'))) rmSync(new URL(old, folder));
const sections = Object.entries(table).map(([provider, { models }]) => {
  const lines = Object.entries(models).map(([name, entry]) => `  ${JSON.stringify(name)}: ${JSON.stringify(entry)}`);
  return ` ${JSON.stringify(provider)}: { "models": {\n${lines.join(',\n')}\n } }`;
});
writeFileSync(new URL(file, folder), `{\n${sections.join(',\n')}\n}\n`);
const count = Object.values(table).reduce((sum, { models }) => sum + Object.keys(models).length, 0);
process.stdout.write(`data/prices/${file}: ${count} models\n`);
