/** Why an execution has no outcome, and what it counts as: 0 as wrong, null not at all. */
interface MissingExecution<Reason extends string> {
  readonly reason: Reason;
  readonly counted: number | null;
}

/** One execution by how right it is, of a run or of a log. */
export interface RightExecution<Reason extends string = string> {
  /** In [0, 1]; null where it does not count. */
  readonly share: number | null;
  /** Null where it has an outcome. */
  readonly missing: MissingExecution<Reason> | null;
}

/** How right the executions of one unit are: means in [0, 1]. */
export interface RightScore {
  /** Over the executions that count; null where none does. */
  readonly score: number | null;
  /** Over the executions with an outcome alone; null where none has one. */
  readonly answered: number | null;
  /** Share of the executions that do not count. */
  readonly lost: number;
}

/** Returns how right the executions of one unit are, for every source of answers. */
export function countRight(executions: readonly RightExecution[]): RightScore {
  const { score, counted } = meanShare(executions, () => true);
  const isWhole = executions.every(({ missing }) => missing === null);
  const answered = isWhole ? score : meanShare(executions, ({ missing }) => missing === null).score;
  return { score, answered, lost: 1 - counted / executions.length };
}

function meanShare(executions: readonly RightExecution[], isUsed: (execution: RightExecution) => boolean) {
  let [right, counted] = [0, 0];
  for (const execution of executions)
    if (execution.share !== null && isUsed(execution)) {
      right += execution.share;
      counted += 1;
    }
  return { score: counted === 0 ? null : right / counted, counted };
}

/** Executions without an outcome that count alike. */
export interface MissingCount<Reason extends string = string> extends MissingExecution<Reason> {
  executions: number;
}

/** Adds the executions without an outcome to counts, by reason and by what they count as. */
export function addMissing<Reason extends string>(
  counts: Map<string, MissingCount<Reason>>,
  executions: readonly RightExecution<Reason>[],
): void {
  for (const { missing } of executions) {
    if (missing === null) continue;
    const key = `${missing.reason} ${missing.counted}`;
    const count = counts.get(key) ?? { ...missing, executions: 0 };
    counts.set(key, count);
    count.executions += 1;
  }
}
