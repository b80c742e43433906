import {
  type Condition,
  defaultLevel,
  type Factor,
  factorNames,
  isSamplingFactor,
  type Level,
  samplingFactors,
} from '../../domain/condition.ts';
import { slotOfKind } from '../../domain/slot.ts';
import { itself } from '../../domain/tool.ts';
import { factorName } from '../../outcome-kinds/words.ts';
import { AppError } from '../../util/app-error.ts';
import { ownValue } from '../../util/is-record.ts';
import { everyLevel, type FactorOwner, type NamedLevels, noText } from './factor-levels.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Returns the crossed design of an experiment: every named level of each factor with every one of the others. Sampling
 * parameters are factors only where they are named, so that other conditions do not change.
 */
export function conditionsOf(
  experiment: FactorOwner,
  named: NamedLevels = new Map(),
  options: Pick<RunOptions, 'systemOn' | 'constrain' | 'tools' | 'executor'> = {},
): readonly Condition[] {
  const { systemOn, constrain = ['none'] } = options;
  const isConstrained = constrain.includes('form');
  const levelsNamed = isConstrained ? directOnly(experiment, named) : named;
  let crossed: readonly Readonly<Record<string, Level>>[] = [{}];
  const sampled = samplingFactors.filter((factor) => named.has(factor));
  for (const factor of [...factorNames(experiment.factors), ...sampled]) {
    const levels = levelsOf(experiment, factor, levelsNamed.get(factor));
    crossed = crossed.flatMap((made) => levels.map((level) => ({ ...made, [factor]: level })));
  }
  return (crossed as readonly Condition[]) // every shared factor is there, and levels were checked against the declared ones
    .map((condition) =>
      condition.system !== null && systemOn === 'execution' ? { ...condition, systemOn } : condition,
    )
    .flatMap((condition) =>
      [...new Set(constrain)].map((level) => (level === 'form' ? { ...condition, constrain: level } : condition)),
    )
    .flatMap((condition) => withTools(experiment, condition, options));
}

/** Returns a condition without the tool, and for each of its levels and executors one with it. */
function withTools(
  { slots = {} }: FactorOwner,
  condition: Condition,
  { tools = [], executor = [itself] }: Pick<RunOptions, 'tools' | 'executor'>,
): readonly Condition[] {
  if (slotOfKind(slots, 'predict') === null) return [condition];
  const added = [...new Set(tools)].flatMap((level) =>
    [...new Set(executor)].map((name) => ({ tools: level, ...(name === itself ? {} : { executor: name }) })),
  );
  return [condition, ...added.map((fields) => ({ ...condition, ...fields }))];
}

/**
 * Returns the named levels with the mode `direct`: a constrained answer has no place for reasoning, and a free one is
 * comparable only in the same mode. AppError for an experiment without forms, and for a named mode `deliberate`.
 */
function directOnly({ name, form }: FactorOwner, named: NamedLevels): NamedLevels {
  if (form === undefined) {
    throw new AppError('no-form', `experiment ${name} has no form that answers could be constrained to`, {
      hint: `run ${name} without --constrain`,
    });
  }
  const modes = named.get('mode') ?? ['direct'];
  if (modes.every((mode) => mode === 'direct')) return new Map([...named, ['mode', ['direct']]]);
  throw new AppError('form-needs-direct', 'a constrained answer has no place for reasoning', {
    hint: 'use --mode direct with --constrain form',
  });
}

function levelsOf({ name, factors }: FactorOwner, factor: string, named?: readonly string[]): readonly Level[] {
  if (named === undefined) return [defaultLevel(factors, factor)];
  if (isSamplingFactor(factor)) return named;
  const declared = ownValue(factors, factor);
  if (declared?.levels === 'any text') return [...new Set(named.map((text) => (text === noText ? null : text)))];
  const known = declared?.levels ?? [];
  const levels = named.flatMap((level) => (level === everyLevel && known.length > 0 ? known : [level]));
  return [...new Set(levels.map((level) => checkedLevel({ name, factors }, { factor, declared, level })))];
}

interface AskedLevel {
  readonly factor: string;
  readonly declared: Factor | undefined;
  readonly level: string;
}

function checkedLevel({ name, factors }: FactorOwner, { factor, declared, level }: AskedLevel): Level {
  const usual = defaultLevel(factors, factor);
  if (declared === undefined && level === (usual ?? noText)) return usual;
  if (declared?.levels.includes(level)) return level;
  throw new AppError('unknown-level', `experiment ${name} has no ${factorName(factor)} "${level}"`, {
    hint:
      declared === undefined
        ? 'leave the option out: the experiment does not vary it'
        : `choose from ${[...declared.levels].join(', ')}, or ${everyLevel}`,
  });
}
