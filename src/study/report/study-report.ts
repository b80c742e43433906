import type { ReportSection } from '../../results/page.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { StudyResult } from '../analyses/study-result.ts';
import { analyzeRecord } from '../analyze-record.ts';
import { parseStudyRecord, type StudyRecord } from '../study-record.ts';
import { type StudyResults, studyResults } from '../study-results.ts';
import { costTables, type StudyFacts, studyFacts } from './study-facts.ts';
import { studyMethods } from './study-methods.ts';

/** Everything in a report of a study: what was found, how it was computed, and what it cost. */
export interface StudyReport {
  readonly results: StudyResults;
  /** The sections of the results, and the costs. */
  readonly sections: readonly ReportSection[];
  /** The methods as one paragraph. */
  readonly methods: string;
  readonly facts: StudyFacts;
  readonly record: StudyRecord;
  readonly result: StudyResult;
}

/**
 * Reads a study from a store and makes its report. `start`: beginning of its id; null: the latest study. AppError
 * `unknown-study` where the store has no such study.
 */
export async function studyReport(store: Store, start: string | null): Promise<StudyReport> {
  const studies = await store.studies();
  const found = start === null ? studies[0] : studies.find(({ id }) => id.startsWith(start));
  if (found === undefined) {
    throw new AppError('unknown-study', start === null ? 'the store has no study' : `the store has no study ${start}`, {
      hint:
        studies.length === 0
          ? '`seb study introspection --bundled` runs one without a key or internet'
          : `the store has ${studies.map(({ id }) => id.slice(0, 12)).join(', ')}`,
    });
  }
  const record = parseStudyRecord(found.id, found.record);
  const result = await analyzeRecord(store, record);
  const results = studyResults(found.id, record, result);
  const facts = await studyFacts(store, record);
  const costs = { id: 'costs', title: 'Costs', lead: null, absence: null, tables: costTables(facts) };
  return {
    results,
    sections: [...results.sections, costs],
    methods: studyMethods(record, result),
    facts,
    record,
    result,
  };
}

/** Returns the output of `seb study report --json`: findings, tables, methods, versions, hashes, costs, and all numbers. */
export function studyReportJson({
  results,
  sections,
  methods,
  facts,
  record,
  result,
}: StudyReport): StudyReport['results'] &
  StudyFacts &
  Pick<StudyReport, 'sections' | 'methods' | 'result'> &
  Pick<StudyReport['record'], 'design'> {
  return { ...results, sections, methods, ...facts, design: record.design, result };
}
