/** node bench/worth.ts [SETS] [PATTERN]: false verdicts, coverage and power of `seb worth` in invented scenarios. */
import { crossFit } from '../src/analyze/worth/cross-fit.ts';
import { judgeSignals } from '../src/analyze/worth/judge-signals.ts';
import {
  drawItems,
  noSignal,
  randomOf,
  type Scenario,
  subjectEffects,
  trueGains,
} from '../test/simulation/worth-scenarios.ts';

const sets = Number(process.argv[2] ?? 200);
const pattern = new RegExp(process.argv[3] ?? '');

const scenarios: readonly (readonly [name: string, scenario: Scenario, counts: readonly number[]])[] = [
  ['no signal', noSignal, [200, 500, 1500]],
  ['no signal, 3 values', { ...noSignal, values: 3 }, [200, 500]],
  ['no signal, groups of 4', { ...noSignal, groupSize: 4 }, [400, 1600]],
  ['no signal, one of six', { ...noSignal, signals: 6 }, [500]],
  ['shared difficulty only', { ...noSignal, shared: 1.2 }, [200, 500, 1500]],
  ['shared difficulty only, 6 values', { ...noSignal, shared: 1.2, values: 6 }, [500, 1500]],
  ['shared difficulty only, one of six', { ...noSignal, shared: 1.2, signals: 6 }, [500]],
  ['B worse on what is passed on', { ...noSignal, private: 0.8, privateOfB: 2.5, shared: 0.6 }, [200, 500]],
  ['own knowledge 0.8', { ...noSignal, private: 0.8, shared: 0.6 }, [200, 500, 1500]],
  ['own knowledge 1.5', { ...noSignal, private: 1.5, shared: 0.6 }, [200, 500, 1500]],
  ['own knowledge 1.5, 6 values', { ...noSignal, private: 1.5, shared: 0.6, values: 6 }, [500]],
  ['price above the gain', { ...noSignal, private: 0.8, price: 0.1 }, [500]],
];

const percent = (count: number) => `${((100 * count) / sets).toFixed(1)} %`;
console.log(
  'scenario | n | worth asking | not shown to beat a free signal | not worth it | coverage over keep | over random',
);
for (const [name, scenario, counts] of scenarios) {
  for (const count of counts) {
    if (!pattern.test(`${name}, ${count}`)) continue;
    const found = { asking: 0, free: 0, not: 0, keep: 0, random: 0, bias: 0 };
    for (let set = 0; set < sets; set += 1) {
      const random = randomOf(`${name} ${count}`, set);
      const effects = subjectEffects(random);
      const drawn = drawItems(scenario, { count, effects, random });
      const judged = judgeSignals(drawn.items, drawn.signals);
      const [own] = judged;
      const [signal] = drawn.signals;
      if (own === undefined || signal === undefined) throw new Error('a scenario has a signal');
      found.asking += Number(judged.some(({ verdict }) => verdict === 'worth asking'));
      found.free += Number(judged.some(({ verdict }) => verdict === 'not shown to beat a free signal'));
      found.not += Number(own.verdict === 'not worth it at these prices');
      const fresh = drawItems(scenario, { count: 10_000, effects, random });
      const truth = trueGains(crossFit(drawn.items, signal).thresholds, fresh);
      const isCovered = (interval: readonly [number, number] | null, value: number, at: number) =>
        interval === null
          ? Math.abs(at - 1000 * value) < 1e-9
          : interval[0] <= 1000 * value && 1000 * value <= interval[1];
      found.keep += Number(isCovered(own.overKeep.interval, truth.overKeep, own.overKeep.value));
      found.random += Number(isCovered(own.overRandom.interval, truth.overRandom, own.overRandom.value));
      found.bias += own.overKeep.value - 1000 * truth.overKeep;
    }
    const cells = [found.asking, found.free, found.not, found.keep, found.random].map(percent);
    console.log([name, count, ...cells, `bias ${(found.bias / sets).toFixed(2)}`].join(' | '));
  }
}
