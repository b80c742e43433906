import { CalibrationPoints } from '../../analyze/estimates/calibration-points.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { missingReason, type OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { OutcomeExport } from '../../report/export/export-outcomes.ts';
import { isLogged } from '../../report/inspect-logs/log-writer.ts';
import { MissingExamples } from '../../report/methods/missing-data.ts';
import { WrittenExamples } from '../../report/tables/written-examples.ts';

/** Collects the single outcomes that a run's page shows, without writing files. */
export class PagePass {
  readonly #calibration = new CalibrationPoints();
  readonly #losses = new MissingExamples();
  readonly #examples = new WrittenExamples();
  #rows = 0;
  readonly #experiments: Experiments;

  constructor(experiments: Experiments) {
    this.#experiments = experiments;
  }

  /** Adds a row. `about`: text of the item. */
  add(row: OutcomeRow, about: string): void {
    if (!isLogged(row)) return;
    this.#rows += 1;
    this.#calibration.add(row);
    const reason = missingReason(row.outcome, experimentNamed(this.#experiments, row.experiment).slots);
    if (reason !== null) this.#losses.add(row, reason);
    this.#examples.add(row, about);
  }

  finish(): OutcomeExport {
    return {
      calibration: this.#calibration.rows(),
      missing: this.#losses.rows(),
      examples: this.#examples.tables(),
      withheld: 0,
      rows: this.#rows,
    };
  }
}
