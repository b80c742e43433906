import { Link } from '@tanstack/react-router';
import { listedLimits, type Results } from '../../src/results/results.ts';
import type { PageFigure } from '../../src/view/contract/contract-figure.ts';
import { FigureView } from './figures/figure.tsx';
import { FindingsTable } from './findings-table.tsx';
import { Lines } from './lines.tsx';
import { withoutProviders } from './short-names.ts';
import { Said, Sentence } from './text.tsx';

interface FirstLookProps {
  readonly results: Results;
  readonly headline: PageFigure | null;
}

/**
 * Shows the answer in one sentence, the figure, the table, what limits the findings, and what to do next. Of a study, shows
 * its definitions and its matrix; the findings of its runs have no place here.
 */
export function FirstLook({ results, headline }: FirstLookProps) {
  const { answer, selection, study } = results;
  const limits = listedLimits(results);
  const findings = study === undefined ? results.findings : [];
  const isShown = (study !== undefined || findings.length > 0) && headline?.kind === 'drawn';
  return (
    <section aria-label="Findings">
      <p className="answer" role="status">
        <Sentence text={study === undefined ? answer : withoutProviders(answer)} />
      </p>
      {selection.unfinished.map((line) => (
        <p key={line} className="note provisional">
          <Said text={line} />
        </p>
      ))}
      <div className={study === undefined ? 'look' : 'look study'}>
        {isShown && (
          <div className="evidence">
            <FigureView figure={headline} isFirst />
          </div>
        )}
        {study !== undefined && <StudyDetails study={study} />}
        {findings.length > 0 && (
          <div className="verdicts">
            <FindingsTable findings={findings} />
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

/** Shows the definitions and reasons of a study's verdict, and links to all that it found. */
function StudyDetails({ study: { study, details } }: { readonly study: NonNullable<Results['study']> }) {
  return (
    <div className="details">
      <ul className="definitions">
        {details.map((line) => (
          <li key={line}>
            <Said text={withoutProviders(line)} />
          </li>
        ))}
      </ul>
      <p className="more">
        <Link to="/studies/$study" params={{ study }}>
          All figures and tables of this study
        </Link>
      </p>
    </div>
  );
}

/** Shows commands to type next, each with what it does. */
export function NextSteps({ next }: Pick<Results, 'next'>) {
  if (next.length === 0) return null;
  return (
    <section>
      <h2>What to do next</h2>
      <ul className="next">
        {next
          .filter(({ command }) => command !== 'seb view')
          .map(({ command, about }) => (
            <li key={`${command} ${about}`}>
              {command !== null && (
                <code>
                  <Sentence text={command} />
                </code>
              )}{' '}
              <Sentence text={about} />
            </li>
          ))}
      </ul>
    </section>
  );
}
