import { z } from 'zod';
import type { SimulatedPredictor, SimulatedTraits } from '../experiments/experiment.ts';
import { AppError } from '../util/app-error.ts';

const share = z.coerce.number().min(0).max(1);

/** Numbers by position in the answer, as `0.9:0.2`. */
function listOf(number: z.ZodType<number>) {
  return z.string().transform((text, context) => {
    const parsed = z.array(number).safeParse(text.split(':'));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: `"${text}" is not a list of numbers separated by colons` });
    return z.NEVER;
  });
}

/** Parameters of the model's behavior. */
const traitFields = {
  /** Models of one family share part of their behavior. */
  family: z.string().min(1).optional(),
  /** Weight of the public part, by position in the answer. */
  public: listOf(z.coerce.number().min(0)).optional(),
  /** Share of answers that every model trained on this one learns. */
  open: share.optional(),
  /** Share of values that an execution draws at random. */
  noise: share.optional(),
} as const;
const traitKeys = ['family', 'public', 'open', 'noise'] as const;

const parametersSchema = z.strictObject({
  /** How well its predictions know its own outcome probabilities: 0 only the population's, 1 its own. */
  self: share.default(0.5),
  /** Share of malformed answers (cut off in the middle). */
  format: share.default(0),
  /** Share of prediction questions that it understands, if not all; it answers the others at random. */
  comprehension: share.optional(),
  /** How often it runs its own prompt with the tool `run_myself`, if ever. */
  tool: share.optional(),
  /** Milliseconds per answer. */
  delay: z.coerce.number().min(0).max(600_000).default(0),
  ...traitFields,
  /** The model that it was trained to predict, with the parameters that determine its behavior: `ada;family=x`. */
  of: z.string().min(1).optional(),
  /** How often it guesses the public part of that model, by position in the answer. */
  skill: listOf(share).optional(),
  /** How often it knows its own answer when it predicts itself; absent: `self`. */
  private: share.optional(),
  /** How often it knows the answer of any model that it was trained on. */
  talent: share.optional(),
  /** How often it predicts its own most likely value, whichever model it predicts. */
  habit: share.optional(),
  /** Share of its private behavior that training replaces. */
  drift: share.optional(),
  /** How often its private knowledge describes its current behavior. */
  follows: share.optional(),
  /** Share of its unknown own answers that it works out where it may reason first; below 0: share that it loses. */
  reasoning: z.coerce.number().min(-1).max(1).optional(),
  /** Port `simulated`: number of training rows after which it has learned half of what it can. */
  half: z.coerce.number().min(0).optional(),
  /** Port `simulated`: share of what it can learn that it does not learn from the rows of another model. */
  handicap: share.optional(),
  /** Seed of its training run, if not 1: a second run on the same rows draws other predictions. */
  run: z.coerce.number().int().optional(),
});
const predictorKeys = [
  'of',
  'skill',
  'private',
  'talent',
  'habit',
  'drift',
  'follows',
  'reasoning',
  'half',
  'handicap',
  'run',
] as const;

export interface SimulatedName {
  readonly subject: string;
  readonly parameters: z.infer<typeof parametersSchema>;
}

/** Parses `sam?self=0.5&format=0.02`. AppError for an unknown parameter or an invalid value. */
export function parseSimulatedName(text: string): SimulatedName {
  const [subject = '', query = ''] = text.split(/\?(.*)/s);
  const parsed = parametersSchema.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (subject !== '' && parsed.success) return { subject, parameters: parsed.data };
  throw impossible(text, parsed.success ? 'it has no name' : parsed.error);
}

function impossible(text: string, why: string | z.ZodError): AppError {
  const reason = typeof why === 'string' ? why : why.issues.map(({ message }) => message).join('; ');
  return new AppError('bad-model-parameter', `simulated/${text} is not valid: ${reason}`, {
    hint: 'write simulated/NAME?self=0.5&format=0.02&delay=0 (self and format are shares from 0 to 1, delay is in ms)',
  });
}

/** Returns the name with every parameter that determines an answer, in canonical form. */
export function simulatedIdentity({ subject, parameters }: SimulatedName): string {
  const { self, format } = parameters;
  const given = [...predictorKeys, ...traitKeys, 'comprehension' as const, 'tool' as const].filter(
    (key) => parameters[key] !== undefined,
  );
  return `simulated/${subject}?self=${self}&format=${format}${given.map((key) => `&${key}=${spelled(parameters[key])}`).join('')}`;
}

function spelled(value: string | number | readonly number[] | undefined): string {
  return Array.isArray(value) ? value.join(':') : String(value);
}

/** Returns the model's name for use as a target in `of`: its name and the parameters that determine its behavior. */
export function taughtName({ subject, parameters }: SimulatedName): string {
  const given = traitKeys.filter((key) => parameters[key] !== undefined);
  return [subject, ...given.map((key) => `${key}=${spelled(parameters[key])}`)].join(';');
}

/** Parameters of a model in `of`; `system`: hash of the system prompt under which it answered. */
const taughtSchema = z.strictObject({ ...traitFields, system: z.string().min(1).optional() });

type Traits = Omit<z.infer<typeof taughtSchema>, 'system'> & { readonly system?: string | undefined };

function traitsOf(name: string, { family, public: weights, open, noise, system }: Traits): SimulatedTraits {
  const rare = { drift: 0, system: system ?? null };
  return { name, family: family ?? null, public: weights ?? [1], open: open ?? 0, noise: noise ?? 0, ...rare };
}

/** Parses `ada;family=x`. AppError for an unknown parameter or an invalid value. */
function taughtTraits(text: string): SimulatedTraits {
  const [name = '', ...given] = text.split(';');
  const parsed = taughtSchema.safeParse(Object.fromEntries(new URLSearchParams(given.join('&'))));
  if (name !== '' && parsed.success) return traitsOf(name, parsed.data);
  throw impossible(text, parsed.success ? 'the model in "of" has no name' : parsed.error);
}

/** Share of items whose public part a subject guesses right, unless its name says otherwise. */
export const defaultSkill = [0.5];

/** Returns how the model predicts. An untrained model predicts itself; behavior drifts only through training. */
export function simulatedPredictor({ subject, parameters }: SimulatedName): SimulatedPredictor {
  const { of, skill, talent, habit, follows, drift, reasoning } = parameters;
  const untaught = traitsOf(subject, parameters);
  return {
    itself: of === undefined ? untaught : { ...untaught, drift: drift ?? 0 },
    target: of === undefined ? untaught : taughtTraits(of),
    skill: skill ?? defaultSkill,
    privateKnowledge: parameters.private ?? parameters.self,
    talent: talent ?? 0,
    habit: habit ?? 0,
    follows: follows ?? 0,
    reasoning: reasoning ?? 0,
  };
}
