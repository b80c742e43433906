import { personPrefix } from '../domain/person.ts';
import { recordedPrefix } from '../domain/recorded.ts';
import { AppError } from '../util/app-error.ts';
import { nearestNames } from '../util/nearest-names.ts';

/** A parsed model name: `openrouter/openai/gpt-4.1` is model `openai/gpt-4.1` of provider `openrouter`. */
interface ModelName<Provider extends string> {
  readonly provider: Provider;
  readonly model: string;
}

function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? '' : `did you mean ${names.join(' or ')}? `;
}

function looksLikeModelFile(name: string): boolean {
  return /\.gguf$/i.test(name) || /^\.{0,2}[\\/]/.test(name) || /^[a-z]:[\\/]/i.test(name);
}

/** Returns the base URL that an address as a model name probably means, and the model behind it; null for any other name. */
function serverAt(name: string): { readonly url: string; readonly model: string | null } | null {
  const [, scheme = 'http://', host = '', path = ''] =
    /^(https?:\/\/)?((?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?)(\/.*)?$/i.exec(name) ?? [];
  if (host === '' || (!/:\d+$/.test(host) && !/^https?:/i.test(name))) return null;
  const rest = path.replace(/^\/v1(?=\/|$)/, '').replace(/^\/|\/$/g, '');
  return { url: `${scheme}${host}/v1`, model: rest === '' ? null : rest };
}

/** Parses `provider/model`. AppError with the nearest of the given providers for an unknown one. */
export function parseModelName<Provider extends string>(
  name: string,
  providers: readonly Provider[],
): ModelName<Provider> {
  const slash = name.indexOf('/');
  const named = slash === -1 ? name : name.slice(0, slash);
  const provider = providers.find((each) => each === named);
  const model = slash === -1 ? '' : name.slice(slash + 1);
  if (name.startsWith(recordedPrefix)) {
    throw new AppError('recorded-model', `${name} is a recording and cannot answer new calls`, {
      hint: '`seb report` reads the recordings in the store; `seb import` adds more',
    });
  }
  if (name.startsWith(personPrefix)) {
    throw new AppError('person-model', `${name} is a person, whom no call is sent to`, {
      hint: 'a table of their answers is read like a log: `seb report people.csv` (docs/people.md)',
    });
  }
  if (provider === undefined) {
    const nearest = nearestNames(named, providers);
    if (looksLikeModelFile(name)) {
      throw new AppError('unknown-provider', `${name} looks like a model file, but has no provider`, {
        hint: `for a file, write gguf/${name.replace(/^\.\//, '')}; \`seb models\` lists the providers`,
      });
    }
    const server = serverAt(name);
    if (server !== null)
      throw new AppError('unknown-provider', `${name} is the address of a server, not a model`, {
        hint: `write openai-compatible/${server.model ?? 'MODEL'} --base-url ${server.url}; \`seb models\` lists other providers`,
      });
    const what = slash === -1 ? `"${name}" has no provider` : `unknown model provider "${named}"`;
    throw new AppError('unknown-provider', what, {
      hint: `${didYouMean(nearest)}write provider/model, for example openai/gpt-4.1-mini; for your own server: openai-compatible/${name} with --base-url URL; \`seb models\` lists the providers`,
    });
  }
  if (model === '') {
    throw new AppError('unknown-model', `"${name}" has no model name`, {
      hint: `write ${provider}/MODEL; \`seb models\` shows an example for every provider`,
    });
  }
  return { provider, model };
}
