import type { z as zod } from 'zod';

/**
 * How the text of a flag or a variable is parsed. `list` is split at commas, `texts` is not; `pairs` are NAME=VALUE; a
 * `switch` takes no text.
 */
type OptionKind = 'text' | 'number' | 'list' | 'texts' | 'pairs' | 'switch';

/**
 * What an option affects. `identity`: it determines the requests and is part of the run's id. `record`: it is stored
 * with the run at its start, outside the id. `execution`: it determines how and where one execution is carried out, so
 * `seb resume` accepts it too.
 */
type OptionScope = 'identity' | 'record' | 'execution';

interface OptionGroup {
  /** Heading under which the help page lists the option. */
  readonly heading: string;
  readonly scope: OptionScope;
}

export interface OptionDescription extends OptionGroup {
  readonly kind: OptionKind;
  /** Placeholder of the value in the help page; empty for a switch. */
  readonly placeholder: string;
  readonly help: string;
}

/** Builds a schema. It takes zod as its argument, so that the help page is printed without loading zod. */
type SchemaOf<Schema> = (z: typeof zod) => Schema;

/** Returns the builders of the options of a group. Each ties the flag's kind to the schema's type. */
export function optionGroup(group: OptionGroup) {
  function builder<Value>(kind: OptionKind) {
    return <Schema extends zod.ZodType<Value>>(placeholder: string, schema: SchemaOf<Schema>, help: string) => ({
      ...group,
      kind,
      placeholder,
      help,
      schema: (z: typeof zod) => schema(z).optional(),
    });
  }
  return {
    text: builder<string>('text'),
    number: builder<number>('number'),
    list: builder<string | string[]>('list'),
    texts: builder<string[]>('texts'),
    pairs: builder<Record<string, string>>('pairs'),
    toggle: (help: string) => builder<boolean>('switch')('', (z) => z.boolean(), help),
  };
}

/** Returns the flag of an option without leading dashes: `max-output-tokens`. */
export function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** Returns the environment variable of an option: `SEB_MAX_OUTPUT_TOKENS`. */
export function variableName(key: string): string {
  return `SEB_${flagName(key).replaceAll('-', '_').toUpperCase()}`;
}

/** Returns the hint for an invalid value: it may come from a forgotten environment variable. */
export function sourceHint(key: string): string {
  return `set it with the flag or the variable ${variableName(key)}; see \`seb run --help\``;
}
