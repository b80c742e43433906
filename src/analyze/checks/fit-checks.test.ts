import { describe, expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import type { Fit } from '../../results/verdict.ts';
import { fitChecks, withVerdicts } from './fit-checks.ts';

const checkOf = (fit: Fit, more: Partial<Parameters<typeof madeFinding>[0]> = {}) =>
  fitChecks([madeFinding({ fit, reason: '0 % of the outcomes could be read', ...more })])[0];

describe('fitChecks', () => {
  it.each([
    ['unreadable', 'unread'],
    ['looks filled in', 'filled values'],
    ['unsafe judge', 'unsafe judge'],
  ] as const)('names a score that is %s as the check %s', (fit, check) => {
    expect(checkOf(fit, { notAsked: 0 })).toMatchObject({
      ...{ check, kind: 'fault', found: '0 % of the outcomes could be read' },
      effect: `${fit}: no word on this score`,
    });
  });

  it('says of a run that is not finished how many units wait, and not that they could not be read', () => {
    const found = checkOf('unreadable', { notAsked: 34, total: 16 });
    expect(found).toMatchObject({
      ...{ check: 'unread', kind: 'limit' },
      found: '34 of 50 units have a call that was not sent yet, and under half of the others could be read',
      effect: 'no word on this score before the run is finished',
    });
    expect(checkOf('unsafe judge', { notAsked: 34 })).toMatchObject({ kind: 'fault' });
  });

  it.each(['useful', 'no sign', 'too few', 'one answer'] as const)('names no score that is %s', (fit) => {
    expect(checkOf(fit)).toBeUndefined();
  });
});

describe('withVerdicts', () => {
  const effect = 'it ranks few items: only the other 8 can show a fit';
  const taskOf = (experiment: string) => `task of ${experiment}`;
  const finding = madeFinding({ fit: 'one answer' });
  const check: CheckFinding = {
    ...({
      check: 'constant',
      kind: 'limit',
      file: finding.run,
      score: taskOf(finding.experiment),
      models: [finding.model],
      rows: [],
    } as const),
    ...{ found: '92 of 100 predictions are true', effect, changesRows: false },
  };
  it.each([
    ['one answer', check.effect, 'one answer: no test of the others could show a fit'],
    ['too few', check.effect, 'too few: no test of the others could show a fit'],
    ['no sign', check.effect, check.effect],
    ['useful', check.effect, check.effect],
    ['one answer', 'one answer: it cannot rank items', 'one answer: it cannot rank items'],
  ] as const)('says what the word %s leaves open: %s', (fit, said, expected) => {
    expect(withVerdicts([{ ...check, effect: said }], [{ ...finding, fit }], taskOf)[0]?.effect).toBe(expected);
  });

  it('leaves the check of another model', () => {
    expect(withVerdicts([{ ...check, models: ['other'] }], [finding], taskOf)[0]?.effect).toBe(effect);
  });
});
