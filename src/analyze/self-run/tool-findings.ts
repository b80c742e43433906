import type { Condition } from '../../domain/condition.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { gain, type Measure } from '../../domain/measure.ts';
import { itself } from '../../domain/tool.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import type { ToolFinding } from '../../results/tool-finding.ts';
import { conditionName } from '../../run/plan/item-task.ts';
import type { ConditionSpread } from '../conditions.ts';
import type { ToolCounts } from './tool-use.ts';

interface ToolInput {
  readonly experiments: Experiments;
  readonly estimates: readonly Estimate[];
  /** Spreads of the headline measures under the policy `parsed`. */
  readonly spreads: readonly ConditionSpread[];
  readonly conditionsOf: (run: string, experiment: string) => readonly Condition[];
}

/** Returns what the tool did for each model and condition with it, against the condition that differs only in the tool. */
export function toolFindings(uses: readonly ToolCounts[], input: ToolInput): readonly ToolFinding[] {
  return uses.flatMap((use) => findingOf(use, uses, input) ?? []);
}

function findingOf(use: ToolCounts, uses: readonly ToolCounts[], input: ToolInput): ToolFinding | null {
  const { run, experiment, model, condition: name } = use;
  const condition = input.conditionsOf(run, experiment).find((each) => conditionName(each) === name);
  const [measure] = experimentNamed(input.experiments, experiment).measures;
  if (condition?.tools === undefined || measure === undefined) return null;
  const { tools: level, executor = itself, ...rest } = condition;
  const baseName = conditionName(rest as Condition); // only optional fields were removed
  const base = uses.find(
    (each) => each.run === run && each.experiment === experiment && each.model === model && each.condition === baseName,
  );
  const estimate = (of: string) =>
    input.estimates.find(
      (each) =>
        each.run === run &&
        each.experiment === experiment &&
        each.model === model &&
        each.condition === of &&
        each.measure === measure.name &&
        each.policy === 'parsed',
    );
  const [own, baseline] = [estimate(name), estimate(baseName)];
  const difference = pairedGain({ ...use, measure, baseName }, input);
  const reexecution = baseline?.reexecution ?? null;
  const scores = { score: own?.value ?? null, without: baseline?.value ?? null };
  const extraCalls = use.calls - (base?.calls ?? 0);
  const extraDollars = use.dollars === null || base?.dollars == null ? null : use.dollars - base.dollars;
  const right = measure.unit === 'share' && difference.gain !== null ? difference.gain * (own?.n ?? 0) : 0;
  return {
    ...{ run, experiment, condition: name, model, measure: measure.name, unit: measure.unit, level, executor },
    ...{ predictions: use.predictions, used: use.used, sessions: use.sessions },
    prompts: { equal: use.equal, contains: use.contains, other: use.other },
    ...{ cut: use.cut, denied: use.denied, failed: use.failed, ...scores, ...difference, reexecution },
    gapClosed: closedGap({ ...scores, reexecution, measure }),
    ...{ extraCalls, extraDollars },
    callsPerRight: right > 0 ? extraCalls / right : null,
    dollarsPerRight: right > 0 && extraDollars !== null ? extraDollars / right : null,
  };
}

/** Returns the difference between a condition with the tool and the one without, on the clusters that both have. */
function pairedGain(
  of: ToolCounts & { readonly measure: Measure; readonly baseName: string },
  { spreads }: ToolInput,
): Pick<ToolFinding, 'gain' | 'interval'> {
  const spread = spreads.find(
    ({ run, experiment, model, measure }) =>
      run === of.run && experiment === of.experiment && model === of.model && measure === of.measure.name,
  );
  const found = spread?.differences.find(({ first, second }) => first === of.baseName && second === of.condition);
  if (found === undefined || found.difference === null) return { gain: null, interval: null };
  const sign = of.measure.better === 'lower' ? 1 : -1; // the difference is without minus with
  const bounds = found.interval?.map((bound) => sign * bound).toSorted((a, b) => a - b);
  return {
    gain: sign * found.difference,
    interval: bounds === undefined ? null : [bounds[0] as number, bounds[1] as number],
  };
}

function closedGap({
  score,
  without,
  reexecution,
  measure,
}: Pick<ToolFinding, 'score' | 'without' | 'reexecution'> & { readonly measure: Measure }): number | null {
  if (score === null || without === null || reexecution === null) return null;
  const gap = gain(measure, reexecution, without);
  return gap <= 0 ? null : gain(measure, score, without) / gap;
}
