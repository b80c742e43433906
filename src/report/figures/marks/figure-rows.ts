import type { PublishedResults } from '../../../dataset/files/published-results.ts';
import type { Estimate } from '../../../domain/estimate.ts';
import type { Policy } from '../../../domain/policy.ts';
import type { Experiments } from '../../../experiments/registry.ts';
import type { Labels } from './labels.ts';

/** Input of most figures. */
export interface FigureRows {
  readonly estimates: readonly Estimate[];
  readonly labels: Labels;
  readonly experiments: Experiments;
  /** The paper's fifteen models to draw for comparison; null if none. */
  readonly published: PublishedResults | null;
}

/** One measure of one experiment under one policy, as a panel of a figure. */
export interface Wanted {
  readonly panel: string;
  readonly experiment: string;
  readonly measure: string;
  readonly policy: Policy;
  /** Name in the published results, if it differs from the measure's. */
  readonly publishedMeasure?: string;
}
