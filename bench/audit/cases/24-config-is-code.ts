import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText } from '../run-flags.ts';

/** The configuration file of a folder is code: commands that need no experiment of it do not run it, and name it if they do. */
export const auditCase: AuditCase = {
  defect: '24',
  async check({ folder, seb }) {
    const run = [
      'run',
      '--model',
      'simulated/ada',
      '--experiment',
      'association',
      '--limit',
      '1',
      '--store',
      's.sqlite',
    ];
    await seb(run);
    const ran = join(folder, 'ran');
    const code = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(ran)}, '');\nexport default {};\n`;
    writeFileSync(join(folder, 'seb.config.ts'), code);
    const checks: Check[] = [];
    for (const command of [
      ['report'],
      ['list'],
      ['items', 'latest'],
      ['compare'],
      ['show', 'latest', 'association-00001'],
    ]) {
      const end = await seb([...command, '--store', 's.sqlite']);
      checks.push({ what: command.join(' '), expected: 'not run', seen: endText(end), ok: !existsSync(ran) });
    }
    const end = await seb(run);
    checks.push({ what: 'run', expected: 'a note', seen: endText(end), ok: end.stderr.includes('seb.config.ts') });
    return checks;
  },
};
