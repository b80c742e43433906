import { kindOfOutcome, type OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { pseudonym } from '../../outcome-kinds/unit-text.ts';
import type { ReportFacts } from './report-input.ts';

/** Rows of one item as a report may show them. */
export interface ShownRows {
  readonly rows: readonly OutcomeRow[];
  /** Whether the item may be shown; if not, nothing in the rows reveals it. */
  readonly isOpen: boolean;
}

/** Returns the function that withholds items whose data may not be redistributed; those of unknown data may not. */
export function showRule(source: Pick<ReportFacts, 'runs' | 'datasets'>): (rows: readonly OutcomeRow[]) => ShownRows {
  const isExportable = exportRule(source);
  return (rows) => {
    const isOpen = rows[0] !== undefined && isExportable(rows[0]);
    return { rows: isOpen ? rows : rows.map(redactRow), isOpen };
  };
}

function exportRule({ runs, datasets }: Pick<ReportFacts, 'runs' | 'datasets'>): (row: OutcomeRow) => boolean {
  const open = new Set(datasets.filter(({ redistributable }) => redistributable).map((dataset) => dataset.sha256));
  const allowed = new Map<string, ReadonlySet<string>>(
    runs.map(({ id, config: { experiments } }) => [
      id,
      new Set(experiments.filter(({ dataset }) => open.has(dataset.sha256)).map(({ name }) => name)),
    ]),
  );
  return ({ run, experiment }) => allowed.get(run)?.has(experiment) ?? false;
}

/** Returns the row without anything that reveals items, or answers that may quote them. */
function redactRow(row: OutcomeRow): OutcomeRow {
  return {
    ...row,
    item: pseudonym(row.item),
    cluster: pseudonym(row.cluster),
    outcome: kindOfOutcome(row.outcome).withheld(row.outcome),
  };
}
