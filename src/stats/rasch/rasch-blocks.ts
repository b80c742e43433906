import type { ScoreCells } from './score-table.ts';

/** Blocks of models and benchmarks with comparable measures; nodes number the models, then the benchmarks. */
interface RaschBlocks {
  /** Block of each node, numbered from 0; null where its measure has no finite maximum-likelihood estimate. */
  readonly blockOf: readonly (number | null)[];
  readonly blocks: number;
}

/**
 * Returns blocks by Ford's condition (1957) on the graph in which a model beats a benchmark by a score above 0 and is
 * beaten by one below 1: estimates are finite and comparable exactly within its strongly connected components.
 */
export function raschBlocks(cells: ScoreCells): RaschBlocks {
  const nodes = cells.models + cells.benchmarks;
  const beats = (node: number, visit: (other: number) => void) => eachNeighbour(cells, node, { won: true, visit });
  const losesTo = (node: number, visit: (other: number) => void) => eachNeighbour(cells, node, { won: false, visit });
  // Kosaraju's algorithm: finishing order forward, then reachability backward in reverse of that order.
  const finished: number[] = [];
  const seen = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node += 1) finish(node, { finished, seen, neighbours: beats });
  const component = new Int32Array(nodes).fill(-1);
  const sizes: number[] = [];
  for (const node of finished.reverse()) {
    if (component[node] !== -1) continue;
    sizes.push(spread(node, { component, label: sizes.length, neighbours: losesTo }));
  }
  const labels = new Map<number, number>();
  const blockOf = Array.from(component, (label) => {
    if ((sizes[label] as number) < 2) return null;
    if (!labels.has(label)) labels.set(label, labels.size);
    return labels.get(label) ?? null;
  });
  return { blockOf, blocks: labels.size };
}

type Neighbours = (node: number, visit: (other: number) => void) => void;

function eachNeighbour(
  cells: ScoreCells,
  node: number,
  { won, visit }: { readonly won: boolean; readonly visit: (other: number) => void },
): void {
  const isModel = node < cells.models;
  const list = isModel ? cells.byModel : cells.byBenchmark;
  const owner = isModel ? node : node - cells.models;
  for (let cell = list.start[owner] as number; cell < (list.start[owner + 1] as number); cell += 1) {
    const score = list.score[cell] as number;
    const reached = isModel === won ? score > 0 : score < 1;
    if (reached) visit((list.partner[cell] as number) + (isModel ? cells.models : 0));
  }
}

/** Appends the nodes newly reached from `root`, each after all nodes that it reaches (depth first, without recursion). */
function finish(
  root: number,
  how: { readonly finished: number[]; readonly seen: Uint8Array; readonly neighbours: Neighbours },
): void {
  const { finished, seen, neighbours } = how;
  const stack = [root];
  // When a node appears on the stack as its complement, everything below it is finished.
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (top < 0) finished.push(-1 - top);
    if (top < 0 || seen[top] === 1) continue;
    seen[top] = 1;
    stack.push(-1 - top);
    neighbours(top, (other) => {
      if (seen[other] === 0) stack.push(other);
    });
  }
}

/** Labels unlabeled nodes that are reachable from `root`; returns their number. */
function spread(
  root: number,
  how: { readonly component: Int32Array; readonly label: number; readonly neighbours: Neighbours },
): number {
  const { component, label, neighbours } = how;
  component[root] = label;
  const stack = [root];
  let size = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    size += 1;
    neighbours(node, (other) => {
      if (component[other] !== -1) return;
      component[other] = label;
      stack.push(other);
    });
  }
  return size;
}
