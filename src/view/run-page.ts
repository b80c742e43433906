import { renderSvg } from '../figure/render/render-svg.ts';
import { themeConfig } from '../figure/render/theme.ts';
import type { OutcomeExport } from '../report/export/export-outcomes.ts';
import type { FinishedReport } from '../report/export/report-page.ts';
import { bibtex } from '../report/facts/bibtex.ts';
import { whatIsMeasured } from '../report/facts/caveats.ts';
import { buildReportModel, type ReportModel } from '../report/model/report-model.ts';
import type { ReportTable } from '../report/model/report-table.ts';
import { safeJson } from '../report/render/safe-json.ts';
import type { ReportFacts } from '../report/report-input.ts';
import { cardsOf, questionOf } from './cards.ts';
import type { PageFigure, RunPage, Table } from './contract/contract.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly tables: readonly ReportTable[];
}

/** Id of a page about several runs together. */
export const togetherId = 'all';

/** Everything that the page of these runs shows, but its rows. Figures are drawn unless they are drawn already. */
export async function runPageOf(
  facts: ReportFacts,
  pass: OutcomeExport,
  drawn: FinishedReport['drawn'] = null,
): Promise<RunPage> {
  const content = drawn?.content ?? buildReportModel(facts, pass);
  const cards = cardsOf(facts);
  const [only] = facts.runs;
  return {
    id: only !== undefined && facts.runs.length === 1 ? only.id : togetherId,
    runs: facts.runs.map(({ id }) => id),
    question: questionOf(facts.estimates.map(({ model }) => model)),
    subtitle: content.subtitle,
    cards: [...cards],
    whatIsMeasured,
    notes: [...content.caveats],
    sections: sectionsOf(content).map(sectionOf),
    figures: await figuresOf(content, drawn?.svgs ?? new Map()),
    missing: content.missing.map((loss) => ({ ...loss, examples: [...loss.examples] })),
    methods: [...content.methods],
    provenance: content.provenance.map(({ run, facts: all }) => ({ run, facts: [...all] })),
    cite: bibtex,
  };
}

/** The sections of the report; the verdicts stand on the cards already. */
function sectionsOf(content: ReportModel): readonly Section[] {
  return content.sections
    .filter(({ id }) => id !== 'verdicts')
    .map(({ id, title, lead, absence, tables }) => ({
      id,
      title,
      lead: [...(lead === null ? [] : [lead]), ...(absence === null ? [] : [`Not measured here: ${absence}.`])].join(
        ' ',
      ),
      tables,
    }));
}

function sectionOf({ id, title, lead, tables }: Section): RunPage['sections'][number] {
  return { id, title, lead, tables: tables.map(tableOf) };
}

/** A report table as the contract has it. */
export function tableOf({ id, title, lead, columns, rows, notes = [], detail }: ReportTable): Table {
  return {
    ...{ id, title, lead, notes: [...notes], isDetail: detail === true },
    columns: columns.map((column) => ({ ...column })),
    rows: rows.map((row) => row.map((cell) => ({ ...cell }))),
  };
}

async function figuresOf({ figures }: ReportModel, svgs: ReadonlyMap<string, string>): Promise<PageFigure[]> {
  const drawn: PageFigure[] = [];
  for (const figure of figures) {
    const { name, title } = figure;
    if (figure.kind === 'absent') {
      drawn.push({ kind: 'absent', name, title, reason: figure.reason });
      continue;
    }
    const svg = svgs.get(name) ?? (await renderSvg(figure.spec, 'light', name));
    const spec = safeJson({ ...figure.spec, config: themeConfig('light') });
    drawn.push({ kind: 'drawn', name, title, caption: figure.caption, svg, spec });
  }
  return drawn;
}
