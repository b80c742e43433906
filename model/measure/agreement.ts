/** How well one table of yes/no outcomes foretells another; rows are things asked about, columns are executions. */
export type Outcomes = readonly (readonly boolean[])[];

export interface Agreement {
  readonly accuracy: number;
  /** Matthews correlation: 0 for a predictor that knows nothing, whatever the base rate. */
  readonly correlation: number;
}

function fromCounts(hits: number, falseAlarms: number, misses: number, rejections: number): Agreement {
  const total = hits + falseAlarms + misses + rejections;
  const scale = Math.sqrt((hits + falseAlarms) * (hits + misses) * (rejections + falseAlarms) * (rejections + misses));
  return {
    accuracy: (hits + rejections) / total,
    correlation: scale === 0 ? 0 : (hits * rejections - falseAlarms * misses) / scale,
  };
}

/** Every execution of the subject predicted by every other one of it. */
export function secondExecution(subject: Outcomes): Agreement {
  let hits = 0;
  let mixed = 0;
  let rejections = 0;
  for (const row of subject) {
    const yes = row.filter(Boolean).length;
    const no = row.length - yes;
    hits += yes * (yes - 1);
    mixed += yes * no;
    rejections += no * (no - 1);
  }
  return fromCounts(hits, mixed, mixed, rejections);
}

/** Every execution of the subject predicted by what another model does in most of its executions. */
export function consensus(subject: Outcomes, other: Outcomes): Agreement {
  let [hits, falseAlarms, misses, rejections] = [0, 0, 0, 0];
  for (const [index, row] of subject.entries()) {
    const votes = other[index] ?? [];
    const predicted = votes.filter(Boolean).length * 2 > votes.length;
    const yes = row.filter(Boolean).length;
    if (predicted) {
      hits += yes;
      falseAlarms += row.length - yes;
    } else {
      misses += yes;
      rejections += row.length - yes;
    }
  }
  return fromCounts(hits, falseAlarms, misses, rejections);
}
