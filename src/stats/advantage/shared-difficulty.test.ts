import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { logistic } from '../basic/logistic.ts';
import { prepareShared, type SharedTarget, sharedDifficulty } from './shared-difficulty.ts';

const folds = 5;

/** The data of `bench/reference/shared_difficulty.py`. */
function referenceData() {
  let state = 20_260_101;
  const uniform = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const columns = Array.from({ length: 10 }, () => new Float64Array(60)); // outcomes of five models, then predictions
  for (let item = 0; item < 60; item += 1) {
    const shared = uniform() + uniform() - 1;
    for (let model = 0; model < 5; model += 1) {
      const own = uniform() - 0.5;
      columns[model]![item] = Number(2 * shared + own + uniform() - 0.5 > 0.1 * (model - 2));
      columns[5 + model]![item] = Number(2 * shared + own + uniform() - 0.5 > 0);
    }
  }
  return columns;
}

function fitted(columns: readonly Float64Array[], target: number, family: SharedTarget['family']) {
  const foldOf = Array.from(columns[0]!, (_, item) => item % folds);
  const others = [...columns.keys()].filter((column) => column % (columns.length / 2) !== target);
  return sharedDifficulty(prepareShared({ columns, foldOf, folds }), {
    ...{ outcome: columns[target]!, prediction: columns[columns.length / 2 + target]! },
    ...{ factors: [others], family },
  });
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('sharedDifficulty', () => {
  it.each<readonly [SharedTarget['family'], number, number, number, number, number]>([
    ['logistic', 0, 0.9653799646416548, 0.16203679258518922, -0.03565494231971898, 0.0022772043404072906],
    ['logistic', 3, 0.9156600847113573, 0.01589236470772766, -0.0071227282327224715, 0.006845470811308894],
    ['normal', 0, 1.0352617221222358, 0.16056754322718053, -0.050296171711535435, 0.0012658707937192037],
    ['normal', 3, 0.9356348790132878, -0.05147945671635351, -0.010747717234820455, 0.005294143037685606],
  ])('equals an independent computation: %s, model %i', (family, target, first, last, gain, one) => {
    const found = fitted(referenceData(), target, family);
    expect(found.fitted[0]).toBeCloseTo(first, 8);
    expect(found.fitted[59]).toBeCloseTo(last, 8);
    expect(mean(found.gain)).toBeCloseTo(gain, 8);
    expect(found.gain[7]).toBeCloseTo(one, 8);
  });

  it('never uses the outcome of a row to predict it, nor the prediction of the model itself for the factor', () => {
    const data = referenceData();
    const before = fitted(data, 0, 'logistic');
    const changed = data.map((column) => column.slice());
    changed[0]![5] = 1 - changed[0]![5]!; // fold 0
    changed[5] = changed[5]!.map((value) => 1 - value);
    const after = fitted(changed, 0, 'logistic');
    expect(after.fitted[5]).toBe(before.fitted[5]);
    expect(after.fitted[6]).not.toBe(before.fitted[6]);
  });

  it('finds private knowledge, and none in a prediction that only knows the shared difficulty', () => {
    const made = (known: number) => {
      const random = seededRandom('private', 1);
      const columns = Array.from({ length: 16 }, () => new Float64Array(400));
      for (let item = 0; item < 400; item += 1) {
        const shared = 4 * random() - 2;
        for (let model = 0; model < 8; model += 1) {
          const own = 4 * random() - 2;
          columns[model]![item] = Number(random() < logistic(shared + 1.5 * own));
          columns[8 + model]![item] = Number(random() < logistic(shared + known * own));
        }
      }
      return mean(fitted(columns, 0, 'logistic').gain);
    };
    expect(made(1.5)).toBeGreaterThan(0.02);
    expect(made(0)).toBeLessThan(0.005);
  });

  it('counts an unknown value of another model as its mean, and skips rows that the target lacks', () => {
    const data = referenceData();
    data[1]![3] = Number.NaN;
    data[0]![4] = Number.NaN;
    const found = fitted(data, 0, 'logistic');
    expect(found.fitted[3]).toBeGreaterThan(0);
    expect(found.fitted[4]).toBeNaN();
    expect(found.gain[4]).toBeNaN();
  });

  it('stays finite where the target always does the same', () => {
    const data = referenceData();
    data[0]!.fill(1);
    const found = fitted(data, 0, 'logistic');
    expect(Math.min(...found.fitted)).toBeGreaterThan(0.95);
    expect(Number.isFinite(mean(found.gain))).toBe(true);
  });
});
