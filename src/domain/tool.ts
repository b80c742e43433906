import type { Json } from '../util/canonical-json.ts';

/** A function that a model may call instead of answering. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its arguments. */
  readonly parameters: Json;
}

/** One call of a tool in an answer. */
export interface ToolCall {
  /** Id by which the message with the result refers to this call. */
  readonly id: string;
  readonly name: string;
  /** Arguments as the model wrote them: usually a JSON object, but no server guarantees it. */
  readonly arguments: string;
}

/** `required`: the model must call a tool; `none`: it must answer. Absent: it chooses. */
export type ToolChoice = 'required' | 'none';

/** Levels at which predictions have the tool `run_myself`: the model may call it, or must call it once. */
export const selfRunLevels = ['offered', 'required'] as const;
export type SelfRunLevel = (typeof selfRunLevels)[number];

/** Stands for the subject in the list of executors. */
export const itself = 'itself';

/** How inner sessions are allowed: a person is asked before each, or all are allowed in advance. */
export const approvals = ['ask', 'yes'] as const;
export type Approval = (typeof approvals)[number];

/** Maximum of inner sessions per prediction that a run can allow. */
export const maxSelfRuns = 100;
