import { CsvError, parse } from 'csv-parse/sync';
import type { ScoreTable } from '../../stats/rasch/score-table.ts';
import { AppError } from '../../util/app-error.ts';

/** Models (rows) by benchmarks (columns), with the names in the user's file. */
export interface NamedScores {
  readonly models: readonly string[];
  readonly benchmarks: readonly string[];
  readonly scores: ScoreTable;
}

interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Reads `model,benchmark,benchmark,...` lines of shares in [0, 1], empty = not reported. AppError with line and column. */
export function parseScores(text: string): NamedScores {
  const [header, ...rows] = linesOf(text);
  if (header === undefined || rows.length === 0) {
    throw new AppError('scores-empty', 'the table needs a line of benchmark names and a line for each model', {
      hint: 'first line: model,BenchmarkA,BenchmarkB; then: my-model,0.82,0.4',
    });
  }
  const benchmarks = header.record.slice(1).map((name, index) => named(name, header.info.lines, index + 2));
  if (benchmarks.length === 0) throw badCell(header.info.lines, 2, 'is missing: the first line must name benchmarks');
  refuseRepeated(benchmarks.map((name, index) => ({ name, line: header.info.lines, column: index + 2 })));
  const models = rows.map(({ record, info }) => ({ name: named(record[0] ?? '', info.lines, 1), line: info.lines }));
  refuseRepeated(models.map((model) => ({ ...model, column: 1 })));
  const scores = rows.map(({ record, info }) => {
    if (record.length !== header.record.length) {
      throw badCell(info.lines, record.length, `ends the line, but the first line has ${header.record.length} columns`);
    }
    return record.slice(1).map((cell, index) => scoreOf(cell, info.lines, index + 2));
  });
  return { models: models.map((model) => model.name), benchmarks, scores };
}

function linesOf(text: string): readonly Line[] {
  try {
    const lines: unknown = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    return lines as readonly Line[]; // the shape with `info: true`, which the types lack
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('scores-malformed', `the table is not CSV: ${error.message}`, {
      hint: 'commas between cells, double quotes around a name that has a comma',
      cause: error,
    });
  }
}

function scoreOf(cell: string, line: number, column: number): number | null {
  if (cell === '') return null;
  const score = Number(cell);
  if (Number.isFinite(score) && score >= 0 && score <= 1) return score;
  throw badCell(line, column, `is ${JSON.stringify(cell)}, not a share between 0 and 1`);
}

function named(name: string, line: number, column: number): string {
  if (name === '') throw badCell(line, column, 'is empty but must contain a name');
  return name;
}

function refuseRepeated(names: readonly { name: string; line: number; column: number }[]): void {
  const seen = new Set<string>();
  for (const { name, line, column } of names) {
    if (seen.has(name)) throw badCell(line, column, `repeats the name ${JSON.stringify(name)}`);
    seen.add(name);
  }
}

function badCell(line: number, column: number, what: string): AppError {
  return new AppError('scores-cell', `line ${line}, column ${column} ${what}`, {
    hint: 'scores are shares (0.82, not 82); leave cells without a score empty; give each row and column a unique name',
  });
}
