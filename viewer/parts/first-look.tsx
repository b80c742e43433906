import type { Results } from '../../src/domain/results/finding.ts';
import type { Headline, PageFigure } from '../../src/view/contract/contract-figure.ts';
import { FigureView } from './figures/figure.tsx';
import { FindingsTable } from './findings-table.tsx';
import { Lines } from './lines.tsx';
import { Said, Sentence } from './text.tsx';

interface FirstLookProps {
  readonly results: Results;
  readonly headline: Headline | null;
}

/** Shows the answer in one sentence, the figure, the table, what limits the findings, and what to do next. */
export function FirstLook({ results, headline }: FirstLookProps) {
  const { answer, findings, adjustedOver, limits, selection } = results;
  const figures = findings.length === 0 ? [] : drawnIn(headline);
  const isBeside = figures.length > 0 && limits.length <= maxBeside;
  return (
    <section aria-label="Findings">
      <p className="answer" role="status">
        <Sentence text={answer} />
      </p>
      {selection.unfinished.map((line) => (
        <p key={line} className="note provisional">
          <Said text={line} />
        </p>
      ))}
      <div className={isBeside ? 'look beside' : 'look'}>
        {figures.length > 0 && (
          <div className="evidence">
            {figures.map(({ figure, where }) => (
              <div key={where} className={where}>
                <FigureView figure={figure} isFirst />
              </div>
            ))}
          </div>
        )}
        {findings.length > 0 && (
          <div className="verdicts">
            <FindingsTable findings={findings} />
            <p className="sub">
              Verdicts are tested against the best constant answer on the same items. Adjusted together:{' '}
              <Said text={adjustedOver} />.
            </p>
          </div>
        )}
        <div className="limits">
          {limits.length > 0 && <Lines title="What limits this" lines={limits} />}
          <NextSteps {...results} />
        </div>
      </div>
    </section>
  );
}

/** Maximum number of limits that stand beside the figure in a wide window; more are below the table. */
const maxBeside = 6;

type Drawn = Extract<PageFigure, { kind: 'drawn' }>;

/** Returns the figure for wide and for narrow windows, where they are drawn. */
function drawnIn(headline: Headline | null): readonly { readonly figure: Drawn; readonly where: string }[] {
  if (headline === null) return [];
  const forms = [
    { figure: headline.wide, where: 'for-wide' },
    { figure: headline.narrow, where: 'for-narrow' },
  ];
  return forms.flatMap(({ figure, where }) => (figure.kind === 'drawn' ? [{ figure, where }] : []));
}

function NextSteps({ next }: Pick<Results, 'next'>) {
  if (next.length === 0) return null;
  return (
    <section>
      <h2>What to do next</h2>
      <ul className="next">
        {next
          .filter((command) => command !== 'seb view')
          .map((command) => (
            <li key={command}>
              <code>
                <Sentence text={command} />
              </code>
            </li>
          ))}
      </ul>
    </section>
  );
}
