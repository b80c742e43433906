import type { AppError } from '../util/app-error.ts';
import { shellWord } from '../util/shell-word.ts';
import { oneLine } from '../util/text.ts';
import { damagedLog } from './damaged-log.ts';

/** Columns of a table that name the item, the model and the execution; null: it has none. */
interface NamedColumns {
  readonly item: string | null;
  readonly model: string | null;
  readonly epoch: string | null;
}

/** Creates the error for rows of one item and model that were made under other conditions; only tables have columns to name. */
export function otherCondition(
  file: string,
  place: string,
  {
    id,
    differing,
    value = 'VALUE',
    columns,
  }: {
    readonly id: string;
    readonly differing: readonly string[];
    /** A value of the first differing field. */
    readonly value?: string;
    readonly columns?: NamedColumns;
  },
): AppError {
  const [first = 'COLUMN'] = differing;
  const named = (role: keyof NamedColumns) => {
    const own = columns?.[role] ?? null;
    return `--columns ${role}=${own === null ? first : `${own}+${first}`}`;
  };
  const ofTable = `; or name the condition as part of the model: ${named('model')}; or, where it tells items apart, as part of the item: ${named('item')}; or, where it tells executions of one question apart: ${named('epoch')}`;
  return damagedLog(
    file,
    place,
    `item ${oneLine(id, 60)} occurs again for the same model, and ${oneLine(differing.join(', '), 200)} ${differing.length === 1 ? 'differs' : 'differ'}: these are conditions, not repeats`,
    `choose one: --where ${shellWord(`${first}=${value}`)}${columns === undefined ? '' : ofTable}`,
  );
}
