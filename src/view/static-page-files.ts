import type { ShownRows } from '../report/export/redact-unlicensed.ts';
import type { ReportFolder } from '../report/export/report-folder.ts';
import type { FinishedReport, OpenReportPage, ReportPage } from '../report/export/report-page.ts';
import type { ReportSource } from '../report/report-input.ts';
import type { ScoredItem } from '../score/outcomes.ts';
import { prerender, viewerAssets } from './assets.ts';
import { runPageOf } from './run-page.ts';
import { SideScores } from './side-scores.ts';
import { staticPage } from './static-page.ts';
import { openingOf, staticCore } from './static-report.ts';
import { StaticRows } from './static-rows.ts';
import type { ViewedStudy } from './study-page.ts';
import { unitWordsOf } from './unit-words.ts';

/** Maximum rows with embedded texts; beyond, texts are files next to the page. */
const maxInlineRows = 50_000;
const maxInlineBytes = 8_000_000;

/** Collects rows and texts while outcomes are read, and writes the viewer with them as one page. */
export class StaticPageFiles implements ReportPage {
  readonly #source: ReportSource;
  readonly #folder: ReportFolder;
  readonly #studies: readonly ViewedStudy[];
  readonly #rows: StaticRows;
  readonly #scores = new SideScores();
  /** Pages of texts; null once they are written to files. */
  #texts: Uint8Array[] | null = [];
  #bytes = 0;

  constructor(source: ReportSource, folder: ReportFolder, studies: readonly ViewedStudy[]) {
    this.#source = source;
    this.#folder = folder;
    this.#studies = studies;
    this.#rows = new StaticRows((number, bytes) => this.#addTexts(number, bytes));
  }

  add(item: ScoredItem, shown: ShownRows): void {
    const [first] = item.rows;
    if (first === undefined) return;
    this.#rows.add(item, shown, this.#source.itemText?.(first) ?? first.item);
    for (const row of item.rows) this.#scores.add(row, unitWordsOf(item.work.experiment));
    if (this.#rows.rows > maxInlineRows) this.#spill();
  }

  async write(name: string, { facts, pass, drawn }: FinishedReport): Promise<void> {
    this.#rows.finish();
    const page = await runPageOf(facts, pass, drawn);
    const studies = this.#studies;
    const opening = openingOf({ page, studies, runs: facts.runs, texts: this.#texts === null ? 'paged' : 'all' });
    const core = staticCore({ page, studies, rows: this.#rows, compared: this.#scores.compared(1) });
    const assets = await viewerAssets();
    const parts = { opening, core, rows: this.#rows.rowPages, texts: this.#texts };
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
