import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText, isClean } from '../run-flags.ts';

const hostile = 'x$(touch PWNED)`touch PWNED`\'"; touch PWNED; $& y';
const train = 'ls {dir}; mkdir -p {dir}/output; echo x > {dir}/output/adapter_model.safetensors';

/** A trainer's shell never parses the folder of a job; a damaged folder and an adapter outside stop one job only. */
export const auditCase: AuditCase = {
  defect: '27',
  async check({ folder, seb }) {
    const store = ['--store', 's.sqlite'];
    const made = ['run', '--experiment', 'property', '--model', 'simulated/ada', '--samples', '2', '--limit', '80'];
    await seb([...made, ...store]);
    await seb(['train', 'rows', '--run', 'latest', '--arm', 'self', '--out', 'rows', ...store]);
    const start = (jobs: string, command: string, ...more: readonly string[]) => {
      const port = ['--rows', 'rows', '--base', 'm', '--port', 'command', '--template', 'trl', '--command', command];
      return seb(['train', 'start', ...port, '--jobs-folder', jobs, ...more, ...store]);
    };
    const checks: Check[] = [];
    const named = await start(hostile, train);
    const isRun = [folder, join(folder, hostile)].some((each) => existsSync(join(each, 'PWNED')));
    checks.push({
      ...{ what: 'shell words in the name of the jobs folder', expected: 'exit 0, nothing executed' },
      ...{
        seen: `${isRun ? 'EXECUTED' : 'not executed'}, ${endText(named)}`,
        ok: isClean(named) && named.code === 0 && !isRun,
      },
    });
    mkdirSync(join(folder, 'jobs', 'seb-damaged'), { recursive: true });
    writeFileSync(join(folder, 'jobs', 'seb-damaged', 'claim.json'), '{"pid": 1');
    const beside = await start('jobs', train, '--seed', '2');
    checks.push({
      ...{ what: 'a damaged job folder beside', expected: 'exit 0' },
      ...{ seen: endText(beside), ok: isClean(beside) && beside.code === 0 },
    });
    const outside = await start('jobs', train, '--adapter', '../../s.sqlite', '--seed', '3');
    checks.push({
      ...{ what: 'an adapter outside its folder', expected: 'exit 1, names the adapter' },
      ...{ seen: endText(outside), ok: isClean(outside) && outside.code === 1 && /adapter/.test(outside.stderr) },
    });
    return checks;
  },
};
