import type { Estimate } from '../../domain/estimate.ts';
import type { Policy } from '../../domain/policy.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { PublishedResults } from '../../files/published-results.ts';
import type { Labels } from './labels.ts';

/** What most figures are drawn from. */
export interface FigureRows {
  readonly estimates: readonly Estimate[];
  readonly labels: Labels;
  readonly experiments: Experiments;
  /** The fifteen models of the paper, to be drawn beside; null for none. */
  readonly published: PublishedResults | null;
}

/** One measure of one experiment under one policy, as a panel of a figure. */
export interface Wanted {
  readonly panel: string;
  readonly experiment: string;
  readonly measure: string;
  readonly policy: Policy;
  /** Name in the published results where it is not the measure's. */
  readonly publishedMeasure?: string;
}
