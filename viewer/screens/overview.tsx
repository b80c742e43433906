import { Link, useNavigate } from '@tanstack/react-router';
import { escapeControls } from '../../src/util/escape-controls.ts';
import type { Overview, RunSummary } from '../../src/view/contract/contract.ts';
import type { StudySummary } from '../../src/view/contract/contract-study.ts';
import { FirstLook } from '../parts/first-look.tsx';
import { Folded } from '../parts/folded.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { runChoice } from '../parts/run-name.tsx';
import { RunsTable } from '../parts/runs-table.tsx';
import { Said, Sentence } from '../parts/text.tsx';
import { StudyLinks } from './study.tsx';

/** "Can these models predict themselves?" Shows the findings and runs of the store. */
export function OverviewScreen() {
  const query = useOverview();
  useTitle(query.data === undefined ? 'seb viewer' : questionOf(query.data));
  if (query.data === undefined) return <Waiting query={query} />;
  return <StoreOverview overview={query.data} />;
}

/** Returns the question of the selection; of a study's runs, that of the study. */
function questionOf({ question, selection, studies }: Overview): string {
  return studyOf(selection, studies)?.question ?? question;
}

function studyOf({ kind, runs }: Overview['selection'], studies: readonly StudySummary[]): StudySummary | undefined {
  const [run = ''] = runs;
  return kind === 'study' ? studies.find((study) => study.runs.includes(run)) : undefined;
}

function StoreOverview({ overview }: { readonly overview: Overview }) {
  const { runs, selection, studies, headline, limits } = overview;
  const origins = overview.origins.filter((text) => !limits.includes(text)); // the limits stand above
  const isStudy = studyOf(selection, studies) !== undefined; // also one whose results are not read yet
  const ofStudies = new Set(studies.flatMap((study) => study.runs));
  const own = runs.filter(({ id }) => !ofStudies.has(id));
  return (
    <div>
      <header>
        <h1>
          <Sentence text={questionOf(overview)} />
        </h1>
        <p className="sub">
          {selection.runs.length > 0 && (
            <>
              About the newest results: <Said text={selection.name} /> ·{' '}
            </>
          )}
          store <Said text={overview.store} />
        </p>
        {runs.length > selection.runs.length && <RunPicker runs={runs} selection={selection} />}
      </header>
      {(!isStudy || overview.study !== undefined) && <FirstLook results={overview} headline={headline} />}
      {!isStudy && <EvidenceLink overview={overview} />}
      <StudyLinks run={null} told={overview.study?.study} />
      {origins.map((text) => (
        <p key={text} className="note">
          {text}
        </p>
      ))}
      <section aria-labelledby="runs">
        <h2 id="runs">Runs</h2>
        {runs.length === 0 && <p className="sub">The store has no runs yet.</p>}
        {own.length > 0 && <RunsTable runs={own} label="Table of runs" />}
        {own.length > 1 && (
          <p>
            <Link to="/runs/$run/items" params={{ run: 'all' }} search={{}}>
              Items of all runs
            </Link>
          </p>
        )}
        {studies.map((study) => (
          <Folded key={study.id} id={`runs-${study.id}`} title={`${study.runs.length} runs of a study`}>
            <p className="sub">
              <Said text={study.question} />
            </p>
            <RunsTable runs={runs.filter(({ id }) => study.runs.includes(id))} label="Runs of the study" />
          </Folded>
        ))}
      </section>
    </div>
  );
}

/** Links to every figure and table of the newest results. */
function EvidenceLink({ overview: { together, selection } }: { readonly overview: Overview }) {
  const [only] = selection.runs;
  const run = together ?? (selection.runs.length === 1 ? only : undefined);
  if (run === undefined) return null;
  return (
    <p className="more">
      <Link to="/runs/$run" params={{ run }}>
        All figures and tables of these results
      </Link>
    </p>
  );
}

/** Goes to the findings of a run that is not among the newest results. */
function RunPicker({
  runs,
  selection,
}: {
  readonly runs: readonly RunSummary[];
  readonly selection: Overview['selection'];
}) {
  const navigate = useNavigate();
  return (
    <p>
      <label>
        Findings of{' '}
        <select value="" onChange={({ target }) => void navigate({ to: '/runs/$run', params: { run: target.value } })}>
          <option value="">{escapeControls(selection.name)}</option>
          {runs.map((run) => (
            <option key={run.id} value={run.id}>
              {runChoice(run)}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}
