import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { reasonText } from '../../src/outcome-kinds/words.ts';
import type { RunPage } from '../../src/view/contract/contract.ts';
import { FigureView, NotDrawn } from '../parts/figures/figure.tsx';
import { FindingsTable } from '../parts/findings-table.tsx';
import { FirstLook } from '../parts/first-look.tsx';
import { Folded, openPart } from '../parts/folded.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { count } from '../parts/numbers.ts';
import { ReportTable } from '../parts/report-table.tsx';
import { runName } from '../parts/run-name.tsx';
import { RunProgress } from '../parts/run-progress.tsx';
import { Said, Sentence } from '../parts/text.tsx';
import { source } from '../source.ts';
import { StudyLinks } from './study.tsx';

/** "How certain is it, and compared with what?" Shows the page of a run, or of several runs together. */
export function RunScreen() {
  const { run } = useParams({ from: '/runs/$run' });
  const query = useQuery({ queryKey: ['run', run], queryFn: () => source.runPage(run) });
  const { data: overview } = useOverview();
  const summary = overview?.runs.find(({ id }) => id === run);
  const page = query.data;
  useTitle(page?.question ?? `Run ${run}`);
  const isSettled = useSettled();
  if (page === undefined) return <Waiting query={query} />;
  if (page === null) {
    return (
      <>
        <h1>Run {summary === undefined ? run : runName(summary)}</h1>
        {summary === undefined ? (
          <p role="alert">
            The store has no run <code>{run}</code>. <Link to="/">Go to the overview</Link>
          </p>
        ) : (
          <>
            <RunProgress run={summary} />
            <p role="status">Reading the answers of this run. The page appears when this is done.</p>
          </>
        )}
      </>
    );
  }
  const isOpen = summary !== undefined && (summary.live || summary.status !== 'finished');
  return (
    <div>
      <header>
        <h1>
          <Sentence text={page.question} />
        </h1>
        <p className="sub">
          <Said text={page.subtitle} />
        </p>
        {isOpen && <RunProgress run={summary} />}
      </header>
      <FirstLook results={page.results} headline={page.headline} />
      <p className="more">
        <Link to="/runs/$run/items" params={{ run }} search={{ state: 'wrong' }}>
          See the items with wrong predictions
        </Link>
      </p>
      <StudyLinks run={run} told={page.results.study?.study} />
      {isSettled && <Evidence page={page} />}
    </div>
  );
}

/** Shows everything below the answer, a moment later, so that the answer appears immediately. */
function Evidence({ page }: { readonly page: RunPage }) {
  const { study } = page.results;
  return study === undefined ? (
    <RunEvidence page={page} />
  ) : (
    <Folded id="study-runs" title={`The ${page.runs.length} runs of this study`}>
      <p>
        The runs alone: <Sentence text={study.runsAnswer} />
      </p>
      {page.results.findings.length > 0 && <FindingsTable findings={page.results.findings} />}
      <RunEvidence page={page} />
    </Folded>
  );
}

function RunEvidence({ page }: { readonly page: RunPage }) {
  return (
    <>
      <div className="note" role="note">
        <p>{page.whatIsMeasured}</p>
        <ul>
          {page.notes.map((note) => (
            <li key={note}>
              <Said text={note} />
            </li>
          ))}
        </ul>
      </div>
      <Contents page={page} />
      <Sections page={page} />
      <Afterwards page={page} />
    </>
  );
}

function contentsOf({ sections, figures }: RunPage): readonly (readonly [id: string, name: string])[] {
  return [
    ...(figures.length === 0 ? [] : [['figures', 'More figures'] as const]),
    ...sections.map(({ id, title }) => [id, title] as const),
    ['missing', 'Missing'],
    ['methods', 'Methods'],
    ['provenance', 'Provenance'],
    ['cite', 'Cite'],
  ];
}

function Contents({ page }: { readonly page: RunPage }) {
  const jump = (id: string) => (event: { preventDefault(): void }) => {
    event.preventDefault(); // the part of the address after # is the screen's
    openPart(id);
  };
  return (
    <nav className="contents" aria-label="On this page">
      <ul>
        {contentsOf(page).map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`} onClick={jump(id)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Sections({ page: { sections, figures, results } }: { readonly page: RunPage }) {
  const answering = results.findings.length === 0 && results.study === undefined ? sections[0]?.id : undefined; // no table of verdicts stands above
  return (
    <>
      {figures.length > 0 && (
        <Folded id="figures" title="More figures">
          {figures.map((figure) => (figure.kind === 'drawn' ? <FigureView key={figure.name} figure={figure} /> : null))}
          <NotDrawn figures={figures} />
        </Folded>
      )}
      {sections.map(({ id, title, lead, absence, tables }) => (
        <Folded key={id} id={id} title={title} startsOpen={id === answering}>
          {lead !== null && lead !== '' && <p>{lead}</p>}
          {absence !== null && <p>Not measured here: {absence}.</p>}
          {tables.map((table) => (
            <ReportTable key={table.id} table={table} />
          ))}
        </Folded>
      ))}
    </>
  );
}

function Afterwards({ page: { missing, methods, provenance, cite } }: { readonly page: RunPage }) {
  const units = missing.reduce((sum, each) => sum + each.count, 0);
  return (
    <>
      <Folded
        id="missing"
        title={missing.length === 0 ? 'Missing: nothing' : `Missing: ${count(units)} units, and why`}
      >
        {missing.length === 0 ? (
          <p>Every unit has a usable prediction and outcome.</p>
        ) : (
          <ul>
            {missing.map((each) => (
              <li key={`${each.experiment} ${each.reason}`}>
                {each.experiment}, <b>{reasonText(each.reason)}</b>: {count(each.count)}{' '}
                {each.count === 1 ? 'unit' : 'units'}
                <ul>
                  {each.examples.map((example) => (
                    <li key={example}>
                      <Said text={example} />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </Folded>
      <Folded id="methods" title="Methods">
        <ul>
          {methods.map((line) => (
            <li key={line}>
              <Said text={line} />
            </li>
          ))}
        </ul>
      </Folded>
      <Folded id="provenance" title="Provenance">
        {provenance.map(({ run, facts }) => (
          <section key={run}>
            <h3>Run {run}</h3>
            <dl>
              {facts.map(({ name, value }) => (
                <div key={`${name} ${value}`}>
                  <dt>{name}</dt>
                  <dd>
                    <Said text={value} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Folded>
      <Folded id="cite" title="Cite">
        <pre className="said">{cite}</pre>
      </Folded>
    </>
  );
}

/** Returns false in a component's first frame, and true after it. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setSettled(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isSettled;
}
