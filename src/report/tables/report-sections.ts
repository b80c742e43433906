import { isAboutOthers, namedComparison } from '../../analyze/compare/compare-models.ts';
import { taskNames } from '../../experiments/task-name.ts';
import type { Comparison } from '../../results/comparison.ts';
import type { ReportSection, ReportTable } from '../../results/page.ts';
import type { ReportFacts } from '../input/report-input.ts';
import { attributeSection } from './attribute-tables.ts';
import { comparisonTables, differencesId } from './comparison-tables.ts';
import { conditionTables } from './condition-tables.ts';
import { controlSection } from './control-tables.ts';
import { judgeTables } from './judge-tables.ts';
import { ladderSection } from './ladder-tables.ts';
import { rightSection } from './right-tables.ts';
import { groupTables, scoreTables, secondaryMeasureTables, selfExecutionTable } from './score-tables.ts';
import { statedTables } from './stated-table.ts';
import { studySection, studySectionId } from './study-section.ts';
import { toolSection } from './tool-tables.ts';
import { verdictSection } from './verdict-table.ts';
import { worthSection } from './worth-tables.ts';

/** The numbers in the tables of a report. */
type TableInput = Pick<
  ReportFacts,
  | 'experiments'
  | 'estimates'
  | 'comparison'
  | 'spreads'
  | 'agreements'
  | 'groups'
  | 'results'
  | 'attributes'
  | 'studyTables'
  | 'worth'
>;

/** Returns the tables of a report in reading order, without empty sections except for scores. */
export function reportSections(input: TableInput): readonly ReportSection[] {
  const { experiments, estimates, spreads, agreements } = input;
  const study = studySection(input.results, input.studyTables);
  const taskOf = taskNames(experiments);
  const control = controlSection(input.results, taskOf);
  const right = rightSection(input.results);
  const ladder = ladderSection(input.results);
  const tools = toolSection(input.results, taskOf);
  const selfExecution = selfExecutionTable(estimates);
  const scores = [
    ...scoreTables(experiments, estimates),
    ...statedTables(input.results.findings, estimates),
    ...secondaryMeasureTables(experiments, estimates),
    ...groupTables(input.groups ?? [], taskOf),
    ...(selfExecution === null ? [] : [selfExecution]),
  ];
  const sections: readonly ReportSection[] = [
    ...(study === null ? [] : [study]),
    ...(input.results.findings.length === 0 ? [] : [verdictSection(input.results)]),
    ...(right === null ? [] : [right]),
    ...(control === null ? [] : [control]),
    ...(ladder === null ? [] : [ladder]),
    ...(tools === null ? [] : [tools]),
    ...(input.worth === undefined ? [] : [worthSection(input.worth)]),
    {
      id: 'scores',
      title: 'Scores',
      lead: null,
      absence: estimates.length === 0 ? 'no outcomes yet' : null,
      tables: estimates.length === 0 ? [] : scores,
    },
    ...(input.comparison === null
      ? []
      : [comparisonSection(namedComparison(input.comparison, taskOf, input.results.right))]),
    ...(input.attributes === undefined || input.attributes === null
      ? []
      : [attributeSection(input.attributes, taskOf)]),
    { id: 'conditions', title: 'Conditions', lead: null, absence: null, tables: conditionTables(spreads, taskOf) },
    { id: 'judges', title: 'Judges', lead: null, absence: null, tables: judgeTables(agreements, taskOf) },
  ];
  return sections.filter(({ id, tables, absence }) => tables.length > 0 || absence !== null || id === studySectionId);
}

/** Returns the section about self-knowledge from comparing models on the same items. */
export function comparisonSection(comparison: Comparison): ReportSection {
  const tables = withNotes(comparisonTables(comparison), comparison.notes ?? []);
  const absence = tables.length === 0 ? 'needs at least two models on the same items' : null;
  const isOfRight = comparison.tasks.length === 0 && comparison.differences.every(({ measure }) => measure === 'right');
  if (isOfRight && tables.length > 0)
    return { id: 'self-knowledge', title: 'Do the scores differ on the same items?', lead: null, absence, tables };
  return {
    id: 'self-knowledge',
    title: 'Is it self-knowledge?',
    lead: 'A prediction that matches other models as well as its author shows knowledge of the item, not self-knowledge. These tables compare each model’s predictions of itself with predictions of other models on the same items.',
    absence,
    tables,
  };
}

/** Adds the notes on a comparison below the last table that they are about: what own predictions add, or paired differences. */
function withNotes(tables: readonly ReportTable[], notes: readonly string[]): readonly ReportTable[] {
  const [ofOthers, ofPairs] = [notes.filter(isAboutOthers), notes.filter((note) => !isAboutOthers(note))];
  const lastOfOthers = tables.findLastIndex(({ id }) => id !== differencesId);
  const last = tables.length - 1;
  return tables.map((table, index) => {
    const own = [...(index === lastOfOthers ? ofOthers : []), ...(index === last ? ofPairs : [])];
    return own.length === 0 ? table : { ...table, notes: [...(table.notes ?? []), ...own.map((note) => `- ${note}`)] };
  });
}
