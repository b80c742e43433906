import type { Figure } from '../../report/figures/render/figure.ts';
import type { ExecutedIn } from '../../report/input/report-input.ts';
import type { ReportTable } from '../../results/page.ts';
import type { Store } from '../../store/store.ts';
import { analyzeRecord } from '../../study/analyze-record.ts';
import { type StudyFigure, studyFigures } from '../../study/report/study-figures.ts';
import { studyFindings, studyQuestion } from '../../study/report/study-findings.ts';
import { whoSectionId } from '../../study/report/study-sections.ts';
import {
  executionsOfStudy,
  parseStudyRecord,
  runsOfStudy,
  type StudyRecord,
  studySteps,
  unfinishedStudy,
} from '../../study/study-record.ts';
import { AppError } from '../../util/app-error.ts';
import type { PageFigure } from '../contract/contract-figure.ts';
import type { StudyPage, StudySummary } from '../contract/contract-study.ts';
import { pageFigure } from './page-figures.ts';

/** A stored study for the viewer; without a page if it cannot be read. */
export interface ViewedStudy {
  readonly summary: StudySummary;
  readonly page: StudyPage | null;
  /** Figures for the files of a report. */
  readonly figures: readonly StudyFigure[];
  /** The tables that stand with the verdict: who predicts whom. */
  readonly matrices: readonly ReportTable[];
}

type Stored = Awaited<ReturnType<Store['studies']>>[number];

/** Computes the result of a stored study (takes seconds), and its page. */
export async function viewStudy(store: Store, { id, at, record: stored }: Stored): Promise<ViewedStudy> {
  try {
    const record = parseStudyRecord(id, stored);
    const result = await analyzeRecord(store, record);
    const { sections, ...results } = studyFindings(id, record, result);
    const verdicts = results.findings.map(({ verdict, sentence }) => ({ kind: verdict, sentence }));
    const summary = { ...headOf(id, at, record), verdicts, problem: null };
    const figures = studyFigures(id, result);
    const page = {
      summary,
      results,
      sections,
      figures: await Promise.all(
        figures.map(async ({ section, figure }) => ({ section, figure: await pageFigure(figure) })),
      ),
      steps: record.runs.map(({ run, step }) => ({ run, step: studySteps[step] })),
      jobs: record.jobs.map((job) => ({ ...job })),
    };
    const matrices = (sections.find(({ id }) => id === whoSectionId)?.tables ?? []).slice(0, 1);
    return { summary, page, figures, matrices };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const question = 'Can models be trained to know themselves?';
    const summary = { id, at, question, runs: [], verdicts: [], problem: error.message };
    return { summary, page: null, figures: [], matrices: [] };
  }
}

/**
 * Returns the figure that stands with the verdict of a study, who predicts whom; null where the study has no page, and for
 * other runs.
 */
export function studyHeadline(page: Pick<StudyPage, 'figures'> | null | undefined): PageFigure | null {
  const found = page?.figures.find(({ section }) => section === whoSectionId)?.figure;
  return found ?? null;
}

/** Returns the drawn figures of each study that could be read, for the files of a report. */
export function figuresOfStudies(studies: readonly ViewedStudy[]): readonly Figure[] {
  return studies.flatMap(({ figures }) => figures.flatMap(({ figure }) => (figure.kind === 'drawn' ? [figure] : [])));
}

/** Returns the executions that predictions in the runs of a store's studies are about; null for other runs. */
export async function executionsOfStudies(
  store: Pick<Store, 'studies'>,
): Promise<(run: string, model: string) => ExecutedIn | null> {
  const records = (await store.studies()).flatMap((stored) =>
    runsOfStudy(stored).length === 0 || unfinishedStudy(stored) !== null
      ? []
      : [parseStudyRecord(stored.id, stored.record)],
  );
  return (run, model) => {
    for (const record of records) {
      const found = executionsOfStudy(record, run, model);
      if (found !== null) return found;
    }
    return null;
  };
}

function headOf(
  id: string,
  at: string,
  { design, runs }: StudyRecord,
): Pick<StudySummary, 'id' | 'at' | 'question' | 'runs'> {
  return {
    ...{ id, at, runs: runs.map(({ run }) => run) },
    question: studyQuestion(design),
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
