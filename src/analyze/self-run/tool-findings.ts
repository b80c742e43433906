import type { AnsweredCall, ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import { conditionName } from '../../answers/plan/item-task.ts';
import type { Condition } from '../../domain/condition.ts';
import { gain, type Measure } from '../../domain/measure.ts';
import { selfRunResults } from '../../domain/self-run.ts';
import { approvalSlot, declaredSlot, selfRunSlot } from '../../domain/slot.ts';
import { itself } from '../../domain/tool.ts';
import { executionPrompts } from '../../experiments/common/simulated-tool.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import type { ConditionSpread, Estimate } from '../../results/estimate.ts';
import type { ToolFinding } from '../../results/tool-finding.ts';
import { NestedMap } from '../../util/nested-map.ts';

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

/** Counts of the predictions of one model in one condition of a run with the tool. */
export interface ToolCounts {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
  predictions: number;
  used: number;
  sessions: number;
  equal: number;
  contains: number;
  other: number;
  cut: number;
  denied: number;
  failed: number;
  /** Answered calls of predictions and their inner sessions, and their dollars; null once a cost is unknown. */
  calls: number;
  dollars: number | null;
}

const limitResults: readonly string[] = [selfRunResults.limit, selfRunResults.noTokens];

/** Counts how predictions of runs with the tool use it. Conditions without the tool are counted too, for comparison. */
export class ToolUses {
  readonly #counts = new NestedMap<ToolCounts>();

  /** Adds the calls of one item for one subject under one condition. */
  add(run: string, { work, asked }: Pick<ScoredItem, 'work' | 'asked'>): void {
    const { config, experiment, subject, context } = work;
    if (config.selfRun === undefined) return;
    const names = {
      run,
      experiment: experiment.name,
      model: subject.name,
      condition: conditionName(context.condition),
    };
    const none = {
      predictions: 0,
      used: 0,
      sessions: 0,
      equal: 0,
      contains: 0,
      other: 0,
      cut: 0,
      denied: 0,
      failed: 0,
    };
    const use = this.#counts.get(Object.values(names), () => ({ ...names, ...none, calls: 0, dollars: 0 }));
    const all = asked();
    const predictions = all.filter(
      ({ call }) => call.role === 'subject' && declaredSlot(experiment, call.slot).kind === 'predict',
    );
    const sessions = all.filter(({ call }) => call.slot === selfRunSlot);
    const first = ({ call }: AnsweredCall) => (call.turn ?? 0) === 0;
    use.predictions += predictions.filter((each) => first(each) && each.stored !== null).length;
    const begun = sessions.filter(first);
    use.used += new Set(
      begun.filter(({ stored }) => stored !== null).map(({ call }) => JSON.stringify(call.within)),
    ).size;
    use.failed += sessions.filter(({ stored }) => stored === null).length;
    use.denied += all.filter(({ call, stored }) => call.slot === approvalSlot && stored?.answer.text === 'no').length;
    const prompts = executionPrompts(experiment, context).map((text) => text.trim());
    for (const { call, stored } of begun) {
      if (stored === null) continue;
      use.sessions += 1;
      use[promptMatch(call.messages.at(-1)?.content.trim() ?? '', prompts)] += 1;
    }
    use.cut += cutSessions([...predictions, ...sessions]);
    const seen = new Set<string>();
    for (const { stored } of [...predictions, ...sessions]) {
      if (stored === null || seen.has(stored.key)) continue;
      seen.add(stored.key);
      use.calls += 1;
      use.dollars = use.dollars === null || stored.cost === null ? null : use.dollars + stored.cost;
    }
  }

  list(): readonly ToolCounts[] {
    return this.#counts.values();
  }
}

function promptMatch(prompt: string, executed: readonly string[]): 'equal' | 'contains' | 'other' {
  if (executed.includes(prompt)) return 'equal';
  return executed.some((text) => prompt.includes(text)) ? 'contains' : 'other';
}

/** Returns the number of sessions that were cut off, and of those that were requested beyond a limit. */
function cutSessions(calls: readonly AnsweredCall[]): number {
  const conversations = Map.groupBy(calls, ({ call: { slot, part, sample } }) => JSON.stringify([slot, part, sample]));
  let cut = 0;
  for (const turns of conversations.values()) {
    const last = turns.at(-1);
    if (last === undefined) continue;
    const { call, stored } = last;
    cut += call.messages.filter(({ role, content }) => role === 'tool' && limitResults.includes(content)).length;
    if (stored?.answer.kind === 'tool-call' && call.toolChoice === 'none') cut += stored.answer.toolCalls.length;
    if (stored?.answer.kind === 'truncated' && call.slot === selfRunSlot) cut += 1;
  }
  return cut;
}
