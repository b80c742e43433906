import { describe, expect, it } from 'vitest';
import { normal, simulatedRow } from '../../test/support/simulated-row.ts';
import { seededRandom } from '../util/random.ts';
import {
  allModelsBeyondOthers,
  beyondOthers,
  chooseModels,
  combinedP,
  type ModelBeyondOthers,
  maxModels,
} from './beyond-others.ts';
import type { ReferenceRow } from './pair-residuals.ts';

type Asked = Exclude<ModelBeyondOthers, { kind: 'not asked' }>;
const askedOf = (row: ReferenceRow): readonly Asked[] =>
  beyondOthers(row).models.flatMap((each) => (each.kind === 'not asked' ? [] : [each]));
const pValues = ({ private: own, own: diagonal, nearest }: Asked) => [own.p, diagonal.p, nearest.difference.p];

describe('beyondOthers', () => {
  it('equals a separate implementation, complete values (R, p of private, of R[m][m], of nearest)', () => {
    const row = simulatedRow('reference', { models: 6, units: 200 });
    const { R } = beyondOthers(row);
    expect(R[0]?.[0]).toBeCloseTo(0.09091484787177694, 9);
    expect(R[0]?.[1]).toBeCloseTo(0.05180216408368117, 9);
    expect(R[3]?.[5]).toBeCloseTo(0.022314311439381864, 9);
    const found = askedOf(row);
    expect(found.map(({ nearest }) => Number(nearest.model.slice(6)))).toEqual([4, 5, 3, 2, 5, 4]);
    expectClose(found.map(pValues), [
      [0.5652664670398437, 0.08601598282860655, 0.5839587293898589],
      [0.15520580132012415, 0.10439068412789168, 0.26162130931886773],
      [0.4941620916928021, 0.24048374786763108, 0.16427561481372457],
      [0.5583423723062042, 0.28572857176606103, 0.19810449558647628],
      [0.48450833701152723, 0.21254224630374538, 0.3763274858557483],
      [0.2794960086801175, 0.10843769122369373, 0.23579961848232386],
    ]);
  });

  it('equals a separate implementation with missing values, relatives, clusters and cells', () => {
    const families = [0, 0, 0, 3, 4, 5, 6, 7];
    const found = askedOf(
      simulatedRow('reference', { models: 8, units: 240, missing: 0.03, cells: 4, clusterSize: 2, families }),
    );
    expect(found.map(({ nearest }) => Number(nearest.model.slice(6)))).toEqual([4, 4, 3, 4, 3, 4, 4, 2]);
    expect(found.map(({ models }) => models)).toEqual([6, 6, 6, 8, 8, 8, 8, 8]);
    expectClose(
      found.map((each) => pValues(each).slice(0, 2)),
      [
        [0.22118632475761105, 0.1370288883521563],
        [0.34351737434140406, 0.16376374469812746],
        [0.8035270391508189, 0.47660458069054307],
        [0.8635995840031923, 0.5566497289335239],
        [0.9849670607824115, 0.958564813034213],
        [0.9679566845875168, 0.8947627343622536],
        [0.28788660497440705, 0.08969081887884296],
        [0.5402956980981295, 0.4430601836039665],
      ],
    );
  });

  it('finds the first axes to the last digit where the second ones are nearly as long (NumPy: eigh)', () => {
    const row = simulatedRow('close axes', { models: 6, units: 40 });
    expect(beyondOthers(row).R[0]?.[1]).toBeCloseTo(0.3149536146149756, 9);
    expectClose(askedOf(row).map(pValues), [
      [0.7862395978185454, 0.6306915291371966, 0.5314471268621153],
      [0.42594010273981037, 0.6409857963711783, 0.9700858101302944],
      [0.11158004209043039, 0.041504347728220176, 0.32331777319024835],
      [0.9774436719092774, 0.9120760665289773, 0.9928808322568324],
      [0.1444298132147363, 0.18412215106071958, 0.15492129307679867],
      [0.3553515472540889, 0.2929297482989444, 0.5173246428924048],
    ]);
  });

  it.each([0, 0.1, 0.7, 1])(
    'finds nothing in predictions that are all %s, whatever the round-off of their mean',
    (value) => {
      const row = simulatedRow('constant', { models: 6, units: 201 });
      const models = row.models.map((each, m) =>
        m === 0 ? { ...each, prediction: each.prediction.map(() => value) } : each,
      );
      const [constant] = askedOf({ ...row, models });
      expect(constant).toMatchObject({ private: { value: 0 }, own: { value: 0 }, p: 1 });
    },
  );

  it('gives the same numbers in any order of models and of units', () => {
    const row = simulatedRow(1, { models: 6, units: 160, missing: 0.02, clusterSize: 2 });
    const result = beyondOthers(row);
    expect(beyondOthers({ ...row, models: row.models.toReversed() })).toEqual(result);
    const backwards = beyondOthers({
      ...row,
      models: row.models.map((each) => ({
        ...each,
        prediction: each.prediction.toReversed(),
        outcome: each.outcome.toReversed(),
      })),
      cluster: row.cluster.toReversed().map((each) => 79 - each),
    });
    for (const [m, each] of result.models.entries()) expectClose([all(backwards.models[m])], [all(each)]);
  });

  it('takes the first by name of models that are equally near, however their correlations are rounded', () => {
    for (let seed = 0; seed < 10; seed += 1) {
      const row = simulatedRow(seed, { models: 6, units: 61, missing: 0 });
      const [own] = row.models;
      if (own === undefined) throw new Error('no model was drawn');
      const same = [...own.outcome.keys()].filter((unit) => own.outcome[unit] === 1);
      const near = (flipped: number) => own.outcome.map((value, unit) => (unit === same[flipped] ? 0 : value));
      const models = row.models.map((each, m) => (m === 0 ? each : { ...each, outcome: near(6 - m) }));
      expect(askedOf({ ...row, models })[0]?.nearest.model).toBe(row.models[1]?.name);
    }
  });

  it('gives the same numbers when yes and no are exchanged everywhere', () => {
    const row = simulatedRow(2, { models: 6, units: 160, missing: 0.04 });
    const flip = (values: Float64Array) => values.map((value) => 1 - value);
    const flipped = {
      ...row,
      models: row.models.map((each) => ({
        ...each,
        prediction: flip(each.prediction),
        outcome: flip(each.outcome),
      })),
    };
    expectClose(askedOf(flipped).map(all), askedOf(row).map(all));
  });

  it('does not depend on the zero or the unit of numbers', () => {
    const numbers = simulatedNumbers(3);
    const scaled = (row: ReferenceRow): ReferenceRow => ({
      ...row,
      models: row.models.map((each) => ({
        ...each,
        prediction: each.prediction.map((value) => 1e6 + 20 * value),
        outcome: each.outcome.map((value) => 3 * value - 500),
      })),
    });
    expectClose(askedOf(scaled(numbers)).map(all), askedOf(numbers).map(all), 6);
  });

  it('finds the model with private knowledge, and it alone', () => {
    const counts = { first: 0, others: 0 };
    for (let seed = 0; seed < 10; seed += 1) {
      const found = askedOf(simulatedRow(seed, { models: 6, units: 300, private: 1.5 }));
      const holds = found.map(({ p, nearest }) => p < 0.025 / 6 && nearest.difference.p < 0.025);
      counts.first += Number(holds[0]);
      counts.others += holds.slice(1).filter(Boolean).length;
    }
    expect(counts.first).toBeGreaterThanOrEqual(6);
    expect(counts.others).toBeLessThanOrEqual(1);
  });

  it('gives no evidence from values that are missing where a model is wrong', () => {
    const rejected = { complete: 0, worst: 0 };
    for (let seed = 0; seed < 12; seed += 1) {
      const row = simulatedRow(seed, { models: 6, units: 250 });
      const models = row.models.map((each, m) => {
        if (m > 0) return each;
        const random = seededRandom('missing', seed);
        const prediction = each.prediction.map((value, unit) =>
          value !== each.outcome[unit] && random() < 0.35 ? Number.NaN : value,
        );
        return { ...each, prediction };
      });
      const asked = Uint8Array.from(models[0]?.prediction ?? [], (value) => Number(!Number.isNaN(value)));
      const ignored = models.map((each, m) => (m === 0 ? { ...each, asked } : each));
      rejected.worst += Number((askedOf({ ...row, models })[0]?.p ?? 0) < 0.025);
      rejected.complete += Number((askedOf({ ...row, models: ignored })[0]?.p ?? 0) < 0.025);
    }
    expect(rejected.worst).toBe(0);
    expect(rejected.complete).toBeGreaterThanOrEqual(4); // the trap is real: without the worst case it fails
  });

  it('lets a relative take away what a family shares', () => {
    const row = simulatedRow(5, { models: 7, units: 300, private: 1.5, families: [0, 0, 2, 3, 4, 5, 6] });
    const [first] = row.models;
    const twin = row.models.map((each, m) =>
      m === 1 && first !== undefined ? { ...each, prediction: first.prediction, outcome: first.outcome } : each,
    );
    const alone = askedOf({ ...row, models: row.models.filter((_, m) => m !== 1) })[0];
    const beside = askedOf({ ...row, models: twin })[0];
    expect(alone?.relative).toBeNull();
    expect(alone?.p).toBeLessThan(0.01);
    expect(beside?.relative?.model).toBe('model 1');
    expect(beside?.relative?.difference.value).toBeCloseTo(0, 9);
    expect(beside?.p).toBeGreaterThan(0.3);
  });

  it('asks for three unrelated models for a number and six for a word', () => {
    const kinds = (count: number, families?: readonly number[]) =>
      beyondOthers(simulatedRow(6, { models: count, units: 40, ...(families ? { families } : {}) })).models.map(
        ({ kind }) => kind,
      );
    expect(kinds(1)).toEqual(['not asked']);
    expect(kinds(2)).toEqual(['not asked', 'not asked']);
    expect(kinds(5)).toEqual(Array(5).fill('number'));
    expect(kinds(6)).toEqual(Array(6).fill('word'));
    expect(kinds(7, [0, 0, 0, 0, 0, 5, 5])).toEqual(Array(7).fill('not asked'));
    expect(kinds(7, [0, 0, 2, 3, 4, 5, 5])).toEqual([...Array(2).fill('word'), ...Array(5).fill('word')]);
    expect(kinds(7, [0, 0, 0, 3, 4, 5, 6])).toEqual([...Array(3).fill('number'), ...Array(4).fill('word')]);
  });

  it('has finite numbers where values do not vary, and p of 1 where nothing was read', () => {
    const row = simulatedRow(7, { models: 6, units: 60 });
    const models = row.models.map((each, m) => {
      if (m === 0) return { ...each, prediction: each.prediction.map(() => 1) };
      if (m === 1) return { ...each, outcome: each.outcome.map(() => 0) };
      if (m === 2) return { ...each, prediction: each.prediction.map(() => Number.NaN) };
      return m === 3 ? { ...each, outcome: each.outcome.map((_, unit) => Number(unit === 0)) } : each;
    });
    const found = askedOf({ ...row, models });
    expect(found.flatMap(all).every(Number.isFinite)).toBe(true);
    expect(found.slice(0, 3).map(({ p }) => p)).toEqual([1, 1, 1]);
    expect(found[2]?.units).toEqual({ asked: 60, noPrediction: 60, noOutcome: 0 });
  });

  it('does not count units that were not asked as missing', () => {
    const row = simulatedRow(8, { models: 6, units: 120 });
    const half = Uint8Array.from({ length: 120 }, (_, unit) => Number(unit < 60));
    const hide = (values: Float64Array) => values.map((value, unit) => (unit < 60 ? value : Number.NaN));
    const models = row.models.map((each, m) =>
      m === 0 ? { ...each, prediction: hide(each.prediction), outcome: hide(each.outcome), asked: half } : each,
    );
    const [first] = askedOf({ ...row, models });
    expect(first?.units).toEqual({ asked: 60, noPrediction: 0, noOutcome: 0 });
    expect(first?.own.degrees).toBe(59);
  });

  it(`refuses more than ${maxModels} models`, () => {
    expect(() => beyondOthers(simulatedRow(9, { models: 31, units: 5 }))).toThrow('31 models');
  });
});

describe('chooseModels', () => {
  it('takes those that tell items apart first, then most units, then by name', () => {
    const candidates = [
      { name: 'd', isInformative: false, units: 900 },
      { name: 'c', isInformative: true, units: 10 },
      { name: 'b', isInformative: true, units: 20 },
      { name: 'a', isInformative: true, units: 10 },
    ];
    expect(chooseModels(candidates, 3).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });
});

describe('combinedP', () => {
  it('is the largest of the available references', () => {
    expect(combinedP(0.01, { informative: 0.002, label: null, asked: null })).toBe(0.01);
    expect(combinedP(0.01, { informative: 0.002, label: 0.3, asked: 0.02 })).toBe(0.3);
    expect(combinedP(0.01, { informative: 0.04, label: 0.001, asked: null })).toBe(0.04);
  });
});

describe('allModelsBeyondOthers', () => {
  it('is the mean over models with a verdict and 98 % of the values, and null below three', () => {
    const row = simulatedRow(10, { models: 4, units: 150 });
    const { models } = beyondOthers(row);
    const every = allModelsBeyondOthers(models, () => true);
    const mean = askedOf(row).reduce((sum, each) => sum + each.private.value / 4, 0);
    expect(every?.models).toEqual(['model 0', 'model 1', 'model 2', 'model 3']);
    expect(every?.private.value).toBeCloseTo(mean, 12);
    expect(allModelsBeyondOthers(models, (model) => model !== 'model 0')?.models.length).toBe(3);
    const lacking = (count: number) => {
      const outcome = row.models[0]?.outcome.map((value, at) => (at < count ? Number.NaN : value));
      const broken = row.models.map((each, m) => (m === 0 && outcome !== undefined ? { ...each, outcome } : each));
      return beyondOthers({ ...row, models: broken }).models;
    };
    const few = allModelsBeyondOthers(lacking(3), () => true);
    expect(few?.models.length).toBe(4);
    expect(few?.own.value).toBeLessThan(every?.own.value ?? 0); // missing values are at their worst
    expect(allModelsBeyondOthers(lacking(4), () => true)?.models.length).toBe(3);
    expect(allModelsBeyondOthers(lacking(4), (model) => model !== 'model 1')).toBeNull();
  });
});

function all(model: ModelBeyondOthers | undefined): number[] {
  if (model === undefined || model.kind === 'not asked') return [];
  return [model.private, model.own, model.nearest.difference].flatMap(({ value, low, high, p }) => [
    value,
    low,
    high,
    p,
  ]);
}

function expectClose(
  found: readonly (readonly number[])[],
  expected: readonly (readonly number[])[],
  digits = 9,
): void {
  expect(found.length).toBe(expected.length);
  for (const [row, values] of expected.entries()) {
    for (const [column, value] of values.entries())
      expect(found[row]?.[column], `${row} ${column}`).toBeCloseTo(value, digits);
  }
}

/** Numbers that share one quantity. */
function simulatedNumbers(seed: number): ReferenceRow {
  const row = simulatedRow(seed, { models: 6, units: 150 });
  const random = seededRandom('numbers', seed);
  const shared = Float64Array.from({ length: 150 }, () => normal(random));
  const noisy = () => shared.map((value) => value + normal(random));
  const models = row.models.map((each, m) => ({
    ...each,
    prediction: noisy().map((value, unit) => (m === 0 && unit < 5 ? Number.NaN : value)),
    outcome: noisy(),
  }));
  return { ...row, models, scale: { prediction: 'number', outcome: 'number' } };
}
