import { describe, expect, it } from 'vitest';
import { objectForm } from '../../domain/answer-form.ts';
import { fieldProblem, fieldsOf, textOfFields } from './answer-fields.ts';

const form = objectForm({ probability: { type: 'integer', minimum: 0, maximum: 100 } });

describe('a whole number of a form for people', () => {
  it('is a short field that takes whole numbers within the bounds', () => {
    const [field] = fieldsOf(form);
    expect(field).toMatchObject({ name: 'probability', options: null, maxLength: 3, isLong: false });
    if (field === undefined) return;
    for (const value of ['0', ' 85 ', '100']) expect(fieldProblem(field, value)).toBeNull();
    for (const value of ['101', '-1', '8.5', '85%', 'high'])
      expect(fieldProblem(field, value)).toBe('"probability" is not a whole number from 0 to 100');
  });

  it('is stored as a number', () => {
    expect(textOfFields(form, ['85'])).toBe('{"probability":85}');
  });
});
