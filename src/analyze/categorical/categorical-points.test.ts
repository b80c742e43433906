import { describe, expect, it } from 'vitest';
import type { Observed } from '../../domain/outcome.ts';
import { absent } from '../../experiments/common/observe.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { Analyzer } from '../analyze.ts';

interface Unit {
  readonly model?: string;
  readonly group?: string;
  readonly item: number;
  readonly property?: string;
  readonly predicted: string | null;
  readonly executed: readonly (string | null)[];
}

const part = (value: string | null, slot: 'forecast' | 'execute', reason: 'unparsed' | 'not-asked' = 'unparsed') =>
  (value === null ? absent(slot, reason, '') : { kind: 'present', value, step: 'text' }) as Observed<string>;

function row({
  model = 'ada',
  group = 'animals',
  item,
  property = 'first-word',
  predicted,
  executed,
}: Unit): OutcomeRow {
  return {
    run: 'r',
    experiment: 'property',
    model,
    condition: 'asked-before, direct',
    item: `${group} ${item}`,
    cluster: `string ${item}`,
    reader: 'both',
    outcome: {
      kind: 'categorical',
      unit: property,
      group,
      values: 'open',
      predictions: [predicted === 'not asked' ? part(null, 'forecast', 'not-asked') : part(predicted, 'forecast')],
      executions: executed.map((value) => part(value, 'execute')),
      modal: 0,
      label: null,
      echo: null,
    },
  };
}

function analysed(rows: readonly OutcomeRow[]) {
  const analyser = new Analyzer({ experiments: experimentRegistry() });
  for (const each of rows) analyser.add(each);
  return analyser.finish();
}

/** A group of 40 with 30 right predictions, and a group of 20 with 5. */
const twoGroups = [
  ...Array.from({ length: 40 }, (_, item) => ({
    item,
    predicted: item < 30 ? `v${item % 4}` : 'x',
    executed: [`v${item % 4}`],
  })),
  ...Array.from({ length: 20 }, (_, item) => ({
    item,
    group: 'colors',
    predicted: item < 5 ? `w${item % 2}` : null,
    executed: [`w${item % 2}`],
  })),
].map(row);

function estimate(rows: readonly OutcomeRow[], measure: string, policy = 'failures-wrong') {
  const found = analysed(rows).estimates.find((each) => each.measure === measure && each.policy === policy);
  if (found === undefined) throw new Error(`no ${measure}`);
  return found;
}

describe('CategoricalPoints', () => {
  it('averages accuracies over groups (macro) and over units (micro)', () => {
    expect(estimate(twoGroups, 'accuracy_macro').value).toBeCloseTo((30 / 40 + 5 / 20) / 2, 12);
    expect(estimate(twoGroups, 'accuracy_micro').value).toBeCloseTo(35 / 60, 12);
    expect(analysed(twoGroups).estimates[0]?.measure).toBe('accuracy_macro');
  });

  it('excludes absent predictions under the policy parsed, and reports bounds for them', () => {
    expect(estimate(twoGroups, 'accuracy_macro', 'parsed').value).toBeCloseTo((30 / 40 + 1) / 2, 12);
    expect(estimate(twoGroups, 'accuracy_among_answered').value).toBeCloseTo((30 / 40 + 1) / 2, 12);
    expect(estimate(twoGroups, 'accuracy_macro').bounds?.[1]).toBeCloseTo((30 / 40 + 1) / 2, 12);
    expect(estimate(twoGroups, 'prediction_coverage').value).toBeCloseTo(45 / 60, 12);
  });

  it('excludes groups with fewer than 20 rows or a single value from the macro average', () => {
    const small = Array.from({ length: 19 }, (_, item) =>
      row({ group: 'foods', item, predicted: 'z', executed: [`z${item}`] }),
    );
    const constant = Array.from({ length: 30 }, (_, item) =>
      row({ group: 'words', item, predicted: 'a', executed: ['a'] }),
    );
    const rows = [...twoGroups, ...small, ...constant];
    expect(estimate(rows, 'accuracy_macro').value).toBeCloseTo(0.5, 12);
    const groups = analysed(rows).categories.groupAccuracies();
    expect(groups.filter(({ inMacro }) => inMacro).map(({ group }) => group)).toEqual([
      'animals × first-word',
      'colors × first-word',
    ]);
    expect(groups.find(({ group }) => group === 'words × first-word')).toMatchObject({
      modalShare: 1,
      entropy: 0,
      accuracy: 1,
    });
  });

  it('gives the reason when all groups are too small for a macro average', () => {
    const found = estimate(twoGroups.slice(0, 10), 'accuracy_macro');
    expect(found.value).toBeNull();
    expect(found.absent?.value).toMatch(/20 rows/);
  });

  it('scores the in-sample mode at or above the cross-fitted mode', () => {
    const rows = Array.from({ length: 60 }, (_, item) => row({ item, predicted: 'a', executed: [`v${item % 30}`] }));
    const inSample = estimate(rows, 'mode_accuracy_in_sample').value ?? 0;
    expect(inSample).toBeCloseTo(2 / 60, 12);
    expect(estimate(rows, 'mode_accuracy').value ?? 1).toBeLessThan(inSample);
  });

  it('clusters intervals by string: eight properties of a string are one cluster', () => {
    const rows = Array.from({ length: 40 }, (_, item) =>
      Array.from({ length: 8 }, (_, property) =>
        row({
          item,
          property: `p${property}`,
          predicted: item % 2 === 0 ? `v${item % 4}` : 'x',
          executed: [`v${item % 4}`],
        }),
      ),
    ).flat();
    const clustered = estimate(rows, 'accuracy_micro');
    const alone = estimate(
      rows.map((each, index) => ({ ...each, cluster: `c${index}` })),
      'accuracy_micro',
    );
    const width = ({ interval }: { interval: readonly [number, number] | null }) =>
      (interval?.[1] ?? 0) - (interval?.[0] ?? 0);
    expect(clustered.clusters).toBe(40);
    expect(width(clustered)).toBeGreaterThan(2 * width(alone));
  });

  it('takes the modal truth of the other models as the consensus, without the model itself', () => {
    const others = ['bo', 'cleo'].flatMap((model) =>
      Array.from({ length: 40 }, (_, item) =>
        row({ model, item, predicted: 'x', executed: [item < 10 ? `v${item % 4}` : 'other'] }),
      ),
    );
    const own = twoGroups.slice(0, 40);
    expect(estimate([...own, ...others], 'accuracy_macro').otherModels).toBeCloseTo(10 / 40, 12);
    expect(estimate(own, 'accuracy_macro').otherModels).toBeNull();
  });
});
