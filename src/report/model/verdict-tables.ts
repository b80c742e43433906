import type { Contrast, ModelContrasts } from '../../analyze/contrasts.ts';
import { explainAbsence } from '../../analyze/estimates/absence.ts';
import { minVerdictClusters } from '../../analyze/findings/model-verdicts.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { type VerdictWord, verdictTexts } from '../../domain/finding.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { oneLine } from '../../util/text.ts';
import { intervalText, numberText } from '../figures/marks/number-text.ts';
import { measureName } from './experiment-notes.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  maxNameWidth,
  numberCell,
  type ReportSection,
  type ReportTable,
  right,
  type TableCell,
  textCell,
} from './report-table.ts';

/** Returns the answer to the report's question: one verdict per model and experiment, and the numbers that it rests on. */
export function verdictSection(
  experiments: Experiments,
  estimates: readonly Estimate[],
  contrasts: readonly ModelContrasts[],
): ReportSection {
  return {
    id: 'verdicts',
    title: questionTitle(contrasts),
    lead: 'Each model predicts its own behavior in one session and shows it in others. A verdict compares its predictions with the best constant answer, with the item rule, and with the behavior of other models.',
    absence: contrasts.length === 0 ? 'no experiment with yes/no or ranked outcomes' : null,
    tables: contrasts.length === 0 ? [] : [verdictTable(experiments, estimates, contrasts), contrastTable(contrasts)],
  };
}

function questionTitle(contrasts: readonly ModelContrasts[]): string {
  const models = [...new Set(contrasts.map(({ model }) => oneLine(model, 24)))];
  const [only, other, ...more] = models;
  if (only === undefined) return 'Can a model predict itself?';
  if (other === undefined) return `Can ${only} predict itself?`;
  return more.length === 0 ? `Can ${only} and ${other} predict themselves?` : 'Can these models predict themselves?';
}

function verdictTable(
  experiments: Experiments,
  estimates: readonly Estimate[],
  contrasts: readonly ModelContrasts[],
): ReportTable {
  const several = severalConditions(contrasts);
  const repeated = severalRuns(contrasts);
  const rows = contrasts.map((contrast) => ({ contrast, estimate: headlineOf(contrast, estimates) }));
  return {
    id: 'verdict-table',
    title: 'Verdicts',
    lead: 'above others: better than the best constant answer, the item rule and the other models. above chance: better than the best constant answer. The reasons of each verdict are in report.json.',
    ...filled(rows, [
      left('model', 'Model name as given by the user.', ({ contrast: { model, run } }) =>
        textCell(oneLine(model, maxNameWidth), `run ${run}`),
      ),
      left('task', 'Predicted behavior.', ({ contrast: { experiment, condition } }) =>
        textCell(experiments.get(experiment)?.presentation?.task ?? experiment, condition),
      ),
      ...(several ? [conditionColumn] : []),
      ...(repeated ? [runColumn] : []),
      right(
        'itself',
        'Score of the model’s predictions of itself, ± half the width of the 95 % interval.',
        ({ estimate }) => percentCell(estimate),
      ),
      right(
        'base rate',
        'The best constant answer (chosen and scored on different groups of items).',
        ({ estimate }) => referenceCell(estimate, 'base_rate'),
        several || repeated ? 1 : 0, // what distinguishes rows is shown first
      ),
      right(
        'other models',
        'The behavior of the other models on the same items, used as the prediction.',
        ({ estimate }) => referenceCell(estimate, 'other_models'),
        3,
      ),
      right(
        're-execution',
        'A re-execution of the same model, used as the prediction.',
        ({ estimate }) => referenceCell(estimate, 'reexecution'),
        2,
      ),
      left(
        'verdict',
        'Result of the paired contrasts, at 5 % over all models and experiments (Holm).',
        ({ contrast, estimate }) => textCell(wordOf(contrast.verdict, estimate), contrast.reasons.join('; ')),
      ),
    ]),
    notes: [...verdictNotes(contrasts), ...missingNotes(rows.map(({ estimate }) => estimate))],
  };
}

/** A verdict with the estimate that it is about, if there is one. */
interface VerdictRow {
  readonly contrast: ModelContrasts;
  readonly estimate: Estimate | undefined;
}

const conditionColumn: Column<VerdictRow> = left(
  'condition',
  'Wording and other settings of the prediction prompt.',
  ({ contrast }) => textCell(oneLine(contrast.condition, maxNameWidth)),
);
const runColumn: Column<VerdictRow> = left('run', 'Run that the score comes from.', ({ contrast }) =>
  textCell(contrast.run),
);

function headlineOf(contrast: ModelContrasts, estimates: readonly Estimate[]): Estimate | undefined {
  return estimates.find(
    ({ run, experiment, model, condition, measure, policy }) =>
      run === contrast.run &&
      experiment === contrast.experiment &&
      model === contrast.model &&
      condition === contrast.condition &&
      measure === contrast.measure &&
      policy === 'parsed',
  );
}

function missingNotes(headlines: readonly (Estimate | undefined)[]): readonly string[] {
  const found = headlines.filter((each) => each !== undefined && mostAreMissing(each)).map((each) => each?.experiment);
  if (found.length === 0) return [];
  const names = [...new Set(found)].join(', ');
  return [`Most predictions or outcomes are missing (${names}): \`seb items RUN --missing\` lists them.`];
}

function mostAreMissing({ coverage: { units, usable } }: Estimate): boolean {
  return usable < units / 2;
}

function severalConditions(contrasts: readonly ModelContrasts[]): boolean {
  const conditions = new Set(contrasts.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  return conditions.size > new Set(contrasts.map(({ experiment }) => experiment)).size;
}

/** Whether a model has an experiment under one condition in several runs. */
function severalRuns(contrasts: readonly ModelContrasts[]): boolean {
  const keys = contrasts.map(({ model, experiment, condition }) => JSON.stringify([model, experiment, condition]));
  return new Set(keys).size < keys.length;
}

function verdictNotes(contrasts: readonly ModelContrasts[]): readonly string[] {
  const bundled = contrasts.some(({ model }) => model.startsWith('bundled/'));
  return [
    'Verdicts: paired tests against the best constant answer (5 %); see --explain.',
    ...(bundled ? ['ada and bo are small demonstration models: these numbers say nothing about LLMs.'] : []),
  ];
}

/** Returns a score as an integer percentage with half the width of its interval. */
function percentCell(estimate: Estimate | undefined): TableCell {
  if (estimate === undefined) return absentCell('not available for this experiment');
  if (estimate.value === null) return absentCell(explainAbsence(estimate, 'value'));
  const { value, interval, unit } = estimate;
  if (unit !== 'share') return numberCell(value, numberText(value, unit));
  const half = interval === null ? '' : ` ± ${Math.round(50 * (interval[1] - interval[0]))}`;
  return numberCell(value, `${Math.round(100 * value)} %${half}`, estimate.method);
}

function referenceCell(estimate: Estimate | undefined, field: 'base_rate' | 'other_models' | 'reexecution'): TableCell {
  if (estimate === undefined) return absentCell('not available for this experiment');
  const value = estimate[field];
  return value === null
    ? absentCell(explainAbsence(estimate, field))
    : numberCell(value, `${Math.round(100 * value)} %`);
}

/** Returns the verdict in words; "too few usable" where enough units exist and most of them are missing. */
function wordOf(verdict: VerdictWord, estimate: Estimate | undefined): string {
  if (verdict !== 'insufficient' || estimate === undefined) return verdictTexts[verdict].short;
  const enoughAsked = estimate.coverage.units >= minVerdictClusters;
  return enoughAsked && mostAreMissing(estimate) ? 'too few usable' : verdictTexts.insufficient.short;
}

/** Returns a table of the difference of each model's predictions to each reference, paired by items. */
function contrastTable(contrasts: readonly ModelContrasts[]): ReportTable {
  return {
    id: 'contrasts',
    title: 'Itself minus each reference',
    lead: 'Paired by groups of items; p values by sign flips, not adjusted.',
    detail: true,
    ...filled(contrasts, [
      left('experiment', 'Name of the experiment.', ({ experiment }) => textCell(experiment)),
      left('model', 'Model name as given by the user.', ({ model }) => textCell(oneLine(model, maxNameWidth))),
      left('measure', 'See docs/statistics.md for formulas.', ({ measure }) => textCell(measureName(measure)), 3),
      right('minus base rate [95 %]', 'Its score minus that of the best constant answer.', (each) =>
        contrastCell(each.base_rate),
      ),
      right('p', 'Sign-flip test of the difference to its left.', (each) => chanceCell(each.base_rate), 2),
      right(
        'minus item rule [95 %]',
        'Its score minus that of the item rule.',
        (each) => contrastCell(each.item_rule),
        1,
      ),
      right(
        'minus item classifier [95 %]',
        'Its score minus that of a classifier that sees only the text of the items.',
        (each) => contrastCell(each.item_only),
        2,
      ),
      right(
        'minus permuted',
        'Its score minus that of its own predictions permuted across items.',
        ({ permuted }) => contrastCell(permuted),
        3,
      ),
      right(
        'p (permuted)',
        'Permutation test of the difference to its left.',
        ({ permuted }) => chanceCell(permuted),
        3,
      ),
      right('minus other models [95 %]', 'Its score minus that of the other models’ behavior.', ({ others }) =>
        contrastCell(others),
      ),
      right('others', 'Number of other models.', ({ others: { models } }) => numberCell(models, String(models)), 2),
    ]),
  };
}

function chanceCell({ p, reason }: Contrast): TableCell {
  return p === null ? absentCell(reason ?? 'no test') : numberCell(p, p.toFixed(3));
}

function contrastCell({ value, interval, reason }: Contrast): TableCell {
  if (value === null) return absentCell(reason ?? 'not identified by the data');
  const text = numberText(value, 'correlation');
  return numberCell(value, interval === null ? text : `${text} ${intervalText(interval, 'correlation')}`);
}
