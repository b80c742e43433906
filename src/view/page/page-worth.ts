import { decisionCurveFigure } from '../../report/figures/decision-curve.ts';
import { worthSection } from '../../report/tables/worth-tables.ts';
import type { ReportSection } from '../../results/page.ts';
import type { Worth } from '../../results/worth.ts';
import type { RunPage } from '../contract/contract.ts';
import type { PageFigure } from '../contract/contract-figure.ts';
import { pageFigure } from './page-figures.ts';

/** What `seb worth` found, as parts of a page. */
export interface PageWorth {
  readonly runs: readonly string[];
  readonly section: ReportSection;
  readonly figure: PageFigure;
}

/** Draws the result of `seb worth` for a page; null without one. */
export async function pageWorth(worth: Worth | null): Promise<PageWorth | null> {
  if (worth === null) return null;
  return { runs: worth.runs, section: worthSection(worth), figure: await pageFigure(decisionCurveFigure(worth)) };
}

/** Returns a page with the result of `seb worth` first, if the page is about all of its runs. */
export function withWorth<P extends Pick<RunPage, 'runs' | 'sections' | 'figures'>>(
  page: P,
  worth: PageWorth | null,
): P {
  if (worth === null || !worth.runs.every((run) => page.runs.includes(run))) return page;
  return { ...page, sections: [worth.section, ...page.sections], figures: [worth.figure, ...page.figures] };
}
