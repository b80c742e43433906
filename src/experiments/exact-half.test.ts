import { expect, it } from 'vitest';
import { noMetadata } from '../domain/answer.ts';
import { paperCondition } from '../domain/condition.ts';
import type { Answers, SlotState } from '../domain/slot.ts';
import { allExperiments } from './registry.ts';
import { scored } from './scored/index.ts';

const stating = [...allExperiments().values()].filter(
  ({ name, slots }) => name === scored.name || Object.values(slots).some(({ states }) => states === 'probability'),
);

it.each(stating.map(({ name, presentation }) => [name, presentation?.explanation] as const))(
  'says of %s that a stated probability of exactly one half is neither yes nor no',
  (_, explanation) => {
    expect(explanation).toMatch(
      /A probability above 50 % counts as “[\w ]+”, and one of exactly 50 % as neither, which scores one half/,
    );
  },
);

it.each([
  ['0.49', false],
  ['0.5', 'half'],
  ['0.51', true],
] as const)('reads a confidence of %s in a log as runs read it', (stated, predicted) => {
  const answered: SlotState = { kind: 'answered', text: stated, ...noMetadata, extracted: stated };
  const answers: Answers = { get: (slot) => (slot === 'forecast' ? answered : { kind: 'not-asked' }) };
  const item = { id: 'q', task: 't', text: '', sha256: '', group: 'q', key: null };
  const context = { item, condition: paperCondition, samples: 1, seed: 1, peers: [] };
  const judging = { judge: null, rubric: 'two-way' } as const;
  expect(scored.outcomes({ ...context, judging }, answers, 'own')).toMatchObject([
    { prediction: { value: predicted } },
  ]);
});
