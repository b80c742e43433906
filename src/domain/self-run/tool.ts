import type { Json } from '../../util/canonical-json.ts';

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
