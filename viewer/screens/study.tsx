import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { StudyResult } from '../../src/study/analyses/study-result.ts';
import type { StudyPage } from '../../src/view/contract/contract-study.ts';
import { Curves } from '../parts/figures/curves.tsx';
import { FigureView, NotDrawn } from '../parts/figures/figure.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { count, when } from '../parts/numbers.ts';
import { shortNames } from '../parts/short-names.ts';
import { CalibrationView } from '../parts/study/study-calibration.tsx';
import { Pairs } from '../parts/study/study-pairs.tsx';
import {
  AccuracyMatrix,
  BehaviorChange,
  Coupling,
  Drift,
  Gains,
  SelfExecution,
  Subsets,
} from '../parts/study/study-tables.tsx';
import { Said } from '../parts/text.tsx';
import { useSource } from '../source/source.ts';

/** "Can a model be trained to know itself?" Shows the results of an introspection study. */
export function StudyScreen() {
  const { study } = useParams({ from: '/studies/$study' });
  const source = useSource();
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
        <p role="status">{summary?.problem ?? 'Study not found.'}</p>
      </>
    );
  }
  return <Study page={page} />;
}

function Study({ page }: { readonly page: StudyPage }) {
  const { summary, result, matrix, notes, testItems, testStrings } = page;
  const parts = partsOf(result);
  const [measured, absent] = [
    parts.filter(({ isMeasured }) => isMeasured),
    parts.filter(({ isMeasured }) => !isMeasured),
  ];
  return (
    <>
      <header>
        <h1>
          <Said text={summary.question} />
        </h1>
        <p className="sub">
          Introspection study of {when(summary.at)} · {count(testItems)} test items, {count(testStrings)} strings
        </p>
      </header>
      <section aria-label="Verdicts">
        <Pairs pairs={result.pairs} />
      </section>
      {notes.length > 0 && (
        <div className="note" role="note">
          <ul>
            {notes.map((note) => (
              <li key={note}>
                <Said text={note} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <section>
        <h2>Who predicts whom</h2>
        {matrix.kind === 'drawn' ? <FigureView figure={matrix} /> : <NotDrawn figures={[matrix]} />}
        <AccuracyMatrix result={result} />
        <Gains gains={result.trainingGains} />
      </section>
      {measured.map(({ name, content }) => (
        <section key={name}>
          <h2>{name}</h2>
          {content}
        </section>
      ))}
      {absent.length > 0 && (
        <p>Not measured, because the design does not include it: {absent.map(({ name }) => name).join('; ')}.</p>
      )}
      <Sources page={page} />
    </>
  );
}

interface Part {
  readonly name: string;
  readonly isMeasured: boolean;
  readonly content: ReactNode;
}

/** Returns the analyses that a design may include. */
function partsOf(result: StudyResult): readonly Part[] {
  const { scaling, calibration, behaviorChange, drift, coupling, subsets, selfExecution } = result;
  const part = (name: string, measured: readonly unknown[], content: ReactNode): Part => ({
    ...{ name, isMeasured: measured.length > 0, content },
  });
  return [
    part('Learning curves', curvesOf(scaling), <Scaling scaling={curvesOf(scaling)} />),
    part('Calibration', calibration, <CalibrationView calibration={calibration} />),
    part('Drift: did training on itself change the model?', drift, <Drift drift={drift} />),
    part('Change of behavior', behaviorChange, <BehaviorChange changes={behaviorChange} />),
    part('Coupling: label or current behavior?', coupling, <Coupling coupling={coupling} />),
    part('Parts of the test items', subsets, <Subsets subsets={subsets} />),
    part('Effect on self-execution', selfExecution, <SelfExecution effects={selfExecution} />),
  ];
}

/** Returns the learning curves with two training set sizes or more. */
function curvesOf(scaling: StudyResult['scaling']): StudyResult['scaling'] {
  return scaling.filter(({ points }) => points.length > 1);
}

/** Shows accuracy by number of training rows, a chart for each target. */
function Scaling({ scaling }: { readonly scaling: StudyResult['scaling'] }) {
  return (
    <div className="small-multiples">
      {[...Map.groupBy(scaling, ({ target }) => target)].map(([target, own]) => (
        <Curves
          key={target}
          title={`about ${shortNames(target)}`}
          xName="training rows"
          yName="accuracy, mean over groups"
          series={own.map(({ base, points }) => ({
            name: `${shortNames(base)} trained on it`,
            points: points.flatMap(({ size, accuracy: { value, interval } }) =>
              value === null ? [] : [{ x: size, y: value, interval }],
            ),
          }))}
        />
      ))}
    </div>
  );
}

function Sources({ page: { steps, jobs, result } }: { readonly page: StudyPage }) {
  return (
    <section>
      <h2>Runs and jobs</h2>
      <p className="sub">95 % intervals by {count(result.resamples)} bootstrap draws over strings.</p>
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

/** Links to studies with their verdicts; renders nothing without studies. */
export function StudyLinks({ run }: { readonly run: string | null }) {
  const { data: overview } = useOverview();
  const studies = (overview?.studies ?? []).filter(({ runs }) => run === null || run === 'all' || runs.includes(run));
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
                {when(at)}
              </time>
            </p>
            {problem !== null && <p className="sub">could not be read: {problem}</p>}
            {verdicts.map(({ sentence }) => (
              <p key={sentence}>
                <Said text={shortNames(sentence)} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
