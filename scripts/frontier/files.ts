import { inDark, renderSvg } from '../../src/report/figures/render/render-svg.ts';
import { frontierCodebook, frontierCsv, writeFrontierRecords } from './exports.ts';
import { frontierFacts } from './facts.ts';
import { frontierFigure } from './figure.ts';
import { furtherTables } from './further-tables.ts';
import type { LadderFacts } from './ladder.ts';
import { frontierNote, frontierPage } from './page.ts';
import { pageRows } from './page-rows.ts';

/** Where tables are written, and records of Every Eval Ever, if anywhere; what the ladder found. */
interface Options {
  readonly work: string;
  readonly records: string | undefined;
  readonly ladder: LadderFacts;
}

/**
 * Returns the files of the page on models of 2025 and 2026 by path from docs/results: the page, its note, its
 * figure in both themes, and the tables beside it.
 */
export async function frontierFiles(
  recordings: string,
  { work, records, ladder }: Options,
): Promise<Readonly<Record<string, string>>> {
  const facts = await frontierFacts(recordings, work);
  const rows = facts.recordings.flatMap(pageRows);
  if (records !== undefined) writeFrontierRecords(rows, records, Math.floor(Date.now() / 1000));
  const figure = await renderSvg(frontierFigure(rows), 'light', 'frontier');
  return {
    'frontier.md': frontierPage(facts, ladder),
    '../../bench/notes/frontier.md': frontierNote(facts),
    'frontier.svg': figure,
    'frontier.dark.svg': inDark(figure),
    'frontier.csv': frontierCsv(rows),
    ...furtherTables(facts),
    'frontier-codebook.csv': frontierCodebook(),
  };
}
