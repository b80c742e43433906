import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seb } from '../support/command.ts';
import { newFolder } from '../support/refusal.ts';

const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

/** A parrot, and a judge that is unreachable as long as the file `away` exists. */
const config = `
import { existsSync } from 'node:fs';
import { defineConfig, defineModel } from ${source('index.ts')};
const respond = ({ slot }) => slot === 'forecast' ? '{"response": "Hello."}' : 'Hello.';
const judge = () => {
  if (existsSync('away')) throw new Error('the judge is away');
  return '{"choice": "A"}';
};
export default defineConfig({
  model: [defineModel({ name: 'own/parrot', version: 1, respond })],
  judge: defineModel({ name: 'own/judge', version: 1, respond: judge }),
  experiment: ['verbatim'],
  limit: 2,
});
`;

test('runs, resumes, reports and tries models and judges that are functions in a config file', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'seb.config.ts'), config);
  writeFileSync(join(folder, 'away'), '');
  const first = await seb(['run', '--json'], { folder });
  expect(first.stderr).toContain('the judge is away');
  expect(first.code).toBe(2);
  const { run, calls } = JSON.parse(first.stdout) as { run: string; calls: object };
  expect(calls).toMatchObject({ answered: 4, failed: 2 });
  writeFileSync(join(folder, 'seb.config.ts'), config.replace("existsSync('away')", 'false'));
  const resumed = await seb(['resume', run, '--json'], { folder });
  expect({ ...JSON.parse(resumed.stdout), code: resumed.code }).toMatchObject({
    run,
    status: 'finished',
    calls: { answered: 2, found: 4 },
    code: 0,
  });
  const named = await seb(['run', '--model', 'own/parrot', '--json'], { folder }); // the model object, by its name
  expect(JSON.parse(named.stdout)).toMatchObject({ run, calls: { answered: 0 } });
  const doctor = await seb(['doctor', '--json'], { folder });
  const checks = JSON.parse(doctor.stdout) as readonly { what: string; ok: boolean }[];
  expect(checks.filter(({ what }) => what.startsWith('own/'))).toMatchObject([
    { what: 'own/parrot', ok: true },
    { what: 'own/judge', ok: true },
  ]);
}, 120_000);
