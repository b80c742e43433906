import type { RunOptions } from '../../answers/options/run-options.ts';
import { baseUrlsOf, parseBaseUrls, takesKeyVariable } from '../../answers/prepare/base-urls.ts';
import { type OpenedModels, openModels } from '../../answers/prepare/open-models.ts';
import type { Price } from '../../domain/price.ts';
import type { FileChoice } from '../../models/key-destination.ts';
import { priceOf, readPrices } from '../../models/prices.ts';
import { kindOf } from '../../models/registry.ts';
import { AppError } from '../../util/app-error.ts';
import { armsOf, type StudyArm } from '../design/arms.ts';
import type { StudyDesign } from '../design/design.ts';

/** The base of each trained model. */
export type TrainedFrom = ReadonlyMap<string, string>;

/** Returns the base of each trained model among the arms; the models of jobs are missing until they exist. */
export function trainedFrom(arms: readonly Pick<StudyArm, 'model' | 'base'>[]): TrainedFrom {
  return new Map(arms.flatMap(({ model, base }) => (model === null || model === base ? [] : [[model, base] as const])));
}

/** Addresses of a study's models, and which of them take the server's key. */
interface StudyServers {
  readonly baseUrls: ReadonlyMap<string, string | null>;
  readonly takesKey: (name: string) => boolean;
}

/**
 * Returns the servers of a study by the rules of a run that has all its models: a run of some of them then sends each
 * call and each key where a run of all sends it. A trained model is at the address of its base unless it has its own.
 */
function studyServers(design: StudyDesign, bases: TrainedFrom): StudyServers {
  const { targets, predictors = [], baseUrl } = design;
  const named = { subjects: [...new Set([...predictors, ...targets, ...bases.keys()])], judge: null };
  const { byModel } = parseBaseUrls(baseUrl);
  const inherited = [...bases].flatMap(([model, base]) => {
    const url = byModel.get(base);
    return url === undefined || byModel.has(model) || kindOf(model) !== kindOf(base) ? [] : [`${model}=${url}`];
  });
  const given = baseUrl === undefined ? [] : [baseUrl].flat();
  const all = [...given, ...inherited];
  return {
    baseUrls: baseUrlsOf(named, all.length === 0 ? undefined : all),
    takesKey: (name) => takesKeyVariable(name, named),
  };
}

/** Returns the addresses and the key variable of one run of a study. */
export function serverOptions(
  design: StudyDesign,
  models: readonly string[],
  bases: TrainedFrom,
): Pick<RunOptions, 'baseUrl' | 'apiKeyVariable'> {
  const { baseUrls, takesKey } = studyServers(design, bases);
  const urls = models.flatMap((name) => {
    const url = baseUrls.get(name) ?? null;
    return url === null ? [] : [`${name}=${url}`];
  });
  const { apiKeyVariable } = design;
  return {
    ...(urls.length === 0 ? {} : { baseUrl: urls }),
    ...(apiKeyVariable !== undefined && models.some(takesKey) ? { apiKeyVariable } : {}),
  };
}

/** Opens the models of a run of a study, with the prices of its trained models. */
export function openPriced(design: StudyDesign, bases: TrainedFrom, fileChoice: FileChoice | null): typeof openModels {
  return async (request) => {
    const opened = await openModels({ ...request, fileChoice: () => fileChoice });
    const priced = [...opened.open].map(([identity, { model, price }]) => {
      const base = bases.get(model.name);
      const known = price ?? (base === undefined ? null : trainedPrice(design, base, priceOf(opened.prices, base)));
      return [identity, { model, price: known }] as const;
    });
    return { ...opened, open: new Map(priced) };
  };
}

/**
 * Returns the price of calls to the models trained from a base; null if unknown. An adapter on the user's server costs
 * what its base costs; a hosted one has its own price.
 */
export function trainedPrice({ callPrices = {} }: StudyDesign, base: string, ofBase: Price | null): Price | null {
  const own = callPrices[base];
  if (own !== undefined) return { ...own, cachedInput: null };
  return kindOf(base) === 'hosted' ? null : ofBase;
}

/** Refuses prices of models that are not in the study, and a budget where the price of trained models' calls is unknown. */
export async function checkCallPrices(design: StudyDesign, arms: readonly StudyArm[]): Promise<void> {
  const trained = arms.filter(({ arm }) => arm !== 'untrained');
  const foreign = Object.keys(design.callPrices ?? {}).find((name) => !trained.some(({ base }) => base === name));
  if (foreign !== undefined) {
    throw new AppError('unknown-base', `callPrices has ${foreign}, from which the study has no trained model`, {
      hint: `the study trains ${[...new Set(trained.map(({ base }) => base))].join(', ')}`,
    });
  }
  if (design.budget === undefined) return;
  const prices = await readPrices(design.prices ?? null);
  const unpriced = trained.find(
    ({ model, base }) =>
      kindOf(base) === 'hosted' &&
      trainedPrice(design, base, null) === null &&
      (model === null || priceOf(prices, model) === null),
  );
  if (unpriced === undefined) return;
  const { base } = unpriced;
  throw new AppError(
    'price-unknown',
    `a budget needs the price of calls to the models trained from ${base}, which is unknown`,
    {
      hint: `set callPrices in the study file, such as { '${base}': { input: 0.8, output: 3.2 } } (US dollars per million tokens, from the host's price page)`,
    },
  );
}

/**
 * Opens the models of several runs once, all of them with the first run, and gives each run those that it names. For an
 * estimate: no key is required, and nothing is sent.
 */
export class StudyModels {
  readonly #design: StudyDesign;
  readonly #names: readonly string[];
  #opened: Promise<OpenedModels> | null = null;

  /** `names`: targets and predictors of the design. */
  constructor(design: StudyDesign, names: readonly string[]) {
    this.#design = design;
    this.#names = names;
  }

  readonly open: typeof openModels = async (request) => {
    this.#opened ??= openModels({
      ...request,
      purpose: 'estimate',
      named: { subjects: this.#names, judge: null },
      baseUrls: studyServers(this.#design, trainedFrom(armsOf(this.#design))).baseUrls,
      settings: { ...request.settings, apiKeyVariable: this.#design.apiKeyVariable ?? null },
    });
    const all = await this.#opened;
    const subjects = request.named.subjects.map((name) => {
      const subject = all.subjects.find((each) => each.name === name);
      if (subject === undefined) throw new Error(`${name} is not a model of the study`);
      return subject;
    });
    const identities = new Set(subjects.map(({ identity }) => identity));
    return { ...all, subjects, open: new Map([...all.open].filter(([identity]) => identities.has(identity))) };
  };

  /** Closes the models; does nothing where none was opened. */
  async close(): Promise<void> {
    const all = await this.#opened?.catch(() => null); // what could not be opened is closed already
    await Promise.all([...(all?.open.values() ?? [])].map(({ model }) => model.close()));
  }
}
