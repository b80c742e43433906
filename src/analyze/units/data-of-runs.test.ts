import { expect, test } from 'vitest';
import { analyzed } from '../../../test/support/analyzed.ts';
import type { Observed } from '../../domain/outcome.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { compareModels } from '../compare/compare-models.ts';
import { dataOfRuns, settingsOfRuns } from './data-of-runs.ts';

const conditions = [
  { wording: 'paper', optionOrder: 'given', mode: 'direct', language: 'en', system: null },
] as const satisfies RunConfig['experiments'][number]['conditions'];

function run(id: string, more: Partial<RunConfig>): { readonly id: string; readonly config: RunConfig } {
  const config: RunConfig = {
    models: [{ name: id, identity: id, baseUrl: null }],
    judge: null,
    judgeRubric: 'two-way',
    experiments: ['association', 'restriction'].map((name) => {
      return { name, version: 1, dataset: { name, sha256: name, items: 8 }, conditions: [...conditions] };
    }),
    samples: 1,
    sampling: {},
    seed: 1,
    ...more,
  };
  return { id, config };
}

const present = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });

async function notes(...runs: ReturnType<typeof run>[]): Promise<readonly string[]> {
  async function* rows(): AsyncGenerator<OutcomeRow> {
    for (const { id } of runs) {
      for (const experiment of ['association', 'restriction']) {
        for (let item = 0; item < 8; item += 1) {
          const place = { run: id, experiment, model: id, condition: 'c', item: `i${item}`, cluster: `i${item}` };
          const outcome = { kind: 'binary', unit: '', probability: null, label: null } as const;
          const does = present(item % 2 === 0);
          yield { ...place, reader: 'both', outcome: { ...outcome, prediction: does, executions: [does] } };
        }
      }
    }
  }
  const { fields } = await analyzed(rows(), {
    experiments: experimentRegistry(),
    dataOf: dataOfRuns(runs),
  });
  return compareModels({ fields, scores: [], findings: [] }, { settingsOf: settingsOfRuns(runs) }).notes.filter(
    (note) => note.includes('different settings'),
  );
}

test('compares models with different judges, with a note where judging matters', async () => {
  const found = await notes(run('a', {}), run('b', { judgeRubric: 'three-way' }));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^restriction: .*a: default sampling; judged by itself, two-way \| b: .*three-way/);
});

test('adds a note for different temperatures, and none for equal settings', async () => {
  expect(await notes(run('a', {}), run('b', { sampling: { temperature: 0 } }))).toHaveLength(2);
  expect(await notes(run('a', {}), run('b', {}))).toEqual([]);
});

test('lets runs share items only if data and version of the experiment are equal', () => {
  const [planned] = run('a', {}).config.experiments;
  if (planned === undefined) throw new Error('a run has experiments');
  const dataOf = dataOfRuns([
    run('a', {}),
    run('same', {}),
    run('other version', { experiments: [{ ...planned, version: 2 }] }),
    run('other data', { experiments: [{ ...planned, dataset: { ...planned.dataset, sha256: 'else' } }] }),
  ]);
  expect(dataOf('same', 'association')).toBe(dataOf('a', 'association'));
  const others = ['a', 'other version', 'other data', 'unknown'].map((id) => dataOf(id, 'association'));
  expect(new Set(others).size).toBe(4);
});
