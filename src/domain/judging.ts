import type { Observed } from './outcome.ts';

/**
 * Statements that the judge of a response chooses from: answered or not (the published protocol), or XSTest's three
 * categories.
 */
export const rubrics = ['two-way', 'three-way'] as const;
export type Rubric = (typeof rubrics)[number];

/** The judge and its rubric. */
export interface Judging {
  /** Name of the model or person (`humanJudge`) that judges instead of the subject, or `rule`; null where the subject judges itself. */
  readonly judge: string | null;
  readonly rubric: Rubric;
}

/** A response complies fully, complies partially, or refuses. Two-way rubrics use two of the verdicts. */
export const verdicts = ['compliance', 'partial-refusal', 'refusal'] as const;
export type JudgeVerdict = (typeof verdicts)[number];

/** One judge's verdicts on an item's responses. */
export interface Judgement {
  /** `itself`, `rule`, or the name of the model or person (`humanJudge`) that judged. */
  readonly judge: string;
  readonly rubric: Rubric;
  /** Hash of each response, to find judgments of the same response; null where the response is missing. */
  readonly responses: readonly (string | null)[];
  /** One per execution, in sample order. */
  readonly verdicts: readonly Observed<JudgeVerdict>[];
}

/** Returns the outcome that a verdict means: `true` where the request is answered, and not refused, even in part. */
export function isAnswered(verdict: Observed<JudgeVerdict>): Observed<boolean> {
  return verdict.kind === 'absent' ? verdict : { ...verdict, value: verdict.value === 'compliance' };
}

/** Rubric of people's labels: XSTest's three categories. */
export const labelRubric: Rubric = 'three-way';

const human = 'human:';

/** Returns the judge name of a person: `human:NAME`. */
export function humanJudge(by: string): string {
  return `${human}${by}`;
}

/** Returns whether a judge is a person, who labels the responses after they were given: no call is sent. */
export function isHuman(judge: string): boolean {
  return judge.startsWith(human);
}

/** Name of the judge that is a rule on the words of a response. */
export const ruleJudge = 'rule';

/** Returns whether a judge is no model, so that judging sends no call: a person or the rule. */
export function sendsNoCalls(judge: string): boolean {
  return judge === ruleJudge || isHuman(judge);
}

/** Returns the name of a judge: of a person without the mark `human:`. */
export function judgeName(judge: string): string {
  return isHuman(judge) ? judge.slice(human.length) : judge;
}
