import type { ReportSection, ReportTable } from '../../results/page.ts';
import type { StudyResult } from '../../results/study-result.ts';
import { calibrationTable, changeTable, reliabilityTable } from './behavior-tables.ts';
import { ladderStudyTables } from './ladder-section.ts';
import { reasoningTables } from './reasoning-section.ts';
import { StudyNames } from './study-cells.ts';
import { transferTable } from './transfer-table.ts';
import { afterTrainingId, afterTrainingTable, pairTable, predictorTable, propertyTable } from './who-tables.ts';

/** The tables of a study. Every surface renders them. */
interface StudySections {
  /** In reading order, each with at least one table. */
  readonly sections: readonly ReportSection[];
  /** What the study did not measure, in words. */
  readonly absent: readonly string[];
}

/** Section with who predicts whom, whose first table and first figure stand with the verdict. */
export const whoSectionId = 'who';

/** Makes the tables of a study once, for the terminal, the viewer, Markdown, LaTeX, CSV and JSON. */
export function studySections(result: StudyResult): StudySections {
  const names = new StudyNames(result);
  const pairs = result.pairs.map((pair) => pairTable(pair, names));
  const all: readonly (readonly [id: string, title: string, tables: readonly (ReportTable | null)[]])[] = [
    [
      whoSectionId,
      'Who predicts whom',
      [
        result.pairs.length === 0 ? null : afterTrainingTable(result, names),
        result.predictors.length === 0 ? null : predictorTable(result, names),
        ...pairs,
      ],
    ],
    ['properties', 'Properties', [propertyTable(result, names)]],
    ['behavior-change', 'Behavior change', [changeTable(result, names)]],
    ['calibration', 'Calibration', [reliabilityTable(result, names), calibrationTable(result, names)]],
    ['ladder', 'Ladder', ladderStudyTables(result, names)],
    ['transfer', 'Transfer to other tasks', [transferTable(result, names)]],
    ...(result.reasoning === undefined
      ? []
      : [['reasoning', 'With and without reasoning', reasoningTables(result, names)] as const]),
  ];
  const made = all.map(([id, title, tables]) => ({
    section: { id, title, lead: null, absence: null, tables: tables.filter((table) => table !== null) },
  }));
  const isEmpty = ({ tables }: ReportSection) => tables.length === 0;
  return {
    sections: made.map(({ section }) => section).filter((section) => !isEmpty(section)),
    absent: made.flatMap(({ section }) => (isEmpty(section) ? [section.title.toLowerCase()] : [])),
  };
}

/** Returns the table that stands with the verdict; null for a study without a pair. */
export function afterTraining(sections: readonly ReportSection[]): ReportTable | null {
  return sections.flatMap(({ tables }) => tables).find(({ id }) => id === afterTrainingId) ?? null;
}
