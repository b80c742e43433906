import { CsvError, parse } from 'csv-parse/sync';
import { rasch } from '../../stats/rasch/rasch.ts';
import { raschBlocks } from '../../stats/rasch/rasch-blocks.ts';
import { absenceOf, fitStatistics, type RaschAbsence, type RaschMeasure } from '../../stats/rasch/rasch-measure.ts';
import { raschPaper } from '../../stats/rasch/rasch-paper.ts';
import { type ScoreTable, scoreCells } from '../../stats/rasch/score-table.ts';
import { AppError } from '../../util/app-error.ts';

/** `paper`: the Self-Execution Benchmark's recipe; `ml`: joint maximum likelihood to convergence, mean delta = 0. */
export type RaschMethod = 'paper' | 'ml';

interface Fitted {
  /** In log odds; null where the scores do not bound it, as explained in `notes`. */
  readonly se: number | null;
  /** Mean squares, expected to be 1 for 0/1 scores, and less for averages. */
  readonly infit: number | null;
  readonly outfit: number | null;
}

/** Output of `seb rasch --json`. */
export interface RaschReport {
  readonly models: readonly ({ readonly name: string; readonly theta: number | null } & Fitted)[];
  readonly benchmarks: readonly ({ readonly name: string; readonly delta: number | null } & Fitted)[];
  readonly nll: number;
  readonly iterations: number;
  readonly method: RaschMethod;
  readonly converged: boolean;
  /** Cautions: extreme scores, unconnected designs, bias. */
  readonly notes: readonly string[];
}

/** Reads a CSV of scores and fits a Rasch model. */
export function raschReport(csv: string, method: RaschMethod): RaschReport {
  const named = parseScores(csv);
  const fit = method === 'paper' ? paperFit(named.scores) : rasch(named.scores);
  return {
    models: fit.models.map((measure, index) => {
      const { level, ...fitted } = row(measure);
      return { name: named.models[index] as string, theta: level, ...fitted };
    }),
    benchmarks: fit.benchmarks.map((measure, index) => {
      const { level, ...fitted } = row(measure);
      return { name: named.benchmarks[index] as string, delta: level, ...fitted };
    }),
    nll: fit.negativeLogLikelihood,
    iterations: fit.rounds,
    method,
    converged: fit.converged,
    notes: notesOf(named, fit, method),
  };
}

type Fit = ReturnType<typeof rasch>;

/** Returns the paper's estimates, with the standard errors and absences of the other method. */
function paperFit(table: ScoreTable): Fit {
  const cells = scoreCells(table);
  const { theta, delta, ...rest } = raschPaper(table);
  const { blockOf, blocks } = raschBlocks(cells);
  const sides = {
    models: { list: cells.byModel, measure: theta, sign: 1 as const, partners: delta, from: 0 },
    benchmarks: { list: cells.byBenchmark, measure: delta, sign: -1 as const, partners: theta, from: cells.models },
  };
  const measures = ({ from, partners, ...side }: (typeof sides)[keyof typeof sides]) =>
    Array.from(side.measure, (_, owner): RaschMeasure => {
      const block = blockOf[from + owner] ?? null;
      if (block === null) return { kind: 'none', reason: absenceOf(side.list, owner) };
      return { kind: 'estimated', block, ...fitStatistics(side, partners, owner) };
    });
  return { ...rest, blocks, models: measures(sides.models), benchmarks: measures(sides.benchmarks) };
}

function row(measure: RaschMeasure): Fitted & { readonly level: number | null } {
  if (measure.kind === 'none') return { level: null, se: null, infit: null, outfit: null };
  return { level: measure.measure, se: measure.se, infit: measure.infit, outfit: measure.outfit };
}

const absences: Readonly<Record<RaschAbsence, string>> = {
  'no scores': 'has no scores',
  'only zero scores': 'has only scores of 0, so its value is infinite',
  'only full scores': 'has only scores of 1, so its value is infinite',
  separated: 'has only extreme scores after models or benchmarks with extreme scores are excluded',
};

function notesOf(named: NamedScores, fit: Fit, method: RaschMethod): readonly string[] {
  const nodes = [
    ...fit.models.map((measure, index) => ({ measure, name: `model ${named.models[index]}` })),
    ...fit.benchmarks.map((measure, index) => ({ measure, name: `benchmark ${named.benchmarks[index]}` })),
  ];
  const notes = nodes.flatMap(({ measure, name }) =>
    measure.kind === 'none' ? [`${name} ${absences[measure.reason]}`] : [],
  );
  if (fit.blocks > 1) {
    const groups = Map.groupBy(nodes, ({ measure }) => (measure.kind === 'none' ? null : measure.block));
    const lists = [...groups].flatMap(([block, members]) =>
      block === null ? [] : [members.map((member) => member.name).join(', ')],
    );
    notes.push(`the design is not connected; measures are comparable only within a group: ${lists.join(' | ')}`);
  }
  if (!fit.converged) notes.push(`did not converge in ${fit.rounds} rounds`);
  const length = named.benchmarks.length;
  if (length > 1) {
    notes.push(
      `joint maximum likelihood spreads measures by about L/(L-1) = ${(length / (length - 1)).toFixed(3)} (L = ${length})`,
    );
  }
  notes.push('standard errors treat each score as one trial and the other measures as known');
  if (method === 'paper')
    notes.push("the paper's recipe is not centered: only differences between measures are meaningful");
  return notes;
}

/** Models (rows) by benchmarks (columns), with the names in the user's file. */
interface NamedScores {
  readonly models: readonly string[];
  readonly benchmarks: readonly string[];
  readonly scores: ScoreTable;
}

interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Reads `model,benchmark,benchmark,...` lines of shares in [0, 1], empty = not reported. AppError with line and column. */
function parseScores(text: string): NamedScores {
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
