import type { AuditCase, Check } from '../audit-case.ts';
import { endText, isClean } from '../run-flags.ts';

const patterns = ['/(){99999999999999}/', '/(?:){99999999999999,}/', '/(?:a|b)*a(?:a|b){600000}c/', '/(unclosed/'];

/** No search pattern may hang a command; one that is refused is refused with its reason. */
export const auditCase: AuditCase = {
  defect: '22',
  async check({ seb }) {
    await seb([
      'run',
      '--model',
      'simulated/ada',
      '--experiment',
      'association',
      '--limit',
      '2',
      '--store',
      's.sqlite',
    ]);
    const checks: Check[] = [];
    for (const pattern of patterns) {
      const end = await seb(['items', 'latest', '--search', pattern, '--store', 's.sqlite']);
      const ok = isClean(end) && end.code === 1 && end.stderr.includes('pattern');
      checks.push({ what: pattern, expected: 'exit 1 with a reason', seen: endText(end), ok });
    }
    return checks;
  },
};
