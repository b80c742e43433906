import type { AnswerForm } from '../../src/domain/answer-form.ts';
import { fieldsOf } from '../../src/run/people/answer-fields.ts';

/** Returns values for the fields of a form, as a person might fill them in. */
export function answersFor(form: AnswerForm | null): string[] {
  return fieldsOf(form).map(({ name, options }) => {
    if (options !== null) return options[0] ?? '';
    return name === 'probability' ? '70' : `my ${name}`;
  });
}
