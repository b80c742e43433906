import { describe, expect, it } from 'vitest';
import type { Gate, GateCheck } from '../../analyze/compare/regression-gate.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { checkLine, checkText } from './gate-lines.ts';
import { junitOfChecks } from './junit.ts';

const check: GateCheck = {
  experiment: 'restriction',
  condition: 'paper, direct',
  measure: 'accuracy',
  model: 'x/"m" <1> & \u0007',
  result: 'lower',
  difference: -0.25,
  interval: [-0.4, -0.1],
  pHolm: 0.01,
  detectable: 0.3,
  n: 60,
  units: 60,
  usable: [60, 60],
  note: null,
};

const run = { id: 'new', config: { models: [], experiments: [] } as unknown as RunConfig }; // no other field is read
const gate: Gate = { run, baseline: { ...run, id: 'old' }, rule: 'lower', margin: 0 };

describe('junitOfChecks', () => {
  it('counts drops as failures and missing measurements as errors', () => {
    const xml = junitOfChecks([check, { ...check, result: 'not-lower' }, { ...check, result: 'not-measured' }], gate);
    expect(xml).toContain('tests="3" failures="1" errors="1" skipped="0"');
    expect(xml.match(/<failure /g)).toHaveLength(1);
    expect(xml.match(/<error /g)).toHaveLength(1);
  });

  it('escapes what XML and terminals do not allow', () => {
    const xml = junitOfChecks([check], gate);
    expect(xml).toContain('name="x/&quot;m&quot; &lt;1&gt; &amp; \\u0007 accuracy"');
    expect(xml).not.toContain('\u0007');
  });
});

describe('checkText', () => {
  it('prints difference, interval and items', () => {
    expect(checkText({ ...check, model: 'm' })).toBe('restriction (paper, direct): m −0.250 [−0.400, −0.100], n = 60');
  });
});

describe('checkLine', () => {
  it('prints the compatible drop and the drop that such runs find', () => {
    const line = checkLine({ ...check, model: 'm', result: 'not-lower', interval: [-0.4, 0.1] }, gate);
    expect(line).toMatch(
      /^not lower: restriction .*; a drop of up to 0.400 is compatible; a real drop of 0\.\d+ would be noticed in 4 of 5 such runs/,
    );
    const within = checkLine({ ...check, result: 'not-within' }, { ...gate, rule: 'within' });
    expect(within).toContain('4 of 5 such runs pass a margin of 0.300');
  });
});
