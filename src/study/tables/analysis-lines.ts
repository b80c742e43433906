import { minGroupRows } from '../../analyze/categorical/categorical-layout.ts';
import { shareCell } from '../../report/model/report-table.ts';
import { fraction } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';
import { ruleNames } from '../analyses/baselines/rule-names.ts';
import type { StudyResult } from '../analyses/study-result.ts';
import { estimateText, pText } from './estimate-text.ts';
import { estimateCell, type StudyColumn, studyTable } from './study-table.ts';

type RuleName = keyof typeof ruleNames;

/**
 * Formats the analyses next to the verdicts: rules, drift, behavior change, calibration, scaling and the controls. Tables
 * have at most `width` columns.
 */
export function analysisLines(result: StudyResult, width: number): readonly string[] {
  const inner = width - indent.length;
  const sections: readonly (readonly [string, string, readonly string[]])[] = [
    ['Model-independent rules', ' (share correct, mean over groups)', ruleTable(result, inner)],
    [
      'Scramble arms',
      ' minus the most frequent value (cross-fitted) of each cell; below zero, the arm is a handicap',
      lagTable(result, inner),
    ],
    ['Drift', ': did training on itself change the model?', driftLines(result)],
    ['Behavior change', ': do predictions follow a changed model?', changeLines(result)],
    ['Coupling', ': if label and current behavior differ, which one do predictions match?', couplingLines(result)],
    ['Subsets of the test items', '', subsetTable(result, inner)],
    ['Calibration', ' of each target’s own model (percentage points)', calibrationTable(result, inner)],
    ['Number of training rows', '', scalingTable(result, inner)],
    [
      'Controls',
      ': naming the property of a shown reply, and fit to the training rows',
      capabilityTable(result, inner),
    ],
    ['Effect on the self-execution score', '', selfExecutionTable(result, inner)],
  ];
  const absent = sections.filter(([, , lines]) => lines.length === 0).map(([name]) => name.toLowerCase());
  return [
    ...sections.flatMap(([name, rest, lines]) =>
      lines.length === 0 ? [] : [`${name}${rest}`, ...indented(lines), ''],
    ),
    ...(absent.length === 0 ? [] : [`Not measured, because the design does not include it: ${absent.join(', ')}.`]),
  ];
}

const indent = '  ';

function indented(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split('\n')).map((line) => `${indent}${line}`);
}

const shown = escapeControls;
const texts = (...names: readonly string[]) => names.map((name): StudyColumn => ({ name, isText: true }));
const numbers = (...names: readonly string[]) => names.map((name): StudyColumn => ({ name }));
/** Columns that are omitted where space is limited. */
const further = (...names: readonly string[]) => names.map((name): StudyColumn => ({ name, rank: 1 }));

function ruleTable({ accuracy }: StudyResult, width: number): readonly string[] {
  const own = accuracy.filter(({ arm, base, target, n }) => arm === 'self' && base === target && n >= minGroupRows);
  const names = (Object.keys(ruleNames) as RuleName[]).filter((name) =>
    own.some(({ baselines }) => baselines[name] !== undefined),
  );
  if (own.length === 0) return [];
  const rows = [...Map.groupBy(own, ({ target }) => target)].map(([target, groups]) => {
    const mean = (of: (entry: (typeof groups)[number]) => number) =>
      groups.reduce((sum, entry) => sum + of(entry), 0) / groups.length;
    return [
      shown(target),
      fraction(mean(({ value }) => value)),
      ...names.map((name) => fraction(mean(({ baselines }) => baselines[name] ?? 0))),
    ];
  });
  const columns = [
    ...texts('target'),
    ...numbers('its own model'),
    ...further(...names.map((name) => ruleNames[name])),
  ];
  return [studyTable(columns, rows, width)];
}

function lagTable({ pairs }: StudyResult, width: number): readonly string[] {
  const cells = pairs.flatMap(({ scrambleLags }) => scrambleLags);
  const rows = [...new Map(cells.map((cell) => [JSON.stringify([cell.base, cell.target]), cell])).values()].map(
    (cell) => [shown(cell.base), shown(cell.target), estimateCell(cell)],
  );
  return rows.length === 0 ? [] : [studyTable([...texts('base', 'trained on'), ...numbers('difference')], rows, width)];
}

function driftLines({ drift }: StudyResult): readonly string[] {
  return drift.map(
    ({ target, changed, noise, accuracyBefore, accuracyAfter }) =>
      `${shown(target)}: share of values changed after training ${estimateText(changed)}, between two executions before training ${estimateText(noise)}; accuracy on the behavior before training ${estimateText(accuracyBefore)}, after training ${estimateText(accuracyAfter)}`,
  );
}

function changeLines({ behaviorChange }: StudyResult): readonly string[] {
  return behaviorChange.flatMap(({ target, shift, n, coverage, ...change }) => {
    const by = `${shown(target)}, changed by ${shift === 'training' ? 'further training' : 'a system prompt'}`;
    if (change.mcnemar === null)
      return [`${by}: ${n} changed values, ${change.accuracyNew.missing ?? 'no predictions'}`];
    const readable =
      coverage === null
        ? 'no predictions'
        : `${(100 * coverage).toFixed(0)} % of the changed model’s predictions readable`;
    const what = `${by}: ${n} changed values, ${readable}`;
    return coverage === null ? [what] : [what, ...measuredLines({ ...change, mcnemar: change.mcnemar })];
  });
}

type BehaviorChange = StudyResult['behaviorChange'][number];

type Measured = Omit<BehaviorChange, 'target' | 'shift' | 'n' | 'coverage' | 'mcnemar'> & {
  readonly mcnemar: NonNullable<BehaviorChange['mcnemar']>;
};

function measuredLines(change: Measured): readonly string[] {
  return [
    `  accuracy on the new behavior ${estimateText(change.accuracyNew)}, on the old ${estimateText(change.accuracyOld)}`,
    `  tracking ${estimateText(change.tracking)}, before the change ${estimateText(change.trackingUnshifted)}`,
    `  difference in differences ${estimateText(change.differenceInDifferences)}; McNemar by string ${change.mcnemar.newer} new, ${change.mcnemar.older} old, p ${pText(change.mcnemar.p)}`,
  ];
}

function couplingLines({ coupling }: StudyResult): readonly string[] {
  return coupling.map(({ target, n, label, current }) =>
    n === 0
      ? `${shown(target)}: no value differs`
      : `${shown(target)}: ${n} ${n === 1 ? 'value differs' : 'values differ'}; predictions match the label ${estimateText(label)}, the current behavior ${estimateText(current)}`,
  );
}

function subsetTable({ subsets, pairs: whole }: StudyResult, width: number): readonly string[] {
  const [first] = subsets;
  const all = first === undefined ? [] : [{ name: 'all', kept: first.of, of: first.of, pairs: whole }];
  const rows = [...all, ...subsets].flatMap(({ name, kept, of, pairs }) =>
    pairs.length === 0
      ? [[name, `${kept} of ${of}`, '', 'n/a', 'n/a']]
      : pairs.map(({ a, b, I, E }) => [
          ...[name, `${kept} of ${of}`, shown(`${a} and ${b}`), estimateCell(I), estimateCell(E)],
        ]),
  );
  if (rows.length === 0) return [];
  const isOnePair = whole.length === 1; // the verdict names it
  const columns = [...texts('part'), ...numbers('values'), ...texts('pair'), ...numbers('I', 'E')];
  const shownColumns = columns.filter(({ name }) => !isOnePair || name !== 'pair');
  return [studyTable(shownColumns, isOnePair ? rows.map((row) => row.toSpliced(2, 1)) : rows, width)];
}

function calibrationTable({ calibration, accuracy }: StudyResult, width: number): readonly string[] {
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
      shareCell(correlation, 'no correlation: one of the shares does not vary'),
    ]);
  if (rows.length === 0) return [];
  const columns = [
    ...texts('target', 'group'),
    ...further('predictions'),
    ...numbers('MAD', 'perfect predictor', 'excess'),
    ...further('r'),
  ];
  return [studyTable(columns, rows, width)];
}

const points = (value: number | null) => (value === null ? 'n/a' : value.toFixed(1));

function scalingTable({ scaling }: StudyResult, width: number): readonly string[] {
  if (scaling.length === 0) return [];
  const rows = scaling.flatMap(({ base, target, points: all }) =>
    all.map(({ size, accuracy, advantage }) => [
      shown(base),
      shown(target),
      String(size),
      estimateCell(accuracy),
      base === target ? '' : estimateCell(advantage),
    ]),
  );
  const curves = scaling.map(
    ({ base, target, lastDoubling, plateau }) =>
      `${shown(base)} about ${shown(target)}: the last doubling of rows gained ${estimateText(lastDoubling)}${plateau === true ? ': a plateau' : ''}`,
  );
  const columns = [...texts('base', 'target'), ...numbers('rows', 'accuracy'), ...further('advantage of the target')];
  return [studyTable(columns, rows, width), ...curves];
}

function capabilityTable({ capabilities }: StudyResult, width: number): readonly string[] {
  const measured = capabilities.filter(({ readOff, fit }) => readOff !== null || fit !== null);
  if (measured.length === 0) return [];
  const rows = measured.map(({ base, target, readOff, fit, flags }) => [
    shown(base),
    shown(target),
    readOff === null ? 'not measured' : fraction(readOff),
    fit === null ? 'not measured' : fraction(fit),
    flags.join('; '),
  ]);
  const columns = [...texts('base', 'trained on'), ...numbers('shown reply', 'fit'), ...texts('caution')];
  return [studyTable(columns, rows, width)];
}

function selfExecutionTable({ selfExecution }: StudyResult, width: number): readonly string[] {
  if (selfExecution.length === 0) return [];
  const change = (value: number | null) => (value === null ? 'n/a' : `${value < 0 ? '' : '+'}${fraction(value)}`);
  const rows = selfExecution.map(({ experiment, base, untrained, self, scramble, effect, holm, drift }) => [
    experiment,
    shown(base),
    ...[untrained, self, scramble].map(({ value, missing }) => shareCell(value, missing ?? 'not measured')),
    estimateCell(effect),
    shareCell(holm, 'no test'),
    change(drift.ability),
    change(drift.refused),
    change(drift.length),
  ]);
  const columns = [
    ...texts('experiment', 'model'),
    ...further('before', 'self', 'scramble'),
    ...numbers('self less scramble', 'p (Holm)'),
    ...further('ability', 'refusals', 'list length'),
  ];
  return [
    studyTable(columns, rows, width),
    'ability, refusals and list length: change from before training to after it on own answers',
  ];
}
