import { mean } from '../../../src/stats/basic/moments.ts';
import { readableAccuracy } from '../../../src/study/analyses/readable-accuracy.ts';
import type { EstimateRecord, StudyResult } from '../../../src/study/analyses/study-result.ts';
import { inUsedGroups } from '../../../src/study/analyses/used-groups.ts';
import { fraction, fractionRange } from '../../../src/util/numbers.ts';
import { count, percent } from '../numbers.ts';
import { PlainTable } from '../plain-table.tsx';
import { shortNames } from '../short-names.ts';
import { Said } from '../text.tsx';

type Accuracy = StudyResult['accuracy'][number];

function cellOf({ value, interval, missing }: EstimateRecord): { readonly text: string; readonly note: string | null } {
  if (value === null) return { text: 'n/a', note: missing };
  return { text: `${fraction(value)} ${fractionRange(interval)}`, note: missing };
}

/** Arms in words, in the order of the table. */
const trainings: Readonly<Record<Accuracy['arm'], (target: string) => string>> = {
  self: () => 'its own answers',
  cross: (target) => `${target}’s answers`,
  'near-copy': (target) => `the answers of ${target}, a near copy`,
  scramble: (target) => `${target}’s answers, permuted`,
  untrained: () => 'nothing',
  'read-off': () => 'reading a property off a shown answer',
  shifted: (target) => `${target}’s answers, to change its behavior`,
};

/** Shows who predicts whom: accuracy, the most frequent value, readable share, and the distance to the best rule. */
export function AccuracyMatrix({
  result: { accuracy, beyondBaselines },
}: {
  readonly result: Pick<StudyResult, 'accuracy' | 'beyondBaselines'>;
}) {
  const cells = Map.groupBy(inUsedGroups(accuracy), ({ target, predictor }) => JSON.stringify([target, predictor]));
  const order = Object.keys(trainings);
  const place = ([first]: readonly Accuracy[]) => order.indexOf(first?.arm ?? '');
  const rows = [...cells.values()]
    .toSorted((a, b) => place(a) - place(b))
    .flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const { predictor, target, base, arm, trainedOn } = first;
      const modes = own.flatMap(({ baselines: { mode } }) => (mode === undefined ? [] : [mode]));
      const beyond = beyondBaselines.find((each) => each.predictor === predictor && each.target === target);
      const { value, reason } = readableAccuracy(own);
      return [
        [
          { text: shortNames(base), title: predictor },
          trainings[arm](shortNames(trainedOn ?? '')),
          shortNames(target),
          { text: value === null ? 'n/a' : fraction(value), title: reason ?? undefined, share: value },
          fraction(mean(modes)),
          percent(mean(own.map(({ coverage }) => coverage))),
          beyond === undefined ? '' : cellOf(beyond.difference).text,
        ],
      ];
    });
  return (
    <>
      <PlainTable
        label="Accuracy of each predictor on each target"
        columns={[
          ...['model', 'trained on', 'about', 'accuracy', 'most frequent value', 'readable'],
          'above the best rule [95\u00a0%]',
        ]}
        rows={rows}
      />
      <p className="sub">
        Accuracy: share of correct predictions, mean over groups of task and property; an unreadable prediction counts
        as wrong. It is n/a where too few predictions are readable to say anything about knowledge.
      </p>
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

/** Shows the gains from training; renders nothing if they were not measured. */
export function Gains({ gains }: { readonly gains: StudyResult['trainingGains'] }) {
  if (gains.length === 0) return null;
  return (
    <>
      <h3>Gains from training</h3>
      <PlainTable
        label="Gains of training"
        columns={['trained', 'about', 'item-specific gain', 'format and base rate']}
        rows={gains.map(({ base, target, itemSpecific, formatAndBaseRate }) => [
          shortNames(base),
          shortNames(target),
          cellOf(itemSpecific).text,
          cellOf(formatAndBaseRate).text,
        ])}
      />
    </>
  );
}

/** Shows how well deliberately changed behavior is predicted. */
export function BehaviorChange({ changes }: { readonly changes: StudyResult['behaviorChange'] }) {
  return (
    <>
      <PlainTable
        label="Change of behavior"
        columns={[
          ...['target', 'change by', 'n', 'readable', 'changed', 'beyond noise'],
          ...['accuracy on new', 'on old', 'tracking'],
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
        ])}
      />
      {changes.map(({ target, shift, tracking: { missing } }) =>
        missing === null ? null : (
          <p key={`${target} ${shift}`} className="sub">
            <Said text={`${shortNames(target)}: ${missing}`} />
          </p>
        ),
      )}
    </>
  );
}

/** Shows the effect of training models to predict themselves on the scores of the other experiments. */
export function SelfExecution({ effects }: { readonly effects: StudyResult['selfExecution'] }) {
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

/** Shows how far training to predict itself changed each target's behavior. */
export function Drift({ drift }: { readonly drift: StudyResult['drift'] }) {
  return (
    <PlainTable
      label="Drift"
      columns={['target', 'values changed', 'between executions', 'accuracy before', 'accuracy after']}
      rows={drift.map((each) => [
        shortNames(each.target),
        cellOf(each.changed).text,
        cellOf(each.noise).text,
        cellOf(each.accuracyBefore).text,
        cellOf(each.accuracyAfter).text,
      ])}
    />
  );
}

/** Shows whether predictions match the label or the current behavior where the two differ. */
export function Coupling({ coupling }: { readonly coupling: StudyResult['coupling'] }) {
  return (
    <PlainTable
      label="Coupling"
      columns={['target', 'n', 'matches the label', 'matches current behavior']}
      rows={coupling.map((each) => [
        shortNames(each.target),
        count(each.n),
        cellOf(each.label).text,
        cellOf(each.current).text,
      ])}
    />
  );
}

/** Shows I and E in parts of the test items. */
export function Subsets({ subsets }: { readonly subsets: StudyResult['subsets'] }) {
  return (
    <PlainTable
      label="Parts of the test items"
      columns={['part', 'values', 'pair', 'I [95\u00a0%]', 'E [95\u00a0%]']}
      rows={subsets.flatMap(({ name, kept, of, pairs }) =>
        pairs.map(({ a, b, I, E }) => [
          name,
          `${count(kept)} of ${count(of)}`,
          shortNames(`${a} and ${b}`),
          cellOf(I).text,
          cellOf(E).text,
        ]),
      )}
    />
  );
}
