import type { Study } from '../../src/view/contract/contract.ts';
import { number, range } from './numbers.ts';
import { Scroll } from './scroll.tsx';
import { Said } from './text.tsx';

/** Can it be trained to know itself? The results of an introspection study. */
export function StudyView({ study }: { readonly study: Study }) {
  return (
    <section id="study">
      <h2>Can it be trained to know itself?</h2>
      <Pairs study={study} />
      <Accuracy study={study} />
      <Rest title="Calibration" value={study.calibration} />
      <Rest title="Change of behavior" value={study.behaviorChange} />
      <Rest title="Scaling" value={study.scaling} />
    </section>
  );
}

function Pairs({ study: { pairs } }: { readonly study: Study }) {
  if (pairs.length === 0) return null;
  return (
    <Scroll label="Pairs of models">
      <table>
        <thead>
          <tr>
            {['models', 'I [95 %]', 'E [95 %]', 'plain differences', 'verdict'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ a, b, I, E, plain, verdict }) => (
            <tr key={`${a} ${b}`}>
              <th scope="row">
                <Said text={a} /> and <Said text={b} />
              </th>
              <td className="right">
                {number(I.value)} <small>{range(I.interval)}</small>
              </td>
              <td className="right">
                {number(E.value)} <small>{range(E.interval)}</small>
              </td>
              <td>
                {plain.map(({ target, value, interval }) => (
                  <div key={target}>
                    <Said text={target} />: {number(value)} {range(interval)}
                  </div>
                ))}
              </td>
              <td>{verdict}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** Predictor by target, for each arm and group of items. */
function Accuracy({ study: { accuracy } }: { readonly study: Study }) {
  const groups = [...Map.groupBy(accuracy, ({ arm, group }) => `${arm}, ${group}`)];
  return groups.map(([name, rows]) => {
    const targets = [...new Set(rows.map(({ target }) => target))];
    const predictors = [...new Set(rows.map(({ predictor }) => predictor))];
    return (
      <div key={name} className="scroll">
        <h3>{name}</h3>
        <table>
          <thead>
            <tr>
              <th scope="col">predictor</th>
              {targets.map((target) => (
                <th key={target} scope="col" className="right">
                  of <Said text={target} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {predictors.map((predictor) => (
              <tr key={predictor}>
                <th scope="row">
                  <Said text={predictor} />
                </th>
                {targets.map((target) => {
                  const cell = rows.find((row) => row.predictor === predictor && row.target === target);
                  const baselines = Object.entries(cell?.baselines ?? {});
                  return (
                    <td key={target} className={predictor === target ? 'right own' : 'right'}>
                      {cell === undefined ? '' : number(cell.value)}
                      <small>{baselines.map(([each, value]) => `${each} ${number(value)}`).join(', ')}</small>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  });
}

/** Results whose shape is not fixed yet, as they are. */
function Rest({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === undefined || value === null) return null;
  return (
    <details>
      <summary>{title}</summary>
      <pre className="said">{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}
