import type { Figure } from '../figure/figure.ts';
import { bibtex } from './bibtex.ts';
import type { ReportContent } from './content.ts';
import { whatIsMeasured } from './honesty.ts';
import { markdownCell } from './markdown.ts';
import type { ReportTable } from './tables.ts';

/** The report as Markdown, with its figures linked. */
export function reportMarkdown(content: ReportContent): string {
  const { honesty, scoreTables, selfExecution, comparisonTables, comparisonAbsence, losses } = content;
  const { companionTables, conditionTables, judgeTables, exampleTables } = content;
  const tables = [...scoreTables, ...companionTables, ...(selfExecution === null ? [] : [selfExecution])];
  const parts = [
    `# ${markdownCell(content.title)}`,
    markdownCell(content.subtitle),
    markdownCell(whatIsMeasured),
    honesty.map((line) => `> - ${markdownCell(line)}`).join('\n'),
    '## Scores',
    ...tables.map(tableText),
    '## Figures',
    ...content.figures.map(figureText),
    '## Is it self-knowledge?',
    ...(comparisonAbsence === null ? comparisonTables.map(tableText) : [`n/a: ${markdownCell(comparisonAbsence)}.`]),
    ...(conditionTables.length === 0 ? [] : ['## Over conditions', ...conditionTables.map(tableText)]),
    ...(judgeTables.length === 0 ? [] : ['## Judges', ...judgeTables.map(tableText)]),
    ...(exampleTables.length === 0 ? [] : ['## Examples', ...exampleTables.map(tableText)]),
    '## What was lost, and why',
    losses.length === 0 ? 'Nothing: every unit has a usable forecast and outcome.' : losses.map(lossText).join('\n'),
    '## Methods',
    content.methods.map((line) => `- ${markdownCell(line)}`).join('\n'),
    '## Provenance',
    ...content.provenance.map(
      ({ run, facts }) =>
        `### Run ${markdownCell(run)}\n\n${facts.map(({ name, value }) => `- ${markdownCell(name)}: ${markdownCell(value)}`).join('\n')}`,
    ),
    '## Cite',
    `\`\`\`bibtex\n${bibtex}\`\`\``,
  ];
  return `${parts.join('\n\n')}\n`;
}

const mostRows = 60;

function tableText({ title, lead, columns, rows }: ReportTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `### ${markdownCell(title)}\n\n${markdownCell(lead)}\n`,
    line(columns.map(({ name }) => markdownCell(name))),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...rows
      .slice(0, mostRows)
      .map((row) =>
        line(
          row.map(({ text, sort, note }) =>
            markdownCell(
              note !== null && (sort === null || note.startsWith('no interval')) ? `${text} (${note})` : text,
            ),
          ),
        ),
      ),
    ...(rows.length > mostRows ? [`\n${rows.length - mostRows} more rows are in report.html.`] : []),
  ].join('\n');
}

function figureText(figure: Figure): string {
  const title = markdownCell(figure.title);
  if (figure.kind === 'absent') return `**${title}**: not drawn, ${markdownCell(figure.reason)}.`;
  return `### ${title}\n\n![${title}](figures/${figure.name}.svg)\n\n${markdownCell(figure.caption)}`;
}

function lossText({ experiment, reason, count, examples }: ReportContent['losses'][number]): string {
  const shown = examples.map((example) => `\n  - ${markdownCell(example)}`).join('');
  return `- ${markdownCell(experiment)}, ${markdownCell(reason)}: ${count}${shown}`;
}
