import type { z } from 'zod';
import { samplingSchema } from '../../domain/call.ts';
import {
  defaultLevel,
  factorNames,
  isSamplingFactor,
  ownFactors,
  type SamplingFactor,
  samplingFactors,
  sharedFactors,
  usualLevel,
} from '../../domain/condition.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { factorName } from '../../outcome-kinds/words.ts';
import { AppError } from '../../util/app-error.ts';
import { ownValue } from '../../util/is-record.ts';
import type { RunOptions } from './run-options.ts';

const fields: Readonly<Record<SamplingFactor, z.ZodType>> = samplingSchema.shape;

const forms: Readonly<Record<SamplingFactor, string>> = {
  temperature: 'numbers of at least 0',
  topP: 'numbers above 0 and up to 1',
  maxOutputTokens: 'whole numbers above 0',
  reasoningEffort: 'none, minimal, low, medium or high',
};

/**
 * Returns the levels of a sampling factor in canonical form (`0.70` as `0.7`), without duplicates. AppError for a level that
 * is not a value of the parameter.
 */
function samplingLevels(factor: SamplingFactor, texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => samplingLevel(factor, text.trim())))];
}

function samplingLevel(factor: SamplingFactor, text: string): string {
  if (text === usualLevel) return text;
  const value = samplingValue(factor, text);
  if (text !== '' && fields[factor].safeParse(value).success) return String(value);
  throw new AppError('unknown-level', `${factor} cannot be "${text}"`, {
    hint: `write --factor ${factor}=LEVEL,LEVEL with ${forms[factor]}, or ${usualLevel} for the value that the run has without it`,
  });
}

function samplingValue(factor: SamplingFactor, text: string): string | number {
  return factor === 'reasoningEffort' ? text : Number(text);
}

/** Stands for every level of a factor that lists its levels. */
export const everyLevel = 'all';
/** Stands for no text, in a factor that takes any. */
export const noText = 'none';

export type FactorOwner = Pick<Experiment, 'name' | 'factors' | 'form'> & Partial<Pick<Experiment, 'slots'>>;

/** Levels by the name of their factor. A factor that is not among them keeps its default. */
export type NamedLevels = ReadonlyMap<string, readonly string[]>;

interface ExperimentLevels {
  /** Levels that the options name for an experiment. */
  of(experiment: string): NamedLevels;
  /** Levels that were left out of an experiment that does not have them. */
  readonly notes: readonly string[];
}

/**
 * Splits the levels of factors that the options name by experiment: a level that only other experiments of the run have is
 * left out with a note. AppError for an experiment or a factor that is not in the run, and where no level is left for an
 * experiment; levels that no experiment has are refused where the conditions are made.
 */
export function levelsByExperiment(options: RunOptions, experiments: readonly FactorOwner[]): ExperimentLevels {
  const named = namedLevels(options);
  refuseUnknown(named, experiments);
  const notes: string[] = [];
  const chosen = new Map(experiments.map(({ name }) => [name, new Map<string, readonly string[]>()]));
  for (const [factor, levels] of named) {
    for (const experiment of experiments) {
      if (isSamplingFactor(factor)) chosen.get(experiment.name)?.set(factor, samplingLevels(factor, levels));
      if (!factorNames(experiment.factors).includes(factor)) continue;
      const found = levels.flatMap((text) => (factor === 'wording' ? wordingFor(experiment, text) : [text]));
      const kept = found.filter((level) => isKept({ factor, level }, { experiment, experiments }));
      for (const level of found.filter((each) => !kept.includes(each)))
        notes.push(`experiment ${experiment.name} has no ${factorName(factor)} "${level}" and runs without it`);
      if (kept.length === 0 && found.length > 0) throw nothingLeft({ experiment, experiments }, factor, found);
      if (kept.length > 0) chosen.get(experiment.name)?.set(factor, kept);
    }
  }
  return { of: (experiment) => chosen.get(experiment) ?? new Map(), notes };
}

function namedLevels(options: RunOptions): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  for (const factor of sharedFactors) {
    const levels = options[factor];
    if (levels !== undefined) named.set(factor, levels);
  }
  for (const text of withFactor(options.factor ?? [])) {
    const [factor = '', ...level] = text.split('=');
    if (level.length === 0 || (sharedFactors as readonly string[]).includes(factor)) {
      throw new AppError(
        'bad-factor',
        `--factor ${text} must have the form NAME=LEVEL, with a factor that an experiment declares`,
        {
          hint: 'write --factor NAME=LEVEL; wording, option order, mode, language and system prompt have separate flags',
        },
      );
    }
    named.set(factor, [...(named.get(factor) ?? []), level.join('=')]);
  }
  return named;
}

/** Returns the texts with the factor before each level: `tone=a`, `b` means `tone=a`, `tone=b`. */
function withFactor(texts: readonly string[]): readonly string[] {
  let factor = '';
  return texts.map((text) => {
    const index = text.indexOf('=');
    if (index >= 0) factor = text.slice(0, index);
    return index >= 0 || factor === '' ? text : `${factor}=${text}`;
  });
}

/** AppError for `EXPERIMENT=NAME` of an experiment, and for a factor, that is not in the run. */
function refuseUnknown(named: NamedLevels, experiments: readonly FactorOwner[]): void {
  for (const text of named.get('wording') ?? []) {
    const [name = '', ...wording] = text.split('=');
    if (wording.length === 0 || experiments.some((experiment) => experiment.name === name)) continue;
    throw new AppError('wording-unused', `--wording ${text} is for "${name}", which is not in this run`, {
      hint: `the run has ${experiments.map((experiment) => experiment.name).join(', ')}`,
    });
  }
  const own = new Set(experiments.flatMap(({ factors }) => ownFactors(factors)));
  for (const factor of named.keys()) {
    if ((sharedFactors as readonly string[]).includes(factor) || own.has(factor) || isSamplingFactor(factor)) continue;
    throw new AppError('unknown-factor', `no experiment of this run has the factor "${factor}"`, {
      hint: `choose from ${[...own, ...samplingFactors].join(', ')}`,
    });
  }
}

function wordingFor({ name }: FactorOwner, text: string): readonly string[] {
  const [before = '', ...after] = text.split('=');
  if (after.length === 0) return [text];
  return before === name ? [after.join('=')] : [];
}

interface NamedLevel {
  readonly factor: string;
  readonly level: string;
}

interface Among {
  readonly experiment: FactorOwner;
  readonly experiments: readonly FactorOwner[];
}

/** A level that no experiment has stays: the message about it lists the levels. */
function isKept({ factor, level }: NamedLevel, { experiment, experiments }: Among): boolean {
  if (hasLevel(experiment, { factor, level })) return true;
  return !experiments.some((each) => hasLevel(each, { factor, level }));
}

/** Whether a factor has a level; one that the experiment does not declare has its default only. */
function hasLevel({ factors }: FactorOwner, { factor, level }: NamedLevel): boolean {
  const levels = ownValue(factors, factor)?.levels;
  if (levels === undefined) return level === (defaultLevel(factors, factor) ?? noText);
  return levels === 'any text' || level === everyLevel || levels.includes(level);
}

function nothingLeft({ experiment, experiments }: Among, factor: string, found: readonly string[]): AppError {
  const { name, factors } = experiment;
  const levels = ownValue(factors, factor)?.levels;
  const known = levels === undefined || levels === 'any text' ? [] : levels;
  const owner = experiments.find((each) => found.some((level) => hasLevel(each, { factor, level })));
  const levelOfOwner = owner === undefined ? [] : [`${owner.name}=${found[0] ?? everyLevel}`];
  const words = [`${name}=${known[0] ?? everyLevel}`, ...levelOfOwner].join(' ');
  const example = factor === 'wording' ? `, for example --wording ${words}` : '';
  return new AppError('unknown-level', `experiment ${name} has no ${factorName(factor)} "${found.join('" or "')}"`, {
    hint:
      known.length === 0
        ? `remove the option, or run ${name} separately`
        : `choose from ${known.join(', ')}${example}; levels for other experiments can follow`,
  });
}
