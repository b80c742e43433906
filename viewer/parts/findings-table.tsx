import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { type Finding, isMostlyMissing } from '../../src/domain/results/finding.ts';
import { resultWords } from '../../src/domain/results/result-words.ts';
import { levelText } from '../../src/report/tables/finding-numbers.ts';
import { fraction, fractionRange } from '../../src/util/numbers.ts';
import { count } from './numbers.ts';
import { RunName } from './run-name.tsx';
import { Scroll } from './scroll.tsx';
import { withoutSharedSettings } from './short-names.ts';
import { ModelName, Said } from './text.tsx';
import { VerdictText } from './verdict-words.tsx';

interface Column {
  readonly name: string;
  readonly isNumber: boolean;
  readonly cell: (finding: Finding) => ReactNode;
}

/** Shows findings by task, in the order of the result object, beside the number that each verdict is tested against. */
export function FindingsTable({ findings }: { readonly findings: readonly Finding[] }) {
  const columns = columnsFor(findings);
  const tasks = [...Map.groupBy(findings, ({ task, measure }) => JSON.stringify([task, measure]))];
  return (
    <Scroll label="Table of findings">
      <table className="stacked findings">
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" className={isNumber ? 'right' : 'left'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {tasks.map(([name, group]) => (
          <tbody key={name}>
            <tr className="task">
              <th scope="rowgroup" colSpan={columns.length}>
                {group[0]?.task} <span className="sub">{group[0]?.measure}</span>
              </th>
            </tr>
            {group.map((finding) => (
              <Row key={keyOf(finding)} finding={finding} columns={columns} />
            ))}
          </tbody>
        ))}
      </table>
    </Scroll>
  );
}

function Row({ finding, columns }: { readonly finding: Finding; readonly columns: readonly Column[] }) {
  return (
    <tr className={isMostlyMissing(finding) ? 'few' : ''}>
      {columns.map(({ name, isNumber, cell }, index) => (
        <Fragment key={name}>
          {index === 0 ? (
            <th scope="row">{cell(finding)}</th>
          ) : (
            <td className={isNumber ? 'right' : 'left'} data-name={name}>
              {cell(finding)}
            </td>
          )}
        </Fragment>
      ))}
    </tr>
  );
}

function columnsFor(findings: readonly Finding[]): readonly Column[] {
  const names = withoutSharedSettings([...new Set(findings.map(({ model }) => model))]);
  const [first] = findings;
  const level = levelText(first?.level ?? 0.95).replace(' ', '\u00a0');
  const differs = (value: (finding: Finding) => string) =>
    [...Map.groupBy(findings, ({ model, experiment }) => JSON.stringify([model, experiment])).values()].some(
      (group) => new Set(group.map(value)).size > 1,
    );
  const optional = (name: string, value: (finding: Finding) => number | null): readonly Column[] =>
    findings.some((finding) => value(finding) !== null)
      ? [{ name, isNumber: true, cell: (finding) => fraction(value(finding)) }]
      : [];
  return [
    { name: 'model', isNumber: false, cell: ({ model }) => <ModelName name={names.get(model) ?? model} /> },
    ...(differs(({ run }) => run) ? [{ name: 'run', isNumber: false, cell: runCell }] : []),
    ...(differs(({ condition }) => condition) ? [{ name: 'condition', isNumber: false, cell: conditionCell }] : []),
    { name: resultWords.verdict, isNumber: false, cell: verdictCell },
    { name: resultWords.score, isNumber: true, cell: ({ score }) => fraction(score) },
    { name: resultWords.bestConstant, isNumber: true, cell: ({ reference }) => fraction(reference.value) },
    {
      name: `${resultWords.difference} [${level}]`,
      isNumber: true,
      cell: ({ difference, differenceInterval }) => (
        <>
          {fraction(difference)} <small>{fractionRange(differenceInterval)}</small>
        </>
      ),
    },
    ...optional(resultWords.otherModels, ({ others }) => others),
    ...optional(resultWords.itemRule, ({ itemRule }) => itemRule),
    ...optional(resultWords.reexecution, ({ reexecution }) => reexecution),
    {
      name: resultWords.usable,
      isNumber: true,
      cell: ({ usable, total }) => `${count(usable)} of ${count(total)}`,
    },
    { name: 'items', isNumber: false, cell: itemsCell },
  ];
}

function runCell({ run }: Finding): ReactNode {
  return <RunName id={run} />;
}

function conditionCell({ condition }: Finding): ReactNode {
  return <Said text={condition} />;
}

function verdictCell({ verdict, reason }: Finding): ReactNode {
  return (
    <>
      <VerdictText verdict={verdict} />
      {reason !== null && (
        <small>
          <Said text={reason} />
        </small>
      )}
    </>
  );
}

function itemsCell({ run, experiment, model }: Finding): ReactNode {
  return (
    <Link to="/runs/$run/items" params={{ run }} search={{ experiment, model, state: 'wrong' }}>
      wrong
    </Link>
  );
}

function keyOf({ run, experiment, model, condition }: Finding): string {
  return JSON.stringify([run, experiment, model, condition]);
}
