import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../../test/support/postgres.ts';
import type { AuditCase, AuditSetting, Check } from '../audit-case.ts';
import type { SebEnd } from '../command.ts';
import { endText, isClean, runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

const body = completionBody(`{"words": ["a"]} ${'and so on '.repeat(200)}`);

function explained(what: string, end: SebEnd, pattern: RegExp): Check {
  const ok = isClean(end) && end.code === 1 && pattern.test(end.stderr);
  return { what, expected: `exit 1, ${pattern.source}`, seen: endText(end), ok };
}

/** A disk of 1.5 MB, or null where this user may not mount one. */
function smallDisk(folder: string, name: string): string | null {
  const disk = join(folder, name);
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1500k', 'seb-audit', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    return null;
  }
}

async function checkFullDisk({ folder, seb, serve }: AuditSetting): Promise<readonly Check[]> {
  const disk = smallDisk(folder, 'disk');
  if (disk === null) {
    const why = 'needs the right to mount a file system';
    return [{ what: 'a full disk', expected: 'exit 1 with the reason', seen: why, ok: null }];
  }
  try {
    const { url } = await serve({ body });
    const run = runFlags(url, 'openai-compatible/x', '--limit', '100', '--samples', '8');
    const end = await seb([...run, '--store', join(disk, 's.sqlite')]);
    await seb(['run', '--model', 'simulated/ada', '--limit', '5', '--json', '--store', 'whole.sqlite']);
    const report = await seb(['report', '--store', 'whole.sqlite', '--out', join(disk, 'out')]);
    return [
      explained('a full disk under the store', end, /disk is full[\s\S]*seb resume [0-9a-f]{12}/),
      explained('report --out on a full disk', report, /disk is full/),
    ];
  } finally {
    execFileSync('umount', [disk]);
  }
}

async function checkKilledServer({ seb, serve }: AuditSetting): Promise<Check> {
  const postgres = await startPostgres();
  try {
    const location = await postgres.database('store');
    let stopping: Promise<void> | null = null;
    const { url } = await serve(({ number }) => {
      if (number === 40) stopping = postgres.stop();
      return { body };
    });
    const run = runFlags(url, 'openai-compatible/x', '--limit', '200', '--samples', '4', '--concurrency', '2');
    const end = await seb([...run, '--store', location]);
    await stopping;
    return explained('a PostgreSQL server that ends in a run', end, /seb resume [0-9a-f]{12}/);
  } finally {
    await postgres.stop();
  }
}

/** A store that goes away ends the run with the reason and the command that resumes it. */
export const auditCase: AuditCase = {
  defect: '9',
  check: async (setting) => [...(await checkFullDisk(setting)), await checkKilledServer(setting)],
};
