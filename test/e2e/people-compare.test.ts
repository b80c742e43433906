import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison, Difference } from '../../src/results/comparison.ts';
import { verdictWords } from '../../src/results/verdict.ts';
import { sebHere } from '../support/in-process.ts';
import { finishedPeopleRun } from '../support/people.ts';
import { newStore } from '../support/refusal.ts';

const location = newStore();

const printed = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await sebHere([...args, '--store', location]);
  return { code, text: stdout.replace(/\s+/g, ' '), error: stderr.replace(/\s+/g, ' ') };
};

describe('seb compare and seb report over people', () => {
  beforeAll(async () => {
    await finishedPeopleRun(location, ['ann'], { name: 'alone', protocol: 'wait' });
    await finishedPeopleRun(location, ['eve', 'bob'], { name: 'others', askOthers: true, protocol: 'wait' });
    await finishedPeopleRun(location, ['cy', 'dee'], { name: 'pair', protocol: 'pair' });
    const models = ['--model', 'simulated/ada', 'simulated/bo', '--experiment', 'association', '--limit', '24'];
    expect((await printed('run', ...models, '--name', 'models')).code).toBe(0);
  }, 240_000);

  it('asks whether people predict themselves better than models do, and answers by the paired differences', async () => {
    const { text } = await printed('compare', 'alone', 'models');
    expect(text).toContain('Do people predict themselves better than models predict themselves?');
    expect(text).toMatch(
      /Of 2 differences between a person and a model on the same items: \d in favor of the person, \d in favor of the model, no difference found in \d\. All 1 person together against all 2 models in “words it lists”: /,
    );
    expect(text).toContain('the word “model” in these tables includes people: ann');
    expect(text).not.toContain('seb study introspection');
  });

  it('counts whom a difference favors', async () => {
    const { stdout } = await sebHere(['compare', 'alone', 'others', 'models', '--json', '--store', location]);
    const { differences } = JSON.parse(stdout) as Comparison;
    const mixed = differences.filter(({ models }) => new Set(models.map((name) => name.split('/')[0])).size > 1);
    const found = mixed.filter(({ adjusted }) => (adjusted ?? 1) <= 0.05);
    const isPersonFirst = ({ models }: Difference) => models[0].startsWith('person/');
    const forPerson = found.filter((each) => (each.word === 'higher') === isPersonFirst(each)).length;
    const { text } = await printed('compare', 'alone', 'others', 'models');
    expect(mixed).toHaveLength(6);
    expect(text).toContain(
      `Of 6 differences between a person and a model on the same items: ${forPerson} in favor of the person, ${found.length - forPerson} in favor of the model, no difference found in ${6 - found.length}.`,
    );
  });

  it('shows who predicts whom among people who were asked about each other', async () => {
    const { text } = await printed('compare', 'others');
    expect(text).toContain('Do the scores differ on the same items?');
    expect((await printed('compare', 'others', '--wide')).text).toContain('minus asked [95 %]');
    const { text: report } = await printed('report', 'others');
    expect(report).toMatch(/Can (eve and bob|bob and eve) predict themselves\?/);
    for (const name of ['eve', 'bob'])
      expect(report).toMatch(new RegExp(` ${name} .*? (${verdictWords.join('|')})\\b`));
  });

  it('keeps a pair out of the tables about self-prediction', async () => {
    const { text } = await printed('compare', 'pair', 'models');
    expect(text).toContain('Do people predict another person better than models predict themselves?');
    expect(text).toContain('person/cy+dee predicts another person, so it is not among the compared models');
    const { text: wide } = await printed('compare', 'pair', 'models', '--wide');
    const [models = '', differences = ''] = wide.split('Paired differences');
    expect(models.split('What does each model')[1]).not.toContain('dee'); // two models are left
    expect(differences).toMatch(/dee.* accuracy −?0\.\d+ \[/);
    const alone = await printed('compare', 'pair');
    expect([alone.code, alone.error]).toEqual([2, expect.stringContaining('compare with a run of models on the same')]);
  });

  it('reports a pair as knowledge of another person', async () => {
    const { text } = await printed('report', 'pair');
    expect(text).toContain('Can cy predict dee?');
    expect(text).toContain(
      'person/cy+dee: cy predicted what dee answers. This is knowledge of another person, not self-knowledge.',
    );
    expect(text).not.toContain('themselves');
  });
});
