import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-version-'));

/** Writes a config whose experiment has a version that its prompts contain. */
function configOf(version: number): readonly string[] {
  const file = join(folder, `${version}.config.mjs`);
  const source = JSON.stringify(new URL('../../src/experiments/association/index.ts', import.meta.url).href);
  writeFileSync(
    file,
    `import { association } from ${source};
     const asked = (call) => ({ ...call, messages: [{ role: 'user', content: 'Version ${version}' }, ...call.messages] });
     const plan = (context, answers) => association.plan(context, answers).map(asked);
     export default { experiments: [{ ...association, name: 'mine', version: ${version}, plan }] };`,
  );
  return ['--config', file];
}

test('refuses a run of another experiment version with the reason, instead of reporting it as unanswered', async () => {
  const items = join(folder, 'items.jsonl');
  writeFileSync(items, '{"id": "a", "target": "a", "options": ["stone", "water", "cloud"]}\n\n');
  const store = ['--store', join(folder, 'store.sqlite')];
  const asked = ['--model', 'simulated/ada', '--experiment', 'mine', '--items', `mine=${items}`];
  const ran = await sebHere(['run', ...asked, ...configOf(1), ...store, '--json']);
  expect(ran.code).toBe(0);
  const { run } = JSON.parse(ran.stdout) as { run: string };
  for (const command of [['report'], ['score'], ['compare'], ['show', run], ['resume', run]]) {
    expect(await sebHere([...command, ...configOf(1), ...store])).toMatchObject({
      code: command[0] === 'compare' ? 2 : 0,
    }); // 2: one model, nothing to compare
    const { code, stderr } = await sebHere([...command, ...configOf(2), ...store]);
    expect({ command, code }).toEqual({ command, code: 1 });
    expect(stderr).toContain(`run ${run} was made with version 1 of mine; the current version is 2`);
  }
});
