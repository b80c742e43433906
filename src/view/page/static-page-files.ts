import { taskNames } from '../../experiments/task-name.ts';
import type { PageItem, PageRowCollector, RowThreadProgram } from '../../report/export/page-row-collector.ts';
import type { ShownRows } from '../../report/export/redact-unlicensed.ts';
import type { ReportFolder } from '../../report/export/report-folder.ts';
import type { FinishedReport, OpenReportPage, ReportPage } from '../../report/export/report-page.ts';
import { isLogged } from '../../report/inspect-logs/log-writer.ts';
import type { ReportSource } from '../../report/report-input.ts';
import type { ScoredItem } from '../../run/outcomes/outcome-rows.ts';
import { programBeside } from '../../util/program-beside.ts';
import { prerender, viewerAssets } from './assets.ts';
import { PageRows, type WordsByExperiment } from './page-rows.ts';
import { PageTexts } from './page-texts.ts';
import { runPageOf } from './run-page.ts';
import { SideScores } from './side-scores.ts';
import { staticPage } from './static-page.ts';
import { openingOf, staticCore } from './static-report.ts';
import { studyHeadline, type ViewedStudy } from './study-page.ts';
import { unitWordsOf, wordsOf } from './unit-words.ts';

/** Maximum rows with embedded texts; beyond, texts are files next to the page. */
const maxInlineRows = 50_000;
const maxInlineBytes = 8_000_000;

/** Path of the thread's program, in the sources and in the built package. */
const threadFile = programBeside(import.meta.url, './row-thread');

/** Collects texts while outcomes are read, and writes the viewer with them as one page. */
export class StaticPageFiles implements ReportPage {
  readonly #source: ReportSource;
  readonly #folder: ReportFolder;
  readonly #studies: readonly ViewedStudy[];
  readonly #words: WordsByExperiment;
  readonly #pageTexts: PageTexts;
  readonly rowThread: RowThreadProgram;
  #rows = 0;
  readonly #scores = new SideScores();
  /** Pages of texts; null once they are written to files. */
  #texts: Uint8Array[] | null = [];
  #bytes = 0;

  constructor(source: ReportSource, folder: ReportFolder, studies: readonly ViewedStudy[]) {
    this.#source = source;
    this.#folder = folder;
    this.#studies = studies;
    this.#pageTexts = new PageTexts((number, bytes) => this.#addTexts(number, bytes));
    this.#words = wordsOf(source);
    this.rowThread = { program: threadFile, input: this.#words };
  }

  collectRows(): PageRowCollector {
    return new PageRows(this.#words);
  }

  add(item: ScoredItem, shown: ShownRows): PageItem | null {
    const [first] = item.rows;
    if (first === undefined) return null;
    for (const row of item.rows) this.#scores.add(row, unitWordsOf(item.work.experiment));
    this.#rows += item.rows.filter(isLogged).length;
    if (this.#rows > maxInlineRows) this.#spill();
    return this.#pageTexts.add(item, shown, this.#source.itemText?.(first) ?? first.item);
  }

  async write(name: string, { facts, pass, drawn, collected }: FinishedReport): Promise<void> {
    this.#pageTexts.finish();
    const studies = this.#studies;
    const ofStudy = studies.find(({ summary }) => summary.id === facts.results.study?.study);
    const page = await runPageOf(facts, pass, { drawn, headline: studyHeadline(ofStudy?.page) });
    const opening = openingOf({ page, studies, runs: facts.runs, texts: this.#texts === null ? 'paged' : 'all' });
    const { pages: textPages } = this.#pageTexts;
    const core = staticCore({
      page,
      studies,
      collected,
      textPages,
      compared: await this.#scores.compared(taskNames(facts.experiments)),
    });
    const assets = await viewerAssets();
    const parts = { opening, core, rows: collected.pages, texts: this.#texts };
    this.#folder.write(name, staticPage({ ...parts, markup: await prerender(assets, opening) }, assets));
  }

  #addTexts(number: number, bytes: Uint8Array): void {
    if (this.#texts === null) {
      this.#folder.writeBytes(fileOf(number), bytes);
      return;
    }
    this.#texts.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > maxInlineBytes) this.#spill();
  }

  /** Moves texts to files, including those still to come. */
  #spill(): void {
    for (const [number, bytes] of this.#texts?.entries() ?? []) this.#folder.writeBytes(fileOf(number), bytes);
    this.#texts = null;
  }
}

/** Opens the viewer as the page of a report, with the studies that used its runs. */
export function openViewerPage(studies: readonly ViewedStudy[]): OpenReportPage {
  return (source, folder) => new StaticPageFiles(source, folder, studies);
}

function fileOf(number: number): string {
  return `data/texts-${number}.bin`;
}
