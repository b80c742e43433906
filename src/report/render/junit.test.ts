import { describe, expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import type { GateCheck } from '../../results/comparison.ts';
import { checkLine, type GateReport, gateEndText, gateRuleText } from './gate-lines.ts';
import { junitOfChecks, junitOfDirections, junitOfFindings } from './junit.ts';
import { selfCheckLines } from './self-check-text.ts';

const check: GateCheck = {
  experiment: 'restriction',
  condition: 'paper, direct',
  measure: 'accuracy',
  better: 'higher',
  models: ['x/"m" <1> & \u0007', 'x/"m" <1> & \u0007'],
  runs: ['new', 'old'],
  ...{ a: 'new', b: 'old', items: 60, usable: [60, 60], note: null, reason: null },
  ...({ unit: 'share', means: { a: 0.5, b: 0.75 } } as const),
  quantity: { value: -0.25, interval: [-0.4, -0.1], n: 60, clusters: 60, effective: 60, missing: null },
  ...{ counts: { a: 2, b: 17 }, test: 'mcnemar', p: 0.01, adjusted: 0.01, family: 1, word: 'lower', detectable: 0.3 },
  missing: { a: 0, b: 0, units: 0, changed: false },
  gate: { rule: 'lower', margin: 0, worse: 'lower', passes: false },
};
const passed: GateCheck = {
  ...{
    ...check,
    models: ['m', 'm'],
    word: 'no difference found',
    gate: { rule: 'lower', margin: 0, worse: 'lower', passes: true },
  },
};
const notMeasured: GateCheck = {
  ...{
    ...check,
    word: 'not measured',
    reason: 'too few',
    gate: { rule: 'lower', margin: 0, worse: 'lower', passes: null },
  },
};

const place = ['restriction', 'paper, direct'] as const;
const placeOf = () => place;
const sides = ['new.csv', 'base.csv'] as const;

describe('junitOfChecks', () => {
  it('counts drops as failures and missing measurements as errors', () => {
    const xml = junitOfChecks({ checks: [check, passed, notMeasured], placeOf, sides });
    expect(xml).toContain('tests="3" failures="1" errors="1" skipped="0"');
    expect(xml.match(/<failure /g)).toHaveLength(1);
    expect(xml.match(/<error /g)).toHaveLength(1);
  });

  it('escapes what XML and terminals do not allow', () => {
    const xml = junitOfChecks({ checks: [check], placeOf, sides });
    expect(xml).toContain('name="x/&quot;m&quot; &lt;1&gt; &amp; \\u0007 accuracy"');
    expect(xml).not.toContain('\u0007');
  });
});

describe('junitOfDirections', () => {
  it('names the sides of each direction, which have the same model', () => {
    const own = { ...passed, models: ['m', 'm'] } as const;
    const turned = ['base.csv', 'new.csv'] as const;
    const xml = junitOfDirections([
      { checks: [own], placeOf, sides },
      { checks: [own], placeOf, sides: turned },
    ]);
    expect([...xml.matchAll(/<testcase .* name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'm accuracy (new.csv against base.csv)',
      'm accuracy (base.csv against new.csv)',
    ]);
    expect(xml).toContain('2 only new.csv, 17 only base.csv right');
    expect(xml).toContain('2 only base.csv, 17 only new.csv right');
  });
});

describe('junitOfFindings', () => {
  it('prints a score, its interval and what it is read beside as the screen does', () => {
    const score = { value: 0.9333, interval: [0.918, 0.948] as const, n: 120, clusters: 120, missing: null };
    const xml = junitOfFindings([madeFinding({ unit: 'share', score, chance: 0.8, constant: 0.85 })]);
    expect(xml).toMatch(/ 93 % \[92, 95\], n = 120; .*; by chance 80 %; best constant 85 %/);
    const error = madeFinding({ unit: 'doublings', better: 'lower', measure: 'log2_error', score });
    expect(junitOfFindings([error])).toContain('log2_error (score: error in doublings, lower is better) 0.93');
  });
});

describe('checkLine', () => {
  it('names both models where the new one has another name', () => {
    expect(checkLine({ ...check, models: ['m2', 'm1'] }, place, sides)).toContain(
      'restriction (paper, direct): m2 against m1 −25.0',
    );
    expect(checkLine({ ...check, models: ['m2', 'm1'] }, place, sides)).toContain('2 only m2, 17 only m1 right');
  });

  it('says that the whole interval is a larger drop than the margin, without a p of the opposite claim', () => {
    const gate = { rule: 'within', margin: 0.05, worse: 'lower', passes: false } as const;
    const line = checkLine({ ...check, models: ['m', 'm'], gate }, place, sides);
    expect(line).toMatch(/^FAILED \(lower; the whole interval is a drop of more than 5\.0 points\): /);
    expect(line).not.toContain('p = ');
    const touching = { ...check, gate, quantity: { ...check.quantity, interval: [-0.4, -0.05] as const } };
    expect(checkLine(touching, place, sides)).toContain('FAILED (lower; a drop of 5.0 points is not excluded)');
  });

  it('prints status, word, difference, interval, items, the counts that decide, and p', () => {
    expect(checkLine({ ...check, models: ['m', 'm'] }, place, sides)).toBe(
      'FAILED (lower): restriction (paper, direct): m −25.0 points [−40.0, −10.0], n = 60; 2 only new.csv, 17 only base.csv right; p = 0.010',
    );
  });

  it('prints the compatible drop and the drop that such runs find', () => {
    const line = checkLine({ ...passed, quantity: { ...check.quantity, interval: [-0.4, 0.1] } }, place, sides);
    expect(line).toMatch(
      /^passed \(no difference found\): restriction .*; a drop of up to 40.0 points is not excluded; a real/,
    );
    const within = checkLine(
      {
        ...{ ...passed, quantity: { ...check.quantity, interval: [-0.4, 0.1] } },
        gate: { rule: 'within', margin: 0.05, worse: 'lower', passes: false },
      },
      place,
      sides,
    );
    expect(within).toMatch(
      /^FAILED \(a drop of 5.0 points is not excluded\): .*p of the gate = 0.010 \(0\.025 or less excludes a drop of 5\.0 points\); .*between equal sides, 4 of 5 such gates would pass at a margin of 30.0 points, or at this one with about 2,200 items/,
    );
    expect(checkLine(notMeasured, place, sides)).toMatch(/^not measured: .*\(too few\)/);
  });
});

describe('gateRuleText', () => {
  const of = (rule: 'lower' | 'within', margin: number, checks: readonly GateCheck[] = [check]) =>
    gateRuleText({ sides, rule, margin, checks });

  it('names the new side and the baseline, and what a check must show', () => {
    expect(of('within', 0.05)).toBe(
      'gate: new new.csv, baseline base.csv; a check passes only where it is shown that the new side is not worse by 5.0 points or more (p of 0.025 or less)',
    );
    expect(of('lower', 0.05, [check, check])).toMatch(
      /worse by more than 5\.0 points \(p of 0\.025 or less, adjusted for 2 checks\)$/,
    );
    expect(of('lower', 0)).toMatch(/; a check fails only where it is shown that the new side is worse at all \(/);
  });

  it('prints the margin as a number where scores have different units', () => {
    expect(of('within', 0.05, [check, { ...check, unit: 'doublings' }])).toContain('not worse by 0.05 or more');
  });
});

describe('gateEndText', () => {
  it('counts the checks that failed, those without a result, or those that passed', () => {
    expect(gateEndText([check, passed, notMeasured])).toBe('the gate failed: 1 of 3 checks');
    expect(gateEndText([passed, notMeasured])).toBe('the gate is not decided: 1 of 2 checks was not measured');
    expect(gateEndText([passed, passed])).toBe('the gate passed: 2 checks');
    expect(gateEndText([passed])).toBe('the gate passed: 1 check');
  });
});

describe('selfCheckLines', () => {
  const direction = (checks: readonly GateCheck[]): GateReport => ({
    ...{
      checks,
      notCompared: [],
      sides: ['a', 'b'],
      placeOf: () => ['restriction', 'paper'],
      rule: 'lower',
      margin: 0,
    },
  });
  const verdictOf = (...checks: readonly GateCheck[]) =>
    selfCheckLines([direction(checks)], { rule: 'lower', margin: 0 })[0];

  it('passes only where each check has a result', () => {
    expect(verdictOf(passed, passed)).toMatch(/^Self-check passed/);
    expect(verdictOf(passed, notMeasured)).toMatch(
      /^Self-check not complete: .* none of the 1 check with a result, and 1 of 2/,
    );
    expect(verdictOf(check, notMeasured)).toMatch(/^Self-check failed/);
    expect(verdictOf(notMeasured)).toMatch(/^Self-check not measured/);
  });
});
