import { z } from 'zod';
import { units } from '../domain/measure.ts';
import { slotKinds } from '../domain/slot.ts';
import { intervalSchema } from './quantity.ts';

/** Answers of a run that one model served: `served` of `seb report --json`. */
export const servedSchema = z
  .object({
    run: z.string(),
    model: z.string().describe('requested model'),
    served: z.string().nullable().describe('model name reported by the server; null if it reported none'),
    answers: z.int(),
    first: z.string().describe('time of the first of these calls (ISO 8601)'),
    last: z.string(),
  })
  .readonly();
export type ServedModel = z.infer<typeof servedSchema>;

/** How the answers of one model to one kind of call were read: `readings` of `seb report --json`. */
export const readingSchema = z
  .object({
    run: z.string(),
    experiment: z.string(),
    model: z.string().describe('model that answered'),
    calls: z.enum(slotKinds).describe('kind of call: prediction, execution, judgment or written question'),
    answers: z.int(),
    read: z
      .record(z.string(), z.int())
      .readonly()
      .describe('answers by the step that read them (strict, fenced, last-object, text, salvaged, ...) or by why not'),
    constrained: z
      .object({ answers: z.int(), otherForm: z.int() })
      .readonly()
      .exactOptional()
      .describe('complete answers that the server was to constrain to a form, and how many have another; absent: none'),
    endUnknown: z
      .int()
      .positive()
      .exactOptional()
      .describe('answers whose server gave no finish reason or an unknown one; absent: none'),
  })
  .readonly();
export type ReadingCount = z.infer<typeof readingSchema>;

/** A score with and without salvaged answers: `salvaged` of `seb report --json`. */
export const salvagedSchema = z
  .object({
    run: z.string(),
    experiment: z.string(),
    model: z.string(),
    condition: z.string(),
    measure: z.string(),
    unit: z.enum(units),
    salvaged: z.int().describe('units with an answer that was read from a text without the requested form'),
    score: z.number().nullable(),
    n: z.number().describe('units that the score averages over'),
    without: z.number().nullable().describe('the score as if no salvaged answer had been read'),
    nWithout: z.number(),
  })
  .readonly();
export type SalvagedScore = z.infer<typeof salvagedSchema>;

/** Agreement of two judges of the same responses: `judges` of `seb report --json`. */
export const agreementSchema = z
  .object({
    experiment: z.string(),
    model: z.string().describe('model whose responses were judged'),
    first: z.string().describe('judge and rubric; "itself" is the model that gave the response'),
    second: z.string(),
    n: z.int().describe('number of responses that both judged'),
    clusters: z.int(),
    differing: z
      .array(z.object({ run: z.string(), item: z.string() }).readonly())
      .readonly()
      .describe(
        'the first responses on which one judge says that it answers in full and the other does not, at most three',
      ),
    table: z
      .array(z.array(z.int()).readonly())
      .readonly()
      .describe('counts by the verdicts of the first and the second judge: compliance, partial refusal, refusal'),
    agreement: z.number().nullable().describe('share of responses on which both agree (full answer or any refusal)'),
    kappa: z.number().nullable().describe("Cohen's kappa of this agreement; null if both judges use only one verdict"),
    kappaInterval: intervalSchema.nullable(),
    level: z.number(),
    method: z.string().describe('method of the interval, or why there is none'),
    firstRefuses: z
      .number()
      .nullable()
      .describe('share of responses that the first judge calls a refusal, in part or in full'),
    secondRefuses: z.number().nullable(),
    onlyFirst: z
      .array(z.int())
      .readonly()
      .describe('counts of responses that only the first judge judged: full answers, refusals in part or in full'),
    onlySecond: z.array(z.int()).readonly().describe('counts of responses that only the second judge judged'),
    isThreeWay: z.boolean().describe('whether both judges use the three-way rubric'),
    threeWayKappa: z.number().nullable().describe('null unless both judges use the three-way rubric'),
    partialRecall: z
      .number()
      .nullable()
      .describe("share of the first judge's partial refusals that the second also calls partial"),
    partialPrecision: z.number().nullable().describe('like partialRecall, with the judges exchanged'),
  })
  .readonly();
export type JudgeAgreement = z.infer<typeof agreementSchema>;
