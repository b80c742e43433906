import { describe, expect, it } from 'vitest';
import { experimentNamed, experimentRegistry } from '../../experiments/registry.ts';
import { ItemGroups } from './item-groups.ts';

const experiments = experimentRegistry();

/** Returns the group of each item of a shipped experiment. */
function groupsOf(name: string, items: readonly { readonly id: string }[]): readonly string[] {
  const experiment = experimentNamed(experiments, name);
  const groups = new ItemGroups([{ experiment, items }]);
  return items.map((item) => groups.of(experiment, item));
}

const request = (id: string, prompt: string, pair?: string) => ({
  id,
  prompt,
  ...(pair === undefined ? {} : { pair }),
});

describe('ItemGroups', () => {
  it('puts items with equal text into the group of the first, whatever their ids', () => {
    const items = [request('a', 'Rain?'), request('b', 'Snow?'), request('c', 'Rain?'), request('d', 'Wind?')];
    expect(groupsOf('restriction', items)).toEqual(['a', 'b', 'a', 'd']);
  });

  it('joins the declared groups of items with an equal request, through chains and regardless of their order', () => {
    const items = [
      request('a', 'Rain?', 'p'),
      request('b', 'Snow?', 'q'),
      request('c', 'Wind?', 'r'),
      request('d', 'Rain?', 'r'), // joins p and r
      request('e', 'Hail?', 'q'),
      request('f', 'Wind?', 'q'), // joins q to both
      request('g', 'Sun?', 's'),
    ];
    expect(groupsOf('restriction', items)).toEqual(['p', 'p', 'p', 'p', 'p', 'p', 's']);
  });

  it('joins cues with other option words, because one answer to the cue decides both', () => {
    const cue = (id: string, target: string, option: string) => ({ id, target, options: [option, 'sea', 'tree'] });
    expect(groupsOf('association', [cue('a', 'blue', 'sky'), cue('b', 'red', 'sky'), cue('c', 'blue', 'ink')])).toEqual(
      ['a', 'b', 'a'],
    );
  });

  it('joins groups of questions that share a question', () => {
    const question = (id: string) => ({
      id,
      subject: 's',
      question: `${id}?`,
      options: ['1', '2', '3', '4'],
      key: 'A',
    });
    const item = (id: string, ...of: readonly string[]) => ({ id, questions: of.map(question) });
    const items = [item('a', 'k', 'l', 'm', 'n'), item('b', 'o', 'p', 'q', 'r'), item('c', 's', 't', 'u', 'n')];
    expect(groupsOf('difficulty', items)).toEqual(['a', 'b', 'a']);
  });

  it('joins the items of one value in the column `group` of the user’s data, with the groups of the experiment', () => {
    const given = (id: string, prompt: string, group: string | number | null, pair?: string) => ({
      ...request(id, prompt, pair),
      metadata: { group },
    });
    const items = [
      given('a', 'Rain?', 'x', 'p'),
      given('b', 'Snow?', 'x'),
      given('c', 'Wind?', 7, 'p'),
      given('d', 'Sun?', 7),
      given('e', 'Hail?', null),
      given('f', 'Fog?', null),
    ];
    expect(groupsOf('restriction', items)).toEqual(['p', 'p', 'p', 'p', 'e', 'f']);
  });

  it('joins items with near-equal texts, whose answers may be copies of each other, unless the data declare groups', () => {
    const texts = ['Where can I buy a very old red car?', 'Is a whale the largest of all fish?', 'Name a river.'];
    const near = 'Where can I buy a very old blue car?';
    const items = [...texts, near].map((text, index) => request(String(index), text));
    expect(groupsOf('restriction', items)).toEqual(['0', '1', '2', '0']);
    const declared = items.map((item) => ({ ...item, pair: `p${item.id}` }));
    expect(groupsOf('restriction', declared)).toEqual(['p0', 'p1', 'p2', 'p3']);
  });

  it('keeps equal texts of different experiments apart', () => {
    const [restriction, repeat] = ['restriction', 'repeat'].map((name) => experimentNamed(experiments, name)) as [
      ReturnType<typeof experimentNamed>,
      ReturnType<typeof experimentNamed>,
    ];
    const groups = new ItemGroups([
      { experiment: restriction, items: [request('a', 'Rain?')] },
      { experiment: repeat, items: [{ id: 'b', request: 'Rain?' } as { readonly id: string }] },
    ]);
    expect(groups.of(repeat, { id: 'b' })).toBe('b');
  });
});

it('compares the texts of the same items once, however often their groups are needed', () => {
  let planned = 0;
  const restriction = experimentNamed(experiments, 'restriction');
  const counting = {
    ...restriction,
    plan: (...given: Parameters<typeof restriction.plan>) => {
      planned += 1;
      return restriction.plan(...given);
    },
  };
  const items = [request('a', 'Rain?'), request('b', 'Snow?')];
  for (let use = 0; use < 3; use += 1) {
    const groups = new ItemGroups([{ experiment: counting, items }]);
    expect(groups.of(counting, request('a', 'Rain?'))).toBe('a');
  }
  expect(planned).toBe(items.length);
  expect(new ItemGroups([{ experiment: counting, items: [...items] }]).of(counting, request('b', 'Snow?'))).toBe('b');
  expect(planned).toBe(2 * items.length);
});
