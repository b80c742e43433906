import { experimentRegistry } from '../experiments/registry.ts';
import { proxySettings, unreadProxyVariable } from '../models/http/proxy-settings.ts';
import { type Probe, type ProbeOptions, probe, probeModel } from '../models/probe.ts';
import { listProviders } from '../models/registry.ts';
import { defaultStoreLocation } from '../store/location.ts';
import type { StoreCheck } from '../store/store.ts';
import { withExistingStore, withStore } from '../store/use-store.ts';
import { AppError } from '../util/app-error.ts';
import { hideCredentials } from '../util/text.ts';
import type { SebConfig } from './options/define-config.ts';
import { findOwnModel } from './options/own-models.ts';
import type { RunOptions } from './options/run-options.ts';
import { baseUrlsOf, takesKeyVariable } from './prepare/base-urls.ts';
import { replaySource } from './prepare/replay-source.ts';
import { modelJudge } from './prepare/self-run-models.ts';

/** One check of a run's requirements: a line about it, and advice when it failed. That of a model also says what it found. */
export interface Check {
  readonly what: string;
  readonly ok: boolean;
  readonly line: string;
  readonly hint: string | null;
  readonly model?: Pick<Probe, 'promptTokens' | 'server'>;
}

/** Follows the checks while they are made. */
interface CheckObserver {
  /** Called before each step, with its name. */
  onStep(step: string): void;
  /** Called with each check when it is made. */
  onCheck(check: Check): void;
}

/**
 * Checks what a run needs: Node, the store, keys, proxies, and each given model, including the judge. Sends each model one
 * short request, which a hosted provider charges for, and the user's own servers a few. Creates the store when it is
 * missing.
 */
export async function checkSetup(
  options: RunOptions,
  config: SebConfig,
  { onStep, onCheck }: CheckObserver,
): Promise<readonly Check[]> {
  const made: Check[] = [];
  const add = (checks: readonly Check[]) => {
    made.push(...checks);
    for (const check of checks) onCheck(check);
  };
  add([nodeCheck()]);
  onStep('the store');
  add(await storeChecks(options.store));
  add([keyCheck(), ...proxyChecks()]);
  for (const [name, baseUrl] of namedModels(options)) {
    const how = { onStep: (step: string) => onStep(`${name}: ${step}`), ...timeLimit(options) };
    add([await modelCheck({ name, baseUrl, how }, options, config)]);
  }
  return made;
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
  const line =
    ready.length === 0
      ? `none set (${missing.join(', ')}); your own server needs none`
      : `set for ${ready.join(', ')}${missing.length === 0 ? '' : `; not set for ${missing.join(', ')}`}`;
  return { what: 'keys', ok: true, line, hint: null };
}

/** Reports the proxies of calls to other machines; nothing where there are none. */
function proxyChecks(): readonly Check[] {
  const what = 'proxy';
  try {
    const proxies = new Set(Object.values(proxySettings()).filter((proxy) => proxy !== null));
    const unread = unreadProxyVariable();
    const listed = [...proxies].map(({ variable, url }) => `${variable} ${new URL(url).host}`);
    const checks: Check[] = listed.length === 0 ? [] : [{ what, ok: true, line: listed.join(', '), hint: null }];
    if (unread === null) return checks;
    const hint = 'set HTTPS_PROXY (and HTTP_PROXY) to use that proxy';
    return [...checks, { what, ok: true, line: `none: ${unread} is not read`, hint }];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ what, ok: false, line: error.message, hint: error.hint }];
  }
}

const named = ({ model, judge }: RunOptions) => ({ subjects: model ?? [], judge: modelJudge(judge) });

function namedModels(options: RunOptions) {
  return baseUrlsOf(named(options), options.baseUrl);
}

function timeLimit({ timeout }: RunOptions): Pick<ProbeOptions, 'timeoutMs'> {
  return timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
}

interface CheckedModel {
  readonly name: string;
  readonly baseUrl: string | null;
  readonly how: ProbeOptions;
}

/** Opens a model that a run with these options would use, and tries it. */
async function modelCheck(
  { name, baseUrl, how }: CheckedModel,
  options: RunOptions,
  config: SebConfig,
): Promise<Check> {
  const { apiKeyVariable = null, gpu = null, contextSize = null, sequences = null } = options;
  const experiments = experimentRegistry(config.experiments ?? []);
  const recorded = (run: string) => withExistingStore(options.store, (store) => replaySource(store, experiments, run));
  const own = findOwnModel(config, name);
  const warnings: string[] = [];
  const onWarning = (warning: string) => warnings.push(warning);
  const key = takesKeyVariable(name, named(options)) ? apiKeyVariable : null;
  const opening = { baseUrl, apiKeyVariable: key, gpu, contextSize, sequences, recorded, onWarning };
  const { ok, line, hint, ...found } = own === null ? await probeModel(name, opening, how) : await probe(own, how);
  const [warning = null] = warnings;
  return { what: name, ok, line, hint: hint ?? (warning === null ? null : `warning: ${warning}`), model: found };
}
