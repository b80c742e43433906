import type { Answer } from '../../domain/answer.ts';
import type { Call, Message } from '../../domain/call.ts';
import type { ItemBase } from '../../domain/dataset.ts';
import type { SelfRunLimits } from '../../domain/run-config.ts';
import { selfRunResults as results, runMyself, selfRunPrompt } from '../../domain/self-run.ts';
import { approvalSlot, type SlotState, selfRunSlot } from '../../domain/slot.ts';
import { maxSelfRuns, type ToolCall } from '../../domain/tool.ts';
import { withSystem } from '../../experiments/common/messages.ts';
import type { Experiment, ItemContext } from '../../experiments/experiment.ts';

/** Sample number of the first inner session: above those of executions, so that no sampling seed is used twice. */
const firstSample = 1_000_000;

/** The part of an item's answers that a conversation reads: the answer to one turn. */
interface TurnAnswers {
  at(call: Call): SlotState;
}

interface SelfRunOptions {
  readonly experiment: Pick<Experiment, 'slots'>;
  readonly context: ItemContext<ItemBase>;
  readonly answers: TurnAnswers;
  /** The executions that the experiment plans for the item: an inner session of their prompt has their token limit. */
  readonly executions: readonly Call[];
}

/**
 * Returns the calls of a prediction with the tool `run_myself`, as far as the answers so far allow planning them: its turns,
 * and the inner sessions that it starts. An inner session that has a level of the depth left is such a conversation too.
 * Each requested session counts against the limits of the prediction, in the order of the requests, so that a call that was
 * planned once is planned again whatever is answered later.
 */
export function conversationOf(prediction: Call, options: SelfRunOptions): readonly Call[] {
  const limits = options.context.selfRun;
  if (limits === undefined) return [prediction];
  const conversation = new Conversation(prediction, limits, options);
  conversation.plan();
  return conversation.calls;
}

/** State of a session, or why it has none yet. */
type Ended = SlotState | { readonly kind: 'waiting' } | { readonly kind: 'no-tokens' };

class Conversation {
  readonly calls: Call[] = [];
  readonly #prediction: Call;
  readonly #limits: SelfRunLimits;
  readonly #options: SelfRunOptions;
  /** Inner sessions that may still be requested, and output tokens that these may still use. */
  #sessionsLeft: number;
  #tokensLeft: number;
  #requested = 0;

  constructor(prediction: Call, limits: SelfRunLimits, options: SelfRunOptions) {
    this.#prediction = prediction;
    this.#limits = limits;
    this.#options = options;
    this.#sessionsLeft = Math.min(limits.calls, maxSelfRuns);
    this.#tokensLeft = limits.tokens ?? Number.POSITIVE_INFINITY;
  }

  plan(): void {
    const { maxOutputTokens: _, ...prediction } = this.#prediction; // a short limit would cut off the call of the tool
    this.#session(prediction, this.#limits.depth);
  }

  /** Plans the turns of a session that may start sessions of `depth` more levels. */
  #session(first: Call, depth: number): Ended {
    const hasTool = depth > 0 && this.#sessionsLeft > 0;
    let { messages } = first;
    for (let turn = 0; ; turn += 1) {
      const capped = this.#capped({ ...first, messages });
      if (capped === null) return { kind: 'no-tokens' };
      const call = hasTool ? this.#withTool(capped, turn) : capped;
      this.calls.push(call);
      const state = this.#options.answers.at(call);
      this.#spend(call, state);
      if (state.kind === 'not-asked') return { kind: 'waiting' };
      if (state.kind !== 'tool-call' || call.toolChoice === 'none') return state;
      const answered = this.#results(state, depth - 1);
      if (answered === null) return { kind: 'waiting' };
      messages = [...messages, ...answered];
    }
  }

  #withTool(call: Call, turn: number): Call {
    const { tools, executor } = this.#options.context.condition;
    const isOver = this.#sessionsLeft === 0 || this.#tokensLeft === 0;
    const isRequired = tools === 'required' && turn === 0 && call.slot === this.#prediction.slot;
    const choice = isOver ? ({ toolChoice: 'none' } as const) : isRequired ? ({ toolChoice: 'required' } as const) : {};
    return { ...call, turn, tools: [runMyself(executor === undefined ? 'itself' : 'other')], ...choice };
  }

  /** Returns the messages that continue a turn that called tools; null while a result is missing. */
  #results({ text, toolCalls }: Extract<Answer, { kind: 'tool-call' }>, depth: number): readonly Message[] | null {
    const isSerial = depth > 0 || this.#limits.tokens !== undefined; // what is left depends on the session before
    const said: ToolCall[] = [];
    const answered: Message[] = [];
    let isWaiting = false;
    for (const { name, arguments: given } of toolCalls) {
      const id = `self${String(this.#requested).padStart(5, '0')}`; // servers draw ids at random, and messages are in the key
      const content = this.#resultOf({ name, given }, depth);
      if (content === null && isSerial) return null;
      if (content === null) isWaiting = true;
      said.push({ id, name, arguments: given });
      answered.push({ role: 'tool', content: content ?? '', answers: id });
    }
    return isWaiting ? null : [{ role: 'assistant', content: text, toolCalls: said }, ...answered];
  }

  /** Returns the result of one call of the tool as text; null while it is missing. */
  #resultOf({ name, given }: { readonly name: string; readonly given: string }, depth: number): string | null {
    const number = this.#requested;
    this.#requested += 1;
    if (this.#sessionsLeft === 0) return results.limit;
    this.#sessionsLeft -= 1; // a malformed call counts too: a model that repeats it must come to an end
    const prompt = selfRunPrompt({ name, arguments: given });
    if (prompt.kind === 'malformed') return prompt.message;
    const session = this.#inner(prompt.text, number);
    const approval = this.#approval(session);
    if (approval !== 'allowed') return approval === 'waiting' ? null : results.denied;
    const ended = this.#session(session, depth);
    switch (ended.kind) {
      case 'answered':
        return ended.text;
      case 'truncated':
        return `${ended.text}\n${results.truncated}`;
      case 'filtered':
        return results.filtered;
      case 'tool-call':
        return results.calledTool;
      case 'no-tokens':
        return results.noTokens;
      default:
        return null; // a failed session stays open: resuming the run sends it again
    }
  }

  #inner(prompt: string, number: number): Call {
    const { slot, part, sample } = this.#prediction;
    const { condition } = this.#options.context;
    return {
      slot: selfRunSlot,
      part: `${slot} ${part} ${sample} ${number}`,
      sample: firstSample + maxSelfRuns * sample + number,
      role: condition.executor === undefined ? 'subject' : 'executor',
      messages: withSystem(condition, prompt),
      ...this.#limitOf(prompt),
      within: { slot, part, sample },
    };
  }

  /** Returns the token limit of executions of this prompt, or the largest one of the experiment's executions. */
  #limitOf(prompt: string): Pick<Call, 'maxOutputTokens'> {
    const { executions, experiment } = this.#options;
    const same = executions.find(({ messages }) => messages.at(-1)?.content.trim() === prompt.trim());
    const limits = (same === undefined ? executions : [same]).map(
      ({ slot, maxOutputTokens }) => maxOutputTokens ?? experiment.slots[slot]?.maxOutputTokens,
    );
    const known = limits.filter((limit) => limit !== undefined);
    return known.length === 0 || known.length < limits.length ? {} : { maxOutputTokens: Math.max(...known) };
  }

  /** Returns a call of an inner session with no more tokens than are left; null if none is left. */
  #capped(call: Call): Call | null {
    if (call.within === undefined || this.#limits.tokens === undefined) return call;
    if (this.#tokensLeft === 0) return null;
    return { ...call, maxOutputTokens: Math.min(call.maxOutputTokens ?? this.#tokensLeft, this.#tokensLeft) };
  }

  /** Counts the output tokens of an inner session; the maximum where the server counted none. */
  #spend(call: Call, state: SlotState): void {
    if (call.within === undefined || !('usage' in state) || this.#limits.tokens === undefined) return;
    this.#tokensLeft = Math.max(0, this.#tokensLeft - (state.usage.output ?? call.maxOutputTokens ?? 0));
  }

  #approval(session: Call): 'allowed' | 'denied' | 'waiting' {
    if (this.#limits.approver === undefined) return 'allowed';
    const call: Call = { ...session, slot: approvalSlot, role: 'approver', maxOutputTokens: 1 };
    this.calls.push(call);
    const state = this.#options.answers.at(call);
    if (state.kind === 'not-asked' || state.kind === 'failed') return 'waiting';
    return state.kind === 'answered' && state.text === 'yes' ? 'allowed' : 'denied';
  }
}
