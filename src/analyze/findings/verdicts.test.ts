import { describe, expect, it } from 'vitest';
import { clustersOf, observed, rowOf, times, yesNoRows } from '../../../test/simulation/scenarios/draw.ts';
import { findingsOf } from '../../../test/simulation/scenarios/scenario.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { seededRandom } from '../../util/random.ts';
import { limitsOf } from './limits.ts';

const n = 300;
const knower = 'model 0';

/** One model that knows its own answers, which nothing else tells, among seven. */
function drawn() {
  const random = seededRandom('verdicts.test');
  const coins = () => times(n, () => random() < 0.5);
  const own = coins();
  const predictions = own.map((value) => (random() < 0.9 ? value : !value));
  const models = times(7, (index) => ({
    name: `model ${index}`,
    predictions: index === 0 ? predictions : coins(),
    executions: [index === 0 ? own : coins()],
  }));
  return { own, models };
}

/** Returns what another model says about the knower on some items. */
function askedAbout(own: readonly boolean[], said: (unit: number) => boolean | null | undefined) {
  return clustersOf({ n }).flatMap((cluster, unit) => {
    const value = said(unit);
    if (value === undefined) return [];
    const outcome = {
      ...({ kind: 'binary', unit: '', probability: null, label: null } as const),
      ...{ prediction: observed(value), executions: [observed(own[unit] ?? null)] },
    };
    return [{ predictor: 'model 1', row: rowOf({ model: knower, unit, cluster }, outcome) }];
  });
}

function found(
  asked: (own: readonly boolean[], unit: number) => boolean | null | undefined,
  more: { readonly relatives?: readonly (readonly string[])[]; readonly label?: (unit: number) => boolean | null } = {},
) {
  const { own, models } = drawn();
  const rows = yesNoRows({ n }, models).map((row, index) =>
    more.label === undefined || row.model !== knower || row.outcome.kind !== 'binary'
      ? row
      : { ...row, outcome: { ...row.outcome, label: more.label(index % n) } },
  );
  const kinship = more.relatives === undefined ? undefined : { relatives: more.relatives };
  const finding = findingsOf({ rows, asked: askedAbout(own, (unit) => asked(own, unit)), kinship }).find(
    ({ model }) => model === knower,
  );
  const { beyondOthers } = finding?.rungs ?? {};
  return {
    verdict: finding?.beyond,
    references: beyondOthers?.kind === 'tested' ? beyondOthers.references : [],
  };
}

const wrong = (own: readonly boolean[], unit: number) => own[unit] !== true;
const isEven = (unit: number) => unit % 2 === 0;

describe('beyond others, beside models that were asked about this one', () => {
  it('is not said where an unrelated model predicts it as well', () => {
    const { verdict, references } = found((own, unit) => own[unit]);
    expect(references).toContain('others who were asked');
    expect(verdict).toBe('not shown');
  });

  it('is said where the other model is wrong, and where only a relative was asked', () => {
    expect(found(wrong).verdict).toBe('yes');
    const { verdict, references } = found((own, unit) => own[unit], { relatives: [[knower, 'model 1']] });
    expect(references).not.toContain('others who were asked');
    expect(verdict).toBe('yes');
  });

  it('takes a missing answer of the other model at its worst, and an item that it was not asked about for none', () => {
    const coin = (own: readonly boolean[], unit: number) => own[unit] === (unit % 8 === 0);
    expect(found((own, unit) => (unit % 4 === 0 ? coin(own, unit) : undefined)).verdict).toBe('yes');
    expect(found((own, unit) => (unit % 4 === 0 ? coin(own, unit) : null)).verdict).toBe('not shown');
  });

  it('compares with the label where the items have one', () => {
    const { own } = drawn();
    const label = (unit: number) => (isEven(unit) ? unit % 4 === 0 : null);
    expect(found(wrong, { label }).references).toContain('label');
    expect(found(wrong, { label }).verdict).toBe('yes');
    expect(found(wrong, { label: (unit) => own[unit] ?? null }).verdict).toBe('not shown');
  });
});

it('is not beyond others where one other model is its equal', () => {
  const { models } = drawn();
  const [own] = models;
  const twin = models.map((model, index) => (index === 1 && own !== undefined ? { ...own, name: model.name } : model));
  const { fit, beyond, rungs } = findingsOf({ rows: yesNoRows({ n }, twin) })[0] ?? {};
  expect([fit, beyond]).toEqual(['useful', 'not shown']);
  expect(rungs?.beyondOthers).toMatchObject({ kind: 'tested', nearest: { b: 'model 1' }, holds: false });
});

it('is not beyond others where the adjusted fit does not hold', () => {
  const { models } = drawn();
  const findings = findingsOf({ rows: yesNoRows({ n }, models) });
  for (const { fit, beyond, rungs } of findings) {
    if (rungs.beyondOthers.kind !== 'tested' || rungs.informative.kind !== 'tested') continue;
    expect(rungs.beyondOthers.adjusted).toBeGreaterThanOrEqual(rungs.informative.adjusted);
    if (fit === 'no sign') expect(beyond).toBe('not shown');
  }
});

describe('beyond others, of models with other items', () => {
  const { models } = drawn();
  const rows = yesNoRows({ n }, models);
  /** Returns what is found where models lack units. */
  const without = (lacks: (model: string, unit: number) => boolean, of = rows) =>
    findingsOf({ rows: of.filter(({ model }, index) => !lacks(model, index % n)) });
  const wordOf = (of: ReturnType<typeof findingsOf>, model = knower) => {
    const found = of.find((each) => each.model === model);
    return { word: found?.beyond, tested: found?.rungs.beyondOthers };
  };

  it('keeps the models that have all items where another one lacks some', () => {
    expect(wordOf(without(() => false))).toMatchObject({ word: 'yes', tested: { models: 7, shared: null } });
    for (const lacking of [1, 9, 60]) {
      expect(wordOf(without((model, unit) => model === 'model 6' && unit < lacking))).toMatchObject({
        ...{ word: 'yes', tested: { models: 7, shared: { items: n - lacking, holds: true } } },
      });
    }
    const few = without((model, unit) => model === 'model 6' && unit < 61);
    expect(wordOf(few)).toMatchObject({ word: 'yes', tested: { models: 6, shared: null } });
  });

  it('takes up to 5 % of the units that a model lacks at their worst, and has no word beyond', () => {
    const own = (lacking: number) => wordOf(without((model, unit) => model === knower && unit < lacking));
    expect(own(9)).toMatchObject({ word: 'yes', tested: { missing: 'at their worst' } });
    const predictsNothing = rows.map((row, index) =>
      row.model === knower && index % n < 9 && row.outcome.kind === 'binary'
        ? { ...row, outcome: { ...row.outcome, prediction: observed<boolean>(null) } }
        : row,
    );
    const [absent, empty] = [own(9), wordOf(without(() => false, predictsNothing))].map(({ tested }) =>
      tested?.kind === 'tested' ? tested.own.value : null,
    );
    expect(absent).toBeLessThanOrEqual(empty ?? 0); // neither prediction nor outcome is known
    const ofRun = 'lacks 18 of 300 units, more than 5 %: it was not asked them';
    expect(own(18)).toMatchObject({ word: 'not asked', tested: { reason: ofRun } });
    const ofLog = without(
      (model, unit) => model === knower && unit < 18,
      rows.map(({ part, ...row }) => row),
    );
    expect(wordOf(ofLog)).toMatchObject({
      ...{
        word: 'not asked',
        tested: { reason: 'lacks 18 of 300 units, more than 5 %: absent rows may be wrong answers' },
      },
    });
  });

  it('depends on the items where it does not hold on those that all models have', () => {
    const isShared = (unit: number) => unit < 240;
    const coin = seededRandom('depends on the items');
    const blind = rows.map((row, index) =>
      row.model === knower && row.outcome.kind === 'binary'
        ? {
            ...row,
            outcome: isShared(index % n)
              ? { ...row.outcome, prediction: observed(coin() < 0.5) }
              : { ...row.outcome, prediction: row.outcome.executions[0] ?? row.outcome.prediction },
          }
        : row,
    );
    expect(wordOf(without(() => false, blind)).word).toBe('yes');
    expect(wordOf(without((model, unit) => model === 'model 5' && !isShared(unit), blind))).toMatchObject({
      ...{ word: 'depends on the items', tested: { models: 7, holds: true, shared: { items: 240, holds: false } } },
    });
    const fifths = without((model, unit) => model !== knower && unit % 5 === Number(model.at(-1)) % 5);
    expect(wordOf(fifths)).toMatchObject({ word: 'depends on the items', tested: { shared: { items: 0 } } });
  });
});

it('marks a word that missing answers changed', () => {
  const { models } = drawn();
  const [first] = models;
  if (first === undefined) throw new Error('no model');
  const lost = (count: number) =>
    findingsOf({
      rows: yesNoRows({ n }, [
        { ...first, predictions: first.predictions.map((value, unit) => (unit < count ? null : value)) },
      ]),
    })[0];
  expect(lost(3)).toMatchObject({ fit: 'useful', changedByMissing: false });
  expect(lost(140)).toMatchObject({ fit: 'no sign', changedByMissing: true });
});

it('adjusts over the scores with a verdict: that of an unsafe judge has none', () => {
  const check = { experiment: 'restriction', model: 'model 1', judge: 'itself', responses: 20, agreement: 0.5 };
  const runs = [...new Set(yesNoRows({ n }, drawn().models).map(({ run }) => run))];
  const judges = [{ ...check, runs, unsafe: 'kappa is 0.1' }];
  const findings = findingsOf({ rows: yesNoRows({ n }, drawn().models), judges });
  expect(findings.filter(({ fit }) => fit === 'unsafe judge').map(({ model }) => model)).toEqual(['model 1']);
  expect(findings[0]?.rungs.informative).toMatchObject({ family: 6 });
});

it('says opposite at 2.5 % by the exact test, and at 0.5 % by t, which finds too many', () => {
  const verdict = (half: number, right: number, size: number) => {
    const outcomes = times(2 * half, isEven);
    const isRight = (unit: number) => (Math.floor(unit / 2) * right) % half < right;
    const predictions = outcomes.map((value, unit) => (isRight(unit) ? value : !value));
    const model = { name: knower, predictions, executions: [outcomes] };
    const [finding] = findingsOf({
      rows: yesNoRows({ n: 2 * half, clusterSizes: times((2 * half) / size, () => size) }, [model]),
    });
    const p = finding?.opposite.kind === 'tested' ? finding.opposite.p : 1;
    return { verdict: finding?.fit, isBetween: p > 0.005 && p < 0.025 };
  };
  expect(verdict(20, 6, 1)).toEqual({ verdict: 'opposite', isBetween: true });
  expect(verdict(25, 6, 2)).toEqual({ verdict: 'no sign', isBetween: true });
});

describe('the numbers beside a score are of the same units', () => {
  const random = seededRandom('part of the units');
  const colors = ['red', 'green', 'blue', 'white'];
  const draw = () => colors[Math.floor(random() * colors.length)] ?? '';

  /** First words, which are the item's own text, and second words, which it does not tell. `labels`: on which units. */
  function words(labels: 'all' | 'first words') {
    return clustersOf({ n: 60 }).flatMap((cluster, unit) =>
      (['first word', 'second word'] as const).map((property, place) => {
        const echo = place === 0 ? draw() : null;
        const executed = echo ?? draw();
        const predicted = place === 0 || random() < 0.6 ? executed : draw();
        const outcome = {
          ...({ kind: 'categorical', values: 'open', modal: 0, group: 'colors' } as const),
          ...{ unit: property, echo, label: labels === 'all' || place === 0 ? executed : null },
          ...{ predictions: [observed(predicted)], executions: [observed(executed)] },
        };
        return rowOf({ model: 'm', unit: 2 * unit + place, cluster }, outcome);
      }),
    );
  }

  it('leaves out a rule and a label that a part of the units has, and names the rule that decides', () => {
    const [finding] = findingsOf({ rows: words('first words') });
    expect(finding).toMatchObject({ fit: 'informative', usable: 120, label: null });
    expect(finding?.rungs.useful).toMatchObject({
      against: 'the value of the item’s own text',
      estimate: { value: 0, n: 60 },
    });
    expect(finding?.constant).toBeLessThan(0.5);
    expect(finding?.aboveConstant?.n).toBe(120);
    const facts = { experiments: experimentRegistry(), selection: { kind: 'all' }, fields: [], judges: [] } as const;
    expect(finding === undefined ? [] : limitsOf([finding], facts, [])).toContainEqual(
      expect.stringMatching(
        /not shown to beat the value of the item’s own text, which answers 60 of 120 units \(own minus it: 0\.0 points\)/,
      ),
    );
  });

  it('shows a label that all units have', () => {
    expect(findingsOf({ rows: words('all') })[0]?.label).toBe(1);
  });
});

describe('difference to the best constant answer', () => {
  it('is the score minus that of the best constant, on the same items, with the interval of this difference', () => {
    const { models } = drawn();
    const findings = findingsOf({ rows: yesNoRows({ n }, models) });
    expect(findings.length).toBeGreaterThan(1);
    for (const { score, constant, aboveConstant, better } of findings) {
      expect(better).toBe('higher');
      expect(aboveConstant?.value).toBeCloseTo((score.value ?? 2) - (constant ?? 2), 12);
      const [low = 1, high = 0] = aboveConstant?.interval ?? [];
      expect(low).toBeLessThanOrEqual(aboveConstant?.value ?? 2);
      expect(high).toBeGreaterThanOrEqual(aboveConstant?.value ?? -2);
    }
  });

  it('is to another constant answer than the test where one that scores less is harder to beat', () => {
    // "always no" scores less, but few groups decide the difference to it, so that its p cannot be small
    const clusterSizes = [...times(12, () => 10), ...times(100, () => 1)];
    const own = [...times(120, () => true), ...times(100, () => false)];
    const rows = yesNoRows({ n: own.length, clusterSizes }, [{ name: 'm', predictions: own, executions: [own] }]);
    const [finding] = findingsOf({ rows });
    const useful = finding?.rungs.useful;
    if (finding?.aboveConstant == null || useful?.kind !== 'tested') throw new Error('tested');
    expect(useful.against).toBe('always no');
    expect(finding.aboveConstant.value).not.toBeCloseTo(useful.estimate?.value ?? 0, 3);
    expect(finding.aboveConstant.value).toBeCloseTo((finding.score.value ?? 2) - (finding.constant ?? 2), 12);
  });
});
