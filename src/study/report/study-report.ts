import { maxModalShare, minGroupRows } from '../../analyze/categorical/categorical-layout.ts';
import type { ReportSection } from '../../results/page.ts';
import type { StudyFindings, StudyResult } from '../../results/study-result.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';
import { minCoverage } from '../analyses/groups.ts';
import { analyzeRecord } from '../analyze-record.ts';
import type { RecordedTables } from '../recorded-tables.ts';
import { parseStudyRecord, type StudyRecord } from '../study-record.ts';
import { costTables, type StudyFacts, studyFacts } from './study-facts.ts';
import { studyFindings } from './study-findings.ts';

/** Everything in a report of a study: what was found, how it was computed, and what it cost. */
export interface StudyReport {
  readonly results: StudyFindings;
  /** The sections of the results, and the costs. */
  readonly sections: readonly ReportSection[];
  /** The methods as one paragraph. */
  readonly methods: string;
  readonly facts: StudyFacts;
  readonly record: StudyRecord;
  readonly result: StudyResult;
}

/**
 * Reads a study from a store and makes its report. `start`: beginning of its id; null: the latest study. `importedBy`: the command that
 * has just imported it, for the next step. AppError `unknown-study` where the store has no such study.
 */
export async function studyReport(
  store: Store,
  start: string | null,
  importedBy: string | null = null,
): Promise<StudyReport> {
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
  const results = studyFindings(found.id, record, result, importedBy);
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

/** Returns the methods of a study as one paragraph, with the numbers of its design. */
function studyMethods(record: StudyRecord, result: StudyResult): string {
  const { design, testItems, testStrings, arms } = record;
  const { targets, samples = 1, predictionSamples = 1, sampling = {}, trainingSeeds, port } = design;
  const settings = Object.entries(sampling).map(([name, value]) => `${name} ${value}`);
  if (record.recorded !== undefined) return recordedMethods(record.recorded, record);
  const kinds = [...new Set(arms.map(({ arm }) => arm))];
  const hyper = Object.entries(port?.hyperParameters ?? {}).map(([name, value]) => `${name} ${value}`);
  const isScrambled = result.pairs.some(({ gainBase }) => gainBase === 'scramble');
  return [
    `${targets.join(' and ')} answered ${testItems.toLocaleString('en')} held-out prompts (${testStrings.toLocaleString('en')} strings), ${times(samples)} each, with ${settings.length === 0 ? 'the servers’ default sampling' : settings.join(', ')}.`,
    `Each predictor was shown the same prompt in a new session and named a property of the answer, ${times(predictionSamples)} each; arms: ${kinds.join(', ')}.`,
    ...(design.shiftedSelves === undefined
      ? []
      : [
          `Each target also answered under a system prompt (“${oneLine(design.shiftedSelves.system, 200)}”) that no predictor saw, and each target was trained on these answers as on those without it.`,
        ]),
    ...(design.modes === undefined
      ? []
      : [
          `Predictions were collected in two modes, the answer alone (direct) and with reasoning before it (deliberate); all analyses but their comparison use ${design.modes[0]}.`,
        ]),
    design.trained === undefined
      ? `Arms were trained at the port ${port?.port ?? 'of the default'} (${hyper.length === 0 ? 'hyperparameters of the host' : hyper.join(', ')}), ${trainingSeeds === undefined ? 'one training each' : `training seeds ${trainingSeeds.join(', ')}`}; no test string occurs in a training row.`
      : 'The trained models were given; this study trained nothing.',
    `Accuracies are means over groups of task and property with at least ${minGroupRows} rows and a most frequent value in at most ${100 * maxModalShare} % of them; an unreadable prediction counts as wrong, and accuracies of which under ${100 * minCoverage} % could be read are withheld.`,
    'I is the double difference of self-prediction and cross-prediction; E removes what unequal skill and unequal predictability give.',
    `Gains are measured from ${isScrambled ? 'models trained on permuted answers' : 'the base rate (the most frequent value of other strings)'}.`,
    verdictMethods,
    'Every number is computed from the stored answers.',
  ].join(' ');
}

const verdictMethods =
  'Intervals are 95 % intervals by leave-one-group-out jackknife with Student’s t, groups being strings or the groups of an imported table. With three trainings of each arm or more, intervals of pairs and properties include the variance between trainings of both arms (Satterthwaite), those of single predictors are about one training, and each direction has a two-sided t at 5 %, with Holm over all directions; with fewer there is no word. Better predicted by itself needs both directions, I and E above zero (one-sided 2.5 %), and both own models above every rule; an advantage also needs a larger lead on each model than on its shifted self, and equal difficulty of both for the other model within 10 points (two one-sided tests at 5 %).';

/** Returns the methods of a study that was trained elsewhere. */
function recordedMethods(
  { files, targets, predictors }: RecordedTables,
  { testItems, testStrings }: StudyRecord,
): string {
  return [
    `Answers and predictions were imported from ${files.join(' and ')}: ${targets.length} targets, ${predictors.length} predictors of them, ${testItems.toLocaleString('en')} held-out items in ${testStrings.toLocaleString('en')} groups. This study executed and trained nothing.`,
    'Accuracies are means over properties; a missing prediction counts as wrong.',
    verdictMethods,
  ].join(' ');
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
