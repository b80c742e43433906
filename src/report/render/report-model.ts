import type { ReportSection } from '../../results/page.ts';
import type { Figure } from '../figures/render/figure.ts';
import type { MissingRow } from '../methods/missing-data.ts';
import type { RunFacts } from '../methods/provenance-facts.ts';

/** Content of a report, independent of HTML or Markdown. */
export interface ReportModel {
  readonly title: string;
  readonly subtitle: string;
  /** What the report measures, in words. */
  readonly whatIsMeasured: string;
  /** Caveats that a reader must know before believing a number. */
  readonly caveats: readonly string[];
  readonly sections: readonly ReportSection[];
  readonly figures: readonly Figure[];
  readonly missing: readonly MissingRow[];
  readonly methods: readonly string[];
  readonly provenance: readonly RunFacts[];
}
