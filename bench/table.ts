import type { Cell, SectionResult, Table } from './section.ts';

interface Machine {
  readonly node: string;
  readonly cpu: string;
  readonly memoryGiB: number;
  readonly platform: string;
  readonly date: string;
  readonly versions: Readonly<Record<string, string | null>>;
}

function text(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '-';
  return typeof cell === 'number' ? cell.toLocaleString('en') : cell.replaceAll('|', '\\|');
}

function lines(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function tableText({ title, note, rows }: Table): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => text(row[column])));
  return `### ${title}\n\n${rows.length === 0 ? '' : `${lines(columns, cells)}\n\n`}${note}\n`;
}

/** Everything that was measured, with the machine that it was measured on, and whether the bounds hold. */
export function markdown(machine: Machine, results: Readonly<Record<string, SectionResult>>): string {
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version ?? 'was not there'}`);
  const where = `Node ${machine.node.slice(1)}, ${machine.cpu}, ${machine.memoryGiB} GiB, ${machine.platform}, ${machine.date}; ${versions.join(', ')}`;
  const all = Object.values(results);
  const verdicts = all.flatMap((result) => result.verdicts);
  const bounds = verdicts.map(({ what, bound, measured, holds }) => [what, bound, measured, holds ? 'yes' : 'NO']);
  const boundsText =
    bounds.length === 0 ? '' : `### Bounds\n\n${lines(['what', 'bound', 'measured', 'holds'], bounds)}\n`;
  return [`${where}\n`, ...all.flatMap(({ tables }) => tables.map(tableText)), boundsText].join('\n');
}
