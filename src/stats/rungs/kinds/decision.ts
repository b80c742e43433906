import { type AnswerKind, bestOf, type Constant } from '../answer-kind.ts';

/** Payoff of each option, in [0, 1]: the mean of the executions. */
export type Payoffs = readonly number[];

const score = (choice: number, payoffs: Payoffs) => payoffs[choice] as number;

function indexOf(payoffs: Payoffs, wanted: number): number {
  return payoffs.indexOf(wanted);
}

/**
 * Choices between options whose payoffs the model's behavior decides. Score: the payoff of the choice. Deal them among
 * items with the same offer (`UnitScores.offers`), because a choice means nothing under another offer.
 */
export function decision(options: readonly string[]): AnswerKind<number, Payoffs> {
  const constants: readonly Constant<number>[] = options.map((name, answer) => ({ name: `always ${name}`, answer }));
  const best = (outcomes: readonly Payoffs[]) => bestOf(constants, outcomes, score);
  const payoffsOf = (choice: number, worst: 'lowest' | 'highest') =>
    options.map((_, option) => Number((option === choice) === (worst === 'highest')));
  return {
    name: 'decision',
    scale: { lowest: 0, highest: 1 },
    isShare: false,
    score,
    deal: (predictions, outcomes) => {
      const said = options.map(
        (_, option) => predictions.filter((choice) => choice === option).length / predictions.length,
      );
      const mean = options.map(
        (_, option) => outcomes.reduce((sum, each) => sum + score(option, each), 0) / outcomes.length,
      );
      return {
        ofPredictions: Float64Array.from(predictions, (choice) => mean[choice] as number),
        ofOutcomes: Float64Array.from(outcomes, (each) =>
          said.reduce((sum, p, option) => sum + p * score(option, each), 0),
        ),
      };
    },
    constants: () => constants,
    best,
    predictionKey: (choice) => choice,
    outcomeKey: (payoffs) => payoffs.join(' '),
    predictionLevel: (choice, chosen) => Number(choice === chosen),
    outcomeLevel: (payoffs, chosen) => score(chosen, payoffs),
    fill: ({ prediction, outcome }, { worst, alternative }) => {
      if (prediction !== null && outcome !== null) return { prediction, outcome };
      if (outcome !== null) {
        const wanted = worst === 'lowest' ? Math.min(...outcome) : Math.max(...outcome);
        return { prediction: indexOf(outcome, wanted), outcome };
      }
      const choice = prediction ?? (alternative ? options.length - 1 : 0);
      return { prediction: choice, outcome: payoffsOf(choice, worst) };
    },
    lowest: (payoffs) => Math.min(...payoffs),
    lowestDifference: (choice, constant) => (choice === constant ? 0 : -1),
  };
}
