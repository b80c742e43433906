/**
 * node bench/worth.ts [--sets N] [--minutes M] [--only TEXT]: false verdicts, coverage and power of `seb worth` in invented
 * scenarios. Every scenario has the same number of sets when the minutes are over.
 */
import { parseArgs } from 'node:util';
import { crossFit } from '../src/analyze/worth/cross-fit.ts';
import { judgeSignals } from '../src/analyze/worth/judge-signals.ts';
import {
  drawItems,
  randomOf,
  type Scenario,
  subjectEffects,
  trueGains,
  worthScenarios,
} from '../test/simulation/worth-scenarios.ts';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: '200' },
    minutes: { type: 'string', default: 'Infinity' },
    only: { type: 'string', default: '' },
  },
});
const end = Date.now() + 60_000 * Number(values.minutes);
const cells = worthScenarios.flatMap(({ name, scenario, counts }) =>
  counts
    .filter((count) => `${name}, ${count}`.includes(values.only))
    .map((count) => ({
      name,
      scenario,
      count,
      sums: { asking: 0, free: 0, not: 0, keep: 0, constant: 0, random: 0, bias: 0 },
    })),
);
type Sums = (typeof cells)[number]['sums'];

function addSet(
  sums: Sums,
  { name, scenario, count }: { name: string; scenario: Scenario; count: number },
  set: number,
) {
  const random = randomOf(`${name} ${count}`, set);
  const effects = subjectEffects(random);
  const { items, signals } = drawItems(scenario, { count, effects, random });
  const judged = judgeSignals(items, signals);
  const [own] = judged;
  const [signal] = signals;
  if (own === undefined || signal === undefined) throw new Error('a scenario has a signal');
  sums.asking += Number(judged.some(({ verdict }) => verdict === 'worth asking'));
  sums.free += Number(judged.some(({ verdict }) => verdict === 'not shown to beat a free signal'));
  sums.not += Number(own.verdict === 'not worth it at these prices');
  const truth = trueGains(crossFit(items, signal).thresholds, scenario, effects);
  sums.keep += Number(isCovered(own.overKeep, truth.overKeep));
  const constant = own.overKeep.value < own.overPass.value ? truth.overKeep : truth.overPass; // that `seb worth` names
  sums.constant += Number(isCovered(own.overConstant, constant));
  sums.random += Number(isCovered(own.overRandom, truth.overRandom));
  sums.bias += own.overKeep.value - 1000 * truth.overKeep;
}

function isCovered(
  { value, interval }: { value: number; interval: readonly [number, number] | null },
  truth: number,
): boolean {
  if (interval === null) return Math.abs(value - 1000 * truth) < 1e-9;
  return interval[0] <= 1000 * truth && 1000 * truth <= interval[1];
}

function tableText(sets: number): string {
  const percent = (sum: number) => `${((100 * sum) / sets).toFixed(1)} %`;
  const rows = cells.map(({ name, count, sums }) => {
    const rates = [sums.asking, sums.free, sums.not, sums.keep, sums.constant, sums.random].map(percent);
    return `| ${[name, count, ...rates, (sums.bias / sets).toFixed(2)].join(' | ')} |`;
  });
  return [
    `${sets} sets of each scenario; bias of the gain over keep for each 1,000 requests`,
    '| scenario | items | `worth asking` | `not shown to beat a free signal` | `not worth it` | coverage over keep | over the better constant | over random | bias |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

let sets = 0;
while (sets < Number(values.sets) && Date.now() < end) {
  for (const cell of cells) addSet(cell.sums, cell, sets);
  sets += 1;
  if (sets % 100 === 0) console.error(tableText(sets));
}
console.log(tableText(sets));
