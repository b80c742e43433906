import { describe, expect, it } from 'vitest';
import type { TranscriptCall } from '../input/report-input.ts';
import { modelEvents } from './transcript.ts';

const slots = { guess: { kind: 'predict' }, word: { kind: 'behave' }, verdict: { kind: 'judge' } } as const;

function call(slot: string, sample: number): TranscriptCall {
  const at = { slot, part: '', sample, role: 'subject', messages: [] } as const;
  return { ...at, model: 'a/one', answer: null, askedAt: null, latencyMs: null };
}

function eventsOf(epoch: number) {
  const calls = [call('guess', 0), call('word', 0), call('word', 1), call('verdict', 0), call('verdict', 1)];
  return modelEvents(calls, { slots, epoch, start: '2026-01-01T00:00:00Z' });
}

describe('modelEvents', () => {
  it("names the experiment's slots and gives each the role of its kind", () => {
    expect(eventsOf(1).map(({ role, metadata }) => ({ role, metadata }))).toEqual([
      { role: 'predictor', metadata: { slot: 'guess', part: '', sample: 0 } },
      { role: 'subject', metadata: { slot: 'word', part: '', sample: 0 } },
      { role: 'judge', metadata: { slot: 'verdict', part: '', sample: 0 } },
    ]);
  });

  it('has predictions in every epoch and other calls in their own', () => {
    expect(eventsOf(2).map(({ role, metadata }) => [role, (metadata as { sample: number }).sample])).toEqual([
      ['predictor', 0],
      ['subject', 1],
      ['judge', 1],
    ]);
  });
});
