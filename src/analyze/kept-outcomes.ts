import { sebVersion } from '../answers/prepare/provenance.ts';
import { readScoredRuns } from '../answers/stored-run.ts';
import type { RunId } from '../domain/run-config.ts';
import { type Experiments, experimentNamed, isShipped } from '../experiments/registry.ts';
import type { ReadingCount, ServedModel } from '../results/answers.ts';
import type { CheckFinding } from '../results/row-check.ts';
import { packLines } from '../store/outcomes-to-keep.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { canonicalJson, sha256 } from '../util/canonical-json.ts';
import { type ItemOutcomes, itemOfLine, lineOf } from './kept-item.ts';
import type { ToolCounts } from './self-run/tool-findings.ts';

/**
 * Version of what is read from answers: raise it with every change by which stored answers have other outcomes. A test
 * compares the outcomes of the golden stores with those of this version. (A hash of files would differ between a checkout and
 * the bundle.)
 */
export const readerVersion = 4;

/** Version of what is kept: raise it with every change of `AnswerFacts` or of the lines of items. */
const factsVersion = 7;

/** Calls of a run from which on keeping its outcomes saves more time than it takes. */
export const usualKeptFrom = 200;

/** Characters of lines in a block, about. */
const blockSize = 1 << 20;

/** What the answers of a run tell beside the outcomes of its items. */
export interface AnswerFacts {
  readonly served: readonly ServedModel[];
  readonly readings: readonly ReadingCount[];
  readonly toolUses: readonly ToolCounts[];
  /** What is in doubt about the answers. */
  readonly checks: readonly CheckFinding[];
  /** Which answers are from other weights than the servers told last, one sentence each. */
  readonly otherWeights: readonly string[];
}

/** Outcomes of a run as they were read from its answers and kept in the store. */
interface KeptRun {
  readonly facts: AnswerFacts;
  readonly items: () => Iterable<ItemOutcomes>;
}

/** Outcomes of the runs of a store that can be kept, and those that are. */
export class KeptOutcomes {
  readonly #store: Store;
  readonly #experiments: Experiments;
  readonly #from: number;
  #hasLabels: Promise<boolean> | null = null;
  #all: Promise<Readonly<Record<string, unknown>>> | null = null;

  /** `from`: number of calls of a run from which on its outcomes are kept. */
  constructor({ store, experiments }: { readonly store: Store; readonly experiments: Experiments }, from: number) {
    this.#store = store;
    this.#experiments = experiments;
    this.#from = from;
  }

  /**
   * Returns under which key the outcomes of a run are kept: everything that they depend on is part of it. Null for a run whose
   * outcomes are not kept: it has not ended, answers are gone, it is small, people labeled answers of the store, its
   * experiments are the user's own, or its reader declares a scale or a stratum.
   */
  async key(run: RunRecord): Promise<string | null> {
    const { id, config, probabilityScale, stratum } = run;
    if (this.#from === Number.POSITIVE_INFINITY) return null;
    if ((probabilityScale ?? null) !== null || stratum !== undefined) return null;
    const experiments = config.experiments.map(({ name }) => experimentNamed(this.#experiments, name));
    if (!experiments.every(isShipped)) return null;
    const answers = await this.#answersOf(run);
    if (answers === null || (await this.#isLabeled())) return null;
    return sha256(
      canonicalJson({
        ...{ readerVersion, factsVersion, program: sebVersion(), run: id, answers },
        experiments: experiments.map(({ name, version }) => [name, version]),
      }),
    );
  }

  /**
   * Returns what the answers of a run are, in short. Those of a finished run do not change; a run that ended without some of
   * its answers gets them where another run of the store sends the same calls. Null for too few, and for a run that goes on.
   */
  async #answersOf({ id, status }: RunRecord): Promise<unknown> {
    if (status === 'finished') {
      const finish = await this.#store.finished(id);
      if (finish === null || finish.calls < this.#from) return null;
      const { calls, lastBlock, answers, contributingRuns } = finish;
      return { status, calls, lastBlock, answers, weights: await this.#weightsOf([...contributingRuns].toSorted()) };
    }
    if (status !== 'incomplete' || (await this.#store.runSize(id)).answers < this.#from) return null;
    this.#all ??= this.#allAnswers();
    return { status, ...(await this.#all) };
  }

  async #allAnswers(): Promise<Readonly<Record<string, unknown>>> {
    const runs = (await this.#store.runs()).map(({ id, provenance }) => [id, provenance.weights ?? []] as const);
    return { ...(await this.#store.answersState()), weights: runs.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
  }

  /** Returns what servers told about the weights in runs that paid for answers. */
  async #weightsOf(runs: readonly RunId[]): Promise<unknown> {
    const told: unknown[] = [];
    for (const id of runs) told.push([id, (await this.#store.run(id))?.provenance.weights ?? []]);
    return told;
  }

  /** Returns what is kept under a key; null where nothing is. */
  async find(run: RunRecord, key: string): Promise<KeptRun | null> {
    const blocks = await this.#store.keptOutcomes(run.id, key).catch(() => null); // a role may not read the table
    if (blocks === null) return null;
    const [first = []] = blocks;
    return {
      facts: JSON.parse(first[0] ?? '') as AnswerFacts, // written by `Keeping` of this version, and its hash was compared
      items: function* () {
        let number = 0;
        for (const lines of blocks) {
          for (const line of number === 0 ? lines.slice(1) : lines) yield itemOfLine(line);
          number += 1;
        }
      },
    };
  }

  /**
   * Keeps outcomes. Where that fails for any reason (a store that is read-only, full or in use, a role that may not make a table),
   * none are kept: nothing depends on them.
   */
  async keep(run: RunRecord, key: string, lines: OutcomeLines, facts: AnswerFacts): Promise<void> {
    try {
      await this.#store.keepOutcomes(run.id, { key, blocks: lines.blocks(facts) });
    } catch {
      // the answers are read again
    }
  }

  async #isLabeled(): Promise<boolean> {
    this.#hasLabels ??= this.#store.labels().then((labels) => labels.length > 0);
    return await this.#hasLabels;
  }
}

/** What a comparison of kept outcomes with the answers found. */
interface KeptCheck {
  /** Runs whose outcomes are kept, and items of them that were compared. */
  readonly runs: number;
  readonly items: number;
  /** Runs whose kept outcomes are others than those of their answers. */
  readonly wrong: readonly RunId[];
}

/** Reads the answers of all runs whose outcomes are kept, and compares. */
export async function checkKeptOutcomes(store: Store, experiments: Experiments): Promise<KeptCheck> {
  const kept = new KeptOutcomes({ store, experiments }, 0);
  const wrong: RunId[] = [];
  let [runs, items] = [0, 0];
  const known = (await store.runs()).filter(({ config }) =>
    config.experiments.every(({ name }) => experiments.has(name)),
  );
  for await (const { run, items: read } of readScoredRuns({ store, runs: known, experiments })) {
    const key = await kept.key(run);
    const found = key === null ? null : await kept.find(run, key);
    if (found === null) continue;
    runs += 1;
    const lines = found.items()[Symbol.iterator]();
    let isSame = true;
    for await (const { work, item, ...outcomes } of read()) {
      const next = lines.next();
      isSame &&=
        next.done !== true && lineOf(next.value) === lineOf({ ...outcomes, title: work.experiment.title(item) });
      items += 1;
    }
    if (!isSame || lines.next().done !== true) wrong.push(run.id);
  }
  return { runs, items, wrong };
}

/** Packs the outcomes of a run while they are read. */
export class OutcomeLines {
  readonly #blocks: Uint8Array[] = [];
  #lines: string[] = [];
  #size = 0;

  add(item: ItemOutcomes): void {
    const line = lineOf(item);
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#size < blockSize) return;
    this.#blocks.push(packLines(this.#lines));
    [this.#lines, this.#size] = [[], 0];
  }

  /** Returns the blocks; the first one begins with the facts. */
  blocks(facts: AnswerFacts): readonly Uint8Array[] {
    const rest = this.#lines.length === 0 ? [] : [packLines(this.#lines)];
    return [packLines([JSON.stringify(facts)]), ...this.#blocks, ...rest];
  }
}
