import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unreadablePath } from '../data/files/unreadable-path.ts';
import type { Price } from '../domain/price.ts';
import { AppError } from '../util/app-error.ts';
import { ownValue } from '../util/is-record.ts';
import { nearestNames } from '../util/nearest-names.ts';
import { packageFile } from '../util/package-files.ts';
import { kindOf } from './registry.ts';

const dollars = z.number().nonnegative();

/** The part of models.dev's api.json that is used, in US dollars per million tokens. */
const pricesSchema = z.record(
  z.string(),
  z.object({
    models: z.record(
      z.string(),
      z.object({
        cost: z
          .object({
            input: dollars,
            output: dollars,
            cache_read: dollars.optional(),
            reasoning: dollars.optional(),
          })
          .optional()
          .catch(undefined), // a price that is not a number is unknown
      }),
    ),
  }),
);

/** Prices by provider and model, and the file that they were read from. */
export interface PriceTable {
  readonly file: string;
  readonly providers: z.infer<typeof pricesSchema>;
}

/** Price of a call: free by definition, listed, or unknown (which is never 0). */
type ModelPrice =
  | { readonly kind: 'free'; readonly price: Price; readonly why: string }
  | { readonly kind: 'listed'; readonly price: Price; readonly file: string }
  | { readonly kind: 'unknown'; readonly price: null };

/** models.dev's names of providers that have another name here. */
const namesElsewhere: ReadonlyMap<string, string> = new Map([['bedrock', 'amazon-bedrock']]);
const nothing: Price = { input: 0, output: 0, cachedInput: null };

/** Returns the path of the newest shipped price file; its name ends with the date of the prices. */
function shippedPrices(): string {
  const folder = packageFile('data/prices');
  const newest = readdirSync(folder)
    .filter((name) => /^prices-\d{4}-\d{2}-\d{2}\.json$/.test(name))
    .toSorted()
    .at(-1);
  if (newest === undefined) throw new Error(`${folder} has no price file`);
  return join(folder, newest);
}

/** Reads a price file in models.dev's format; null reads the shipped one. AppError with the name of the file. */
export async function readPrices(file: string | null): Promise<PriceTable> {
  const path = file ?? shippedPrices();
  const problem = (why: string, cause: unknown) =>
    new AppError('bad-price-file', `the price file ${path} cannot be used: ${why}`, {
      hint: 'it needs the format of https://models.dev/api.json (see data/prices/SOURCE.md)',
      cause,
    });
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw unreadablePath(path, cause);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw problem('it is not JSON', cause);
  }
  const parsed = pricesSchema.safeParse(content);
  if (parsed.success) return { file: path, providers: parsed.data };
  const issue = parsed.error.issues[0];
  throw problem(`at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`, parsed.error);
}

function freeOf(name: string): string | null {
  switch (kindOf(name)) {
    case 'in-process':
      return 'runs in this process';
    case 'recorded':
      return 'was recorded earlier';
    case 'simulated':
      return 'is simulated';
    default:
      return null;
  }
}

/** Returns the price of `provider/model` in a table, and its source. Only the exact name is looked up. */
export function modelPrice({ file, providers: listed }: PriceTable, name: string): ModelPrice {
  const [provider = '', ...rest] = name.split('/');
  const model = rest.join('/');
  const why = freeOf(name);
  if (why !== null) return { kind: 'free', price: nothing, why };
  const cost = [provider, namesElsewhere.get(provider)]
    .map((key) => (key === undefined ? undefined : ownValue(ownValue(listed, key)?.models ?? {}, model)?.cost))
    .find((found) => found !== undefined);
  // A separate price for reasoning tokens cannot be expressed as one output price.
  if (cost === undefined || (cost.reasoning ?? cost.output) !== cost.output) return { kind: 'unknown', price: null };
  const { input, output, cache_read: cachedInput = null } = cost;
  return { kind: 'listed', price: { input, output, cachedInput }, file };
}

/**
 * Returns the names in a table that a model without a price probably means: `openai/gpt-4.1-mini` for `gpt-4.1-minii`. Empty
 * where the price is known, and for a provider that the table does not have.
 */
export function nearestPriced(table: PriceTable, name: string): readonly string[] {
  if (modelPrice(table, name).kind !== 'unknown') return [];
  const [provider = '', ...rest] = name.split('/');
  const listed = ownValue(table.providers, namesElsewhere.get(provider) ?? provider)?.models ?? {};
  const model = rest.join('/');
  return Object.hasOwn(listed, model)
    ? []
    : nearestNames(model, Object.keys(listed)).map((near) => `${provider}/${near}`);
}

/** Returns how to get a price file that has the price of a model of unknown price. */
export function priceAdvice(name: string): string {
  const [provider = '', ...rest] = name.split('/');
  if (kindOf(name) !== 'server') return 'to download one: `curl -o prices.json https://models.dev/api.json`';
  const entry = { [provider]: { models: { [rest.join('/')]: { cost: { input: 0.2, output: 0.6 } } } } };
  return `no list has the price of your own server; in US dollars per million tokens: ${JSON.stringify(entry)}`;
}

/** Returns the price of a model's tokens; null where it is unknown, zeros where calls are free. */
export function priceOf(table: PriceTable, name: string): Price | null {
  return modelPrice(table, name).price;
}
