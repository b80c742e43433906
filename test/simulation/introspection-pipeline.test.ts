import { describe, expect, it } from 'vitest';
import type { Quantity } from '../../src/results/quantity.ts';
import type { PairRecord } from '../../src/results/study-result.ts';
import type { StudyDesign } from '../../src/study/design/design.ts';
import { type Found, pairStudy, type SimulatedStudy, studyOf } from './introspection-study.ts';
import { PrintedTally } from './printed-tally.ts';
import { long, repeats } from './simulate.ts';

// Tests the claims of docs/introspection.md from items to the printed verdict: rows, simulated port, stored answers,
// analysis.

const above = ({ interval }: Quantity) => interval !== null && interval[0] > 0;
const below = ({ interval }: Quantity) => interval !== null && interval[1] < 0;
const covers = ({ interval }: Quantity, value = 0) => interval !== null && interval[0] <= value && value <= interval[1];

/** Items of a study. The short form has fewer strings and properties, and leaves out what tests of one analysis assert, too. */
const properties = ['first-word', 'last-character'];
const small = long ? { train: 60, test: 120 } : { train: 20, test: 30, properties };
const pairOf = ({ result }: Found): PairRecord => result.pairs[0] as PairRecord;

const eight = ['first-word', 'second-word', 'third-word', 'last-word', 'first-character', 'second-character'];
const nullWorlds: Readonly<Record<string, (seed: number) => SimulatedStudy>> = {
  'equal models': (seed) => pairStudy('private=0&skill=0.7', 'private=0&skill=0.7', seed),
  'unequal skill and predictability': (seed) =>
    pairStudy('private=0&skill=0.9&public=1.5', 'private=0&skill=0.4&public=0.6', seed),
  'the same with format failures and habit': (seed) =>
    pairStudy(
      'private=0&skill=0.9&public=1.5&format=0.02&habit=0.1',
      'private=0&skill=0.4&public=0.6&format=0.2&habit=0.3',
      seed,
    ),
  'skill and predictability crossed by group': (seed) =>
    pairStudy('private=0&skill=0.9:0.9:0.2&public=1.5:1.5:0.4', 'private=0&skill=0.2:0.2:0.9&public=0.4:0.4:1.5', seed),
  'eight properties a string': (seed) =>
    pairStudy('private=0&skill=0.9&public=1.5', 'private=0&skill=0.4&public=0.6', seed, {
      items: { ...small, properties: [...eight, 'third-character', 'last-character'] },
    }),
};

const namesCopy = ({ reasons }: PairRecord) => reasons.some((reason) => reason.includes('near copies'));

describe('a study of models without self-knowledge', () => {
  it.each(long ? Object.keys(nullWorlds) : ['unequal skill and predictability'])(
    'prints no advantage: %s',
    async (name) => {
      const [excess, advantage] = [new PrintedTally(`${name}: E covers 0`), new PrintedTally(`${name}: advantage`)];
      for (let seed = 1; seed <= repeats(1, 60); seed += 1) {
        const study = nullWorlds[name]?.(seed) as SimulatedStudy;
        const found = await studyOf({ ...study, items: study.items ?? small }, seed);
        excess.add(covers(pairOf(found).determinant));
        advantage.add(pairOf(found).verdict === 'own better');
        expect(found.printed.includes('better predicted by itself; a handicap')).toBe(
          pairOf(found).verdict === 'own better',
        );
      }
      excess.expectRate(0.9, 1);
      advantage.expectRate(0, 0.05);
    },
  );

  it.runIf(long)('still has a plain advantage and a double difference for unequal models', async () => {
    const { result } = await studyOf({ items: small, ...nullWorlds['unequal skill and predictability']!(1) }, 1);
    const [pair] = result.pairs;
    expect(above(pair!.plain[0]!.quantity)).toBe(true);
    expect(above(pair!.I.quantity)).toBe(true);
    expect(pair?.verdict).toBe('no advantage found');
  });

  it.runIf(long)(
    'gives a scramble arm the accuracy of the most frequent value, and the item-only rule no more',
    async () => {
      const { result } = await studyOf(nullWorlds['equal models']!(3), 3);
      const scramble = result.accuracy.filter(({ arm, base, target }) => arm === 'scramble' && base !== target);
      const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(scramble).toHaveLength(16); // each base's scramble arms are scored against both targets
      const own = result.accuracy.filter(({ predictor, target }) =>
        predictor.includes(`trained on ${target} scrambled`),
      );
      expect(own).toHaveLength(16);
      const [value, mode, itemOnly] = [
        mean(own.map((entry) => entry.value)),
        mean(own.map(({ baselines }) => baselines.mode!)),
        mean(own.map(({ baselines }) => baselines.itemOnly!)),
      ] as const;
      expect(Math.abs(value - mode)).toBeLessThan(0.03);
      expect(itemOnly - mode).toBeLessThan(0.03); // a simulated string carries no information about its answer
      expect(own.every(({ baselines }) => baselines.trainingMode !== undefined)).toBe(true);
    },
  );
});

describe('a study of models with self-knowledge', () => {
  it('finds I and E above 0, rising with what they know', async () => {
    const found = new PrintedTally('pipeline, knowledge .1, .25, .5, 1: I and E above 0');
    for (let seed = 1; seed <= repeats(1, 20); seed += 1) {
      const pairs: PairRecord[] = [];
      for (const known of long ? [0.1, 0.25, 0.5, 1] : [0, 1]) {
        const a = `private=${known}&skill=0.9&public=1.5`;
        const study = pairStudy(a, `private=${known}&skill=0.4&public=0.6`, seed, {
          items: long ? { train: 40, test: 160 } : small,
        });
        pairs.push(pairOf(await studyOf(study, seed)));
      }
      for (const { I, E } of long ? pairs : pairs.slice(1)) found.add(above(I.quantity) && above(E.quantity));
      expect(pairs.at(-1)?.verdict).toBe('own better');
      for (const key of ['I', 'E'] as const) {
        const values = pairs.map((pair) => pair[key].quantity.value ?? 0);
        expect(values.toSorted((x, y) => x - y)).toEqual(values);
      }
    }
    found.expectRate(0.95, 1);
  });

  it.runIf(long)('names a near copy that predicts a model as well as it does', async () => {
    const verdicts = new PrintedTally('pipeline, family only: reason near copies');
    for (let seed = 1; seed <= repeats(1, 20); seed += 1) {
      const study = pairStudy('private=0&skill=0.8&family=x', 'private=0&skill=0.8&family=y', seed);
      const [ann = '', bob = ''] = study.targets;
      const copy = `simulated/ann${seed}copy?private=0&skill=0.8&family=x`;
      const targets = [ann, bob, copy];
      const { result } = await studyOf({ ...study, targets, nearCopies: [{ of: ann, copy }] }, seed);
      const of = (one: string, other: string) =>
        result.pairs.find(({ a, b }) => [a, b].includes(one) && [a, b].includes(other)) as PairRecord;
      verdicts.add(namesCopy(of(ann, bob)) && covers(of(ann, copy).determinant));
      expect(above(of(ann, bob).E.quantity)).toBe(true);
    }
    verdicts.expectRate(0.9, 1);
  });
});

describe('a study with shifted selves', () => {
  /** Both models predict themselves about .20 better: they know it, or cross training teaches less. */
  const selves = (lead: string, seed: number): SimulatedStudy =>
    pairStudy(`${lead}&public=2`, `${lead}&public=2`, seed, {
      arms: ['self', 'cross'],
      items: { train: 20, test: 150, properties },
      shiftedSelves: { system: 'Answer as a pirate.' },
    });
  const knowledge = 'private=0.45&skill=0.7';
  const handicap = 'private=0&skill=0.8&handicap=0.6';

  it('finds an advantage where models know themselves', async () => {
    const [advantage, leads] = [new PrintedTally(`${knowledge}: advantage`), [] as number[]];
    for (let seed = 1; seed <= repeats(1, 100); seed += 1) {
      const found = await studyOf(selves(knowledge, seed), seed);
      advantage.add(pairOf(found).verdict === 'advantage');
      leads.push(...pairOf(found).plain.map(({ quantity }) => quantity.value as number));
      if (seed === 1) expect(found.printed).toContain('advantage: each model predicts itself better');
    }
    printMean(`${knowledge}: lead`, leads);
    advantage.expectRate(0.85, 1);
  });

  it('finds none where cross training has a handicap, which no study without them excludes', async () => {
    const [advantage, better, leads] = [
      new PrintedTally(`${handicap}: advantage`),
      new PrintedTally(`${handicap}: own better without shifted selves`),
      [] as number[],
    ];
    for (let seed = 1; seed <= repeats(1, 100); seed += 1) {
      const study = selves(handicap, seed);
      const found = await studyOf(study, seed);
      advantage.add(pairOf(found).verdict === 'advantage');
      leads.push(...pairOf(found).plain.map(({ quantity }) => quantity.value as number));
      expect(pairOf(found).shifted).toHaveLength(2);
      const { shiftedSelves: _, ...plain } = study;
      const without = await studyOf(plain, seed);
      better.add(pairOf(without).verdict === 'own better');
      const leadsOf = ({ plain }: PairRecord) => plain.map(({ quantity, p }) => [quantity.value, quantity.interval, p]);
      expect(leadsOf(pairOf(without))).toEqual(leadsOf(pairOf(found))); // the instrument changes no lead
    }
    printMean(`${handicap}: lead`, leads);
    advantage.expectAtMost(0);
    better.expectRate(0.85, 1);
  });

  function printMean(name: string, values: readonly number[]): void {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    if (long) console.log(`${name} ${mean.toFixed(3)} on average`);
  }
});

describe.runIf(long)('a study in which skill and predictability add up', () => {
  it('covers I = 0 and prints no advantage, though E is above 0', async () => {
    const [i, e, advantage] = ['I covers 0', 'E above 0', 'advantage'].map(
      (name) => new PrintedTally(`pipeline, additive: ${name}`),
    ) as [PrintedTally, PrintedTally, PrintedTally];
    for (let seed = 1; seed <= repeats(1, 40); seed += 1) {
      const found = await studyOf(pairStudy('private=0&talent=0.3&skill=0', 'private=0&open=0.3&skill=0', seed), seed);
      i.add(covers(pairOf(found).I.quantity));
      e.add(above(pairOf(found).E.quantity));
      advantage.add(pairOf(found).verdict === 'own better');
    }
    i.expectRate(0.85, 1);
    e.expectRate(0.9, 1);
    advantage.expectRate(0, 0.05);
  });
});

describe('a study of a shifted model', () => {
  /** Returns a study of already trained models; `shift` is the shifted version of the self-trained ones. */
  function shiftStudy(shift: string, seed: number, further: Partial<SimulatedStudy> = {}): SimulatedStudy {
    const [ann, bob] = [`simulated/ann${seed}?noise=0.1`, `simulated/bob${seed}?noise=0.1`];
    const trained = [
      ['ann', ann, 'bob'],
      ['bob', bob, 'ann'],
    ].flatMap(([own = '', base = '', other = '']): NonNullable<StudyDesign['trained']> => {
      const model = (of: string, more: string) => `${base}&private=0.8&skill=0.3&of=${of}${seed};noise=0.1${more}`;
      const others = base === ann ? bob : ann;
      return [
        { model: model(own, ''), base, arm: 'self', target: base },
        { model: model(other, ''), base, arm: 'cross', target: others },
        { model: model(own, `&${shift}`), base, arm: 'shifted', target: others },
      ];
    });
    return { targets: [ann, bob], trained, samples: 2, items: small, ...further };
  }
  const changesIn = async (shift: string, seed: number) =>
    (await studyOf(shiftStudy(shift, seed), seed)).result.behaviorChange.filter(
      (change) => change.shift === 'training',
    );

  it.runIf(long)('finds tracking below 0, as before the shift, where predictions ignore it', async () => {
    const [ignores, same] = [
      new PrintedTally('pipeline: ignores the shift'),
      new PrintedTally('pipeline: DiD covers 0'),
    ];
    for (let seed = 1; seed <= repeats(1, 40); seed += 1) {
      for (const change of await changesIn('drift=1&follows=0', seed)) {
        ignores.add(below(change.tracking));
        same.add(covers(change.differenceInDifferences));
      }
    }
    ignores.expectRate(0.95, 1);
    same.expectRate(0.85, 1); // the two changes of a study depend on each other
  });

  it('finds tracking above 0, and more than before, where predictions follow it', async () => {
    const follows = new PrintedTally('pipeline: follows the shift');
    for (let seed = 1; seed <= repeats(1, 40); seed += 1) {
      for (const change of await changesIn('drift=1&follows=1', seed)) {
        follows.add(above(change.tracking) && above(change.differenceInDifferences));
      }
    }
    follows.expectRate(0.95, 1);
  });

  it.runIf(long)('withholds tracking where only noise changes', async () => {
    const [floor, withheld] = [
      new PrintedTally('pipeline: beyond noise covers 0'),
      new PrintedTally('pipeline: withheld'),
    ];
    for (let seed = 1; seed <= repeats(1, 40); seed += 1) {
      for (const change of await changesIn('drift=0&follows=1&talent=0.01', seed)) {
        floor.add(covers(change.beyondNoise));
        withheld.add(change.tracking.value === null);
      }
    }
    floor.expectRate(0.9, 1);
    withheld.expectRate(0.9, 1);
  });

  it('prints what the shifted model does', async () => {
    const { printed, result } = await studyOf(shiftStudy('drift=1&follows=1', 1), 1);
    expect(printed).toMatch(/^ann1 .* one training$/m);
    expect(result.behaviorChange.map(({ shift }) => shift)).toContain('training');
    const own = result.behaviorChange.filter((change) => change.shift === 'self-training');
    expect(own).toHaveLength(2);
    if (long) expect(own.every(({ beyondNoise }) => covers(beyondNoise))).toBe(true); // self-training changed nothing
  });
});

describe('a study with sampled predictions', () => {
  const calibrationOf = async (parameters: string, predictionSamples: number, seed: number) => {
    const { trainingSeeds: _, ...study } = pairStudy(parameters, parameters, seed, {
      arms: ['self', 'cross'], // calibration compares a predictor with its target alone, so other arms change nothing
      items: { ...(long ? { train: 40, test: 60 } : { train: 10, test: 12 }), properties: ['first-word'] },
      samples: 20,
      predictionSamples,
      sampling: { temperature: 1 },
    });
    const { result } = await studyOf(study, seed);
    return result.calibration.filter(({ predictor, target }) => predictor.endsWith(`trained on ${target}`));
  };

  it.each(long ? [5, 20] : [5])(
    'finds no excess deviation of a perfect predictor at %i predictions',
    async (predictions) => {
      const perfect = new PrintedTally(`pipeline: excess MAD covers 0 at ${predictions} predictions`);
      for (let seed = 1; seed <= repeats(1, 30); seed += 1) {
        for (const { deviation, predictor, target } of await calibrationOf('noise=0.8&private=1', predictions, seed)) {
          if (!predictor.startsWith(target)) continue;
          perfect.add(deviation.interval !== null && deviation.interval[0] <= 0 && deviation.interval[1] >= 0);
          expect(deviation.mad).toBeGreaterThan(1); // a perfect predictor has a deviation too: only the excess is meaningful
        }
      }
      perfect.expectRate(0.9, 1);
    },
  );

  it.runIf(long)(
    'finds no excess where the most frequent value has nearly the same share in all strings either',
    async () => {
      const level = new PrintedTally(
        'pipeline: excess MAD covers 0 where one value has nearly the same share in all strings',
      );
      for (let seed = 1; seed <= repeats(1, 30); seed += 1) {
        for (const { deviation, predictor, target } of await calibrationOf('noise=0.3&private=1', 5, seed)) {
          if (predictor.startsWith(target)) level.add(deviation.interval![0] <= 0 && deviation.interval![1] >= 0);
        }
      }
      level.expectRate(0.9, 1);
    },
  );

  it.runIf(long)('finds an excess where the predictor knows base rates only', async () => {
    for (const { deviation } of await calibrationOf('noise=0.3&private=0&skill=0', 5, 1)) {
      expect(deviation.interval![0]).toBeGreaterThan(0);
    }
  });
});
