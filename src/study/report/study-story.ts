import { bundledNotice } from '../../results/model-origin.ts';
import type { Selection } from '../../results/results.ts';
import type { StudyFindings } from '../../results/study-result.ts';
import type { StudyStory } from '../../results/study-story.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { analyzeRecord } from '../analyze-record.ts';
import { parseStudyRecord, placeText, runsOfStudy, type UnfinishedStudy, unfinishedStudy } from '../study-record.ts';
import { studyFindings } from './study-findings.ts';
import { afterTraining } from './study-sections.ts';

/** Returns what the results of a study's runs say first. */
export function studyStory({ study, question, answer, findings, limits, next, sections }: StudyFindings): StudyStory {
  const details =
    findings.length === 1
      ? findings.flatMap(({ definitions, reasons }) => [...definitions, ...reasons])
      : findings.map(({ sentence }) => sentence);
  const ownLimits = limits.filter((text) => text !== bundledNotice); // results say it of their models themselves
  return { study, question, answer, details, table: afterTraining(sections), limits: ownLimits, next };
}

/** Returns the id of the study that selected runs belong to; null where the selection is no study. */
export async function studyOfSelection(
  store: Pick<Store, 'studies'>,
  { kind, runs }: Selection,
): Promise<string | null> {
  const [run] = runs;
  if (kind !== 'study' || run === undefined) return null;
  const found = (await store.studies()).find((stored) => runsOfStudy(stored).some((each) => each === run));
  return found?.id ?? null;
}

/** Returns what the runs of a study say first that has not finished: where it is, and how it goes on. */
function unfinishedStory(id: string, study: UnfinishedStudy): StudyStory {
  const [run = ''] = study.runs.slice(-1).map((each) => each.run);
  return {
    study: id,
    question: 'Can models be trained to know themselves?',
    answer: `no verdict; study ${id.slice(0, 12)} is at step ${placeText(study)}.`,
    ...{ details: [], table: null, limits: [] },
    next: [
      {
        command: null,
        about:
          'to go on, type `seb study introspection` again with the same study file (or --bundled): it continues where it stopped',
      },
      { command: `seb report ${run}`, about: 'what its last run says alone' },
    ],
  };
}

/** Analyzes the study that selected runs belong to (takes seconds); null where there is none that can be read. */
export async function storyOfSelection(store: Store, selection: Selection): Promise<StudyStory | null> {
  const id = await studyOfSelection(store, selection);
  const stored = (await store.studies()).find((each) => each.id === id);
  if (stored === undefined) return null;
  const unfinished = unfinishedStudy(stored);
  if (unfinished !== null) return unfinishedStory(stored.id, unfinished);
  try {
    const record = parseStudyRecord(stored.id, stored.record);
    return studyStory(studyFindings(stored.id, record, await analyzeRecord(store, record)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}
