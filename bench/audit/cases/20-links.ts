import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText, isClean } from '../run-flags.ts';

const maxMb = 600;
const timeoutMs = 30_000;

/** A report is not written through links, and no link, pipe or device is read as data. */
export const auditCase: AuditCase = {
  defect: '20',
  async check({ folder, seb }) {
    const checks: Check[] = [];
    const refused = async (what: string, args: readonly string[]) => {
      const end = await seb(args, { timeoutMs });
      const memory = end.peakMb === null ? 'memory not measured' : `${Math.round(end.peakMb)} MB`;
      const ok = isClean(end) && end.code === 1 && (end.peakMb ?? 0) < maxMb;
      checks.push({ what, expected: `refused, under ${maxMb} MB`, seen: `${memory}, ${endText(end)}`, ok });
    };
    await seb(['run', '--model', 'simulated/ada', '--limit', '2', '--json', '--store', 's.sqlite']);
    for (const file of ['report.html', 'files.txt', 'figures']) {
      const out = join(folder, `out-${file}`);
      const victim = join(folder, `victim-${file}`);
      mkdirSync(out);
      if (file === 'figures') mkdirSync(victim);
      else writeFileSync(victim, 'mine');
      symlinkSync(victim, join(out, file));
      await refused(`report --out: ${file} is a link`, ['report', '--store', 's.sqlite', '--out', out]);
      const kept = file === 'figures' || readFileSync(victim, 'utf8') === 'mine';
      const seen = kept ? 'as it was' : 'overwritten';
      checks.push({ what: `the file that ${file} leads to`, expected: 'as it was', seen, ok: kept });
    }
    const results = join(folder, 'foreign', 'experiment 1', 'results-04-05-25');
    mkdirSync(results, { recursive: true });
    symlinkSync('/dev/zero', join(results, 'x.csv'));
    writeFileSync(join(folder, 'foreign', 'experiment 1', '3-5_taboo_words.json'), '{"dog":["a","b","c"]}');
    await refused('import: a link to /dev/zero', [
      'import',
      'self-execution-benchmark',
      'foreign',
      '--store',
      'i.sqlite',
    ]);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const file of ['/dev/zero', 'pipe']) {
      const run = ['run', '--model', 'simulated/ada', '--experiment', 'association', '--json', '--store', 'd.sqlite'];
      await refused(`--items association=${file}`, [...run, '--items', `association=${file}`]);
    }
    return checks;
  },
};
