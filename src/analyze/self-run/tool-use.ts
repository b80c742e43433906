import { selfRunResults } from '../../domain/self-run.ts';
import { approvalSlot, declaredSlot, selfRunSlot } from '../../domain/slot.ts';
import { executionPrompts } from '../../experiments/common/simulated-tool.ts';
import type { AnsweredCall, ScoredItem } from '../../run/outcomes/outcome-rows.ts';
import { conditionName } from '../../run/plan/item-task.ts';
import { NestedMap } from '../../util/nested-map.ts';

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
