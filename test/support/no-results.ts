import type { Results } from '../../src/results/results.ts';

/** Results without findings, for reports whose verdicts do not matter. */
export const noResults: Results = {
  question: 'Can language models predict themselves?',
  answer: 'No experiment here has a verdict: its scores stand beside their references.',
  selection: { kind: 'runs', name: '0 runs', runs: [], unfinished: [] },
  provisional: null,
  findings: [],
  limits: [],
  next: [],
};
