import { type Letter, letters, type Question } from '../../../../src/domain/question.ts';

/** A form of question, and a function that computes the right option texts from the question's text alone. */
export interface KeyRule {
  readonly form: RegExp;
  right(groups: readonly string[], option: string, options: readonly string[]): boolean;
}

/** Returns the letters of all options that a rule accepts; null where no form fits the question. */
export function rightLetters(question: Question, rules: readonly KeyRule[]): Letter[] | null {
  for (const { form, right } of rules) {
    const match = form.exec(question.question);
    if (match === null) continue;
    return letters.filter((_, index) => right(match.slice(1), question.options[index] ?? '', question.options));
  }
  return null;
}

/** Returns a rule for questions with a single number as the answer; a unit after the number is ignored. */
export function numberRule(form: RegExp, result: (...numbers: readonly number[]) => number): KeyRule {
  return { form, right: (groups, option) => Number.parseFloat(option) === result(...groups.map(Number)) };
}
