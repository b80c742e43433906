import { describe, expect, it } from 'vitest';
import type { ItemAnswers } from '../answers/plan/item-answers.ts';
import { resolveItem } from '../answers/plan/planned-calls.ts';
import { shippedDataset } from '../data/shipped-datasets.ts';
import type { Answer } from '../domain/answer.ts';
import type { Call } from '../domain/call.ts';
import type { Condition } from '../domain/condition.ts';
import type { ItemBase } from '../domain/dataset.ts';
import { languages } from '../domain/language.ts';
import { parseSimulatedName, simulatedPredictor } from '../models/simulated-name.ts';
import { sha256 } from '../util/canonical-json.ts';
import { seededRandom } from '../util/random.ts';
import type { Experiment, ItemContext, SimulatedSubject } from './experiment.ts';
import { properties } from './property/properties.ts';
import { experimentRegistry } from './registry.ts';

const experiments = [...experimentRegistry().values()];

function itemsOf(experiment: Experiment): readonly ItemBase[] {
  return shippedDataset(experiment).items.slice(0, 3);
}

/** Returns the wordings that need only an item and a plain condition: no system prompt to quote, no given prompt. */
function plainWordings({ factors, training }: Experiment): readonly string[] {
  return factors.wording.levels.filter(
    (wording) => wording !== training?.wordings.told && wording !== training?.wordings.shown,
  );
}

function conditionsOf(experiment: Experiment): readonly Condition[] {
  return plainWordings(experiment).flatMap((wording) =>
    (['given', 'reversed'] as const).flatMap((optionOrder) =>
      (['direct', 'deliberate'] as const).flatMap((mode) =>
        experiment.factors.language.levels.map((language) => ({ wording, optionOrder, mode, language, system: null })),
      ),
    ),
  );
}

/** Experiments whose prompts exist in every language. */
const translated: readonly string[] = ['association', 'restriction', 'difficulty', 'stump', 'verbatim'];

/** Whether answers are JSON; a trainable experiment requests a bare value, which is also the label of a training row. */
function answersInJson({ training }: Experiment): boolean {
  return training === undefined;
}

/** Returns a subject whose answers are always well-formed. */
function subject(call: Call): SimulatedSubject {
  return {
    name: 'one',
    selfKnowledge: 0.5,
    comprehension: 1,
    toolUse: 0,
    predictor: simulatedPredictor(parseSimulatedName('one')),
    trait: (...names) => seededRandom('trait', call.role === 'peer' ? call.part : '', ...names)(),
    commonTrait: (...names) => seededRandom('common', ...names)(),
    random: seededRandom('call', JSON.stringify(call)),
  };
}

function answered(text: string): Answer {
  return {
    kind: 'answered',
    text,
    reasoning: null,
    usage: { input: 1, cachedInput: null, output: Math.max(1, text.length), reasoning: null, raw: null },
    served: { model: null, fingerprint: null, upstream: null },
    finishReason: 'stop',
    logprobs: null,
  };
}

/** Returns every call of an item with the subject's answer. */
async function played(experiment: Experiment, context: ItemContext<ItemBase>) {
  const played: { call: Call; answer: Answer }[] = [];
  const answers: ItemAnswers = await resolveItem(experiment, context, async (calls, filled) => {
    for (const call of calls) {
      const answer = answered(experiment.simulate(context, call, subject(call)));
      filled.set(call, answer);
      played.push({ call, answer });
    }
  });
  return { played, answers };
}

function contextOf(item: ItemBase, condition: Condition): ItemContext<ItemBase> {
  const judging = { judge: 'another', rubric: 'three-way' } as const;
  return { item, condition, samples: 2, seed: 7, judging, peers: ['first peer', 'second peer'] };
}

function promptsOf(calls: readonly Call[]): readonly string[] {
  return calls.flatMap(({ messages }) => messages.map(({ content }) => content));
}

describe.each(experiments.map((experiment) => [experiment.name, experiment] as const))('%s', (_, experiment) => {
  it('reads well-formed answers under every condition', async () => {
    for (const item of itemsOf(experiment)) {
      for (const condition of conditionsOf(experiment)) {
        const context = contextOf(item, condition);
        const { played: calls, answers } = await played(experiment, context);
        expect(new Set(calls.map(({ call }) => `${call.slot} ${call.part} ${call.sample}`)).size).toBe(calls.length);
        for (const { call, answer } of calls) {
          const reading = experiment.read(context, call, answer);
          expect(reading === null || reading.kind === 'parsed', `${call.slot}: ${answer.text}`).toBe(true);
        }
        for (const outcome of experiment.outcomes(context, answers, 'own')) {
          expect(JSON.stringify(outcome), condition.language).not.toContain('"absent"');
        }
      }
    }
  });

  it('names its task, and its figures by the task', () => {
    const { presentation } = experiment;
    expect(presentation?.task).toMatch(/^[a-z]/);
    for (const { title } of presentation?.figures ?? [])
      expect(title.toLowerCase().startsWith(`${presentation?.task}: `), title).toBe(true);
  });

  it('plans the same calls again, and no more when all are answered', async () => {
    const [item] = itemsOf(experiment);
    const [condition] = conditionsOf(experiment);
    if (item === undefined || condition === undefined) throw new Error('there are items and conditions');
    const context = contextOf(item, condition);
    const { played: calls, answers } = await played(experiment, context);
    const places = (list: readonly Call[]) => list.map((call) => JSON.stringify(call)).toSorted();
    expect(places(experiment.plan(context, answers))).toEqual(places(calls.map(({ call }) => call)));
  });

  it('has each wording in each language, in its own script, with the same keys of the answer', async () => {
    const [item] = itemsOf(experiment);
    if (item === undefined) throw new Error('there are items');
    const scripts = { en: /\b(the|you)\b/, es: /[áéíóúñ¿]/, he: /\p{Script=Hebrew}/u, zh: /\p{Script=Han}/u };
    const asked = new Map<string, string>();
    for (const condition of conditionsOf(experiment)) {
      const { played: calls } = await played(experiment, contextOf(item, condition));
      const first = calls.find(({ call: { slot } }) => experiment.slots[slot]?.kind !== 'behave');
      const prompt = first?.call.messages.at(-1)?.content ?? '';
      asked.set(`${condition.wording} ${condition.mode} ${condition.language}`, prompt);
      expect(prompt).toMatch(scripts[condition.language as keyof typeof scripts]); // of `languages`
      if (answersInJson(experiment)) expect(prompt).toMatch(/JSON/);
    }
    expect(new Set(asked.values()).size).toBe(
      plainWordings(experiment).length * 2 * experiment.factors.language.levels.length,
    );
    if (translated.includes(experiment.name)) expect(experiment.factors.language.levels).toEqual(languages);
    for (const [name, prompt] of asked) {
      const english = asked.get(name.replace(/\w+$/, 'en')) ?? '';
      const keys = english
        .split('\n')
        .at(-1)
        ?.match(/"(choice|ranking|response|question|option_[A-D]|correct_option)"/g);
      for (const key of keys ?? []) expect(prompt, name).toContain(key);
    }
  });
});

const question = (id: string) => ({ id, question: `What is ${id}?`, options: ['1', '2', '3', '4'], key: 'B' as const });
const written: Readonly<Record<string, ItemBase>> = {
  association: { id: 'a', target: 'blue', options: ['sea', 'sky'] } as ItemBase,
  restriction: { id: 'r', prompt: 'Do it.' } as ItemBase,
  difficulty: { id: 'd', questions: ['q1', 'q2', 'q3', 'q4'].map(question) } as ItemBase,
  stump: { id: 's', topic: 'art', number: 2 } as ItemBase,
  verbatim: { id: 'v', inner: 'I am Ada.', lead: 'I am Bo.' } as ItemBase,
  property: {
    id: 'p',
    task: 'any',
    string: 'one',
    prompt: 'Say one word.',
    // the bundled models were not trained on judged properties
    properties: [...properties.values()].flatMap(({ name, judged }) => (judged === undefined ? [name] : [])),
    target: 'B',
    trait: 'the bolder option',
    options: ['apple', 'pear'],
  } as ItemBase,
};

describe('object prompts', () => {
  it.each(['association', 'difficulty', 'stump'])('of %s are in the language of the condition', async (name) => {
    const experiment = experimentRegistry().get(name);
    const [item] = experiment === undefined ? [] : itemsOf(experiment);
    if (experiment === undefined || item === undefined) throw new Error(`no ${name}`);
    for (const [language, script] of Object.entries({
      es: /[áéíóúñ¿]/,
      he: /\p{Script=Hebrew}/u,
      zh: /\p{Script=Han}/u,
    })) {
      const [condition] = conditionsOf(experiment).filter((each) => each.language === language);
      if (condition === undefined) throw new Error(`no ${language}`);
      const { played: calls } = await played(experiment, contextOf(item, condition));
      const objects = calls.filter(({ call }) => call.slot === 'execute' || call.slot === 'answer');
      expect(objects.length).toBeGreaterThan(1);
      for (const { call } of objects) expect(promptsOf([call])[0]).toMatch(script);
    }
  });
});

describe('English prompts', () => {
  it.each([
    ['association', 'dae3e0c390e2766d'],
    ['restriction', '9ffe0a9e032e3e1e'],
    ['difficulty', 'dd1738231afcc2f4'],
    ['stump', '19b85405c9d13c3a'],
    ['verbatim', '667bfa9a4b8b2be1'],
    ['property', '3ca1a4a22e4ef63b'],
  ])(
    'of %s match those that the bundled models were trained on (changing them requires a new version)',
    async (name, hash) => {
      const experiment = experimentRegistry().get(name);
      const item = written[name];
      if (experiment === undefined || item === undefined) throw new Error(`no ${name}`);
      const prompts = new Set<string>();
      for (const condition of conditionsOf(experiment).filter(({ language }) => language === 'en')) {
        const context = {
          ...contextOf(item, condition),
          judging: { judge: null, rubric: 'two-way' } as const,
          peers: [],
        };
        for (const prompt of promptsOf(experiment.plan(context, answeredAlike))) prompts.add(prompt);
      }
      expect(sha256([...prompts].join('\n\n')).slice(0, 16)).toBe(hash);
    },
  );
});

/** Slots with one answer for every call: a text that a judge reads, and a question that is answered again. */
const answeredAlike = {
  get: () =>
    answered(
      '{"question": "Which?", "option_A": "1", "option_B": "2", "option_C": "3", "option_D": "4", "correct_option": "A"}',
    ),
};
