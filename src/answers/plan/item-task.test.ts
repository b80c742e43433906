import { expect, test } from 'vitest';
import { someConfig } from '../../../test/support/answers.ts';
import type { Call } from '../../domain/call.ts';
import { paperCondition } from '../../domain/condition.ts';
import type { ItemBase } from '../../domain/dataset.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { restriction } from '../../experiments/restriction/index.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { buildRequest } from './item-task.ts';

function keyedWith(sampling: RunConfig['sampling'], { sample = 0, slot = 'execute' }: Partial<Call> = {}) {
  const config = { ...someConfig(1), sampling };
  const subject = { name: 'simulated/one', identity: 'simulated/one', baseUrl: null };
  const judging = { judge: null, rubric: config.judgeRubric };
  const item: ItemBase = { id: 'one' };
  const context = { item, condition: paperCondition, samples: 3, seed: 1, judging, peers: [] };
  const messages = [{ role: 'user', content: 'Say it.' }] as const;
  const call = { slot, part: '', sample, role: 'subject', messages } as const;
  const slots = { ...restriction.slots, judge: { kind: 'judge' } } as const;
  const experiment = { ...restriction, slots } as unknown as Experiment; // only its limits are used
  return buildRequest({ experiment, subject, judge: subject, context, config }, call);
}

test("increases the seed with the sample, and prefers the run's limit to the experiment's", () => {
  expect(keyedWith({ seed: 7 }, { sample: 2 }).asked.sampling).toEqual({ seed: 9, maxOutputTokens: 4096 });
  expect(keyedWith({ maxOutputTokens: 16 }).asked.sampling).toEqual({ maxOutputTokens: 16 });
  expect(keyedWith({}, { slot: 'judge' }).asked.sampling).toEqual({});
});

test('hashes a text that omits parameters that are not set', () => {
  const { asked, text, key } = keyedWith({ temperature: 0 }, { slot: 'judge', sample: 1 });
  const sampling = { temperature: 0 };
  const { model, messages } = asked;
  expect(text).toBe(canonicalJson({ model, sampling, messages, slot: 'judge', sample: 1 }));
  expect(key).toBe(sha256(text));
});
