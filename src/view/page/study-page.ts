import { namesText } from '../../analyze/findings/findings-text.ts';
import type { Figure } from '../../report/figures/figure.ts';
import type { Store } from '../../store/store.ts';
import { predictionMatrix } from '../../study/analyses/prediction-matrix.ts';
import { analyzeRecord } from '../../study/analyze-record.ts';
import { bundledNotice } from '../../study/design/bundled-study.ts';
import { parseStudyRecord, type StudyRecord, studySteps } from '../../study/study-record.ts';
import { AppError } from '../../util/app-error.ts';
import type { StudyPage, StudySummary } from '../contract/contract-study.ts';

import { pageFigure } from './page-figures.ts';

/** A stored study for the viewer; without a page if it cannot be read. */
export interface ViewedStudy {
  readonly summary: StudySummary;
  readonly page: StudyPage | null;
}

type Stored = Awaited<ReturnType<Store['studies']>>[number];

/** Computes the result of a stored study (takes seconds), and its page. */
export async function viewStudy(store: Store, { id, at, record: stored }: Stored): Promise<ViewedStudy> {
  try {
    const record = parseStudyRecord(id, stored);
    const result = await analyzeRecord(store, record);
    const verdicts = result.pairs.map(({ verdict, sentence }) => ({ kind: verdict, sentence }));
    const summary = { ...headOf(id, at, record), verdicts, problem: null };
    const isBundled = record.design.targets.some((target) => target.startsWith('bundled/'));
    return {
      summary,
      page: {
        ...{ summary, result, notes: [...(isBundled ? [bundledNotice] : []), ...record.notes] },
        matrix: await pageFigure(predictionMatrix(result, matrixName(id))),
        steps: record.runs.map(({ run, step }) => ({ run, step: studySteps[step] })),
        jobs: record.jobs.map((job) => ({ ...job })),
        ...{ testItems: record.testItems, testStrings: record.testStrings },
      },
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const question = 'Can models be trained to know themselves?';
    return { summary: { id, at, question, runs: [], verdicts: [], problem: error.message }, page: null };
  }
}

/** Returns the matrix of each study that could be read, as a figure of a report. */
export function studyFigures(studies: readonly ViewedStudy[]): readonly Figure[] {
  return studies.flatMap(({ page }) =>
    page === null ? [] : [predictionMatrix(page.result, matrixName(page.summary.id))],
  );
}

function matrixName(study: string): string {
  return `study-matrix-${study.slice(0, 8)}`;
}

function headOf(
  id: string,
  at: string,
  { design, runs }: StudyRecord,
): Pick<StudySummary, 'id' | 'at' | 'question' | 'runs'> {
  return {
    ...{ id, at, runs: runs.map(({ run }) => run) },
    question: `Can ${namesText(design.targets)} be trained to know themselves?`,
  };
}

/** Returns the studies that used one of these runs, the latest first. */
export async function studiesOfRuns(
  store: Store,
  runs: readonly { readonly id: string }[],
): Promise<readonly ViewedStudy[]> {
  const own = new Set<string>(runs.map(({ id }) => id));
  const found: ViewedStudy[] = [];
  for (const stored of await store.studies()) {
    if (runsOfStudy(stored).some((run) => own.has(run))) found.push(await viewStudy(store, stored));
  }
  return found;
}

/** Returns the runs of a stored study, without its result; empty if the study cannot be read. */
function runsOfStudy({ id, record }: Stored): readonly string[] {
  try {
    return parseStudyRecord(id, record).runs.map(({ run }) => run);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}
