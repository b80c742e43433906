import type { Observed, RankingOutcome, Solve } from '../../domain/outcome.ts';
import { letters, type Question, questionLines } from '../../domain/question.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { credibleUsage } from '../../domain/usage.ts';
import { readChoice, readRecordedChoice } from '../common/choice.ts';
import { reordered } from '../common/messages.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import type { DifficultyItem } from './items.ts';
import { questionNames, readRanking, readRecordedRanking } from './read.ts';

/** Returns one outcome per group: the predicted order, and the correctness and tokens of each executed question. */
export function outcomes(
  context: ItemContext<DifficultyItem>,
  answers: Answers,
  reader: Reader,
): readonly RankingOutcome[] {
  const { item, condition, samples } = context;
  const shown = reordered(item.questions, condition.optionOrder);
  const ranked = observe(answers.get('forecast', '', 0), {
    slot: 'forecast',
    reader,
    own: readRanking,
    recorded: readRecordedRanking,
  });
  const prediction: Observed<readonly string[]> =
    ranked.kind === 'absent'
      ? ranked
      : { ...ranked, value: ranked.value.map((name) => shown[questionNames.indexOf(name)]?.id ?? name) };
  return [
    {
      kind: 'ranking',
      units: item.questions.map(({ id }) => id),
      promptNames: item.questions.map((question) => questionNames[shown.indexOf(question)] ?? question.id),
      prediction,
      predictionTokens: outputTokens(answers.get('forecast', '', 0), reader),
      executions: sampleNumbers(samples).map((sample) =>
        item.questions.map((question) => solved(question, answers.get('execute', question.id, sample), reader)),
      ),
      label: shortestFirst(item.questions),
    },
  ];
}

function solved(question: Question, answer: SlotState, reader: Reader): Solve {
  const letter = observe(answer, {
    slot: 'execute',
    reader,
    own: (text) => readChoice(text, { key: 'answer', letters, options: question.options }),
    recorded: (extracted) => readRecordedChoice(extracted, letters),
  });
  // a recording's authors counted an answer without a letter as wrong
  const wrong = reader === 'recorded' && answer.kind === 'answered' && answer.extracted === null;
  if (wrong)
    return { correct: { kind: 'present', value: false, step: 'recorded' }, tokens: outputTokens(answer, reader) };
  const correct: Observed<boolean> =
    letter.kind === 'absent' ? letter : { ...letter, value: letter.value === question.key };
  return { correct, tokens: outputTokens(answer, reader) };
}

/** Returns the output tokens that the text does not contradict; those that a recording's authors counted are as they took them. */
function outputTokens(answer: SlotState, reader: Reader): number | null {
  if (answer.kind === 'failed' || answer.kind === 'not-asked') return null;
  return reader === 'recorded' ? answer.usage.output : credibleUsage(answer.usage, answer).output;
}

/** Returns the order of an item-only rule: shorter questions are easier. */
function shortestFirst(questions: readonly Question[]): readonly string[] {
  const length = (question: Question) => questionLines(question).length;
  return questions.toSorted((a, b) => length(a) - length(b)).map(({ id }) => id);
}

/**
 * Returns, for each question under its name in the prompt, whether the first answer was right and how many tokens it had;
 * null while one is missing.
 */
export function showAnswer(
  { item, condition }: Pick<ItemContext<DifficultyItem>, 'item' | 'condition'>,
  answers: Answers,
): string | null {
  const lines = reordered(item.questions, condition.optionOrder).map((question, index) => {
    const { correct, tokens } = solved(question, answers.get('execute', question.id, 0), 'own');
    if (correct.kind === 'absent' || tokens === null) return null;
    return `${questionNames[index]}: ${correct.value ? 'right' : 'wrong'}, ${tokens} tokens`;
  });
  return lines.includes(null) ? null : lines.join('\n');
}
