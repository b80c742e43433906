import type { Outcome } from '../../../src/outcome-kinds/outcome-kinds.ts';
import type { Random } from '../../../src/util/random.ts';
import { clustersOf, type DrawnUnits, normal, observed, permutation, rowOf, times, yesNoRows } from './draw.ts';
import { reportScenario, type Scenario } from './scenario.ts';

/** Scenarios of the other kinds of outcomes: predictions that have nothing to do with the outcomes. */

/** Returns the scenario of outcomes that are drawn one by one. */
function drawnKind(name: string, make: (random: Random) => Outcome, { n = 120, models = 3 } = {}): Scenario {
  const units: DrawnUnits = { n };
  return reportScenario({
    name: `${name}, ${n} items, ${models} models`,
    draw: (random) => ({
      rows: times(models, (index) =>
        clustersOf(units).map((cluster, unit) => rowOf({ model: `model ${index}`, unit, cluster }, make(random))),
      ).flat(),
    }),
    never: ['informative', 'useful', 'beyond others', 'opposite'],
  });
}

const questions = ['q0', 'q1', 'q2', 'q3'] as const;

/** Draws a random order, and executions in which the later questions take longer. */
function ranking(random: Random, executions: number): Outcome {
  return {
    kind: 'ranking',
    units: questions,
    prediction: observed(permutation(random, 4).map((place) => questions[place] as string)),
    predictionTokens: 50,
    executions: times(executions, () =>
      questions.map((_, place) => ({
        correct: observed(random() < 0.9 - 0.1 * place),
        tokens: Math.round(100 * Math.exp(0.3 * place + 0.5 * normal(random))),
      })),
    ),
    label: null,
  };
}

/** Draws a value of six with unequal rates. */
function skewedValue(random: Random): string {
  const rates = [0.4, 0.25, 0.15, 0.1, 0.06, 0.04];
  let left = random();
  const place = rates.findIndex((rate) => {
    left -= rate;
    return left < 0;
  });
  return `value ${place}`;
}

function categorical(random: Random): Outcome {
  return {
    kind: 'categorical',
    ...{ unit: 'first word', group: 'task', values: 'open', modal: null, label: null, echo: null },
    predictions: [observed(skewedValue(random))],
    executions: [observed(skewedValue(random))],
  };
}

function numeric(random: Random, spread: number): Outcome {
  const value = () => observed(Math.max(1, 200 * Math.exp(spread * normal(random))));
  return { kind: 'numeric', unit: 'tokens', prediction: value(), executions: [value()], rule: null };
}

const probabilities = [{ yes: 0.5, n: 60 }].map(({ yes, n }) =>
  reportScenario({
    name: `stated probabilities, ${100 * yes} % yes, ${n} items, 3 models`,
    draw: (random) => ({
      rows: yesNoRows(
        { n },
        times(3, (index) => {
          const stated = times(n, () => Math.min(1, Math.max(0, yes + 0.2 * normal(random))));
          return {
            name: `model ${index}`,
            predictions: stated.map((p) => p > 0.5),
            executions: [times(n, () => random() < yes)],
            probabilities: stated,
          };
        }),
      ),
    }),
    never: ['informative', 'useful', 'opposite'],
  }),
);

export const kindScenarios: readonly Scenario[] = [
  drawnKind('rankings of 4 questions, three executions', (random) => ranking(random, 3), { n: 60, models: 6 }),
  drawnKind('categories of 6 values', categorical, { n: 40, models: 6 }),
  drawnKind('numbers, heavy tails', (random) => numeric(random, 2), { n: 200, models: 6 }),
  ...probabilities,
];
