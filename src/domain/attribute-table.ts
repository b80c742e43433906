/** What is given about models, such as their maker or their size; the values are facts that no run measured. */
export interface AttributeTable {
  /** Names of the attributes, in the order of the file. */
  readonly columns: readonly string[];
  /** Given values by model and attribute; an attribute that is not given for a model is absent. */
  readonly models: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/**
 * Returns the given attributes of a model; `provider/model` is also looked up by its last part. Null where the table has
 * no row for it.
 */
export function attributesOf({ models }: AttributeTable, model: string): Readonly<Record<string, string>> | null {
  const plain = model.split('?')[0] ?? model;
  return models.get(model) ?? models.get(plain) ?? models.get(plain.split('/').at(-1) ?? plain) ?? null;
}
