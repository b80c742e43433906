import { distance } from 'fastest-levenshtein';
import type { ReportTable } from '../../results/page.ts';
import { AppError } from '../../util/app-error.ts';
import { oneLine, wrapText } from '../../util/text.ts';
import { terminalTable } from './terminal-table.ts';

/** Id of the list of limits among the tables of a report. */
export const limitsId = 'limits';

/** Everything of a report that is shown when it is asked for by name. */
interface NamedParts {
  readonly tables: readonly ReportTable[];
  readonly limits: readonly string[];
  /** Width of the terminal in columns. */
  readonly width: number;
}

/** Returns the names of all tables of a report with what each shows, a line each. */
export function tableNames({ tables, width }: NamedParts): string {
  const named = [...tables, { id: limitsId, title: 'What limits the findings' }];
  const columns = Math.max(...named.map(({ id }) => id.length));
  return named.map(({ id, title }) => oneLine(`${id.padEnd(columns)}  ${title}`, width)).join('\n');
}

/**
 * Returns one table of a report by its name. Throws an `AppError` with near names for an unknown one; `list` is the
 * command that lists them.
 */
export function tableNamed({ tables, limits, width }: NamedParts, name: string, list: string): string {
  if (name === limitsId) return limits.flatMap((text) => wrapText(`- ${text}`, width)).join('\n');
  const found = tables.find(({ id }) => id === name);
  if (found !== undefined) return terminalTable(found, width);
  const ids = [...tables.map(({ id }) => id), limitsId];
  throw new AppError('unknown-table', `the report has no table ${oneLine(name, 60)}`, {
    hint: `${nearest(name, ids)}; \`${list}\` lists all ${ids.length}`,
  });
}

function nearest(name: string, ids: readonly string[]): string {
  const close = ids.toSorted((a, b) => distance(name, a) - distance(name, b)).slice(0, 3);
  return `did you mean ${close.join(', ')}?`;
}
