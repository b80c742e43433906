import { beforeAll, describe, expect, it } from 'vitest';
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
      /Of 2 differences between a person and a model on the same items: \d in favor of the person, \d/,
    );
    expect(text).toMatch(
      /All 1 person together against all 2 models in “words it lists”: people minus models −?0\.\d{3} \[.*\], (in favor of the (people|models)|not distinguishable from zero) \(over other items p [=<] 0\.\d{3}; over other people and models p = (0\.\d{3}|1\.000)\)\./,
    );
    expect(text).toContain('the word “model” in these tables includes people: ann');
    expect(text).not.toContain('seb study introspection');
  });

  it('counts whom a difference favors', async () => {
    const { stdout } = await sebHere(['compare', 'alone', 'others', 'models', '--json', '--store', location]);
    const { differences } = JSON.parse(stdout) as {
      readonly differences: readonly { readonly models: readonly string[]; value: number; pHolm: number }[];
    };
    const mixed = differences.filter(({ models }) => new Set(models.map((name) => name.split('/')[0])).size > 1);
    const found = mixed.filter(({ pHolm }) => pHolm <= 0.05);
    const forPerson = found.filter(({ models, value }) => value > 0 === models[0]?.startsWith('person/')).length;
    const { text } = await printed('compare', 'alone', 'others', 'models');
    expect(mixed).toHaveLength(6);
    expect(text).toContain(
      `Of 6 differences between a person and a model on the same items: ${forPerson} in favor of the person, ${found.length - forPerson} in favor of the model, ${6 - found.length} not distinguishable`,
    );
  });

  it('shows who predicts whom among people who were asked about each other', async () => {
    const { text } = await printed('compare', 'others');
    expect(text).toContain('== Do eve and bob predict themselves better than expected from the others? ==');
    expect(text).toContain('All people together: not decided, which needs four of them in “words it lists”');
    expect((await printed('compare', 'others', '--wide')).text).toContain('asked about each other (paper, direct)');
    const { text: report } = await printed('report', 'others');
    expect(report).toContain('Can eve and bob predict themselves?');
    expect(report).toContain('adjusted over 2 tests: 2 people × 1 task');
  });

  it('keeps a pair out of the tables about self-prediction', async () => {
    const { text } = await printed('compare', 'pair', 'models');
    expect(text).toContain('Do people predict another person better than models predict themselves?');
    expect(text).toContain('person/cy+dee is not in the matrix, because it predicts another person, not itself');
    const { text: wide } = await printed('compare', 'pair', 'models', '--wide');
    expect(wide).toContain('predictions of 1 2 -------------- ------- ------- 1 ada'); // two models are left
    expect(wide).toMatch(/dee simula\S+ accuracy −?0\.\d+ \[/); // a paired difference
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
