import type { Figure } from '../figures/figure.ts';
import { bibtex } from '../methods/bibtex.ts';
import { whatIsMeasured } from '../methods/caveats.ts';
import type { ReportModel } from '../report-model.ts';
import { studySectionId } from '../tables/study-section.ts';
import { markdownCell, markdownSections } from './markdown.ts';

/** Returns the report as Markdown, with its figures linked. A study comes first, with its first figure. */
export function reportMarkdown(model: ReportModel): string {
  const first = model.sections.filter(({ id }) => id === studySectionId);
  const shown = model.figures.slice(0, first.length);
  const parts = [
    `# ${markdownCell(model.title)}`,
    markdownCell(model.subtitle),
    ...(first.length === 0 ? [] : [markdownSections(first), ...shown.map(figureText)]),
    markdownCell(whatIsMeasured),
    model.caveats.map((line) => `> - ${markdownCell(line)}`).join('\n'),
    markdownSections(model.sections.filter(({ id }) => id !== studySectionId)),
    '## Figures',
    ...model.figures.slice(shown.length).map(figureText),
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
