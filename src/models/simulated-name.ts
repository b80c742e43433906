import { z } from 'zod';
import { AppError } from '../util/app-error.ts';

const share = z.coerce.number().min(0).max(1);

const parametersSchema = z.strictObject({
  /** How far its forecasts know its own outcome probabilities: 0 the population's only, 1 its own. */
  self: share.default(0.5),
  /** Share of its answers that come malformed (cut off in the middle). */
  format: share.default(0),
  /** Milliseconds that an answer takes. */
  delay: z.coerce.number().min(0).max(600_000).default(0),
  /** Name of the model that it was taught to predict, with its family: `ada` or `ada@x`. */
  of: z.string().min(1).optional(),
  /** How often it guesses what is public about that model. */
  skill: share.optional(),
  /** How often it knows its own answer when it predicts itself; absent: `self`. */
  private: share.optional(),
  /** Models of one family share part of their behavior. */
  family: z.string().min(1).optional(),
  /** How often it gives its own most likely value, whoever it predicts. */
  habit: share.optional(),
});
const predictorKeys = ['of', 'skill', 'private', 'family', 'habit'] as const;

export interface SimulatedName {
  readonly subject: string;
  readonly parameters: z.infer<typeof parametersSchema>;
}

/** Takes `sam?self=0.5&format=0.02` apart; throws an AppError for an unknown or impossible parameter. */
export function parseSimulatedName(text: string): SimulatedName {
  const [subject = '', query = ''] = text.split(/\?(.*)/s);
  const parsed = parametersSchema.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (subject === '' || !parsed.success) {
    const why = parsed.success ? 'it has no name' : parsed.error.issues.map(({ message }) => message).join('; ');
    throw new AppError('bad-model-parameter', `simulated/${text} cannot be made: ${why}`, {
      hint: 'write simulated/NAME?self=0.5&format=0.02&delay=0 (self and format are shares from 0 to 1, delay is in ms)',
    });
  }
  return { subject, parameters: parsed.data };
}

/** The name with every parameter that decides an answer, in one spelling. */
export function simulatedIdentity({ subject, parameters }: SimulatedName): string {
  const { self, format } = parameters;
  const given = predictorKeys.filter((key) => parameters[key] !== undefined).map((key) => `&${key}=${parameters[key]}`);
  return `simulated/${subject}?self=${self}&format=${format}${given.join('')}`;
}
