import { join } from 'node:path';
import { expect, test } from 'vitest';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { reportSchema } from '../../src/report/render/report-json.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

test('every panel of a figure names a measure that a report has, so that no panel is left out', async () => {
  const drawn = [...experimentRegistry().values()].flatMap(({ name, presentation }) =>
    (presentation?.figures ?? []).flatMap((figure) =>
      (figure.kind === 'panels' ? figure.panels : [figure.x, figure.y]).map(({ measure }) => ({ name, measure })),
    ),
  );
  const names = [...new Set(drawn.map(({ name }) => name))];
  expect(names.length).toBeGreaterThan(5);
  const store = join(newFolder(), 'store.sqlite');
  await sebHere(['run', '--model', 'simulated/ada', '--experiment', ...names, '--limit', '6', '--store', store]);
  const { stdout } = await sebHere(['report', '--store', store, '--json']);
  const { estimates } = reportSchema.parse(JSON.parse(stdout));
  const known = new Set(estimates.map(({ experiment, measure }) => `${experiment} ${measure}`));
  expect(drawn.map(({ name, measure }) => `${name} ${measure}`).filter((each) => !known.has(each))).toEqual([]);
});
