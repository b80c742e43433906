/**
 * Form of an answer as a JSON schema that every server with schemas accepts: objects with all keys required and no
 * others, lists, texts, listed values, whole numbers with bounds, and true or false.
 */
export type AnswerForm =
  | {
      readonly type: 'object';
      readonly properties: Readonly<Record<string, AnswerForm>>;
      readonly required: readonly string[];
      readonly additionalProperties: false;
    }
  | { readonly type: 'array'; readonly items: AnswerForm; readonly minItems: number; readonly maxItems: number }
  | { readonly type: 'string'; readonly enum?: readonly string[]; readonly maxLength?: number }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'boolean' };

/** Returns the form of an object with these keys, in this order, and no others. */
export function objectForm(properties: Readonly<Record<string, AnswerForm>>): AnswerForm {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** Returns the form of a list with exactly `length` entries. */
export function listForm(items: AnswerForm, length: number): AnswerForm {
  return { type: 'array', items, minItems: length, maxItems: length };
}

/** Returns the form of an object whose only key has one of the listed texts. */
export function choiceForm(key: string, values: readonly string[]): AnswerForm {
  return objectForm({ [key]: { type: 'string', enum: values } });
}

/** Returns whether a text is JSON of the form and nothing else: a server that ignores the form often answers otherwise. */
export function isOfForm(text: string, form: AnswerForm): boolean {
  try {
    return valueIsOfForm(JSON.parse(text), form);
  } catch {
    return false;
  }
}

function valueIsOfForm(value: unknown, form: AnswerForm): boolean {
  switch (form.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value) && Number(value) >= form.minimum && Number(value) <= form.maximum;
    case 'string':
      if (typeof value !== 'string' || value.length > (form.maxLength ?? value.length)) return false;
      return form.enum === undefined || form.enum.includes(value);
    case 'array':
      if (!Array.isArray(value) || value.length < form.minItems || value.length > form.maxItems) return false;
      return value.every((entry) => valueIsOfForm(entry, form.items));
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const entries = Object.entries(value);
      if (entries.length !== form.required.length) return false;
      return entries.every(([key, each]) => {
        const wanted = Object.hasOwn(form.properties, key) ? form.properties[key] : undefined;
        return wanted !== undefined && valueIsOfForm(each, wanted);
      });
    }
  }
}
