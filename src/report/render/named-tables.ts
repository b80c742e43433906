import type { ReportTable } from '../../results/page.ts';
import { AppError } from '../../util/app-error.ts';
import { nearestNames } from '../../util/nearest-names.ts';
import { oneLine, wrapSentence } from '../../util/text.ts';
import { terminalTable } from './terminal-table.ts';

/** Sentences of a report that have a name, as a table has. */
export interface NamedList {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Returns what limits the findings as a list with a name. */
export function limitsList(lines: readonly string[]): NamedList {
  return { id: 'limits', title: 'What limits the findings', lines };
}

/** Everything of a report that is shown when it is asked for by name. */
interface NamedParts {
  readonly tables: readonly ReportTable[];
  readonly lists: readonly NamedList[];
  /** Width of the terminal in columns. */
  readonly width: number;
}

/** Returns the names of all tables of a report with what each shows, a line each. */
export function tableNames({ tables, lists, width }: NamedParts): string {
  const named = [...tables, ...lists];
  const columns = Math.max(...named.map(({ id }) => id.length));
  return named.map(({ id, title }) => oneLine(`${id.padEnd(columns)}  ${title}`, width)).join('\n');
}

/**
 * Returns one table of a report by its name. Throws an `AppError` with near names for an unknown one; `listCommand` is the
 * command that lists them.
 */
export function tableNamed({ tables, lists, width }: NamedParts, name: string, listCommand: string): string {
  const list = lists.find(({ id }) => id === name);
  if (list !== undefined) return list.lines.flatMap((text) => wrapSentence(`- ${text}`, width)).join('\n');
  const found = tables.find(({ id }) => id === name);
  if (found !== undefined) return terminalTable(found, width);
  const ids = [...tables, ...lists].map(({ id }) => id);
  const near = nearestNames(name, ids);
  const meant = near.length === 0 ? '' : `did you mean ${near.join(', ')}? `;
  throw new AppError('unknown-table', `the report has no table ${oneLine(name, 60)}`, {
    hint: `${meant}\`${listCommand}\` lists all ${ids.length}`,
  });
}
