import { z } from 'zod';
import type { Failure } from '../../domain/answer.ts';
import { AppError } from '../../util/app-error.ts';
import { parsedJson } from '../../util/canonical-json.ts';
import { failed } from '../failures/failure.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { httpConnections } from '../http/http-connections.ts';
import { httpFailure } from '../http/http-failure.ts';
import { networkFailure } from '../http/network-failure.ts';
import { redact } from '../http/redact.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';

/** A LoRA adapter that a server serves under a separate name next to the base model. */
interface ServedAdapter {
  readonly base: string;
  readonly adapter: string;
}

/** Parses `BASE:ADAPTER`; null for a name without a colon. AppError when either side is missing. */
export function parseServedAdapter(name: string): ServedAdapter | null {
  const colon = name.indexOf(':');
  if (colon === -1) return null;
  const [base, adapter] = [name.slice(0, colon), name.slice(colon + 1)];
  if (base !== '' && adapter !== '') return { base, adapter };
  throw new AppError('unknown-model', `"${name}" has ${base === '' ? 'no base model' : 'no adapter'}`, {
    hint: 'write vllm/BASE:ADAPTER, where ADAPTER is the name given with --lora-modules',
  });
}

interface ServedAdapterOptions extends ServedAdapter {
  /** The model that the server may serve under the whole name, `BASE:ADAPTER`. */
  readonly whole: LanguageModel;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly concurrency: number;
  /** Hex sha256 of the adapter, as its training job recorded it; null when unknown. */
  readonly hash: string | null;
  /** Called before the first answer of an adapter. */
  readonly onAdapter: () => void;
}

const modelList = z.object({
  data: z.array(z.object({ id: z.string(), parent: z.string().nullish() })),
});

/**
 * Returns what the server's list of models says about a name with a colon: it names a model as a whole, or an adapter of a
 * base; a failure where it names neither.
 */
function meaningOf(body: string, { base, adapter }: ServedAdapter, url: string): 'whole' | 'adapter' | Failure {
  const listed = modelList.safeParse(parsedJson(body));
  if (!listed.success) return failed('bad-response', `${url} did not send a list of models`);
  if (listed.data.data.some(({ id }) => id === `${base}:${adapter}`)) return 'whole';
  const found = listed.data.data.find(({ id }) => id === adapter);
  if (found === undefined) {
    const start = `vllm serve ${base} --enable-lora --lora-modules ${adapter}=FOLDER`;
    const neither = `${url} lists neither a model "${base}:${adapter}" nor the adapter "${adapter}"`;
    return failed('not-found', `${neither}: check the name, or start the server with ${start}`);
  }
  if (found.parent === base) return 'adapter';
  const parent = found.parent ? `an adapter of "${found.parent}"` : 'a model without a parent';
  return failed('not-found', `${url} lists "${adapter}" as ${parent}, not as an adapter of "${base}"`);
}

/**
 * Returns the model of a name with a colon. Before its first answer, the server's list decides: a model of the whole name is
 * called by it; otherwise the list must have the adapter with its base as parent: a server that ignored the adapter would
 * answer as the base, and the answers would be stored under the adapter's name. It has no batches.
 */
export function servedAdapter(model: LanguageModel, options: ServedAdapterOptions): LanguageModel {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const connections = httpConnections(baseUrl, options.concurrency);
  const url = `${baseUrl}/models`;
  const secrets = options.apiKey === null ? [] : [options.apiKey];
  const headers = options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` };
  let called: LanguageModel | null = null;

  async function meaning({ signal }: ModelRequest): Promise<'whole' | 'adapter' | Failure> {
    try {
      const [{ request }, dispatcher] = await Promise.all([import('undici'), connections.dispatcher()]);
      const { statusCode, body } = await request(url, { dispatcher, headers, signal });
      const text = await body.text();
      if (statusCode === 200) return meaningOf(text, options, url);
      const said = redact(text.slice(0, 300), secrets);
      return httpFailure({ status: statusCode, text: said, retryAfter: null, url, keyless: secrets.length === 0 });
    } catch (error) {
      if (signal.aborted) throw error;
      return networkFailure(error, baseUrl);
    }
  }

  const { batch: _, ...single } = model; // what its name means is known only after a request to the server
  return {
    ...single,
    identity: options.hash === null ? model.identity : `${model.identity}+sha256:${options.hash}`,
    async ask(asked) {
      if (called === null) {
        const found = await meaning(asked);
        if (typeof found !== 'string') return found;
        if (found === 'adapter' && called === null) options.onAdapter();
        called = found === 'adapter' ? model : options.whole;
      }
      return await called.ask(asked);
    },
    async close() {
      await Promise.all([connections.close(), model.close(), options.whole.close()]);
    },
  };
}
