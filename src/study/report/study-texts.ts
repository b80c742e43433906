import type { Figure } from '../../report/figures/render/figure.ts';
import { bibtex } from '../../report/methods/bibtex.ts';
import { latexHead, latexTable, latexText } from '../../report/render/latex.ts';
import { markdownCell, markdownTable } from '../../report/render/markdown.ts';
import { counted } from '../../util/numbers.ts';
import type { StudyFigure } from './study-figures.ts';
import type { StudyReport } from './study-report.ts';

/** Returns the report of a study as Markdown; `figures` are linked where they are drawn. */
export function studyMarkdown(
  { results, sections, methods, facts }: StudyReport,
  figures: readonly StudyFigure[],
): string {
  const list = (lines: readonly string[]) => lines.map((line) => `- ${markdownCell(line)}`).join('\n');
  const parts = [
    `# ${markdownCell(results.question)}`,
    `**${markdownCell(results.answer)}**`,
    ...results.findings.flatMap(({ sentence, reasons, definitions }) => [
      ...(results.findings.length === 1 ? [] : [`**${markdownCell(sentence)}**`]),
      list([...definitions, ...reasons]),
    ]),
    ...sections.flatMap(({ id, title, tables }) => [
      `## ${markdownCell(title)}`,
      ...figures.flatMap(({ section, figure }) => (section === id ? figureLines(figure) : [])),
      ...tables.map(markdownTable),
    ]),
    '## What limits this',
    list([...results.limits, `Adjusted together: ${results.adjustedOver}.`]),
    '## Methods',
    markdownCell(methods),
    '## Versions and hashes',
    list([
      ...facts.software,
      ...facts.datasets.map(
        ({ name, items, sha256 }) => `data set ${name}: ${counted(items, 'item')}, sha256 ${sha256}`,
      ),
      ...facts.models.map(({ name, identity }) => `model ${name}${identity === name ? '' : `: ${identity}`}`),
      ...facts.jobs.flatMap(({ model, adapter }) =>
        adapter === null ? [] : [`adapter of ${model}: sha256 ${adapter}`],
      ),
      `study ${results.study}`,
    ]),
    '## Cite',
    `\`\`\`bibtex\n${bibtex}\`\`\``,
  ];
  return `${parts.join('\n\n')}\n`;
}

function figureLines(figure: Figure): readonly string[] {
  if (figure.kind === 'absent') return [];
  const title = markdownCell(figure.title);
  return [`![${title}](figures/${figure.name}.svg)`, markdownCell(figure.caption)];
}

/** Returns the report of a study as LaTeX: verdict and methods as paragraphs, and every table but those shown on demand. */
export function studyLatex({ results, sections, methods }: StudyReport): string {
  const tables = sections.flatMap(({ tables: own }) => own.filter(({ detail }) => detail === undefined));
  return [
    latexHead('seb study report'),
    ...results.findings.flatMap(({ sentence, definitions }) => [
      `\\paragraph{Verdict} ${latexText(sentence)}`,
      ...definitions.map(latexText),
      '',
    ]),
    `\\paragraph{Methods} ${latexText(methods)}`,
    '',
    ...tables.map((table) => latexTable(table)),
  ].join('\n');
}
