import { describe, expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import type { Fit } from '../../results/verdict.ts';
import { fitChecks } from './fit-checks.ts';

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
