/** Parts of Inspect's log format that we write (schema: inspect-openapi.json, entry EvalLog); absent fields are left out. */
export type Fields = Readonly<Record<string, unknown>>;

/** One unit of an item: what was foreseen and what happened, or why there is no such thing. */
export interface UnitFacts {
  readonly unit: string;
  readonly predicted: unknown;
  readonly actual: unknown;
  readonly probability?: number;
}

export interface InspectScore {
  /** NaN where the sample could not be scored: the format has no null here. */
  readonly value: number;
  readonly answer: string;
  readonly metadata: {
    readonly units: readonly UnitFacts[];
    readonly lost?: readonly string[];
    readonly unscored_reason?: string;
  };
}

/** What is particular to a sample: `sampleJson` writes the rest of the format around it. */
export interface InspectSample {
  readonly id: string;
  readonly epoch: number;
  readonly input: string;
  readonly target: string;
  readonly model: string;
  readonly score: InspectScore;
  readonly metadata: Fields;
  readonly events: readonly Fields[];
}
