import { expect, it } from 'vitest';
import { originLimits } from './model-origin.ts';

it.each([
  [['openai/gpt-4.1'], []],
  [['bundled/ada', 'bundled/bo'], ['ada and bo are our demonstration models: these numbers say nothing about LLMs.']],
  [['simulated/gpt-4.1'], ['The model is simulated: these numbers say nothing about real models.']],
  [['simulated/a', 'simulated/b'], ['The models are simulated: these numbers say nothing about real models.']],
  [
    ['simulated/a', 'simulated/b', 'simulated/b', 'openai/c'],
    ['2 of 3 models are simulated: their numbers say nothing about real models.'],
  ],
] as const)('says of %j what kind of models they are', (models, limits) => {
  expect(originLimits(models)).toEqual(limits);
  for (const line of limits) expect(`- ${line}`.length).toBeLessThanOrEqual(80);
});
