import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import { long, repeats } from '../simulation/simulate.ts';
import {
  barelyAbove,
  type ignorantSubjects,
  namedItems,
  type SubjectServer,
  startIgnorantSubjects,
} from '../support/ignorant-subjects.ts';
import { sebHere } from '../support/in-process.ts';

const longRuns = 300;
/** Nominal share of runs with a false verdict: two-sided 5%, adjusted by Holm over the models of a run. */
const nominal = 0.05;

type ExperimentName = keyof typeof ignorantSubjects;

interface World {
  readonly experiment: ExperimentName;
  readonly items: number;
  readonly models: readonly string[];
  /** Models of the run with self-knowledge, whose verdicts do not count. */
  readonly knowing?: readonly string[];
}

let subjects: SubjectServer;
beforeAll(async () => {
  subjects = await startIgnorantSubjects();
});
afterAll(() => subjects.server.close());

/** Runs the models through the whole tool, and returns each model's contrasts from `report --json`. */
async function contrastsOf({ experiment, items, models }: World): Promise<readonly ModelContrasts[]> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-verdicts-'));
  const [data, store] = [join(folder, 'items.jsonl'), join(folder, 'store.sqlite')];
  const lines = namedItems(experiment, items).map((item) => JSON.stringify(item));
  writeFileSync(data, lines.join('\n'));
  const where = ['--base-url', `${subjects.server.url}/v1`, '--store', store, '--retries', '3'];
  const what = ['--experiment', experiment, '--items', `${experiment}=${data}`];
  const names = models.map((name) => `openai-compatible/${name}`);
  const ran = await sebHere(['run', '--model', ...names, ...what, ...where, '--json']); // without its own report
  if (ran.code !== 0) throw new Error(ran.stderr);
  const { stdout } = await sebHere(['report', '--json', '--store', store]);
  rmSync(folder, { recursive: true });
  return (JSON.parse(stdout) as { contrasts: readonly ModelContrasts[] }).contrasts;
}

const nameOf = ({ model }: Pick<ModelContrasts, 'model'>) => model.split('/').at(-1) ?? '';

/** Returns the share of runs with a false "above"; prints each model's verdicts in the long form, for docs/statistics.md. */
async function falseVerdicts(name: string, world: World, short: number): Promise<number> {
  const runs = repeats(short, longRuns);
  const words = new Map<string, number>();
  let above = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    subjects.redraw(seed);
    const contrasts = await contrastsOf(world);
    expect(contrasts.map(nameOf).sort()).toEqual([...world.models].sort());
    const counted = contrasts.filter((each) => world.knowing?.includes(nameOf(each)) !== true);
    above += Number(counted.some(({ verdict }) => verdict.startsWith('above-constant')));
    for (const each of contrasts) {
      const word = `${nameOf(each)} ${each.verdict}`;
      words.set(word, (words.get(word) ?? 0) + 1);
    }
  }
  if (runs === longRuns) console.log(name, `${runs} runs, ${above} with a false "above":`, Object.fromEntries(words));
  return above / runs;
}

describe('verdicts on models without self-knowledge, through the whole tool', () => {
  const four = ['always-yes', 'always-no', 'guesser', 'copier'];
  const worlds: readonly (readonly [string, World])[] = [
    ['always yes', { experiment: 'restriction', items: 60, models: ['always-yes'] }],
    ['always no', { experiment: 'restriction', items: 60, models: ['always-no'] }],
    ['guesses', { experiment: 'restriction', items: 60, models: ['guesser'] }],
    [
      'copies the predictions of a model that knows itself',
      { experiment: 'restriction', items: 60, models: ['knower', 'copier-of-knower'], knowing: ['knower'] },
    ],
    ['four models in one run', { experiment: 'restriction', items: 60, models: four }],
    ['four models in one run, 20 items', { experiment: 'restriction', items: 20, models: four }],
    [
      'constant predictions of words',
      { experiment: 'association', items: 40, models: ['always-no', 'always-yes', 'guesser'] },
    ],
    [
      'constant orders, costs equal or not',
      { experiment: 'difficulty', items: 40, models: ['same-order-tied', 'same-order', 'guesser'] },
    ],
  ];
  // The first three models are among the four in one run.
  it.each(long ? worlds : worlds.filter(([, { models, items }]) => models.length > 1 && items > 20))(
    'are above chance no more often than nominal: %s',
    async (name, world) => {
      const short = 1;
      const share = await falseVerdicts(name, world, short);
      const slack = 2 * Math.sqrt((nominal * (1 - nominal)) / short);
      expect(share).toBeLessThanOrEqual(repeats(short, longRuns) === longRuns ? nominal : nominal + slack);
    },
    7_200_000,
  );

  it('are "above" for a model with self-knowledge', async () => {
    subjects.redraw(1);
    const found = await contrastsOf({ experiment: 'restriction', items: 60, models: ['knower', 'guesser'] });
    // "and others" needs six models, because fewer cannot tell what all models share (docs/statistics.md)
    expect(found.find((each) => nameOf(each) === 'knower')?.verdict).toBe('above-constant');
  }, 60_000);

  it('are adjusted for the number of models of a run', async () => {
    const of = (models: readonly string[]) => contrastsOf({ experiment: 'restriction', items: 40, models });
    const [alone] = await of(barelyAbove.slice(0, 1));
    expect(alone?.verdict).toBe('above-constant'); // 15 against 5 of 20 signs: p = 0.041, here from random signs
    expect(alone?.p).toBeCloseTo(0.041, 2);
    for (const { verdict, reasons } of await of(barelyAbove)) {
      expect(verdict).toBe('not-above-tells-apart'); // permuted predictions: p < 0.001
      expect(reasons).toContain('not above the best constant answer after adjustment for the number of tests');
    }
  }, 60_000);

  it('are withheld below 20 groups, with the reason', async () => {
    subjects.redraw(1);
    for (const { verdict, reasons } of await contrastsOf({ experiment: 'restriction', items: 19, models: four })) {
      expect(verdict).toBe('insufficient');
      expect(reasons).toEqual(['19 groups of items; a verdict needs 20']);
    }
  }, 240_000);
});
