import { z } from 'zod';
import { nearestNames } from './nearest-names.ts';

/**
 * Options of `safeParse` that describe an invalid value in plain words, to follow the name of its field: `must be above
 * 0`. A schema's own message takes precedence.
 */
export const plainIssues = { error: (issue: z.core.$ZodRawIssue) => plainIssue(issue) };

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  function: 'a function',
  Map: 'a map',
};

function plainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return smallText(issue);
    case 'too_big':
      return `must ${issue.exact === true ? exactText(issue) : atMostText(issue)}`;
    case 'invalid_value':
      return `must be ${listText(issue.values.map(String))}`;
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownText(key, fieldsOf(issue.inst))).join('; ');
    case 'invalid_union':
      return 'is not one of the accepted forms';
    default:
      return undefined;
  }
}

type Small = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>;
type Big = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>;

function smallText(issue: Small): string {
  const { minimum, inclusive } = issue;
  if (issue.exact === true) return `must ${exactText({ ...issue, maximum: minimum })}`;
  if (typeof issue.input === 'string')
    return Number(minimum) <= 1 ? 'is empty' : `must have at least ${minimum} characters`;
  if (Array.isArray(issue.input))
    return Number(minimum) <= 1 ? 'is an empty list' : `must have at least ${minimum} entries`;
  return inclusive === true ? `must be at least ${minimum}` : `must be above ${minimum}`;
}

function exactText({ maximum, input }: Pick<Big, 'maximum' | 'input'>): string {
  if (Array.isArray(input)) return `have exactly ${maximum} entries (it has ${input.length})`;
  return `have exactly ${maximum} ${typeof input === 'string' ? 'characters' : 'entries'}`;
}

function atMostText({ maximum, inclusive, input }: Pick<Big, 'maximum' | 'inclusive' | 'input'>): string {
  if (typeof input === 'string') return `have at most ${maximum} characters`;
  if (Array.isArray(input)) return `have at most ${maximum} entries`;
  return inclusive === true ? `be at most ${maximum}` : `be below ${maximum}`;
}

function unknownText(key: string, known: readonly string[]): string {
  const [nearest] = nearestNames(key, known);
  return nearest === undefined
    ? `there is no field "${key}"${known.length === 0 ? '' : `; the fields are ${known.join(', ')}`}`
    : `there is no field "${key}" (did you mean ${nearest}?)`;
}

function fieldsOf(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function listText(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
