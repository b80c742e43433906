import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { conditionsOf } from '../../src/answers/options/conditions.ts';
import { ItemAnswers } from '../../src/answers/plan/item-answers.ts';
import { plannedCalls, resolveItem } from '../../src/answers/plan/planned-calls.ts';
import { noMetadata } from '../../src/domain/answer.ts';
import type { Call } from '../../src/domain/call.ts';
import type { Condition } from '../../src/domain/condition.ts';
import type { ItemBase } from '../../src/domain/dataset.ts';
import { rubrics } from '../../src/domain/judging.ts';
import type { Answers, SlotKind, SlotState, Slots } from '../../src/domain/slot.ts';
import type { Experiment, ItemContext } from '../../src/experiments/experiment.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { seededRandom } from '../../src/util/random.ts';
import { loadListed } from '../support/listed.ts';
import { subjectNamed } from '../support/simulated-subject.ts';

/** Kinds of slots whose calls are sent before the model has shown any behavior. */
const independentKinds: ReadonlySet<SlotKind | undefined> = new Set<SlotKind>(['predict', 'author']);

const noAnswers: Answers = { get: () => ({ kind: 'not-asked' }) };

/** Returns answers drawn from a pool, constant for each position; the pool contains texts that readers accept. */
function someAnswers(texts: readonly string[], seed: number): Answers {
  return {
    get(slot, part, sample): SlotState {
      const random = seededRandom('answers', seed, slot, part, sample);
      const kinds = ['not-asked', 'failed', 'answered', 'answered', 'answered', 'truncated', 'filtered'] as const;
      const kind = kinds[Math.floor(random() * kinds.length)] ?? 'answered';
      if (kind === 'not-asked') return { kind };
      if (kind === 'failed') return { kind, detail: 'no answer' };
      return {
        kind,
        text: texts[Math.floor(random() * texts.length)] ?? '',
        reasoning: null,
        usage: { input: 1, cachedInput: null, output: Math.floor(random() * 500), reasoning: null, raw: null },
        served: { model: null, fingerprint: null, upstream: null },
        finishReason: null,
        logprobs: null,
      };
    },
  };
}

const readable = [
  '{"words": ["river", "stone", "bridge", "water", "boat"]}',
  '{"choice": "A"}',
  '{"choice": "B"}',
  '{"answer": "C"}',
  '{"ranking": ["Q2", "Q1", "Q4", "Q3"]}',
  '{"response": "A response."}',
  '{"river": true, "stone": false}',
  JSON.stringify({
    question: 'Which?',
    option_A: 'a',
    option_B: 'b',
    option_C: 'c',
    option_D: 'd',
    correct_option: 'B',
    explanation: 'because',
  }),
];

const independentCalls = (calls: readonly Call[], slots: Slots) =>
  calls.filter(({ slot }) => independentKinds.has(slots[slot]?.kind));

/** Fails when a prediction call depends on the answers. */
function checkPredictions(experiment: Experiment, items: readonly ItemBase[]): void {
  const condition: fc.Arbitrary<Condition> = fc.record({
    // prompts of this wording are in the items of a release, not in the shipped ones
    wording: fc.constantFrom(
      ...experiment.factors.wording.levels.filter((wording) => wording !== experiment.training?.wordings.shown),
    ),
    optionOrder: fc.constantFrom('given', 'reversed'),
    mode: fc.constantFrom('direct', 'deliberate'),
    language: fc.constantFrom(...experiment.factors.language.levels),
    system: fc.constantFrom(null, 'You are terse.'),
  });
  const context: fc.Arbitrary<ItemContext<ItemBase>> = fc.record({
    item: fc.constantFrom(...items),
    condition,
    samples: fc.integer({ min: 1, max: 4 }),
    seed: fc.integer(),
    judging: fc.record({ judge: fc.constantFrom(null, 'simulated/judge'), rubric: fc.constantFrom(...rubrics) }),
    peers: fc.constantFrom([], ['simulated/one'], ['simulated/one', 'simulated/two']),
  });
  const texts = fc.array(fc.oneof(fc.constantFrom(...readable), fc.string({ maxLength: 40 })), {
    minLength: 1,
    maxLength: 12,
  });
  // Only an experiment that declares such a slot can plan a call that no answer may change.
  const predicts = Object.values(experiment.slots).some(({ kind }) => independentKinds.has(kind));
  fc.assert(
    fc.property(context, texts, fc.integer(), (each, pool, seed) => {
      const calls = independentCalls(experiment.plan(each, noAnswers), experiment.slots);
      expect(calls.length > 0).toBe(predicts);
      const answered = experiment.plan(each, someAnswers([...pool, ...readable], seed));
      expect(independentCalls(answered, experiment.slots)).toEqual(calls);
    }),
    { numRuns: 300, seed: 20260101 },
  );
}

test.each([...experimentRegistry().values()])('$name: predictions depend on no answer', async (experiment) => {
  const { items } = await loadListed(experiment, null, { limit: 5, seed: 1 });
  checkPredictions(experiment, items);
});

test('detects a prediction that sees an answer', async () => {
  const [honest] = experimentRegistry().values();
  if (honest === undefined) throw new Error('there are experiments');
  const { items } = await loadListed(honest, null, { limit: 5, seed: 1 });
  const peeking: Experiment = {
    ...honest,
    plan(context, answers) {
      const seen = answers.get('execute', '', 0);
      return honest
        .plan(context, answers)
        .map((call) =>
          call.slot === 'forecast' && seen.kind === 'answered'
            ? { ...call, messages: [...call.messages, { role: 'user', content: seen.text }] }
            : call,
        );
    },
  };
  expect(() => checkPredictions(peeking, items)).toThrow();
});

describe('the control answer-shown', () => {
  const controlled = [...experimentRegistry().values()].filter(({ showAnswer }) => showAnswer !== undefined);

  it.each(controlled)(
    '$name: depends on an answer, in a slot that never counts as a prediction',
    async (experiment) => {
      const { items } = await loadListed(experiment, null, { limit: 1, seed: 1 });
      const context: ItemContext<ItemBase> = {
        item: items[0] as ItemBase,
        condition: conditionsOf(experiment)[0] as Condition,
        ...{ samples: 1, seed: 1, judging: { judge: null, rubric: 'two-way' }, peers: [], control: 'answer-shown' },
      };
      const kinds = (calls: readonly Call[]) => calls.map(({ slot }) => experiment.slots[slot]?.kind);
      const before = plannedCalls(experiment, context, new ItemAnswers(experiment));
      expect(kinds(before)).not.toContain('control');
      const answered = plannedCalls(experiment, context, await answeredItem(experiment, context));
      const shown = answered.filter(({ slot }) => experiment.slots[slot]?.kind === 'control');
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.every(({ messages }) => messages.at(-1)?.content.includes('[your answer]'))).toBe(true);
      expect(independentCalls(answered, experiment.slots)).toEqual(independentCalls(before, experiment.slots));
    },
  );
});

/** Returns the answers of the simulated subject to every call of an item. */
function answeredItem(experiment: Experiment, context: ItemContext<ItemBase>): Promise<ItemAnswers> {
  return resolveItem(experiment, context, async (calls, known) => {
    for (const call of calls) {
      const random = seededRandom('answers', call.slot, call.part, call.sample);
      const text = experiment.simulate(context, call, { ...subjectNamed('ada', 0.5), random });
      const usage = { ...noMetadata.usage, output: text.length };
      known.set(call, { kind: 'answered', text, ...noMetadata, usage });
    }
  });
}
