import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { utcMinute } from '../../src/util/numbers.ts';
import { isBeingRead } from '../../src/view/contract/being-read.ts';
import type { Overview } from '../../src/view/contract/contract.ts';
import type { StudyPage } from '../../src/view/contract/contract-study.ts';
import { FigureView, NotDrawn } from '../parts/figures/figure.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { Lines } from '../parts/lines.tsx';
import { ReportTable } from '../parts/report-table.tsx';
import { withoutProviders } from '../parts/short-names.ts';
import { Findings, Reasons } from '../parts/study/study-findings.tsx';
import { Said, Sentence } from '../parts/text.tsx';
import { source } from '../source.ts';

/** "Can a model be trained to know itself?" Shows the results of an introspection study. */
export function StudyScreen() {
  const { study } = useParams({ from: '/studies/$study' });
  const query = useQuery({ queryKey: ['study', study], queryFn: () => source.studyPage(study) });
  const { data: overview } = useOverview();
  const summary = overview?.studies.find(({ id }) => id === study);
  const page = query.data;
  useTitle(page?.summary.question ?? 'Study');
  if (page === undefined) return <Waiting query={query} />;
  if (page === null) {
    return (
      <>
        <h1>{summary?.question ?? 'Study'}</h1>
        <p role="status">{summary?.problem ?? whyNoPage(overview)}</p>
      </>
    );
  }
  return <Study page={page} />;
}

/** Returns why a study has no page: the server reads its runs first. */
function whyNoPage(overview: Overview | undefined): string {
  return isBeingRead(overview)
    ? 'The answers of this store are still being read. The study appears when this is done.'
    : 'Study not found.';
}

function Study({ page }: { readonly page: StudyPage }) {
  const { summary, results, sections, figures } = page;
  const drawn = figures.filter(({ figure }) => figure.kind === 'drawn');
  const isTable = new Set(sections.map(({ id }) => id));
  const absent = figures.filter(({ figure, section }) => figure.kind === 'absent' && isTable.has(section));
  return (
    <>
      <header>
        <h1>
          <Sentence text={results.question} />
        </h1>
        <p className="sub">Introspection study of {utcMinute(summary.at)}</p>
      </header>
      <section aria-label="Verdicts">
        <Findings results={results} />
      </section>
      {sections.map(({ id, title, lead, tables }, at) => (
        <Fragment key={id}>
          {at === 1 && <Reasons findings={results.findings} />}
          <section id={id}>
            <h2>{title}</h2>
            {lead !== null && lead !== '' && <p>{lead}</p>}
            {drawn.map(({ section, figure }) =>
              section === id && figure.kind === 'drawn' ? <FigureView key={figure.name} figure={figure} /> : null,
            )}
            {tables.map((table) => (
              <ReportTable key={table.id} table={table} under={{ id, title }} />
            ))}
          </section>
        </Fragment>
      ))}
      {sections.length < 2 && <Reasons findings={results.findings} />}
      <NotDrawn figures={absent.map(({ figure }) => figure)} />
      <Lines title="What limits this" lines={results.limits} />
      <Lines title="Next" lines={results.next.map(({ command, about }) => command ?? about)} />
      <Sources page={page} />
    </>
  );
}

function Sources({ page: { steps, jobs } }: { readonly page: StudyPage }) {
  return (
    <section>
      <h2>Runs and jobs</h2>
      <ul>
        {steps.map(({ run, step }) => (
          <li key={run}>
            {step}:{' '}
            <Link to="/runs/$run" params={{ run }}>
              <code>{run}</code>
            </Link>
          </li>
        ))}
      </ul>
      {jobs.length > 0 && (
        <details>
          <summary>{jobs.length} training jobs</summary>
          <ul>
            {jobs.map(({ arm, job, model }) => (
              <li key={job}>
                <code>{job.slice(0, 12)}</code>: <Said text={`${arm} = ${model}`} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface StudyLinksProps {
  /** The run whose studies are listed; null: those of all runs. */
  readonly run: string | null;
  /** Id of a study that the screen tells already. */
  readonly told?: string | undefined;
}

/** Links to studies with their verdicts; renders nothing without studies. */
export function StudyLinks({ run, told }: StudyLinksProps) {
  const { data: overview } = useOverview();
  const studies = (overview?.studies ?? []).filter(
    ({ id, runs }) => id !== told && (run === null || run === 'all' || runs.includes(run)),
  );
  if (studies.length === 0) return null;
  return (
    <section aria-label="Studies">
      <h2>Studies</h2>
      <ul className="runs">
        {studies.map(({ id, question, verdicts, problem, at }) => (
          <li key={id} className="run">
            <p className="head">
              <Link to="/studies/$study" params={{ study: id }}>
                <Said text={question} />
              </Link>{' '}
              <time dateTime={at} className="sub">
                {utcMinute(at)}
              </time>
            </p>
            {problem !== null && <p className="sub">could not be read: {problem}</p>}
            {verdicts.map(({ sentence }) => (
              <p key={sentence}>
                <Said text={withoutProviders(sentence)} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
