import { describe, expect, it } from 'vitest';
import type { AbsenceReason, Observed } from '../domain/outcome.ts';
import type { Letter } from '../domain/question.ts';
import { type AuthoredOutcome, authoredMeasures, type ComputedKey, keyValidity } from './authored.ts';
import { missingReason, sumsOf } from './outcome-kinds.ts';

const {
  checkableShare,
  computedInvalidKeyRate,
  confirmedFailRate,
  duplicateShare,
  excessFailRate,
  failRate,
  impossibilityShare,
  invalidKeyRate,
  judgedInvalidKeyRate,
  keyAgreement,
  outOfTheBoxShare,
  outOfTheBoxShares,
  peerFailRate,
  wellFormedShare,
} = authoredMeasures;

function parts(letters: string): readonly Observed<Letter>[] {
  return [...letters].map((letter) =>
    letter === '-'
      ? { kind: 'absent', slot: 'answer', reason: 'unparsed', detail: '' }
      : { kind: 'present', value: letter as Letter, step: 'strict' },
  );
}

/** Creates the outcome of a question with key A; `-` stands for a missing choice. */
function written(attempts: string, peers = '', more: Partial<AuthoredOutcome> = {}): AuthoredOutcome {
  const authored = {
    question: 'Which?',
    options: ['1', '2', '3', '4'],
    key: 'A',
    explanation: null,
    outOfTheBox: [],
    computedKey: null,
  } as const;
  return {
    kind: 'authored',
    authored: { kind: 'present', value: authored, step: 'strict' },
    claimsImpossible: false,
    attempts: parts(attempts),
    peers: parts(peers),
    duplicateOf: null,
    ...more,
  };
}

function unwritten(reason: AbsenceReason, claimsImpossible: boolean | null): AuthoredOutcome {
  const authored = { kind: 'absent', slot: 'author', reason, detail: '' } as const;
  return { ...written('--'), authored, claimsImpossible, attempts: parts('--') };
}

function totals(outcomes: readonly AuthoredOutcome[], policy: 'parsed' | 'failures-wrong' = 'parsed') {
  return sumsOf(outcomes, policy);
}

describe('keyValidity', () => {
  it.each([
    ['', null],
    ['A', 'confirmed'],
    ['B', 'contradicted'],
    ['AB', 'undecided'],
    ['AAB', 'confirmed'],
    ['BBA', 'contradicted'],
    ['BCD', 'undecided'],
    ['BBAC', 'undecided'],
  ])('the choices %s of others: %s', (choices, validity) => {
    expect(keyValidity('A', [...choices] as Letter[])).toBe(validity);
  });
});

describe('measures of written questions', () => {
  it('count failures by attempt, with equal weight per question', () => {
    const sums = totals([written('AB'), written('B-'), written('AA')]);
    expect(failRate.value(sums)).toBeCloseTo((0.5 + 1 + 0) / 3, 12);
    expect(keyAgreement.value(sums)).toBeCloseTo(0.5, 12);
    const strict = totals([written('AB'), written('B-'), written('AA'), unwritten('unparsed', null)], 'failures-wrong');
    expect(failRate.value(strict)).toBeCloseTo((0.5 + 0.5 + 0) / 4, 12);
    expect(keyAgreement.value(strict)).toBeCloseTo((0.5 + 0 + 1) / 4, 12);
    expect(failRate.bounds?.(strict)).toEqual([0.25, (1 + 1.5) / 4]);
  });

  it('compare the author with its peers only on the same questions', () => {
    const sums = totals([written('BB', 'AAAB'), written('AB', 'BB'), written('BB')]);
    expect(failRate.value(sums)).toBeCloseTo(2.5 / 3, 12);
    expect(peerFailRate.value(sums)).toBeCloseTo((0.25 + 1) / 2, 12);
    expect(excessFailRate.value(sums)).toBeCloseTo((1 + 0.5) / 2 - 0.625, 12);
    expect(failRate.baseRate?.(sums)).toBe(peerFailRate.value(sums));
    expect(excessFailRate.value(totals([written('BB')]))).toBeNull();
  });

  it('detect invalid keys by the majority of others, and by the judge', () => {
    const [yes, no] = parts('AB');
    const sums = totals([
      written('BB', 'AAB', { judge: yes as Observed<Letter> }),
      written('BB', 'BBA', { judge: no as Observed<Letter> }),
      written('AB', 'BC'),
      written('AA'),
    ]);
    expect(invalidKeyRate.value(sums)).toBeCloseTo(1 / 3, 12);
    expect(judgedInvalidKeyRate.value(sums)).toBeCloseTo(1 / 2, 12);
    // Only the first question's key is confirmed: there the author fails twice of two.
    expect(confirmedFailRate.value(sums)).toBe(1);
    expect(confirmedFailRate.n(sums)).toBe(1);
  });

  it('take a computed key before the word of others, and count what could not be computed', () => {
    const computed = (computedKey: ComputedKey, attempts: string, peers: string): AuthoredOutcome => {
      const outcome = written(attempts, peers);
      if (outcome.authored.kind === 'absent') return outcome;
      return { ...outcome, authored: { ...outcome.authored, value: { ...outcome.authored.value, computedKey } } };
    };
    const sums = totals([
      computed('right', 'BB', 'CC'), // a key that all others miss, and that is right
      computed('wrong', 'BB', 'AA'), // a key that all others choose, and that is wrong
      computed('not checkable', 'AA', 'AA'),
      written('AB', 'AA'),
    ]);
    expect(computedInvalidKeyRate.value(sums)).toBe(1 / 2);
    expect(checkableShare.value(sums)).toBe(2 / 3);
    expect(confirmedFailRate.n(sums)).toBe(3);
    expect(confirmedFailRate.value(sums)).toBe((1 + 0 + 0.5) / 3);
    expect(checkableShare.value(totals([written('AB')]))).toBeNull();
  });

  it('report shares of answers: well-formed, repeated, out of the box, called impossible', () => {
    const odd = written('A', '', { duplicateOf: 's1' });
    const hash: AuthoredOutcome = {
      ...written('A'),
      authored: {
        ...odd.authored,
        ...(odd.authored.kind === 'present' ? { value: { ...odd.authored.value, outOfTheBox: ['hash'] } } : {}),
      },
    };
    const outcomes = [
      written('A'),
      odd,
      hash,
      unwritten('declined', true),
      unwritten('unparsed', false),
      unwritten('failed', null),
    ];
    const sums = totals(outcomes);
    expect(wellFormedShare.value(sums)).toBeCloseTo(3 / 5, 12);
    expect(duplicateShare.value(sums)).toBeCloseTo(1 / 3, 12);
    expect(outOfTheBoxShare.value(sums)).toBeCloseTo(1 / 3, 12);
    const kinds = outOfTheBoxShares.map(({ name, value }) => [name, value(sums)]);
    expect(kinds.filter(([, share]) => share !== 0)).toEqual([['hash_share', 1 / 3]]);
    expect(kinds.length).toBe(6);
    expect(impossibilityShare.value(sums)).toBeCloseTo(1 / 5, 12);
    expect(wellFormedShare.value(totals(outcomes, 'failures-wrong'))).toBeCloseTo(3 / 6, 12);
    const slots = { author: { kind: 'author' }, answer: { kind: 'behave' } } as const;
    expect(outcomes.map((each) => missingReason(each, slots))).toEqual([
      null,
      null,
      null,
      'author: declined',
      'author: unparsed',
      'author: failed',
    ]);
    expect(missingReason(written('--'), slots)).toBe('answer: unparsed');
  });
});
