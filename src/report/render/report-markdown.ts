import type { Figure } from '../figures/figure.ts';
import { bibtex } from '../methods/bibtex.ts';
import { whatIsMeasured } from '../methods/caveats.ts';
import type { ReportModel } from '../tables/report-model.ts';
import { markdownCell, markdownSections } from './markdown.ts';

/** Returns the report as Markdown, with its figures linked. */
export function reportMarkdown(model: ReportModel): string {
  const parts = [
    `# ${markdownCell(model.title)}`,
    markdownCell(model.subtitle),
    markdownCell(whatIsMeasured),
    model.caveats.map((line) => `> - ${markdownCell(line)}`).join('\n'),
    markdownSections(model.sections),
    '## Figures',
    ...model.figures.map(figureText),
    '## Missing data',
    model.missing.length === 0
      ? 'None: every unit has a usable prediction and outcome.'
      : model.missing.map(missingText).join('\n'),
    '## Methods',
    model.methods.map((line) => `- ${markdownCell(line)}`).join('\n'),
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
  return `### ${title}\n\n![${title}](figures/${figure.name}.svg)\n\n${markdownCell(figure.caption)}`;
}

function missingText({ experiment, reason, count, examples }: ReportModel['missing'][number]): string {
  const shown = examples.map((example) => `\n  - ${markdownCell(example)}`).join('');
  return `- ${markdownCell(experiment)}, ${markdownCell(reason)}: ${count}${shown}`;
}
