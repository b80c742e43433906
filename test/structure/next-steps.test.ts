import { describe, expect, it } from 'vitest';
import { type Ended, nextSteps } from '../../src/analyze/next-steps/next-steps.ts';
import { fitWords } from '../../src/results/verdict.ts';
import { madeFinding } from '../support/made-findings.ts';
import { rejection, shellWords } from '../support/printed-command.ts';

describe('nextSteps', () => {
  it.each(fitWords)('prints commands that exist, with options that they have: %s', (fit) => {
    const selection = { kind: 'run', name: 'run x', runs: ['x'], unfinished: ['x'] } as const;
    const findings = [madeFinding({ fit, run: 'x' }), madeFinding({ model: 'b', usable: 1, total: 100 })];
    const steps = nextSteps({ kind: 'scores', findings, selection });
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.flatMap(({ command }) => (command === null ? [] : (rejection(shellWords(command)) ?? [])))).toEqual(
      [],
    );
  });

  it.each([
    { kind: 'item', run: 'x', item: 'i', onward: null },
    { kind: 'items', run: 'x', item: 'i', onward: null },
    { kind: 'study', study: 'abc', advice: null },
    { kind: 'reported-logs', names: 'a b', logs: 2 },
    { kind: 'checks', findings: [], names: 'a b', models: 2, scored: 2, areTables: true, of: 'logs' },
    { kind: 'checks', findings: [], names: 'a b', models: 2, scored: 0, areTables: true, of: 'logs' },
    { kind: 'stored-logs' },
    { kind: 'logs', differences: [{ word: 'lower' }] as never, files: ['a.csv', 'b.csv'] },
    { kind: 'worth', worth: { prices: null, pass: 'b', signals: [], items: 9 }, command: 'seb worth a b --pass b' },
    {
      kind: 'worth',
      worth: { prices: {}, pass: null, signals: [], items: 9 } as never,
      command: 'seb worth a --abstain',
    },
    { kind: 'worth', worth: { prices: null, pass: 'b', signals: [], items: 9 }, command: null },
  ] satisfies readonly Ended[])('prints commands that exist after %o', (ended) => {
    const steps = nextSteps(ended);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.flatMap(({ command }) => (command === null ? [] : (rejection(shellWords(command)) ?? [])))).toEqual(
      [],
    );
  });
});
