import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { StudyResult } from '../../src/study/analyses/study-result.ts';
import type { StudyPage } from '../../src/view/contract/contract-study.ts';
import { Curves } from '../parts/figures/curves.tsx';
import { FigureView, NotDrawn } from '../parts/figures/figure.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { count, when } from '../parts/numbers.ts';
import { shortNames } from '../parts/short-names.ts';
import { CalibrationView } from '../parts/study/study-calibration.tsx';
import { Pairs } from '../parts/study/study-pairs.tsx';
import { AccuracyMatrix, BehaviorChange, Gains, SelfExecution } from '../parts/study/study-tables.tsx';
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
        <p className="sub">
          Share of correct predictions, averaged over groups of task and property. Hover over a number to see its base
          rate.
        </p>
        <AccuracyMatrix accuracy={result.accuracy} />
        <Gains result={result} />
      </section>
      <section>
        <h2>Learning curves</h2>
        <Scaling scaling={result.scaling} />
      </section>
      <section>
        <h2>Calibration</h2>
        <CalibrationView calibration={result.calibration} />
      </section>
      <section>
        <h2>Change of behavior</h2>
        <BehaviorChange changes={result.behaviorChange} />
      </section>
      <section>
        <h2>Effect on self-execution</h2>
        <SelfExecution effects={result.selfExecution} />
      </section>
      <Sources page={page} />
    </>
  );
}

/** Shows accuracy by number of training rows, a chart for each target. */
function Scaling({ scaling }: { readonly scaling: StudyResult['scaling'] }) {
  const several = scaling.filter(({ points }) => points.length > 1);
  if (several.length === 0) return <p className="sub">Not measured: the study has only one training set size.</p>;
  return (
    <div className="small-multiples">
      {[...Map.groupBy(several, ({ target }) => target)].map(([target, own]) => (
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
