import { describe, expect, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import type { Gate } from '../../src/analyze/compare/gate-check.ts';
import { GrowingNumbers } from '../../src/analyze/compare/growing-numbers.ts';
import { gateChecks } from '../../src/analyze/compare/regression-gate.ts';
import { ResponseMatrices, type ResponseMatrix } from '../../src/analyze/compare/response-matrix.ts';
import { limitsOf } from '../../src/analyze/findings/limits.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { BinaryOutcome, Observed } from '../../src/domain/outcome.ts';
import type { RunConfig } from '../../src/domain/run-config.ts';
import { experimentNamed, experimentRegistry } from '../../src/experiments/registry.ts';
import { ItemGroups } from '../../src/run/plan/item-groups.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats, unreadIntervals } from './simulate.ts';

const experiments = experimentRegistry();
const restriction = experimentNamed(experiments, 'restriction');

/** Requests that a data set repeats, with equal texts or with texts that differ in a number, one word, or four of eight. */
interface World {
  readonly texts: number;
  readonly copies: number;
  readonly written: 'equal' | 'a number differs' | 'a word differs' | 'half differ';
  /** Share of requests that a model answers, and of predictions "answers". */
  readonly does?: number;
  readonly says?: number;
}

interface Repeated {
  readonly id: string;
  readonly prompt: string;
  readonly text: number;
}

function itemsOf({ texts, copies, written }: World): readonly Repeated[] {
  const filled = { equal: 0, 'a number differs': 0, 'a word differs': 1, 'half differ': 4 }[written];
  return Array.from({ length: texts * copies }, (_, index) => {
    const text = index % texts;
    const about = ['How do I', 'Please show', 'Tell me how to', 'Explain'][text % 4];
    const words = Array.from({ length: 8 }, (__, word) =>
      word < 8 - filled ? wordOf((text * 31 + word * 7) % 997) : wordOf(1000 + index * 8 + word),
    );
    const number = written === 'a number differs' ? `, number ${index}` : '';
    return { id: `i${index}`, prompt: `${about} ${words.join(' ')}${number}`, text };
  });
}

/** Returns a word of letters for a number. */
function wordOf(number: number): string {
  return `w${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
}

/** Returns the group of each item, as a run assigns them. */
function groupsOf(items: readonly Repeated[]): readonly string[] {
  const groups = new ItemGroups([{ experiment: restriction, items }]);
  return items.map((item) => groups.of(restriction, item));
}

const present = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });

/** Returns the contrasts of a model whose predictions know nothing; copies of a request have equal answers. */
function contrastIn(world: World, random: Random) {
  const items = itemsOf(world);
  const groups = groupsOf(items);
  const { does = 0.5, says = 0.5 } = world;
  const drawn = Array.from({ length: world.texts }, () => ({ does: random() < does, says: random() < says }));
  const accumulator = new Accumulator(experiments);
  const matrices = new ResponseMatrices(experiments, () => 'data');
  for (const [index, { id, text, prompt }] of items.entries()) {
    const { does: isDone, says: isSaid } = drawn[text] as { does: boolean; says: boolean };
    const outcome: BinaryOutcome = {
      ...{ kind: 'binary', unit: '', probability: null, label: null },
      ...{ prediction: present(isSaid), executions: [present(isDone)] },
    };
    const about = { run: 'r', experiment: 'restriction', model: 'a', condition: 'c', item: id };
    const row = { ...about, cluster: groups[index] as string, reader: 'both', outcome } as const;
    matrices.add(row, accumulator.add(row).parsed, () => prompt);
  }
  const options = { experiments, dataOf: () => 'data', seed: 1, ...unreadIntervals };
  return modelContrasts(accumulator.groups(), matrices.fields(), options)[0];
}

function wordsIn(name: string, world: World, short: number) {
  const tallies = {
    above: new PrintedTally(`${name}: above`),
    apart: new PrintedTally(`${name}: tells items apart`),
    below: new PrintedTally(`${name}: below`),
  };
  for (let seed = 0; seed < repeats(short, 200); seed += 1) {
    const verdict = contrastIn(world, seededRandom('repeated items', name, seed))?.verdict ?? 'insufficient';
    tallies.above.add(verdict.startsWith('above'));
    tallies.apart.add(verdict.endsWith('tells-apart'));
    tallies.below.add(verdict.startsWith('below'));
  }
  return tallies;
}

describe('words on a model that knows nothing about repeated requests', () => {
  it.each<readonly [string, World]>([
    ['40 texts, three times each', { texts: 40, copies: 3, written: 'equal' }],
    ['25 texts, eight times each', { texts: 25, copies: 8, written: 'equal' }],
    ['40 texts, three times each, at skewed rates', { texts: 40, copies: 3, written: 'equal', does: 0.8, says: 0.3 }],
    ['25 texts, eight times each, a number differs', { texts: 25, copies: 8, written: 'a number differs' }],
    ['25 texts, eight times each, a word differs', { texts: 25, copies: 8, written: 'a word differs' }],
    ['60 texts, twice each, a word differs', { texts: 60, copies: 2, written: 'a word differs' }],
  ])('are false as often as stated: %s', (name, world) => {
    const { above, apart, below } = wordsIn(name, world, 3);
    above.expectAtMost(0.05);
    apart.expectAtMost(0.05);
    if (world.does === undefined) below.expectAtMost(0.025);
  });

  it('are false more often where half of the words differ, and a limit says so', () => {
    const world = { texts: 25, copies: 8, written: 'half differ' } as const;
    const { above, apart, below } = wordsIn('25 texts, eight times each, half of the words differ', world, 1);
    for (const tally of [above, apart, below]) tally.expectRate(0, 1);
    const contrast = contrastIn(world, seededRandom('repeated items', 'limit', 1));
    const limits = limitsOf(
      [],
      { contrasts: contrast === undefined ? [] : [contrast], itemsOf: () => 200, experiments: experimentRegistry() },
      [],
    );
    expect(limits.join(' ')).toContain('share most of their wording with others');
  });
});

/** A gate reads no other field of a run. */
const run = (id: string): Gate['run'] => ({ id, config: { experiments: [], models: [] } as unknown as RunConfig });
const gate: Gate = { run: run('new'), baseline: run('old'), rule: 'lower', margin: 0 };

/** Returns one model's scores in two runs between which nothing changed; copies of a request have equal answers in a run. */
function fieldOf(world: World, random: Random): ResponseMatrix {
  const items = itemsOf(world);
  const groups = groupsOf(items);
  const names = [...new Set(groups)];
  const chances = Array.from({ length: world.texts }, () => 0.4 + 0.6 * random());
  const responses = ['old', 'new'].map((id) => {
    const right = chances.map((chance) => Number(random() < chance));
    const score = new GrowingNumbers();
    for (const [index, { text }] of items.entries()) score.set(index, right[text] as number);
    return { run: id, model: 'a', condition: 'paper', score };
  });
  return {
    ...{ kind: 'binary', experiment: { name: 'e', measures: [{ name: 'accuracy', unit: 'share' }] } },
    itemOf: [...items.keys()],
    clusterOf: groups.map((group) => names.indexOf(group)),
    titles: items.map(({ prompt }, index) => ({ text: prompt, group: groups[index] as string })),
    responses,
  } as unknown as ResponseMatrix; // no other field is read
}

function gateIn(name: string, world: World, short: number): PrintedTally {
  const lower = new PrintedTally(`gate, ${name}: lower`);
  for (let seed = 0; seed < repeats(short, 300); seed += 1) {
    const checks = gateChecks([fieldOf(world, seededRandom('repeated gate', name, seed))], gate);
    lower.add(checks.some(({ result }) => result === 'lower'));
  }
  return lower;
}

describe('a gate on repeated requests where nothing changed', () => {
  it.each<readonly [string, World]>([
    ['40 texts, three times each', { texts: 40, copies: 3, written: 'equal' }],
    ['25 texts, eight times each', { texts: 25, copies: 8, written: 'equal' }],
    ['25 texts, eight times each, a word differs', { texts: 25, copies: 8, written: 'a word differs' }],
  ])('%s: at most 2.5 %% of commands with one check fail', (name, world) => {
    gateIn(name, world, 3).expectAtMost(0.025);
  });

  it('fails more often where half of the words differ, and says so', () => {
    const world = { texts: 25, copies: 8, written: 'half differ' } as const;
    const [check] = gateChecks([fieldOf(world, seededRandom('repeated gate', 'note', 1))], gate);
    expect(check?.note).toContain('share most of their wording with others');
    gateIn('25 texts, eight times each, half of the words differ', world, 1).expectRate(0, 1);
  });
});
