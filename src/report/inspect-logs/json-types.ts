import type { UnitFacts } from '../../outcome-kinds/outcome-kind.ts';
import type { LoggedAnswer } from '../input/logged-answer.ts';

/** Parts of Inspect's log format that we write (schema: inspect-openapi.json, entry EvalLog); absent fields are omitted. */
export type Fields = Readonly<Record<string, unknown>>;

/** Tokens by name of the count (`input_tokens`), by model and by role. */
export interface LogUsage {
  readonly byModel: Readonly<Record<string, Fields>>;
  readonly byRole: Readonly<Record<string, Fields>>;
}

export interface InspectScore {
  /** NaN where the sample could not be scored: the format does not allow null there. Null: no prediction is scored, and the sample has no such score. */
  readonly value: number | null;
  readonly answer: string;
  readonly metadata: {
    readonly units: readonly UnitFacts[];
    readonly lost?: readonly string[];
    readonly unscored_reason?: string;
  };
}

/** The specific parts of a sample; `sampleJson` writes the rest of the format around them. */
export interface InspectSample {
  readonly id: string;
  readonly epoch: number;
  readonly input: string;
  readonly target: string;
  readonly model: string;
  readonly score: InspectScore;
  /** Whether its answer is right; null in experiments whose answers are neither right nor wrong. */
  readonly answer: LoggedAnswer | null;
  readonly metadata: Fields;
  /** Group that standard errors are clustered by. */
  readonly cluster: string;
  /** Whether the executions are those of another run. */
  readonly isScoredElsewhere: boolean;
  readonly events: readonly Fields[];
  /** The call that predicted, with its answer; null where it is not in the log. */
  readonly conversation: { readonly messages: readonly Fields[]; readonly output: Fields } | null;
  readonly usage: LogUsage;
  /** Unique over all logs: run, item, model, condition and epoch determine it. */
  readonly uuid: string;
  readonly times: SampleTimes;
}

/** Times of a sample's calls; null where one of them is not known. Seconds, and ISO 8601 for moments. */
export interface SampleTimes {
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** From the first request to the last answer. */
  readonly total: number | null;
  /** Sum of the times of all calls. */
  readonly working: number | null;
}
