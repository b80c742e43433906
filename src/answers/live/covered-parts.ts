import { pause, Waiters } from '../../util/waiting.ts';
import type { ItemTask } from '../plan/item-task.ts';
import { planWithoutAnswers } from '../plan/planned-calls.ts';
import type { TaskPart } from '../plan/task-parts.ts';

/** Milliseconds between looks at what other workers have begun and spent. */
const lookEveryMs = 1_000;

/** Dollars that are not spent, and the mean cost of an answer; null while no answer has a cost. */
export interface Money {
  readonly left: number;
  readonly mean: number | null;
}

/** What parts are covered by. */
interface Cover {
  /** Returns the money of the run; null: it has no budget. */
  readonly money: () => Promise<Money | null>;
  /** Returns the number of parts that other workers have begun before a part of this one; absent: no other process works on the run. */
  readonly begunByOthers?: ((part: TaskPart) => Promise<number>) | undefined;
  /** Gives back what this process has drawn of the budget and does not need for calls in flight. */
  readonly giveBack: () => Promise<void>;
  /** Aborted when no call may be sent any more. */
  readonly stop: AbortSignal;
}

/**
 * The parts that have been begun under a budget. A part is begun beside others only while the budget is expected to cover all
 * of them; otherwise it waits until they are complete, so that a run that its budget halts has answers of few incomplete items.
 */
export class CoveredParts {
  readonly #cover: Cover;
  /** Calls of each begun task that have not ended, as if each call were answered. */
  readonly #open = new Map<ItemTask, number>();
  readonly #ends: Waiters;

  constructor(cover: Cover) {
    this.#cover = cover;
    this.#ends = new Waiters(cover.stop);
  }

  /** Resolves when a part may be begun with its tasks, or the execution ends. */
  async begin(part: TaskPart, tasks: readonly ItemTask[]): Promise<void> {
    const { money, begunByOthers, giveBack, stop } = this.#cover;
    if ((await money()) === null) return;
    const calls = tasks.map((task) => planWithoutAnswers(task.experiment, task.context).length);
    const own = calls.reduce((sum, each) => sum + each, 0);
    while (!stop.aborted) {
      const ended = this.#ends.wait(); // before the look: an end during it counts
      const others = (await begunByOthers?.(part)) ?? 0;
      if (this.#open.size === 0 && others === 0) break;
      const now = await money();
      const open = [...this.#open.values()].reduce((sum, each) => sum + each, 0) + others * own;
      if (now === null || (now.mean !== null && now.mean * (open + own) <= now.left)) break;
      await giveBack();
      await (others === 0 ? ended : pause(lookEveryMs, stop));
    }
    for (const [index, task] of tasks.entries()) this.#open.set(task, calls[index] as number);
  }

  /** Reports that a call of a task has ended. */
  callEnded(task: ItemTask): void {
    const open = this.#open.get(task);
    if (open === undefined) return;
    this.#open.set(task, Math.max(0, open - 1));
    this.#ends.wakeAll();
  }

  /** Reports that a task has no further calls. */
  taskEnded(task: ItemTask): void {
    if (this.#open.delete(task)) this.#ends.wakeAll();
  }
}
