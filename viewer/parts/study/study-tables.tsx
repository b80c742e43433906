import { mean } from '../../../src/stats/basic/moments.ts';
import { readableAccuracy } from '../../../src/study/analyses/readable-accuracy.ts';
import type { EstimateRecord, StudyResult } from '../../../src/study/analyses/study-result.ts';
import { fraction, fractionRange } from '../../../src/util/numbers.ts';
import { count, percent } from '../numbers.ts';
import { PlainTable } from '../plain-table.tsx';
import { shortNames } from '../short-names.ts';

type Accuracy = StudyResult['accuracy'][number];

function cellOf({ value, interval, missing }: EstimateRecord): { readonly text: string; readonly note: string | null } {
  if (value === null) return { text: 'n/a', note: missing };
  return { text: `${fraction(value)} ${fractionRange(interval)}`, note: missing };
}

/** Shows predictors by targets: the mean over groups of task and property, with that of the best model-independent rule. */
export function AccuracyMatrix({ accuracy }: { readonly accuracy: readonly Accuracy[] }) {
  const targets = [...new Set(accuracy.map(({ target }) => target))];
  const predictors = [...Map.groupBy(accuracy, ({ predictor }) => predictor)];
  const rows = predictors.map(([predictor, own]) => [
    { text: shortNames(predictor), title: predictor },
    own[0]?.arm ?? '',
    ...targets.map((target) => {
      const cells = own.filter((each) => each.target === target);
      const modes = cells.flatMap(({ baselines: { mode } }) => (mode === undefined ? [] : [mode]));
      const coverage = mean(cells.map((each) => each.coverage));
      const { value, reason } = readableAccuracy(cells);
      return {
        text: value === null ? 'n/a' : fraction(value),
        title: `most frequent value: ${fraction(mean(modes))}; predictions that could be read: ${percent(coverage)}${reason === null ? '' : `; ${reason}`}`,
        share: value,
      };
    }),
  ]);
  return (
    <>
      <PlainTable
        label="Accuracy of each predictor on each target"
        columns={['predictor', 'arm', ...targets.map((target) => `about ${shortNames(target)}`)]}
        rows={rows}
      />
      <details>
        <summary>By task and property, with baselines ({count(accuracy.length)} rows)</summary>
        <PlainTable
          label="Accuracy by task and property"
          columns={['predictor', 'about', 'task × property', 'accuracy', 'n', 'readable', 'baselines']}
          rows={accuracy.map((each) => [
            { text: shortNames(each.predictor), title: each.predictor },
            shortNames(each.target),
            each.group,
            fraction(each.value),
            count(each.n),
            percent(each.coverage),
            Object.entries(each.baselines)
              .map(([name, value]) => `${name.replaceAll('_', ' ')} ${fraction(value)}`)
              .join(', '),
          ])}
        />
      </details>
    </>
  );
}

/** Shows by how much trained models exceed the best baseline rule, and the gains from training. */
export function Gains({ result: { beyondBaselines, trainingGains } }: { readonly result: StudyResult }) {
  return (
    <>
      {beyondBaselines.length > 0 && <h3>Accuracy beyond the best model-independent rule</h3>}
      {beyondBaselines.length > 0 && (
        <PlainTable
          label="Beyond baselines"
          columns={['predictor', 'about', 'best rule', 'difference [95\u00a0%]']}
          rows={beyondBaselines.map(({ predictor, target, best, difference }) => [
            { text: shortNames(predictor), title: predictor },
            shortNames(target),
            (best ?? 'none').replaceAll('_', ' '),
            cellOf(difference).text,
          ])}
        />
      )}
      {trainingGains.length > 0 && <h3>Gains from training</h3>}
      {trainingGains.length > 0 && (
        <PlainTable
          label="Gains of training"
          columns={['trained', 'about', 'item-specific gain', 'format and base rate']}
          rows={trainingGains.map(({ base, target, itemSpecific, formatAndBaseRate }) => [
            shortNames(base),
            shortNames(target),
            cellOf(itemSpecific).text,
            cellOf(formatAndBaseRate).text,
          ])}
        />
      )}
    </>
  );
}

/** Shows how well deliberately changed behavior is predicted. */
export function BehaviorChange({ changes }: { readonly changes: StudyResult['behaviorChange'] }) {
  if (changes.length === 0) return <p className="sub">Not measured: the study has no shifted models.</p>;
  return (
    <PlainTable
      label="Change of behavior"
      columns={[
        ...['target', 'change by', 'n', 'readable', 'changed', 'beyond noise'],
        ...['accuracy on new', 'on old', 'tracking', 'caution'],
      ]}
      rows={changes.map((each) => [
        shortNames(each.target),
        each.shift === 'training' ? 'further training' : 'a system prompt',
        count(each.n),
        percent(each.coverage),
        cellOf(each.changed).text,
        cellOf(each.beyondNoise).text,
        cellOf(each.accuracyNew).text,
        cellOf(each.accuracyOld).text,
        cellOf(each.tracking).text,
        each.tracking.missing ?? '',
      ])}
    />
  );
}

/** Shows the effect of training models to predict themselves on the scores of the other experiments. */
export function SelfExecution({ effects }: { readonly effects: StudyResult['selfExecution'] }) {
  if (effects.length === 0) return <p className="sub">Not measured: the trained models were not executed.</p>;
  return (
    <PlainTable
      label="Effect on self-execution"
      columns={['experiment', 'model', 'untrained', 'self-trained', 'scramble', 'effect [95\u00a0%]']}
      rows={effects.map((each) => [
        each.experiment,
        shortNames(each.base),
        cellOf(each.untrained).text,
        cellOf(each.self).text,
        cellOf(each.scramble).text,
        cellOf(each.effect).text,
      ])}
    />
  );
}
