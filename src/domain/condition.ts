import { ownValue } from '../util/is-record.ts';
import type { SelfRunLevel } from './tool.ts';

/** Level of a factor; null: no text, such as no system prompt. */
export type Level = string | null;

/**
 * How the calls of an item are made: the level of each factor. Crossed designs run several conditions. Every field is
 * part of the run's hash.
 */
export interface Condition {
  /** Name of a wording of the experiment; `paper` is the published protocol's wording. */
  readonly wording: string;
  /** Order of the options (or of the questions of a group) in the prompt. */
  readonly optionOrder: 'given' | 'reversed';
  /** `direct`: the answer alone; `deliberate`: the model may reason before the answer. */
  readonly mode: 'direct' | 'deliberate';
  /** BCP 47 tag of the prompts' language. */
  readonly language: string;
  /** System prompt of both the prediction and the execution; null if none. */
  readonly system: string | null;
  /**
   * `execution`: only the execution has the system prompt. Absent: prediction and execution have it. Part of the run's
   * hash only when set.
   */
  readonly systemOn?: 'both' | 'execution' | undefined;
  /**
   * `form`: the server constrains answers that have a form to it, which changes what is measured. Absent: answers are
   * free. Part of the run's hash only when set.
   */
  readonly constrain?: 'form' | undefined;
  /** Whether predictions have the tool `run_myself`. Absent: no. Part of the run's hash only when set. */
  readonly tools?: SelfRunLevel | undefined;
  /** Name of the model that runs inner sessions. Absent: the subject itself. Part of the run's hash only when set. */
  readonly executor?: string | undefined;
  /** Level of a factor that only the experiment declares. */
  readonly [factor: string]: Level | undefined;
}

export const paperCondition: Condition = {
  wording: 'paper',
  optionOrder: 'given',
  mode: 'deliberate',
  language: 'en',
  system: null,
};

/** Factors that stand in every condition, in the order of its name. */
export const sharedFactors = ['wording', 'optionOrder', 'mode', 'language', 'system'] as const;

/** Sampling parameters that a run can vary like factors. A condition has them only in runs that do. */
export const samplingFactors = ['temperature', 'topP', 'maxOutputTokens', 'reasoningEffort'] as const;
export type SamplingFactor = (typeof samplingFactors)[number];

/** Level of a sampling factor that keeps the value of the run, or of the server if the run sets none. */
export const usualLevel = 'default';

/** Returns whether a factor is a sampling parameter. */
export function isSamplingFactor(name: string): name is SamplingFactor {
  return (samplingFactors as readonly string[]).includes(name);
}

/** What conditions vary. The first level is the default; `any text`: the texts that the user gives, by default none. */
export interface Factor<Name extends string = string> {
  readonly levels: readonly [Name, ...Name[]] | 'any text';
}

/** A factor whose levels the experiment lists. */
interface ListedFactor<Name extends string = string> extends Factor<Name> {
  readonly levels: readonly [Name, ...Name[]];
}

/** The factors of an experiment by name: those that every experiment has, and any others that its plan reads. */
export interface Factors {
  /** Wordings of the prediction prompt. */
  readonly wording: ListedFactor;
  readonly language: ListedFactor;
  /** Begins with the mode of the published protocol. */
  readonly mode: ListedFactor<Condition['mode']>;
  /** Absent: `given` in every condition. */
  readonly optionOrder?: ListedFactor<Condition['optionOrder']>;
  /** Absent: no system prompt in any condition. */
  readonly system?: Factor;
  readonly [own: string]: Factor | undefined;
}

/** Levels of shared factors that an experiment need not declare. */
const undeclared: Readonly<Record<string, Level>> = { optionOrder: 'given', system: null };

/** Returns the level of a factor where the user names none. */
export function defaultLevel(factors: Factors, name: string): Level {
  const levels = ownValue(factors, name)?.levels;
  if (levels === undefined) return ownValue(undeclared, name) ?? null;
  return levels === 'any text' ? null : levels[0];
}

/** Returns the names of all factors of an experiment's conditions: the shared ones, then its own as it declares them. */
export function factorNames(factors: Factors): readonly string[] {
  return [...sharedFactors, ...ownFactors(factors)];
}

/** Returns the names of the factors that only the experiment declares. */
export function ownFactors(factors: Factors): readonly string[] {
  const shared: readonly string[] = sharedFactors;
  return Object.keys(factors).filter((name) => !shared.includes(name));
}

/** Fields that are not factors of the crossed design. */
const unnamedFields: readonly string[] = ['systemOn', 'constrain', 'tools', 'executor'];

/** Returns the names of the factors of a condition, the shared ones first. */
export function factorsOf(condition: Condition): readonly string[] {
  const shared: readonly string[] = sharedFactors;
  const own = Object.keys(condition).filter((name) => !unnamedFields.includes(name) && !shared.includes(name));
  return [...shared, ...own.toSorted()];
}
