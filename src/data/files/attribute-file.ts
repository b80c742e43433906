import type { AttributeTable } from '../../domain/attribute-table.ts';
import { AppError } from '../../util/app-error.ts';
import { readText } from './read-text.ts';
import { rowError } from './row.ts';
import { namedRows } from './table.ts';

const hint = 'first line: model,maker,size; then a row for each model; leave a cell empty where nothing is known';

/**
 * Reads attributes of models from a CSV or TSV file with a column `model` and any other columns. AppError with the line
 * for a missing or repeated model, and for a file without attributes.
 */
export function readAttributes(path: string): AttributeTable {
  const rows = namedRows({ path, text: readText(path) }, ['model']) ?? [];
  const models = new Map<string, Readonly<Record<string, string>>>();
  const columns = new Set<string>();
  for (const row of rows) {
    const entries = Object.entries(row.value as Readonly<Record<string, string>>).map(
      // namedRows returns text cells
      ([name, cell]) => [name.trim(), cell.trim()] as const,
    );
    const model = entries.find(([name]) => name === 'model')?.[1] ?? '';
    if (model === '') throw rowError(row, 'has no model');
    if (models.has(model)) throw rowError(row, `repeats the model ${JSON.stringify(model)}`);
    const given = entries.filter(([name, cell]) => name !== 'model' && name !== '' && cell !== '');
    for (const [name] of entries) if (name !== 'model' && name !== '') columns.add(name);
    models.set(model, Object.fromEntries(given));
  }
  if (models.size === 0 || columns.size === 0) {
    throw new AppError('attributes-empty', `${path} has no attributes of models`, { hint });
  }
  return { columns: [...columns], models };
}
