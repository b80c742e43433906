import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seb, socketsOf } from '../support/command.ts';

const canary = 'sk-canary-5f1f0c2b77e94d0d';
const run = ['run', '--model', 'simulated/ada?self=0.5', '--experiment', 'association', '--limit', '3'];

const configs = {
  'a throw while the config is read': `throw new Error('bad key ' + process.env.MY_KEY)`,
  'a throw in a timer': `
    setTimeout(() => { throw Object.assign(new Error('bad key ' + process.env.MY_KEY), { headers: process.env }) });
    await new Promise((resolve) => setTimeout(resolve, 60_000)); // the crash comes first
    export default {};`,
  'a rejection that nobody waits for': `
    Promise.reject(new Error('outer', { cause: new Error('bad key ' + process.env.MY_KEY) }));
    await new Promise((resolve) => setTimeout(resolve, 60_000)); // the crash comes first
    export default {};`,
  'something thrown that is no error': `
    setTimeout(() => { throw { key: process.env.MY_KEY } });
    await new Promise((resolve) => setTimeout(resolve, 60_000)); // the crash comes first
    export default {};`,
};

for (const [name, config] of Object.entries(configs)) {
  test(`${name}: one exit code, no key, no socket`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-crash-'));
    writeFileSync(join(folder, 'seb.config.ts'), config);
    const { code, stdout, stderr } = await seb(run, { folder, environment: { MY_KEY: canary } });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^note: running the code in seb\.config\.ts of this folder\nseb: /);
    expect(stderr).toContain('[key]');
    expect(stderr).not.toContain(canary);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
    for (const file of files.filter((each) => statSync(each).isFile())) {
      expect(readFileSync(file).includes(canary), file).toBe(false);
    }
    expect(socketsOf(folder)).toEqual([]);
  }, 240_000);
}
