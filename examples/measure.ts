// The shortest script: two simulated subjects, one experiment, two executions an item. Then the numbers.
// node examples/measure.ts          (in a project of your own: import from 'self-execution-benchmark')
import { measure } from '../src/index.ts';

const { run, status, estimates, comparisons, verdicts } = await measure({
  models: ['simulated/knows-itself?self=1', 'simulated/guesses?self=0'],
  experiments: ['association'],
  limit: 100,
  samples: 2,
  store: '.seb/example.sqlite',
});

console.log(`run ${run} is ${status}`);
for (const { model, measure, policy, value, interval, baseRate } of estimates) {
  if (policy === 'parsed' && measure === 'accuracy') console.log(model, { value, interval, baseRate });
}
for (const { model, fit, beyond } of verdicts) console.log(`${model}: ${fit}; beyond others: ${beyond}`);
for (const { a, b, measure, quantity, word } of comparisons.differences) {
  if (measure === 'accuracy') console.log(`${a} minus ${b}:`, quantity.value, word);
}
