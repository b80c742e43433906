import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crossFit } from '../../src/analyze/worth/cross-fit.ts';
import { judgeSignals } from '../../src/analyze/worth/judge-signals.ts';
import { sharedPseudonym } from '../../src/outcome-kinds/unit-text.ts';
import { type Worth, worthSchema } from '../../src/results/worth.ts';
import type { Random } from '../../src/util/random.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';
import { drawItems, noSignal, randomOf, type Scenario, subjectEffects, trueGains } from './worth-scenarios.ts';

/** Short form of `node bench/worth.ts`: few sets, through the command line. `docs/worth.md` has the rates of the long form. */
const sets = 3;
const count = 200;
const timeoutMs = 600_000;

type Drawn = ReturnType<typeof drawItems>;

/** Writes drawn items as a table of the answers of A and B and, if asked for, of five more models whose answers are random. */
function tableOf({ items, signals }: Drawn, { passPrice }: Scenario, others: Random | null): string {
  const [own, subject] = [signals.at(0)?.values, signals.at(-1)?.values];
  if (own?.kind !== 'stated' || subject?.kind !== 'gain-by-label') throw new Error('confidence first, subject last');
  const rows = items.groupNames.flatMap((id, item) => {
    const [right, difference] = [items.right[item] ?? 0, items.difference[item] ?? 0];
    const line = (model: string, cells: readonly (string | number)[]) =>
      [model, id, subject.labels[item], ...cells].join(',');
    return [
      line('a', [right, own.values[item] ?? '', 0, 'x']),
      line('b', [Math.round(difference + passPrice + right), '', passPrice, 'x']),
      ...(others === null
        ? []
        : [1, 2, 3, 4, 5].map((each) => line(`other-${each}`, [1, '', 0.002, others() < 0.5 ? 'x' : 'y']))),
    ];
  });
  const file = join(newFolder(), 'answers.csv');
  writeFileSync(file, `model,item_id,subject,is_correct,confidence,cost,answer\n${rows.join('\n')}\n`);
  return file;
}

interface Judged {
  readonly worth: Worth;
  /** Whether the intervals over keep and over random cover the gains of the fitted thresholds. */
  readonly covers: readonly boolean[];
}

/** Draws a set, judges it through the command line and checks that the numbers are those of the functions that `bench` uses. */
async function judgedSet(name: string, scenario: Scenario, set: number, isOneOfSix: boolean): Promise<Judged> {
  const random = randomOf(`${name} through the command line`, set);
  const effects = subjectEffects(random);
  const drawn = drawItems(scenario, { count, effects, random });
  const file = tableOf(drawn, scenario, isOneOfSix ? random : null);
  const signals = isOneOfSix
    ? ['--signals', 'own', 'subject', ...[1, 2, 3, 4, 5].map((each) => `agree:other-${each}`)]
    : [];
  const { code, stdout, stderr } = await sebHere([
    ...['worth', file, '--keep', 'a', '--pass', 'b', '--asked', 'before', '--json'],
    ...['--right', '1', '--ask', String(scenario.price), ...signals],
  ]);
  expect(code, stderr).toBe(0);
  const worth = worthSchema.parse(JSON.parse(stdout));
  const [own] = worth.signals;
  const items = { ...drawn.items, groupNames: drawn.items.groupNames.map(sharedPseudonym) }; // as the command names them
  const [expected] = judgeSignals(items, drawn.signals);
  const [signal] = drawn.signals;
  if (own === undefined || expected === undefined || signal === undefined) throw new Error('a set has a signal');
  expect(own.overKeep.value).toBeCloseTo(expected.overKeep.value, 6);
  const [lower, expectedLower] = [own, expected].map(({ overRandom }) => overRandom.interval?.[0] ?? 0);
  expect(lower).toBeCloseTo(expectedLower ?? 0, 6);
  if (!isOneOfSix) expect(own.verdict).toBe(expected.verdict);
  const truth = trueGains(crossFit(items, signal).thresholds, scenario, effects);
  const covers = (interval: readonly [number, number] | null, value: number) =>
    interval === null || (interval[0] <= 1000 * value && 1000 * value <= interval[1]);
  return {
    worth,
    covers: [covers(own.overKeep.interval, truth.overKeep), covers(own.overRandom.interval, truth.overRandom)],
  };
}

const scenarios: readonly (readonly [name: string, scenario: Scenario])[] = [
  ['no signal', noSignal],
  ['shared difficulty only', { ...noSignal, shared: 1.2 }],
  ['coarse ties', { ...noSignal, values: 3 }],
  ['B worse on what is passed on', { ...noSignal, private: 0.8, privateOfB: 2.5, shared: 0.6 }],
  ['price above the gain', { ...noSignal, private: 0.8, price: 0.1 }],
  ['chosen among six signals', noSignal],
];

describe('seb worth on scenarios in which asking does not pay', () => {
  it('says worth asking in at most one of 18 sets, and its intervals cover the gains', async () => {
    const found: Judged[] = [];
    for (const [name, scenario] of scenarios)
      for (let set = 0; set < sets; set += 1)
        found.push(await judgedSet(name, scenario, set, name === 'chosen among six signals'));
    const claims = found.filter(({ worth }) => worth.signals.some(({ verdict }) => verdict === 'worth asking'));
    expect(claims.length).toBeLessThanOrEqual(1);
    expect(found.flatMap(({ covers }) => covers).filter(Boolean).length).toBeGreaterThanOrEqual(30); // of 36
    expect(found.slice(-sets).map(({ worth }) => worth.signals.filter(({ asks }) => asks).length)).toEqual(
      Array.from({ length: sets }, () => 6),
    );
    const dear = found.slice(4 * sets, 5 * sets).map(({ worth }) => worth.signals[0]?.verdict);
    expect(dear.filter((verdict) => verdict === 'not worth it at these prices').length).toBeGreaterThanOrEqual(
      sets - 1,
    );
  });

  it(
    'finds own knowledge that is strong',
    async () => {
      const verdicts: unknown[] = [];
      for (let set = 0; set < sets; set += 1) {
        const { worth } = await judgedSet('own knowledge', { ...noSignal, private: 4, shared: 0.6 }, set, false);
        verdicts.push(worth.signals[0]?.verdict);
      }
      expect(verdicts.filter((verdict) => verdict === 'worth asking').length).toBeGreaterThanOrEqual(sets - 1);
    },
    timeoutMs,
  );
});
