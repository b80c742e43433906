import type { StudyResult } from '../introspection/study-result.ts';
import { escapeControls, table } from '../util/text.ts';
import { estimateText } from './estimate-text.ts';

/** Minimum rows of a group in means over groups, as in the verdicts. */
const minRows = 20;

const ruleNames = {
  mode: 'most frequent value',
  trainingMode: 'training mode',
  itemOnly: 'item-only',
  trainedItemOnly: 'item-only, trained',
  other_models: 'other models',
  echo: 'echo',
} as const;
type RuleName = keyof typeof ruleNames;

/** Formats the analyses next to the verdicts: rules, drift, behavior change, calibration, scaling and the controls. */
export function analysisLines(result: StudyResult): readonly string[] {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Model-independent rules (share correct, mean over groups)', ruleTable(result)],
    ['Drift: did training on itself change the model?', driftLines(result)],
    ['Behavior change: do predictions follow a changed model?', changeLines(result)],
    ['Coupling: if label and current behavior differ, which one do predictions match?', couplingLines(result)],
    ['Subsets of the test items', subsetTable(result)],
    ['Calibration of each target’s own model (percentage points)', calibrationTable(result)],
    ['Number of training rows', scalingTable(result)],
    ['Controls: naming the property of a shown reply, and fit to the training rows', capabilityTable(result)],
    ['Effect on the self-execution score', selfExecutionTable(result)],
  ];
  return sections.flatMap(([title, lines]) => [title, ...indented(lines.length === 0 ? ['not measured'] : lines), '']);
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`);
}

const shown = escapeControls;
const share = (value: number | null) => (value === null ? 'n/a' : value.toFixed(3));
const right = (columns: number) => ['left', ...Array.from({ length: columns }, () => 'right' as const)] as const;

function ruleTable({ accuracy }: StudyResult): readonly string[] {
  const own = accuracy.filter(({ arm, base, target, n }) => arm === 'self' && base === target && n >= minRows);
  const names = (Object.keys(ruleNames) as RuleName[]).filter((name) =>
    own.some(({ baselines }) => baselines[name] !== undefined),
  );
  if (own.length === 0) return [];
  const rows = [...Map.groupBy(own, ({ target }) => target)].map(([target, groups]) => {
    const mean = (of: (entry: (typeof groups)[number]) => number) =>
      groups.reduce((sum, entry) => sum + of(entry), 0) / groups.length;
    return [
      shown(target),
      share(mean(({ value }) => value)),
      ...names.map((name) => share(mean(({ baselines }) => baselines[name] ?? 0))),
    ];
  });
  return [
    table(['target', 'its own model', ...names.map((name) => ruleNames[name])], rows, [...right(1 + names.length)]),
  ];
}

function driftLines({ drift }: StudyResult): readonly string[] {
  return drift.map(
    ({ target, changed, noise, accuracyBefore, accuracyAfter }) =>
      `${shown(target)}: share of values changed after training ${estimateText(changed)}, between two executions before training ${estimateText(noise)}; accuracy on the behavior before training ${estimateText(accuracyBefore)}, after training ${estimateText(accuracyAfter)}`,
  );
}

function changeLines({ behaviorChange }: StudyResult): readonly string[] {
  return behaviorChange.flatMap(({ target, shift, n, coverage, ...change }) => [
    `${shown(target)}, changed by ${shift === 'training' ? 'further training' : 'a system prompt'}: ${n} changed values, ${readable(coverage)}`,
    `  accuracy on the new behavior ${estimateText(change.accuracyNew)}, on the old ${estimateText(change.accuracyOld)}`,
    `  tracking ${estimateText(change.tracking)}, before the change ${estimateText(change.trackingUnshifted)}`,
    `  difference in differences ${estimateText(change.differenceInDifferences)}; McNemar by string ${change.mcnemar.newer} new, ${change.mcnemar.older} old, p = ${change.mcnemar.p.toFixed(3)}`,
  ]);
}

/** Share of readable predictions below which accuracies mainly reflect the answer form. */
const minCoverage = 0.5;

function readable(coverage: number | null): string {
  if (coverage === null) return 'no predictions';
  const percent = `${(100 * coverage).toFixed(0)} % of the changed model’s predictions readable`;
  return coverage < minCoverage ? `${percent}: the numbers below reflect form, not behavior` : percent;
}

function couplingLines({ coupling }: StudyResult): readonly string[] {
  return coupling.map(
    ({ target, n, label, current }) =>
      `${shown(target)}: ${n} values differ; predictions match the label ${estimateText(label)}, the current behavior ${estimateText(current)}`,
  );
}

function subsetTable({ subsets, pairs: whole }: StudyResult): readonly string[] {
  const [first] = subsets;
  const all = first === undefined ? [] : [{ name: 'all', kept: first.of, of: first.of, pairs: whole }];
  const rows = [...all, ...subsets].flatMap(({ name, kept, of, pairs }) =>
    pairs.length === 0
      ? [[name, `${kept} of ${of}`, '', 'n/a', 'n/a']]
      : pairs.map(({ a, b, I, E }) => [
          ...[name, `${kept} of ${of}`, shown(`${a} and ${b}`), estimateText(I), estimateText(E)],
        ]),
  );
  return rows.length === 0
    ? []
    : [table(['part', 'values', 'pair', 'I', 'E'], rows, ['left', 'right', 'left', 'right', 'right'])];
}

function calibrationTable({ calibration, accuracy }: StudyResult): readonly string[] {
  const own = new Set(
    accuracy.flatMap(({ arm, base, target, predictor }) => (arm === 'self' && base === target ? [predictor] : [])),
  );
  const rows = calibration
    .filter(({ predictor }) => own.has(predictor))
    .map(({ target, group, deviation: { mad, perfect, excess, interval, predictions }, correlation }) => [
      shown(target),
      shown(group),
      String(predictions),
      points(mad),
      points(perfect),
      interval === null ? points(excess) : `${points(excess)} [${points(interval[0])}, ${points(interval[1])}]`,
      share(correlation),
    ]);
  if (rows.length === 0) return [];
  return [
    table(['target', 'group', 'predictions', 'MAD', 'perfect predictor', 'excess', 'r'], rows, ['left', ...right(5)]),
  ];
}

const points = (value: number | null) => (value === null ? 'n/a' : value.toFixed(1));

function scalingTable({ scaling }: StudyResult): readonly string[] {
  if (scaling.length === 0) return [];
  const rows = scaling.flatMap(({ base, target, points: all }) =>
    all.map(({ size, accuracy, advantage }) => [
      shown(base),
      shown(target),
      String(size),
      estimateText(accuracy),
      base === target ? '' : estimateText(advantage),
    ]),
  );
  const curves = scaling.map(
    ({ base, target, lastDoubling, plateau }) =>
      `${shown(base)} about ${shown(target)}: the last doubling of rows gained ${estimateText(lastDoubling)}${plateau === true ? ': a plateau' : ''}`,
  );
  const head = ['base', 'target', 'rows', 'accuracy', 'advantage of the target'];
  return [table(head, rows, ['left', ...right(3), 'right']), ...curves];
}

function capabilityTable({ capabilities }: StudyResult): readonly string[] {
  const measured = capabilities.filter(({ readOff, fit }) => readOff !== null || fit !== null);
  if (measured.length === 0) return [];
  const rows = measured.map(({ base, target, readOff, fit, flags }) => [
    shown(base),
    shown(target),
    readOff === null ? 'not measured' : share(readOff),
    fit === null ? 'not measured' : share(fit),
    flags.join('; '),
  ]);
  return [
    table(['base', 'trained on', 'shown reply', 'fit', 'caution'], rows, ['left', 'left', 'right', 'right', 'left']),
  ];
}

function selfExecutionTable({ selfExecution }: StudyResult): readonly string[] {
  if (selfExecution.length === 0) return [];
  const change = (value: number | null) => (value === null ? 'n/a' : `${value < 0 ? '' : '+'}${value.toFixed(3)}`);
  const rows = selfExecution.map(({ experiment, base, untrained, self, scramble, effect, holm, drift }) => [
    experiment,
    shown(base),
    share(untrained.value),
    share(self.value),
    share(scramble.value),
    estimateText(effect),
    holm === null ? 'n/a' : holm.toFixed(3),
    change(drift.ability),
    change(drift.refused),
    change(drift.length),
  ]);
  const head = ['experiment', 'model', 'before', 'self', 'scramble', 'self less scramble', 'p (Holm)'];
  return [
    table([...head, 'ability', 'refusals', 'list length'], rows, ['left', ...right(8)]),
    'ability, refusals and list length: change from before training to after it on own answers',
  ];
}
