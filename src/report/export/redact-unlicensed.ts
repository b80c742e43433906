import type { CategoricalOutcome, Observed, Outcome, OutcomeRow, Solve } from '../../domain/outcome.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { assertNever } from '../../util/types.ts';
import type { ReportInput } from '../report-input.ts';

/** Rows of one item as a report may show them. */
export interface ShownRows {
  readonly rows: readonly OutcomeRow[];
  /** Whether the item may be shown; if not, nothing in the rows reveals it. */
  readonly isOpen: boolean;
}

/** Returns the function that withholds items whose data may not be redistributed; those of unknown data may not. */
export function showRule(source: Pick<ReportInput, 'runs' | 'datasets'>): (rows: readonly OutcomeRow[]) => ShownRows {
  const isExportable = exportRule(source);
  return (rows) => {
    const isOpen = rows[0] !== undefined && isExportable(rows[0]);
    return { rows: isOpen ? rows : rows.map(redactRow), isOpen };
  };
}

function exportRule({ runs, datasets }: Pick<ReportInput, 'runs' | 'datasets'>): (row: OutcomeRow) => boolean {
  const open = new Set(datasets.filter(({ redistributable }) => redistributable).map((dataset) => dataset.sha256));
  const allowed = new Map<string, ReadonlySet<string>>(
    runs.map(({ id, config: { experiments } }) => [
      id,
      new Set(experiments.filter(({ dataset }) => open.has(dataset.sha256)).map(({ name }) => name)),
    ]),
  );
  return ({ run, experiment }) => allowed.get(run)?.has(experiment) ?? false;
}

/** Pseudonyms of recent texts: the rows of all models name the same items and units. */
const known = new Map<string, string>();
const mostKnown = 1_000;

/** Returns a pseudonym that is constant for a text and does not reveal it. */
function pseudonym(text: string): string {
  const same = known.get(text);
  if (same !== undefined) return same;
  if (known.size >= mostKnown) known.clear();
  const made = `withheld-${sha256(text).slice(0, 16)}`;
  known.set(text, made);
  return made;
}

/** Returns the row without anything that reveals items, or answers that may quote them. */
function redactRow(row: OutcomeRow): OutcomeRow {
  return { ...row, item: pseudonym(row.item), cluster: pseudonym(row.cluster), outcome: withheldOutcome(row.outcome) };
}

function withheldOutcome(outcome: Outcome): Outcome {
  switch (outcome.kind) {
    case 'binary':
      return {
        ...outcome,
        unit: outcome.unit === '' ? '' : pseudonym(outcome.unit),
        forecast: plain(outcome.forecast),
        executions: outcome.executions.map(plain),
        ...(outcome.judgements === undefined
          ? {}
          : { judgements: outcome.judgements.map((each) => ({ ...each, verdicts: each.verdicts.map(plain) })) }),
      };
    case 'ranking':
      return {
        ...outcome,
        units: outcome.units.map(pseudonym),
        forecast: changed(outcome.forecast, (names) => names.map(pseudonym)),
        executions: outcome.executions.map((solves) =>
          solves.map((solve): Solve => ({ ...solve, correct: plain(solve.correct) })),
        ),
        label: outcome.label?.map(pseudonym) ?? null,
      };
    case 'text':
      return {
        ...outcome,
        forecast: changed(outcome.forecast, withheldText),
        executions: outcome.executions.map((part) => changed(part, withheldText)),
        unrelated: outcome.unrelated === null ? null : withheldText(outcome.unrelated),
        ...(outcome.judgedFailure === undefined ? {} : { judgedFailure: plain(outcome.judgedFailure) }),
      };
    case 'authored':
      return {
        ...outcome,
        authored: changed(outcome.authored, (authored) => ({
          ...authored,
          question: withheldText(authored.question),
          options: authored.options.map(withheldText),
          explanation: authored.explanation === null ? null : withheldText(authored.explanation),
        })),
        attempts: outcome.attempts.map(plain),
        peers: outcome.peers.map(plain),
        ...(outcome.judge === undefined ? {} : { judge: plain(outcome.judge) }),
        duplicateOf: outcome.duplicateOf === null ? null : pseudonym(outcome.duplicateOf),
      };
    case 'categorical':
      return {
        ...outcome,
        predictions: outcome.predictions.map((part) => changed(part, withheldValue(outcome))),
        executions: outcome.executions.map((part) => changed(part, withheldValue(outcome))),
        label: outcome.label === null ? null : withheldValue(outcome)(outcome.label),
        echo: outcome.echo === null ? null : withheldValue(outcome)(outcome.echo),
      };
    default:
      return assertNever(outcome);
  }
}

/** Returns a function that replaces words, which may quote the item; true, false and letters are kept. */
function withheldValue({ values }: CategoricalOutcome): (value: string) => string {
  return values === 'open' ? pseudonym : (value) => (value.length > 'false'.length ? pseudonym(value) : value);
}

function withheldText(text: string): string {
  return `withheld (${text.length} characters)`;
}

/** Removes a reason's detail, which may quote the answer, which may quote its item. */
function plain<T>(part: Observed<T>): Observed<T> {
  return part.kind === 'present' ? part : { ...part, detail: '' };
}

function changed<T>(part: Observed<T>, change: (value: T) => T): Observed<T> {
  return part.kind === 'present' ? { ...part, value: change(part.value) } : { ...part, detail: '' };
}
