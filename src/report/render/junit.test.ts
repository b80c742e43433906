import { describe, expect, it } from 'vitest';
import type { GateCheck } from '../../analyze/compare/regression-gate.ts';
import { checkText, junitOfChecks } from './junit.ts';

const check: GateCheck = {
  experiment: 'restriction',
  condition: 'paper, direct',
  measure: 'accuracy',
  model: 'x/"m" <1> & \u0007',
  result: 'lower',
  difference: -0.25,
  interval: [-0.4, -0.1],
  n: 60,
  note: null,
};

describe('junitOfChecks', () => {
  it('counts drops as failures and missing measurements as skipped', () => {
    const xml = junitOfChecks([check, { ...check, result: 'not-lower' }, { ...check, result: 'not-measured' }]);
    expect(xml).toContain('tests="3" failures="1" errors="0" skipped="1"');
    expect(xml.match(/<failure /g)).toHaveLength(1);
    expect(xml.match(/<skipped /g)).toHaveLength(1);
  });

  it('escapes what XML and terminals do not allow', () => {
    const xml = junitOfChecks([check]);
    expect(xml).toContain('name="x/&quot;m&quot; &lt;1&gt; &amp; \\u0007 accuracy"');
    expect(xml).not.toContain('\u0007');
  });
});

describe('checkText', () => {
  it('prints difference, interval and items', () => {
    expect(checkText({ ...check, model: 'm' })).toBe('restriction (paper, direct): m −0.250 [−0.400, −0.100], n = 60');
  });
});
