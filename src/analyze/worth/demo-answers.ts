import { type Random, randomInteger, seededRandom } from '../../util/random.ts';
import type { ModelAnswer, ModelAnswers } from './model-answers.ts';

/** Names of the simulated models of the demonstration. */
export const demoModels = { keep: 'small', pass: 'large' } as const;

const count = 800;
const subjects = 12;

/**
 * Returns the answers of two simulated models to 800 questions of 12 subjects. The small one is right on about 70 % and knows
 * in advance much of what only it finds hard; the large one is right on about 88 % and costs 15 times as much.
 */
export function demoAnswers(): readonly ModelAnswers[] {
  const random = seededRandom('worth demo');
  const hard = Array.from({ length: subjects }, () => 0.8 * normal(random));
  const small: [string, ModelAnswer][] = [];
  const large: [string, ModelAnswer][] = [];
  for (let item = 0; item < count; item += 1) {
    const subject = randomInteger(random, subjects);
    const difficulty = hard[subject] ?? 0;
    const own = 1.8 * normal(random);
    const known = logistic(1.2 - difficulty + own + 0.5 * normal(random));
    const about = {
      ...{
        group: `question ${item}`,
        subject: `subject ${subject + 1}`,
        label: null,
        tokenProbability: null,
        answer: null,
      },
      ...{ stated: Math.round(100 * known) / 100, askDollars: 0.00005, askSeconds: 0.4 },
    };
    const right = (chance: number) => Number(random() < chance);
    small.push([
      about.group,
      { ...about, right: right(logistic(1.2 - difficulty + own)), answerDollars: 0.0004, answerSeconds: 1 },
    ]);
    large.push([
      about.group,
      { ...about, right: right(logistic(2.3 - 0.7 * difficulty)), answerDollars: 0.006, answerSeconds: 4 },
    ]);
  }
  const common = {
    task: 'simulated questions',
    condition: '',
    states: 'probability',
    asked: 'before',
    judgesItself: false,
    isRecorded: false,
  } as const;
  return [
    { ...common, model: demoModels.keep, answers: new Map(small) },
    { ...common, model: demoModels.pass, answers: new Map(large) },
  ];
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
