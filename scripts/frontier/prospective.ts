import type { ProspectiveRow } from './recordings.ts';

/** Choices of a model before it answered. */
export interface ProspectiveCounts {
  readonly model: string;
  readonly answers: number;
  readonly hints: number;
  readonly declines: number;
  /** Of the rows that were answered, at once or after a hint. */
  readonly right: number;
  /** Answered rows that are marked as not correct although the words of the key stand in the answer. */
  readonly keyInWrong: number;
}

/** Models whose rows are all equal. */
interface EqualModels {
  readonly models: readonly string[];
  readonly rows: number;
}

/** Returns the choices of each model before it answered; models with equal rows are left out and named. */
export function prospectiveCounts(rows: readonly ProspectiveRow[]): {
  readonly models: readonly ProspectiveCounts[];
  readonly equal: EqualModels;
} {
  const byModel = [...Map.groupBy(rows, ({ model }) => model)];
  const same = Map.groupBy(byModel, ([, own]) => JSON.stringify(own.map(({ model: _, ...row }) => row)));
  const equal = [...same.values()].filter((each) => each.length > 1).flat();
  const isEqual = (model: string) => equal.some(([name]) => name === model);
  return {
    models: byModel.filter(([model]) => !isEqual(model)).map(([model, own]) => countsOf(model, own)),
    equal: { models: equal.map(([model]) => model), rows: equal[0]?.[1].length ?? 0 },
  };
}

function countsOf(model: string, rows: readonly ProspectiveRow[]): ProspectiveCounts {
  const chose = (path: ProspectiveRow['path_choice']) => rows.filter(({ path_choice }) => path_choice === path).length;
  const answered = rows.filter(({ path_choice }) => path_choice !== 'DECLINE');
  return {
    ...{ model, answers: chose('ANSWER_DIRECTLY'), hints: chose('REQUEST_HINT'), declines: chose('DECLINE') },
    right: answered.filter(({ is_correct }) => is_correct).length,
    keyInWrong: answered.filter((row) => !row.is_correct && hasKey(row)).length,
  };
}

/** Returns whether the words of the key stand together in an answer; punctuation and commas in numbers do not count. */
function hasKey({ answer, correct_answer }: ProspectiveRow): boolean {
  const words = (text: string) =>
    ` ${text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/(?<=\d),(?=\d)/g, '')
      .match(/[\p{L}\d]+/gu)
      ?.join(' ')} `;
  return words(answer).includes(words(correct_answer));
}
