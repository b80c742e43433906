import { type Letter, letters, type Question } from '../../../domain/question.ts';

/** For tests: a form of question, and which option texts are right, worked out from the text alone. */
export interface KeyRule {
  readonly form: RegExp;
  right(groups: readonly string[], option: string, options: readonly string[]): boolean;
}

/** Letters of all options that a rule calls right; null where no form fits the question. */
export function rightLetters(question: Question, rules: readonly KeyRule[]): Letter[] | null {
  for (const { form, right } of rules) {
    const match = form.exec(question.question);
    if (match === null) continue;
    return letters.filter((_, index) => right(match.slice(1), question.options[index] ?? '', question.options));
  }
  return null;
}

/** A rule for questions with one number as their answer; a unit after the number is passed over. */
export function numberRule(form: RegExp, result: (...numbers: readonly number[]) => number): KeyRule {
  return { form, right: (groups, option) => Number.parseFloat(option) === result(...groups.map(Number)) };
}
