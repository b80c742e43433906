import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { resultWords } from '../../src/results/result-words.ts';
import { escapeControls } from '../../src/util/escape-controls.ts';
import { fraction, fractionRange } from '../../src/util/numbers.ts';
import type { RunSummary } from '../../src/view/contract/contract.ts';
import type { ComparePage, CompareQuery, CompareSide, ItemView } from '../../src/view/contract/contract-items.ts';
import { FigureView } from '../parts/figures/figure.tsx';
import { State } from '../parts/items-columns.tsx';
import { useOverview, useTitle, Waiting } from '../parts/layout.tsx';
import { count } from '../parts/numbers.ts';
import { ReportTable } from '../parts/report-table.tsx';
import { Scroll, TableHead } from '../parts/scroll.tsx';
import { withoutSharedSettings } from '../parts/short-names.ts';
import { Said, Sentence } from '../parts/text.tsx';
import { source } from '../source.ts';

type PartialQuery = { readonly [Name in keyof CompareQuery]?: CompareQuery[Name] | undefined };
type Choice = CompareSide & { readonly experiment: string };

/** "Did it change?" Compares two runs, models or conditions on the same items. */
export function CompareScreen() {
  const search = useSearch({ from: '/compare' });
  const navigate = useNavigate({ from: '/compare' });
  const sides = useQuery({ queryKey: ['sides'], queryFn: () => source.sides() });
  const { data: overview } = useOverview();
  const runs = overview?.runs ?? [];
  useTitle('Compare');
  const choices = sides.data ?? [];
  const query = chosenOf(choices, runs, search);
  const compared = useQuery({
    queryKey: ['compare', query],
    queryFn: () => (query === null ? Promise.reject(new Error('nothing chosen')) : source.compare(query)),
    enabled: query !== null,
  });
  const names = query === null ? null : sideNames(query, runs);
  const change = (values: Partial<CompareQuery>) =>
    void navigate({ search: { ...(query ?? {}), ...values }, replace: true });
  return (
    <div>
      <h1>{query === null ? 'Compare' : <Sentence text={`${names?.a ?? ''} or ${names?.b ?? ''}?`} />}</h1>
      {sides.data === undefined ? (
        <Waiting query={sides} />
      ) : query === null ? (
        <p>A comparison needs two models, runs or conditions on the same items.</p>
      ) : (
        <>
          <Choices choices={choices} runs={runs} query={query} onChange={change} />
          {compared.data === undefined ? (
            <Waiting query={compared} />
          ) : (
            <Compared page={compared.data} query={query} names={names ?? { a: 'A', b: 'B' }} />
          )}
        </>
      )}
    </div>
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
function chosenOf(choices: readonly Choice[], runs: readonly RunSummary[], search: PartialQuery): CompareQuery | null {
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
  readonly query: CompareQuery;
  readonly onChange: (values: Partial<CompareQuery>) => void;
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

/** Minimum number of groups of items for a conclusion in words. */
const minClusters = 20;

interface SideNames {
  readonly a: string;
  readonly b: string;
}

/** Returns what distinguishes the sides: the models, else the conditions, else the runs. */
function sideNames(query: CompareQuery, runs: readonly RunSummary[]): SideNames {
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

function wordOf({ difference, interval, clusters }: ComparePage, { a, b }: SideNames): string {
  if (clusters < minClusters) return `Too few items for a verdict (n\u00a0=\u00a0${clusters}).`;
  if (difference === null || interval === null) return 'The difference has no interval.';
  const isClear = interval[0] > 0 || interval[1] < 0;
  if (!isClear) return `${a} and ${b} are not distinguishable.`;
  return `The score of ${b} is ${difference > 0 ? 'higher' : 'lower'} than that of ${a}.`;
}

function Compared({
  page,
  query,
  names,
}: {
  readonly page: ComparePage;
  readonly query: CompareQuery;
  readonly names: SideNames;
}) {
  const { a, b, difference, interval, units, clusters, method, lost, gained, figure, table } = page;
  const word = wordOf(page, names);
  return (
    <>
      <section aria-label="Difference">
        <p className="answer">
          <Sentence text={units === 0 ? 'The two have no units in common.' : word} />
        </p>
        <p>
          <Sentence text={`${names.b} − ${names.a}`} />: <b className="difference">{fraction(difference)}</b>{' '}
          {interval === null ? '' : fractionRange(interval)} (<Sentence text={names.a} /> {fraction(a)},{' '}
          <Sentence text={names.b} /> {fraction(b)}), over {count(units)} {units === 1 ? 'unit' : 'units'} that both
          have, in {count(clusters)} {clusters === 1 ? 'group' : 'groups'} of items.
        </p>
        <p className="sub">Score: the share of executions that the prediction matches. Interval: {method}.</p>
      </section>
      <section>
        <h2>Every experiment that both have</h2>
        {figure.kind === 'drawn' && <FigureView figure={figure} />}
        {table.rows.length > 0 && <ReportTable table={table} />}
      </section>
      <Flips title={`Right for ${names.a}, wrong for ${names.b}`} flips={lost} query={query} names={names} />
      <Flips title={`Wrong for ${names.a}, right for ${names.b}`} flips={gained} query={query} names={names} />
    </>
  );
}

function Flips({
  title,
  flips,
  query,
  names,
}: {
  readonly title: string;
  readonly names: SideNames;
  readonly flips: ComparePage['lost'];
  readonly query: CompareQuery;
}) {
  return (
    <section>
      <h2>
        <Sentence text={title} />: {count(flips.count)}
      </h2>
      {flips.shown.length > 0 && (
        <Scroll label={title}>
          <table className="stacked">
            <TableHead names={['item', resultWords.unit, names.a, names.b]} />
            <tbody>
              {flips.shown.map(({ a, b }) => (
                <tr key={`${a.item} ${a.unit}`}>
                  <th scope="row" className="long">
                    <span className="clamped" title={escapeControls(a.title)}>
                      <Said text={a.title} />
                    </span>
                  </th>
                  <td data-name={resultWords.unit}>{a.unit !== '' && <Said text={a.unit} />}</td>
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
