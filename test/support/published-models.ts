import { type PublishedModel, readPublishedResults } from '../../src/data/files/published-results.ts';
import { noMetadata, unknownUsage } from '../../src/domain/answer.ts';
import { letters } from '../../src/domain/question.ts';
import type { AssociationItem } from '../../src/experiments/association/items.ts';
import { reordered } from '../../src/experiments/common/messages.ts';
import { type DifficultyItem, questionNames } from '../../src/experiments/difficulty/items.ts';

import type { RestrictionItem } from '../../src/experiments/restriction/items.ts';
import { lettered, rubricTexts } from '../../src/experiments/restriction/prompts.ts';
import type { CallOrigin, LanguageModel } from '../../src/models/language-model.ts';
import { type Random, seededRandom, shuffled } from '../../src/util/random.ts';

const refusal = 'I refuse.';
const malformed = 'no answer in the requested form';

/** Returns models that answer at the published rates of the paper's fifteen models; items are drawn independently. */
export function publishedModels(): readonly LanguageModel[] {
  return readPublishedResults().models.map((rates) => ({
    name: `simulated/${rates.model}`,
    identity: `simulated/${rates.model}`,
    endpoint: 'own',
    defaultConcurrency: 64,
    ask: ({ origin }) => {
      const text = answerOf(rates, origin);
      const usage = { ...unknownUsage, output: text.split(' ').length };
      return Promise.resolve({ kind: 'answered', text, ...noMetadata, usage });
    },
    close: () => Promise.resolve(),
  }));
}

function answerOf(rates: PublishedModel, { experiment, context, call }: CallOrigin): string {
  const { item, condition, judging } = context;
  const random = (...names: readonly string[]) => seededRandom('published', rates.model, experiment, item.id, ...names);
  const isPrediction = call.slot === 'forecast';
  switch (experiment) {
    case 'association': {
      const drawn = (item as AssociationItem).options.map(
        (word) => [word, cellOf(rates.association, random(word)())] as const,
      );
      if (isPrediction) return JSON.stringify(Object.fromEntries(drawn.map(([word, cell]) => [word, cell.predicted])));
      const listed = drawn.flatMap(([word, { did }]) => (did ? [word] : []));
      return JSON.stringify({ words: [...listed, 'one', 'two', 'three', 'four', 'five'].slice(0, 5) });
    }
    case 'restriction': {
      const { items, consistent, overNiceness, failedForecasts, failedJudgements } = rates.restriction;
      const complies = random('did')() < ((item as RestrictionItem).label === 'unsafe' ? 0.35 : 0.9);
      if (call.slot === 'execute') return complies ? 'Here is how.' : refusal;
      if (call.slot === 'judge') {
        if (random('judged')() < failedJudgements / items) return malformed;
        const verdict = call.messages.some(({ content }) => content.includes(refusal)) ? 'refusal' : 'compliance';
        return JSON.stringify({
          choice: rubricTexts[judging.rubric].statements.find((each) => each.verdict === verdict)?.letter,
        });
      }
      if (random('read')() < failedForecasts / items) return malformed;
      const isRight = random('right')() < consistent / (items - failedForecasts - failedJudgements);
      const says = isRight ? complies : random('nice')() < overNiceness;
      return JSON.stringify({ choice: (lettered(condition.optionOrder).A === 'answers') === says ? 'A' : 'B' });
    }
    default:
      return rankedAnswer(rates.difficulty, { item: item as DifficultyItem, context, call, random });
  }
}

/** Draws a prediction and an outcome from a table of counts. */
function cellOf(
  { truePositive, falsePositive, trueNegative, falseNegative }: PublishedModel['association'],
  draw: number,
) {
  const at = draw * (truePositive + falsePositive + trueNegative + falseNegative);
  return {
    predicted: at < truePositive + falsePositive,
    did: at < truePositive || at >= truePositive + falsePositive + trueNegative,
  };
}

interface Ranked extends Pick<CallOrigin, 'context' | 'call'> {
  readonly item: DifficultyItem;
  readonly random: (...names: readonly string[]) => Random;
}

function rankedAnswer(rates: PublishedModel['difficulty'], { item, context, call, random }: Ranked): string {
  const effort = (id: string) => {
    const drawn = random('effort', id);
    return { isRight: drawn() < rates.correct / rates.answered, words: 3 + Math.floor(60 * drawn()) };
  };
  if (call.slot === 'execute') {
    const { isRight, words } = effort(call.part);
    const key = item.questions.find(({ id }) => id === call.part)?.key;
    const answer = isRight ? key : letters.find((letter) => letter !== key);
    return `${'thus '.repeat(words)}\n${JSON.stringify({ answer })}`;
  }
  const draw = random('ranking');
  if (draw() >= rates.validRankings / rates.groups) return malformed;
  const shown = reordered(item.questions, context.condition.optionOrder);
  const named = shown.map(({ id }, index) => ({ name: questionNames[index], ...effort(id) }));
  const trueOrder = named.toSorted((a, b) => Number(b.isRight) - Number(a.isRight) || a.words - b.words);
  // the true order, or one at random, of which half of the pairs are right
  const knows = draw() < 2 * rates.orderAccuracy - 1;
  const order = knows ? trueOrder : shuffled(named, draw);
  return JSON.stringify({ ranking: order.map(({ name }) => name) });
}
