import { totalsOf } from '../../stats/jackknife.ts';

/** Rows that are scored in several ways, usually one target's rows scored by each predictor, as parallel lists. */
interface TablePart {
  readonly clusters: readonly string[];
  readonly groups: readonly string[];
  /** One list of scores for each way of scoring, usually 0 or 1 per row. */
  readonly scores: readonly (readonly number[])[];
}

/** Scores every item in every way. */
export function tablePart<Item extends { readonly cluster: string; readonly group: string }>(
  items: readonly Item[],
  scores: readonly ((item: Item) => number)[],
): TablePart {
  return {
    clusters: items.map(({ cluster }) => cluster),
    groups: items.map(({ group }) => group),
    scores: scores.map((score) => items.map(score)),
  };
}

/** Position of a mean score: the indices of its part, its way of scoring, and its group. */
interface RatePlace {
  readonly part: number;
  readonly score: number;
  readonly group: number;
}

/**
 * Sums by cluster: one column for each part's row count in a group, and one for each of its scores in a group. Every
 * accuracy is a ratio of two columns of the totals, so the jackknife takes one pass over clusters, not over rows.
 */
export class RateTable {
  readonly groups: readonly string[];
  /** One row of sums per cluster, sorted by name, so that draws do not depend on the order of rows. */
  readonly clusters: readonly Float64Array[];
  /** Number of rows in the used groups, over all parts. */
  readonly n: number;
  readonly #offsets: readonly number[];

  constructor(parts: readonly TablePart[], groups: readonly string[]) {
    this.groups = groups;
    let width = 0;
    this.#offsets = parts.map(({ scores }) => {
      width += (1 + scores.length) * groups.length;
      return width - (1 + scores.length) * groups.length;
    });
    const places = new Map(groups.map((group, position) => [group, position]));
    const clusters = new Map<string, Float64Array>();
    let n = 0;
    for (const [index, part] of parts.entries()) {
      n += addRows(part, { offset: this.#offsets[index] as number, width, places, clusters });
    }
    this.clusters = [...clusters].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sums]) => sums);
    this.n = n;
  }

  /** Returns a part's mean score in a group, or null without rows. */
  rate(totals: ArrayLike<number>, place: RatePlace): number | null {
    const n = this.count(totals, place.part, place.group);
    return n > 0 ? this.sum(totals, place) / n : null;
  }

  sum(totals: ArrayLike<number>, { part, score, group }: RatePlace): number {
    return totals[(this.#offsets[part] as number) + (1 + score) * this.groups.length + group] as number;
  }

  count(totals: ArrayLike<number>, part: number, group: number): number {
    return totals[this.countColumn(part, group)] as number;
  }

  /** Returns the column that counts a part's rows in a group. */
  countColumn(part: number, group: number): number {
    return (this.#offsets[part] as number) + group;
  }

  /** Returns the totals of all clusters with other scores of the items of a part in some of its ways of scoring. */
  totalsWith<Item extends { readonly group: string }>(
    part: number,
    items: readonly Item[],
    scores: readonly { readonly score: number; readonly of: (item: Item) => number }[],
  ): Float64Array {
    const totals = totalsOf(this.clusters);
    const places = new Map(this.groups.map((group, position) => [group, position]));
    for (const { score, of } of scores) {
      const start = (this.#offsets[part] as number) + (1 + score) * this.groups.length;
      totals.fill(0, start, start + this.groups.length);
      for (const item of items) {
        const place = places.get(item.group);
        if (place !== undefined) totals[start + place] = (totals[start + place] as number) + of(item);
      }
    }
    return totals;
  }

  /** Returns the unweighted mean over groups of a part's mean score; null where a group has no rows. */
  macro(totals: ArrayLike<number>, part: number, score: number): number | null {
    return this.overGroups((group) => this.rate(totals, { part, score, group }));
  }

  /** Returns the mean score over a part's rows, ignoring groups; null without rows. */
  micro(totals: ArrayLike<number>, part: number, score: number): number | null {
    let n = 0;
    let sum = 0;
    for (let group = 0; group < this.groups.length; group += 1) {
      n += this.count(totals, part, group);
      sum += this.sum(totals, { part, score, group });
    }
    return n > 0 ? sum / n : null;
  }

  /** Returns the unweighted mean over groups of a function of the group; null where the function is null for a group. */
  overGroups(value: (group: number) => number | null): number | null {
    let sum = 0;
    for (let group = 0; group < this.groups.length; group += 1) {
      const own = value(group);
      if (own === null) return null;
      sum += own;
    }
    return this.groups.length === 0 ? null : sum / this.groups.length;
  }
}

interface Adding {
  readonly offset: number;
  readonly width: number;
  readonly places: ReadonlyMap<string, number>;
  readonly clusters: Map<string, Float64Array>;
}

/** Adds a part's rows of the used groups to the sums of their clusters; returns their number. */
function addRows(part: TablePart, { offset, width, places, clusters }: Adding): number {
  let n = 0;
  for (let row = 0; row < part.clusters.length; row += 1) {
    const place = places.get(part.groups[row] as string);
    if (place === undefined) continue;
    const cluster = part.clusters[row] as string;
    let sums = clusters.get(cluster);
    if (sums === undefined) {
      sums = new Float64Array(width);
      clusters.set(cluster, sums);
    }
    n += 1;
    sums[offset + place] = (sums[offset + place] as number) + 1;
    for (const [index, values] of part.scores.entries()) {
      const column = offset + (1 + index) * places.size + place;
      sums[column] = (sums[column] as number) + (values[row] as number);
    }
  }
  return n;
}
