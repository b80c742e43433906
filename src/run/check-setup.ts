import { experimentRegistry } from '../experiments/registry.ts';
import { probe, probeModel } from '../models/probe.ts';
import { listProviders } from '../models/registry.ts';
import { defaultStoreLocation } from '../store/location.ts';
import type { StoreCheck } from '../store/store.ts';
import { withExistingStore, withStore } from '../store/use-store.ts';
import { AppError } from '../util/app-error.ts';
import { hideCredentials } from '../util/text.ts';
import type { SebConfig } from './options/define-config.ts';
import type { RunOptions } from './options/run-options.ts';
import { baseUrlsOf, takesKeyVariable } from './prepare/base-urls.ts';
import { findOwnModel } from './prepare/own-models.ts';
import { replaySource } from './prepare/replay-source.ts';

/** One check of a run's requirements: a line about it, and advice when it failed. */
interface Check {
  readonly what: string;
  readonly ok: boolean;
  readonly line: string;
  readonly hint: string | null;
}

/**
 * Checks what a run needs: Node, the store, keys, and each given model, including the judge. Sends each model one short
 * request, which a hosted provider charges for. Creates the store when it is missing.
 */
export async function checkSetup(options: RunOptions, config: SebConfig): Promise<readonly Check[]> {
  return [nodeCheck(), ...(await storeChecks(options.store)), keyCheck(), ...(await modelChecks(options, config))];
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 22 || (major === 22 && minor >= 18);
  return { what: 'Node', ok, line: process.version, hint: ok ? null : 'seb needs Node 22.18 or newer' };
}

/** Opens the store that a run would use. A store that the user names is read completely. */
async function storeChecks(named: string | undefined): Promise<readonly Check[]> {
  const location = named ?? defaultStoreLocation();
  const what = `store ${/^postgres(ql)?:/i.test(location) ? '(PostgreSQL)' : hideCredentials(location)}`;
  const checks: Check[] = [];
  try {
    await withStore(location, async (store) => {
      checks.push({ what, ok: true, line: 'can be written', hint: null });
      if (named !== undefined) checks.push(contentCheck(what, await store.check()));
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    checks.push({ what, ok: false, line: error.message, hint: error.hint });
  }
  return checks;
}

function contentCheck(store: string, { answers, runs, datasets, problems, problemCount }: StoreCheck): Check {
  const what = `content of ${store}`;
  const size = `${answers} answers, ${runs} runs, ${datasets} data sets`;
  if (problemCount === 0) return { what, ok: true, line: `intact (${size})`, hint: null };
  const more = problemCount > problems.length ? [`${problemCount - problems.length} more`] : [];
  const lines = [...problems, ...more, 'restore a copy of the store'];
  return { what, ok: false, line: `damaged: ${problemCount} problems (${size})`, hint: lines.join('\n     ') };
}

function keyCheck(): Check {
  const withKey = listProviders().filter(({ kind }) => kind === 'hosted');
  const ready = withKey.filter(({ ready }) => ready).map(({ name }) => name);
  const missing = withKey.filter(({ ready }) => !ready).map(({ name }) => name);
  const line = `${ready.length === 0 ? 'none set' : `set for ${ready.join(', ')}`}; not set for ${missing.join(', ')}`;
  return { what: 'keys', ok: true, line, hint: null };
}

/** Opens the models that a run with these options would use. */
async function modelChecks(options: RunOptions, config: SebConfig): Promise<readonly Check[]> {
  const { apiKeyVariable = null, judge = null, gpu = null, contextSize = null, sequences = null } = options;
  const named = { subjects: options.model ?? [], judge };
  const experiments = experimentRegistry(config.experiments ?? []);
  const recorded = (run: string) => withExistingStore(options.store, (store) => replaySource(store, experiments, run));
  const checks: Check[] = [];
  for (const [name, baseUrl] of baseUrlsOf(named, options.baseUrl)) {
    const own = findOwnModel(config, name);
    const warnings: string[] = [];
    const onWarning = (warning: string) => warnings.push(warning);
    const key = takesKeyVariable(name, named) ? apiKeyVariable : null;
    const found =
      own === null
        ? await probeModel(name, { baseUrl, apiKeyVariable: key, gpu, contextSize, sequences, recorded, onWarning })
        : await probe(own);
    const [warning = null] = warnings;
    checks.push({ what: name, ...found, hint: found.hint ?? (warning === null ? null : `warning: ${warning}`) });
  }
  return checks;
}
