/** Scores of models (rows) on benchmarks or items (columns), each a share in [0, 1]; null = not reported. */
export type ScoreTable = readonly (readonly (number | null)[])[];

/** The reported cells in two orders: by model, and by benchmark. */
export interface ScoreCells {
  readonly models: number;
  readonly benchmarks: number;
  readonly byModel: CellList;
  readonly byBenchmark: CellList;
}

/** Cells of owner o: positions start[o] up to start[o + 1] of `partner` and `score`. */
export interface CellList {
  readonly start: Uint32Array;
  readonly partner: Uint32Array;
  readonly score: Float64Array;
}

/** Returns the reported cells of a table; every row must have the same length. */
export function scoreCells(table: ScoreTable): ScoreCells {
  const benchmarks = table[0]?.length ?? 0;
  for (const [model, row] of table.entries()) {
    if (row.length !== benchmarks) throw new RangeError(`row ${model} has ${row.length} of ${benchmarks} scores`);
    for (const score of row) if (score !== null && !(score >= 0 && score <= 1)) throw new RangeError(`score ${score}`);
  }
  const columns = Array.from({ length: benchmarks }, (_, benchmark) => table.map((row) => row[benchmark] ?? null));
  return { models: table.length, benchmarks, byModel: cellList(table), byBenchmark: cellList(columns) };
}

function cellList(rows: ScoreTable): CellList {
  const start = new Uint32Array(rows.length + 1);
  for (const [owner, row] of rows.entries()) {
    start[owner + 1] = (start[owner] as number) + row.reduce<number>((sum, score) => sum + Number(score !== null), 0);
  }
  const partner = new Uint32Array(start[rows.length] as number);
  const scores = new Float64Array(partner.length);
  let position = 0;
  for (const row of rows) {
    for (const [index, score] of row.entries()) {
      if (score === null) continue;
      partner[position] = index;
      scores[position] = score;
      position += 1;
    }
  }
  return { start, partner, score: scores };
}
