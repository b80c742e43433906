import type { AnswerForm } from '../../domain/answer-form.ts';
import { AppError } from '../../util/app-error.ts';

/** One thing that a person fills in: a choice between options, a whole number, or a text. */
export interface AnswerField {
  readonly name: string;
  /** Null for a text. */
  readonly options: readonly string[] | null;
  /** Maximum characters of a text. */
  readonly maxLength: number;
  /** Whether the text may have several lines. */
  readonly isLong: boolean;
  /** Bounds of a whole number, inclusive; absent: not a number. */
  readonly bounds?: { readonly minimum: number; readonly maximum: number };
}

const maxShort = 200;
const maxLong = 20_000;
const yes = 'yes';
const no = 'no';

/** Name of the field of an answer that is a free text. */
const freeText = 'answer';

/** Returns the fields that a person fills in for an answer of a form; null, a free text, is one field. */
export function fieldsOf(form: AnswerForm | null): readonly AnswerField[] {
  if (form === null) return [{ name: freeText, options: null, maxLength: maxLong, isLong: true }];
  if (form.type !== 'object') return partFields('answer', form);
  return Object.entries(form.properties).flatMap(([name, part]) => partFields(name, part));
}

function partFields(name: string, form: AnswerForm): readonly AnswerField[] {
  switch (form.type) {
    case 'boolean':
      return [{ name, options: [yes, no], maxLength: yes.length, isLong: false }];
    case 'string': {
      const { enum: options = null, maxLength = maxShort } = form;
      return [{ name, options, maxLength, isLong: false }];
    }
    case 'integer': {
      const { minimum, maximum } = form;
      const maxLength = Math.max(...[minimum, maximum].map((bound) => String(bound).length));
      return [{ name, options: null, maxLength, isLong: false, bounds: { minimum, maximum } }];
    }
    case 'array':
      return Array.from({ length: form.maxItems }, (_, index) => partFields(`${name} ${index + 1}`, form.items)).flat();
    case 'object':
      throw new Error('a form for people has no object inside another form');
  }
}

/** Returns what is wrong with the value of a field; null if it can be stored. */
export function fieldProblem({ name, options, maxLength, bounds }: AnswerField, value: string): string | null {
  const text = value.trim();
  if (text === '') return `"${name}" is empty`;
  if (options !== null && optionOf(options, text) === undefined) return `"${name}" is not one of ${options.join(', ')}`;
  if (bounds !== undefined && !isWithin(text, bounds))
    return `"${name}" is not a whole number from ${bounds.minimum} to ${bounds.maximum}`;
  return text.length > maxLength ? `"${name}" has more than ${maxLength} characters` : null;
}

function isWithin(text: string, { minimum, maximum }: NonNullable<AnswerField['bounds']>): boolean {
  return /^-?\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
}

/** Returns the option that a text names; case does not count. */
function optionOf(options: readonly string[], text: string): string | undefined {
  return options.find((option) => option.toLowerCase() === text.toLowerCase());
}

/**
 * Returns the text of an answer from the values of its fields, in their order: JSON of the form, or the free text. AppError
 * for a missing value, and for one that does not fit its field.
 */
export function textOfFields(form: AnswerForm | null, values: readonly string[]): string {
  const fields = fieldsOf(form);
  const problem =
    fields.length === values.length
      ? fields.map((field, index) => fieldProblem(field, values[index] ?? '')).find((each) => each !== null)
      : `${fields.length} values are needed, not ${values.length}`;
  if (problem !== undefined) throw new AppError('people-answer', problem ?? '', { hint: 'nothing was stored' });
  const left = fields.map(({ options }, index) => {
    const text = values[index]?.trim() ?? '';
    return options === null ? text : (optionOf(options, text) ?? text);
  });
  if (form === null) return left[0] ?? '';
  return JSON.stringify(formValue(form, left));
}

/** Takes the values of a form from the front of a list. */
function formValue(form: AnswerForm, left: string[]): unknown {
  switch (form.type) {
    case 'boolean':
      return left.shift() === yes;
    case 'string':
      return left.shift();
    case 'integer':
      return Number(left.shift());
    case 'array':
      return Array.from({ length: form.maxItems }, () => formValue(form.items, left));
    case 'object':
      return Object.fromEntries(Object.entries(form.properties).map(([name, part]) => [name, formValue(part, left)]));
  }
}
