import type { ReportSection, ReportTable } from '../../results/page.ts';
import { commandParts } from '../../util/passages.ts';
import { escapeControls } from '../../util/text.ts';
import type { Figure } from '../figures/render/figure.ts';
import { bibtex } from '../methods/bibtex.ts';
import { flatTable, missingNote, notesOn } from '../tables/report-table.ts';
import { studySectionId } from '../tables/study-section.ts';
import type { ReportModel } from './report-model.ts';

const maxRows = 60;

/** Escapes text for one Markdown table cell. */
export function markdownCell(text: string): string {
  return escapeControls(text.replace(/\s+/g, ' ')).replace(/[\\`*_{}[\]<>|#!&~]/g, (character) => `\\${character}`);
}

/** Escapes a sentence of this program for Markdown, with its commands as code. */
export function markdownSentence(text: string): string {
  return commandParts(text)
    .map((part) => (part.isCommand ? `\`${escapeControls(part.text.replace(/\s+/g, ' '))}\`` : markdownCell(part.text)))
    .join('');
}

export function markdownSections(sections: readonly ReportSection[]): string {
  return sections
    .flatMap(({ title, lead, absence, tables }) => [
      `## ${markdownCell(title)}`,
      ...(lead === null ? [] : [markdownSentence(lead)]),
      ...(absence === null ? [] : [`n/a: ${markdownSentence(absence)}.`]),
      ...tables.map(markdownTable),
    ])
    .join('\n\n');
}

/** Returns a table in Markdown below its title. */
export function markdownTable(table: ReportTable): string {
  const { title, lead, columns, rows } = flatTable(table);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shown = rows.slice(0, maxRows).map((row) =>
    line(
      row.map((cell) => {
        const note = missingNote(cell);
        return markdownCell(note === null ? cell.text : `${cell.text} (${note})`);
      }),
    ),
  );
  return [
    `### ${markdownCell(title)}\n\n${markdownSentence(lead)}\n`,
    line(columns.map(({ name }, index) => markdownCell(name === '' && index === 0 ? 'model' : name))),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...shown,
    ...notesOn(table).map((note) => `\n${markdownSentence(note)}`),
    ...(rows.length > maxRows ? [`\n${rows.length - maxRows} more rows are in estimates.csv and report.html.`] : []),
  ].join('\n');
}

/** Returns the report as Markdown, with its figures linked. A study comes first, with its first figure. */
export function reportMarkdown(model: ReportModel): string {
  const first = model.sections.filter(({ id }) => id === studySectionId);
  const shown = model.figures.slice(0, first.length);
  const parts = [
    `# ${markdownCell(model.title)}`,
    markdownCell(model.subtitle),
    ...(first.length === 0 ? [] : [markdownSections(first), ...shown.map(figureText)]),
    markdownCell(model.whatIsMeasured),
    model.caveats.map((line) => `> - ${markdownSentence(line)}`).join('\n'),
    markdownSections(model.sections.filter(({ id }) => id !== studySectionId)),
    '## Figures',
    ...model.figures.slice(shown.length).map(figureText),
    '## Missing data',
    model.missing.length === 0
      ? 'None: every unit has a usable prediction and outcome.'
      : model.missing.map(missingText).join('\n'),
    '## Methods',
    model.methods.map((line) => `- ${markdownSentence(line)}`).join('\n'),
    '## Provenance',
    ...model.provenance.map(
      ({ run, facts }) =>
        `### Run ${markdownCell(run)}\n\n${facts.map(({ name, value }) => `- ${markdownCell(name)}: ${markdownCell(value)}`).join('\n')}`,
    ),
    '## Cite',
    `\`\`\`bibtex\n${bibtex}\`\`\``,
  ];
  return `${parts.join('\n\n')}\n`;
}

function figureText(figure: Figure): string {
  const title = markdownCell(figure.title);
  if (figure.kind === 'absent') return `**${title}**: not drawn, ${markdownCell(figure.reason)}.`;
  return `### ${title}\n\n![${title}](figures/${figure.name}.svg)\n\n${markdownSentence(figure.caption)}`;
}

function missingText({ experiment, reason, count, examples }: ReportModel['missing'][number]): string {
  const shown = examples.map((example) => `\n  - ${markdownCell(example)}`).join('');
  return `- ${markdownCell(experiment)}, ${markdownCell(reason)}: ${count}${shown}`;
}
