import { z } from 'zod';

/** What is checked before rows of a log become a claim; `docs/logs.md` has the rules. */
export const checkNames = [
  'unread',
  'empty answer',
  'not asked',
  'filled values',
  'same rows',
  'same models',
  'alike names',
  'same confidence',
  'other confidence',
  'same answers',
  'same text',
  'same executions',
  'other model',
  'unsafe judge',
  'other items',
  'other keys',
  'wrong keys',
  'several models',
  'several sets',
  'partial',
  'errors',
  'constant',
  'ceiling',
  'cut',
  'one verdict',
] as const;
export type CheckName = (typeof checkNames)[number];

const ofBoth = [
  'unread',
  'filled values',
  'same models',
  'alike names',
  'same confidence',
  'same text',
  'constant',
  'ceiling',
] as const;
/** What each check of logs looks for, as a part of a list of what was not found. */
const textsOfLogs: Readonly<Record<CheckName, string>> = {
  unread: 'outcomes or confidences in an unknown form',
  'empty answer': 'empty answers that are scored as wrong',
  'not asked': 'answers like “skipped” that are scored as wrong',
  'filled values': 'stated values that a program filled in',
  'same rows': 'repeated rows',
  'same models': 'models with equal answers',
  'alike names': 'models or ids whose names differ only in upper case',
  'same confidence': 'models with equal confidences',
  'other confidence': 'confidences that belong to other items, or are reversed',
  'same answers': 'answers copied from the key',
  'same text': 'one text as the answer to many items',
  'same executions': 'repeated executions with one long text',
  'other model': 'another model than the requested one',
  'unsafe judge': 'judges that disagree',
  'other items': 'ids that stand for different items',
  'other keys': 'right answers that are not the key, and wrong ones that are',
  'wrong keys': 'keys that may be wrong',
  'several models': 'rows of several models under one name',
  'several sets': 'several data sets in one log',
  partial: 'models that lack many items',
  errors: 'many answers without an outcome',
  constant: 'one stated confidence for nearly all items',
  ceiling: 'too few right or too few wrong answers',
  cut: 'answers that were cut at a limit',
  'one verdict': 'one verdict on nearly all responses',
};

/** What each check looks for, by what is checked: some look at other things in logs than in runs. */
export const checkTexts: Readonly<Record<'logs' | 'runs', Readonly<Record<CheckName, string>>>> = {
  logs: textsOfLogs,
  runs: {
    ...textsOfLogs,
    unread: 'scores of which under half could be read',
    'same confidence': 'models with equal stated probabilities',
    'filled values': 'stated probabilities that a program filled in',
    'empty answer': 'many empty answers',
    errors: 'many answers that the host filtered',
    cut: 'many cut answers',
    constant: 'one predicted value for nearly all items',
    ceiling: 'too few outcomes of the rarer kind',
  },
};

/** Which checks the rows of logs go through, and the answers of runs. */
export const checksOf = {
  logs: [
    ...ofBoth,
    ...(['empty answer', 'not asked', 'same rows', 'other confidence', 'same answers', 'other items'] as const),
    ...(['other keys', 'wrong keys', 'cut'] as const),
    ...(['several models', 'several sets', 'partial', 'errors'] as const),
  ],
  runs: [...ofBoth, 'same executions', 'other model', 'unsafe judge', 'empty answer', 'errors', 'cut', 'one verdict'],
} as const satisfies Record<string, readonly CheckName[]>;

/** What one check found in the rows of one model, or of several that are not distinguishable. */
const checkFindingSchema = z
  .object({
    check: z.enum(checkNames),
    kind: z
      .enum(['fault', 'limit'])
      .describe('fault: the rows are hardly what the log says; limit: they are, and show little'),
    file: z.string().describe('path of the log, or id of the run; empty where it is about several logs'),
    score: z.string().describe('score of the log, or task of the run'),
    models: z.array(z.string()).readonly().describe('empty where it is about the items of a log'),
    rows: z
      .array(z.object({ item: z.string(), epoch: z.int() }))
      .readonly()
      .describe('the rows in question; empty where it is all of them, or rows that are absent'),
    found: z.string().describe('what was found, without the model'),
    effect: z.string().describe('what happens to rows and words'),
    changesRows: z.boolean().describe('whether rows were left out or count in another way, or a word is withheld'),
  })
  .readonly();
export type CheckFinding = z.infer<typeof checkFindingSchema>;

/** What the checks of logs found, as it stands beside a result: `seb data check --table checks` lists the rows. */
export const resultChecksSchema = z
  .array(checkFindingSchema.unwrap().omit({ rows: true }).readonly())
  .readonly()
  .describe('what the checks of docs/logs.md found in the rows of the logs');
export type ResultChecks = z.infer<typeof resultChecksSchema>;

/** Returns findings as they stand beside a result. */
export function resultChecks(findings: readonly CheckFinding[]): ResultChecks {
  return findings.map(({ rows, ...finding }) => finding);
}
