import type { Results } from '../../src/domain/finding.ts';
import type { Headline } from '../../src/view/contract/contract-figure.ts';
import { FigureView } from './figures/figure.tsx';
import { FindingsTable } from './findings-table.tsx';
import { Lines } from './lines.tsx';
import { Said } from './text.tsx';

interface FirstLookProps {
  readonly results: Results;
  readonly headline: Headline | null;
}

/** Shows the answer in one sentence, the figure, the table, what limits the findings, and what to do next. */
export function FirstLook({ results, headline }: FirstLookProps) {
  const { answer, findings, adjustedOver, limits, next, selection } = results;
  return (
    <section aria-label="Findings">
      <p className="answer" role="status">
        <Said text={answer} />
      </p>
      {selection.unfinished.map((line) => (
        <p key={line} className="note provisional">
          <Said text={line} />
        </p>
      ))}
      {findings.length > 0 && headline !== null && (
        <>
          {headline.wide.kind === 'drawn' && (
            <div className="for-wide">
              <FigureView figure={headline.wide} isFirst />
            </div>
          )}
          {headline.narrow.kind === 'drawn' && (
            <div className="for-narrow">
              <FigureView figure={headline.narrow} isFirst />
            </div>
          )}
        </>
      )}
      {findings.length > 0 && (
        <>
          <FindingsTable findings={findings} />
          <p className="sub">
            Tested against the best constant answer on the same items. Adjusted together: <Said text={adjustedOver} />.
          </p>
        </>
      )}
      {limits.length > 0 && <Lines title="What limits this" lines={limits} />}
      {next.length > 0 && (
        <section>
          <h2>What to do next</h2>
          <ul className="next">
            {next
              .filter((command) => command !== 'seb view')
              .map((command) => (
                <li key={command}>
                  <code>
                    <Said text={command} />
                  </code>
                </li>
              ))}
          </ul>
        </section>
      )}
    </section>
  );
}
