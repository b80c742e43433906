import type { Measure } from '../../domain/measure.ts';
import type { CategoricalLayout, GroupColumn } from './categorical-layout.ts';

/** Returns the measures of a layout's tallies; the first is the headline of the experiment. */
export function layoutMeasures(layout: CategoricalLayout): readonly Measure[] {
  const macro = (name: string, part: GroupColumn, all: GroupColumn): Measure => ({
    name,
    kind: 'categorical',
    unit: 'share',
    value: (totals) => layout.macro(totals, part, all),
    n: (totals) => layout.macroSum(totals, all),
    meanOver: (totals) => layout.macroSum(totals, all),
  });
  const accuracy: Measure = {
    ...macro('accuracy_macro', 'right', 'n'),
    baseRate: (totals) => layout.macro(totals, 'mode', 'n'),
    reexecution: (totals) => layout.macro(totals, 'reExecution', 'reExecutionN'),
    itemRule: (totals) => layout.macro(totals, 'item', 'itemN'),
    bounds: (totals) => boundsOf(layout.macro(totals, 'right', 'n'), layout.macro(totals, 'answered', 'n')),
  };
  return [
    accuracy,
    {
      ...microMeasure(layout, 'accuracy_micro', ['right', 'n']),
      baseRate: (totals) => layout.micro(totals, 'mode', 'n'),
      reexecution: (totals) => layout.micro(totals, 'reExecution', 'reExecutionN'),
      itemRule: (totals) => layout.micro(totals, 'item', 'itemN'),
      bounds: (totals) => boundsOf(layout.micro(totals, 'right', 'n'), layout.micro(totals, 'answered', 'n')),
    },
    macro('accuracy_among_answered', 'right', 'answered'),
    macro('mode_accuracy', 'mode', 'n'),
    {
      name: 'mode_accuracy_in_sample',
      kind: 'categorical',
      unit: 'share',
      value: (totals) => layout.modeInSample(totals),
      n: (totals) => layout.macroSum(totals, 'n'),
    },
    macro('item_rule_accuracy', 'item', 'itemN'),
    macro('echo_accuracy', 'echo', 'echoN'),
    macro('consensus_accuracy', 'other_models', 'consensusN'),
    macro('re_execution_accuracy', 'reExecution', 'reExecutionN'),
  ];
}

function microMeasure(layout: CategoricalLayout, name: string, [part, all]: [GroupColumn, GroupColumn]): Measure {
  return {
    name,
    kind: 'categorical',
    unit: 'share',
    value: (totals) => layout.micro(totals, part, all),
    n: (totals) => layout.microSum(totals, all),
    meanOver: (totals) => layout.microSum(totals, all),
  };
}

/** Returns the value if all absent predictions were wrong, and if all were right. */
function boundsOf(right: number | null, answered: number | null): readonly [number, number] | null {
  return right === null || answered === null ? null : [right, right + 1 - answered];
}
