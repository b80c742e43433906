import type { AnswerForm } from '../domain/answer-form.ts';
import type { Call, CallKey, Message, Sampling } from '../domain/call.ts';
import type { ItemBase } from '../domain/dataset.ts';
import type { Injection } from '../domain/injection.ts';
import type { SlotId } from '../domain/slot.ts';
import type { Tool, ToolChoice } from '../domain/tool.ts';
import type { ItemContext } from '../experiments/experiment.ts';
import type { RateWindow } from './http/rate-windows.ts';

/** Origin of a call. Only simulated, replayed and recorded models may read it; it is never sent. */
export interface CallOrigin {
  readonly experiment: string;
  readonly context: ItemContext<ItemBase>;
  readonly call: Call;
}

export interface ModelRequest {
  readonly key: CallKey;
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  readonly slot: SlotId;
  readonly sample: number;
  /** Form that the answer must be constrained to; absent: free. Only models with the capability `form` get one. */
  readonly form?: AnswerForm | undefined;
  /** What happens to the answer while it is generated; absent: nothing. Only models with the capability `inject` get one. */
  readonly injection?: Injection | undefined;
  /** Tools that the model may call instead of answering; absent: none. Only models with the capability `tools` get any. */
  readonly tools?: readonly Tool[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  readonly origin: CallOrigin;
  /** Aborts at the attempt's timeout. A stopped run waits for calls in flight, because they are charged. */
  readonly signal: AbortSignal;
  /** Called with the rate limits that the server reports, with an answer or a refusal. */
  readonly onRateWindows?: (windows: readonly RateWindow[]) => void;
}
