import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { displayNames } from '../../src/results/display-names.ts';
import { escapeControls } from '../../src/util/escape-controls.ts';
import { isBeingRead } from '../../src/view/contract/being-read.ts';
import type { ComparisonScreen, Overview, RunSummary } from '../../src/view/contract/contract.ts';
import type { CompareSide, Flips as FlipLists, FlipsQuery, ItemView } from '../../src/view/contract/contract-items.ts';
import { FigureView } from '../parts/figures/figure.tsx';
import { NextSteps } from '../parts/first-look.tsx';
import { State } from '../parts/items-columns.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { Lines } from '../parts/lines.tsx';
import { count } from '../parts/numbers.ts';
import { ReportTable } from '../parts/report-table.tsx';
import { runChoice } from '../parts/run-name.tsx';
import { Scroll, TableHead } from '../parts/scroll.tsx';
import { withoutSharedSettings } from '../parts/short-names.ts';
import { Said, Sentence } from '../parts/text.tsx';
import { source } from '../source.ts';

type PartialQuery = { readonly [Name in keyof FlipsQuery]?: FlipsQuery[Name] | undefined };
type Choice = CompareSide & { readonly experiment: string };

/** "Is it self-knowledge?" Shows what `seb compare` prints, and the items on which two sides differ. */
export function CompareScreen() {
  const { run, ...search } = useSearch({ from: '/compare' });
  const navigate = useNavigate({ from: '/compare' });
  const { data: overview } = useOverview();
  const query = useQuery({ queryKey: ['compare', run ?? null], queryFn: () => source.comparison(run) });
  useTitle('Compare');
  if (query.data === undefined) return <Waiting query={query} />;
  const { screen, runs } = query.data;
  const compared = (overview?.runs ?? []).filter(({ id }) => runs.includes(id));
  return (
    <div>
      {screen === null ? (
        <>
          <h1>Compare</h1>
          <p role="status">{whyNoComparison(overview)}</p>
        </>
      ) : (
        <Comparison screen={screen} />
      )}
      {compared.length > 1 && (
        <p>
          <label>
            Comparison of{' '}
            <select
              value={run ?? ''}
              onChange={({ target: { value } }) =>
                void navigate({ search: value === '' ? {} : { run: value }, replace: true })
              }
            >
              <option value="">the newest results</option>
              {compared.map((each) => (
                <option key={each.id} value={each.id}>
                  {runChoice(each)}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      <ChangedItems
        runs={overview?.runs ?? []}
        search={search}
        onChange={(values) => void navigate({ search: (old) => ({ ...old, ...values }), replace: true })}
      />
    </div>
  );
}

/** Returns why there is no comparison: the server reads the answers first. */
function whyNoComparison(overview: Overview | undefined): string {
  return isBeingRead(overview)
    ? 'The answers of this store are still being read. The comparison appears when this is done.'
    : 'A comparison needs two models, runs or conditions on the same items.';
}

function Comparison({ screen }: { readonly screen: ComparisonScreen }) {
  const { question, answer, about, tables, figure, limits, next } = screen;
  return (
    <>
      <header>
        <h1>
          <Sentence text={question} />
        </h1>
        <p className="answer">
          <Sentence text={answer} />
        </p>
        {about.map((line) => (
          <p key={line} className="sub">
            <Said text={line} />
          </p>
        ))}
      </header>
      {figure.kind === 'drawn' && <FigureView figure={figure} isFirst />}
      {tables.map((table) => (
        <ReportTable key={table.id} table={table} heading="h2" />
      ))}
      <div className="limits">
        {limits.length > 0 && <Lines title="What limits this" lines={limits} />}
        <NextSteps next={next} />
      </div>
    </>
  );
}

interface ChangedItemsProps {
  readonly runs: readonly RunSummary[];
  readonly search: PartialQuery;
  readonly onChange: (values: Partial<FlipsQuery>) => void;
}

/** Shows the items that are right for one side and wrong for the other: of two models, runs or conditions. */
function ChangedItems({ runs, search, onChange }: ChangedItemsProps) {
  const sides = useQuery({ queryKey: ['sides'], queryFn: () => source.sides() });
  const choices = sides.data ?? [];
  const query = chosenOf(choices, runs, search);
  const flips = useQuery({
    queryKey: ['flips', query],
    queryFn: () => (query === null ? Promise.reject(new Error('nothing chosen')) : source.flips(query)),
    enabled: query !== null,
  });
  if (query === null) return null;
  const names = sideNames(query, runs);
  return (
    <section aria-labelledby="changed">
      <h2 id="changed">Items on which two differ</h2>
      <Choices choices={choices} runs={runs} query={query} onChange={(values) => onChange({ ...query, ...values })} />
      {flips.data === undefined ? (
        <Waiting query={flips} />
      ) : (
        <>
          <Flips
            title={`Right for ${names.a}, wrong for ${names.b}`}
            flips={flips.data.lost}
            query={query}
            names={names}
          />
          <Flips
            title={`Wrong for ${names.a}, right for ${names.b}`}
            flips={flips.data.gained}
            query={query}
            names={names}
          />
        </>
      )}
    </section>
  );
}

/** Returns the experiment with most items among those with two sides or more. */
function largestOf(choices: readonly Choice[], runs: readonly RunSummary[]): string | undefined {
  const itemsOf = (name: string) =>
    Math.max(
      0,
      ...runs.flatMap((run) => run.experiments.filter((each) => each.name === name).map(({ items }) => items)),
    );
  return [...Map.groupBy(choices, ({ experiment }) => experiment)]
    .filter(([, sides]) => sides.length > 1)
    .toSorted(([a], [b]) => itemsOf(b) - itemsOf(a))[0]?.[0];
}

/** Returns the selection in the URL, completed with available sides. */
function chosenOf(choices: readonly Choice[], runs: readonly RunSummary[], search: PartialQuery): FlipsQuery | null {
  const experiment = search.experiment ?? largestOf(choices, runs);
  const own = choices.filter((choice) => choice.experiment === experiment);
  const find = (run: string | undefined, model: string | undefined, condition: string | undefined) =>
    own.find((each) => each.run === run && each.model === model && each.condition === condition);
  const a = find(search.runA, search.modelA, search.conditionA) ?? own[0];
  const b = find(search.runB, search.modelB, search.conditionB) ?? own.find((each) => each !== a);
  if (experiment === undefined || a === undefined || b === undefined) return null;
  return {
    experiment,
    ...{ runA: a.run, modelA: a.model, conditionA: a.condition },
    ...{ runB: b.run, modelB: b.model, conditionB: b.condition },
  };
}

function Choices({
  choices,
  runs,
  query,
  onChange,
}: {
  readonly choices: readonly Choice[];
  readonly runs: readonly RunSummary[];
  readonly query: FlipsQuery;
  readonly onChange: (values: Partial<FlipsQuery>) => void;
}) {
  const experiments = [...new Set(choices.map(({ experiment }) => experiment))];
  const own = choices.filter(({ experiment }) => experiment === query.experiment);
  const nameOfRun = (id: string) => runs.find((run) => run.id === id)?.name ?? id;
  const several = new Set(own.map(({ run }) => run)).size > 1;
  const conditions = new Set(own.map(({ condition }) => condition)).size > 1;
  const nameOf = ({ run, model, condition }: CompareSide) =>
    [model, ...(conditions ? [condition] : []), ...(several ? [`run ${nameOfRun(run)}`] : [])].join(' · ');
  const select = (name: string, chosen: number, onChoose: (side: CompareSide) => void) => (
    <label>
      {name}
      <select
        value={chosen}
        onChange={({ target }) => {
          const side = own[Number(target.value)];
          if (side !== undefined) onChoose(side);
        }}
      >
        {own.map((side, index) => (
          <option key={nameOf(side)} value={index}>
            {escapeControls(nameOf(side))}
          </option>
        ))}
      </select>
    </label>
  );
  const placeOf = (run: string, model: string, condition: string) =>
    own.findIndex((side) => side.run === run && side.model === model && side.condition === condition);
  return (
    <div className="selects">
      <label>
        experiment
        <select value={query.experiment} onChange={({ target }) => onChange({ experiment: target.value })}>
          {experiments.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {select('A', placeOf(query.runA, query.modelA, query.conditionA), (side) =>
        onChange({ runA: side.run, modelA: side.model, conditionA: side.condition }),
      )}
      {select('B', placeOf(query.runB, query.modelB, query.conditionB), (side) =>
        onChange({ runB: side.run, modelB: side.model, conditionB: side.condition }),
      )}
    </div>
  );
}

interface SideNames {
  readonly a: string;
  readonly b: string;
}

/** Returns what distinguishes the sides: the models, else the conditions, else the runs. */
function sideNames(query: FlipsQuery, runs: readonly RunSummary[]): SideNames {
  const { modelA, modelB, conditionA, conditionB, runA, runB } = query;
  const name = (id: string) => runs.find((run) => run.id === id)?.name ?? id;
  if (modelA !== modelB) {
    const names = withoutSharedSettings([modelA, modelB]);
    return { a: names.get(modelA) ?? modelA, b: names.get(modelB) ?? modelB };
  }
  return conditionA === conditionB
    ? { a: `run ${name(runA)}`, b: `run ${name(runB)}` }
    : { a: conditionA, b: conditionB };
}

function Flips({
  title,
  flips,
  query,
  names,
}: {
  readonly title: string;
  readonly names: SideNames;
  readonly flips: FlipLists['lost'];
  readonly query: FlipsQuery;
}) {
  return (
    <section>
      <h3>
        <Sentence text={title} />: {count(flips.count)}
      </h3>
      {flips.shown.length > 0 && (
        <Scroll label={title}>
          <table className="stacked">
            <TableHead names={['item', displayNames.unit, names.a, names.b]} />
            <tbody>
              {flips.shown.map(({ a, b }) => (
                <tr key={`${a.item} ${a.unit}`}>
                  <th scope="row" className="long">
                    <span className="clamped" title={escapeControls(a.title)}>
                      <Said text={a.title} />
                    </span>
                  </th>
                  <td data-name={displayNames.unit}>{a.unit !== '' && <Said text={a.unit} />}</td>
                  <td data-name={names.a}>
                    <FlipSide row={a} run={query.runA} />
                  </td>
                  <td data-name={names.b}>
                    <FlipSide row={b} run={query.runB} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {flips.shown.length < flips.count && <p className="sub">Showing the first {flips.shown.length}.</p>}
    </section>
  );
}

function FlipSide({ row, run }: { readonly row: ItemView; readonly run: string }) {
  const { experiment, model, condition, item } = row;
  return (
    <Link to="/runs/$run/item" params={{ run }} search={{ experiment, model, condition, item }}>
      <State row={row} />
      <small>
        prediction: <Said text={row.prediction} />; outcome: <Said text={row.outcome} />
      </small>
    </Link>
  );
}
