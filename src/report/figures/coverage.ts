import type { TopLevelSpec } from 'vega-lite';
import { isNotPredicted, mergedCoverage, shareOfUnits } from '../../analyze/estimates/sums.ts';
import { taskNames } from '../../experiments/task-name.ts';
import { reasonText } from '../../outcome-kinds/words.ts';
import type { Estimate } from '../../results/estimate.ts';
import { fixed } from '../../util/numbers.ts';
import type { FigureRows } from './marks/figure-rows.ts';
import { countText } from './marks/number-text.ts';
import { shareAxis } from './marks/share-axis.ts';
import { axisNames } from './marks/short-names.ts';
import { type Figure, schema } from './render/figure.ts';
import { hues } from './render/theme.ts';

/** States of units in stacking order: usable first, then reasons for missing units. */
const fates = ['usable', 'declined', 'truncated', 'unparsed', 'filtered', 'failed', 'not asked', 'other'] as const;
type Fate = (typeof fates)[number];

interface Slice {
  readonly label: string;
  readonly task: string;
  readonly fate: Fate;
  readonly order: number;
  readonly share: number;
  readonly tip: string;
}

/** Returns a figure of unit coverage: a score over few units may be a score over the easy ones. */
export function coverageByReason(rows: FigureRows): Figure {
  const named = { name: 'coverage', title: 'Coverage by reason' };
  const taskOf = taskNames(rows.experiments);
  const headlines = headlinesOf(rows.estimates).filter((estimate) => !isNotPredicted(estimate));
  const slices = headlines.flatMap((estimate) =>
    slicesOf(estimate, { label: rows.labels(estimate), task: taskOf(estimate.experiment) }),
  );
  if (slices.length === 0) return { ...named, kind: 'absent', reason: 'needs a run with at least one prediction' };
  return {
    ...named,
    title: titleOf(headlines),
    kind: 'drawn',
    caption:
      'Share of units with a usable prediction and outcome, and the reasons for missing units. A missing unit is never counted as an answer.',
    spec: stacks(slices, 'hconcat'),
    narrow: stacks(slices, 'vconcat'),
  };
}

function titleOf(headlines: readonly Estimate[]): string {
  const all = mergedCoverage(headlines.map(({ coverage }) => coverage));
  const { units, usable } = all;
  if (usable === units) return `All ${countText(units)} units are usable`;
  const percent = fixed(100 * shareOfUnits(all), 1);
  return `${countText(usable)} of ${countText(units)} units are usable (${percent} %)`;
}

/** Returns one estimate per group, which carries the group's coverage. */
function headlinesOf(estimates: readonly Estimate[]): readonly Estimate[] {
  const seen = new Set<string>();
  return estimates.filter((estimate) => {
    const { run, experiment, model, condition, policy } = estimate;
    const key = JSON.stringify([run, experiment, model, condition]);
    if (policy !== 'parsed' || experiment === 'all' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function slicesOf(
  { coverage }: Estimate,
  { label, task }: { readonly label: string; readonly task: string },
): readonly Slice[] {
  const { units, usable, lost } = coverage;
  if (units === 0) return [];
  const counts = new Map<Fate, { count: number; reasons: string[] }>([['usable', { count: usable, reasons: [] }]]);
  for (const [reason, count] of Object.entries(lost)) {
    const fate = fateOf(reason);
    const known = counts.get(fate) ?? { count: 0, reasons: [] };
    counts.set(fate, { count: known.count + count, reasons: [...known.reasons, `${reasonText(reason)} ${count}`] });
  }
  return [...counts].map(([fate, { count, reasons }]) => ({
    label,
    task,
    fate,
    order: fates.indexOf(fate),
    share: shareOfUnits(coverage, count),
    tip: [`${label} · ${task} · ${fate}: ${count} of ${units} units`, ...reasons].join(' · '),
  }));
}

function fateOf(lost: string): Fate {
  const reason = lost.slice(lost.indexOf(':') + 1).trim();
  const plain = reason === 'not-asked' ? 'not asked' : reason;
  return fates.find((fate) => fate === plain && fate !== 'usable') ?? 'other';
}

/** Returns a panel per task: beside each other, or, for narrow windows, below each other. */
function stacks(slices: readonly Slice[], layout: 'hconcat' | 'vconcat'): TopLevelSpec {
  const names = axisNames([...new Set(slices.map(({ label }) => label))]);
  const labels = [...names.values()];
  const tasks = [...new Set(slices.map(({ task }) => task))];
  const present = fates.filter((fate) => slices.some((slice) => slice.fate === fate));
  return {
    $schema: schema,
    data: { values: slices.map((slice) => ({ ...slice, label: names.get(slice.label) ?? slice.label })) },
    spacing: 14,
    [layout]: tasks.map((task, index) => ({
      title: { text: task },
      width: layout === 'hconcat' && tasks.length > 3 ? 130 : 200,
      height: { step: 18 },
      transform: [{ filter: { field: 'task', equal: task } }],
      mark: { type: 'bar', style: 'stack' },
      encoding: {
        y: {
          field: 'label',
          type: 'nominal',
          title: null,
          scale: { domain: labels },
          axis: { ticks: false, domain: false, labels: index === 0 || layout === 'vconcat', labelPadding: 8 },
        },
        x: {
          field: 'share',
          type: 'quantitative',
          title: null,
          stack: 'zero',
          scale: { domain: [0, 1] },
          axis: shareAxis(3),
        },
        color: {
          field: 'fate',
          type: 'nominal',
          title: null,
          scale: { domain: [...present], range: present.map((fate) => fateColors[fate]) },
          legend: { orient: 'top', direction: 'horizontal', symbolType: 'square' },
        },
        order: { field: 'order', type: 'quantitative' },
        tooltip: { field: 'tip', type: 'nominal' },
        description: { field: 'tip', type: 'nominal' },
      },
    })),
  } as unknown as TopLevelSpec; // the panels are built apart, which the typings of a literal do not follow
}

/** A gray for usable units, hues for missing ones. */
export const fateColors: Readonly<Record<Fate, string>> = {
  usable: '#8a949e',
  declined: hues.blue,
  truncated: hues.orange,
  unparsed: hues.purple,
  filtered: hues.green,
  failed: hues.vermillion,
  'not asked': hues.sky,
  other: '#646464',
};
