import { mean } from '../../../src/stats/basic/moments.ts';
import type { StudyResult } from '../../../src/study/analyses/study-result.ts';
import { fraction } from '../../../src/util/numbers.ts';
import { Curves, type Series } from '../figures/curves.tsx';
import { PlainTable } from '../plain-table.tsx';
import { shortNames } from '../short-names.ts';

type Calibration = StudyResult['calibration'][number];

/** Shows whether predicted frequencies match the behavior: deviations next to those of a perfect predictor. */
export function CalibrationView({ calibration }: { readonly calibration: readonly Calibration[] }) {
  const byTarget = [...Map.groupBy(calibration, ({ target }) => target)];
  const charts = byTarget
    .map(([target, own]) => ({ target, series: seriesOf(own) }))
    .filter(({ series }) => series.length > 0);
  return (
    <>
      {charts.length > 0 && (
        <div className="small-multiples">
          {charts.map(({ target, series }) => (
            <Curves
              key={target}
              title={`about ${shortNames(target)}`}
              series={series}
              xName="predictions of a prompt"
              yName="mean absolute deviation, percentage points"
            />
          ))}
        </div>
      )}
      <PlainTable
        label="Calibration"
        columns={['predictor', 'about', 'deviation', 'perfect predictor', 'excess', 'Brier score', 'divergence (JS)']}
        rows={[
          ...Map.groupBy(calibration, ({ predictor, target }) => JSON.stringify([predictor, target])).values(),
        ].map(rowOf)}
      />
      <p className="sub">
        Means over the groups of task and property that have a value; deviations in percentage points.
      </p>
    </>
  );
}

function rowOf(own: readonly Calibration[]) {
  const [first] = own;
  const of = (value: (each: Calibration) => number | null) =>
    fraction(mean(own.map(value).filter((each) => each !== null)));
  return [
    { text: shortNames(first?.predictor ?? ''), title: first?.predictor },
    shortNames(first?.target ?? ''),
    of(({ deviation }) => deviation.mad),
    of(({ deviation }) => deviation.perfect),
    of(({ deviation }) => deviation.excess),
    of(({ brier }) => brier),
    of(({ jensenShannon }) => jensenShannon),
  ];
}

/** Returns a line for each predictor, and one for the perfect predictor. */
function seriesOf(own: readonly Calibration[]): readonly Series[] {
  const line = (name: string, of: readonly Calibration[], kind: 'mad' | 'perfect'): Series => {
    const points = Map.groupBy(
      of.flatMap(({ curve }) => curve),
      ({ predictions }) => predictions,
    );
    return {
      name,
      points: [...points].flatMap(([x, entries]) => {
        const y = mean(entries.map((entry) => entry[kind]).filter((each) => each !== null));
        return y === null ? [] : [{ x, y, interval: null }];
      }),
    };
  };
  const predictors = [...Map.groupBy(own, ({ predictor }) => predictor)];
  return [
    ...predictors.map(([predictor, entries]) => line(shortNames(predictor), entries, 'mad')),
    line('perfect predictor', own, 'perfect'),
  ].filter(({ points }) => points.length > 0);
}
