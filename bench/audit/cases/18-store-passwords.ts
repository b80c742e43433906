import { readdirSync } from 'node:fs';
import { startPostgres } from '../../../test/support/postgres.ts';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText } from '../run-flags.ts';

const secret = /canary/;

/** A password in the URL of a store is never printed, wherever in the URL it stands. */
export const auditCase: AuditCase = {
  defect: '18',
  async check({ folder, seb }) {
    const postgres = await startPostgres();
    try {
      const url = new URL(await postgres.database('store'));
      const inQuery = `postgres://${url.host}${url.pathname}?user=${url.username}&password=${url.password}`;
      const run = ['run', '--model', 'simulated/ada', '--limit', '1'];
      const checks: Check[] = [];
      for (const [what, location, code] of [
        ['in the query', inQuery, 0],
        ['before the host', url.href, 0],
        ['in the query, not accepted', inQuery.replace(url.username, 'other'), 1],
        ['in the query, no such server', inQuery.replace(url.host, '127.0.0.1:1'), 1],
        ['slashes forgotten', `postgres:u:${url.password}@127.0.0.1/db`, 1],
      ] as const) {
        const end = await seb([...run, '--store', location]);
        const isShown = secret.test(end.stdout + end.stderr);
        const seen = `${isShown ? 'printed' : 'not printed'}, ${endText(end)}`;
        const expected = `not printed, exit ${code}`;
        checks.push({ what, expected, seen, ok: !isShown && end.code === code });
      }
      const files = readdirSync(folder).filter((name) => secret.test(name));
      const seen = files.length === 0 ? 'none' : `${files.length} file`;
      checks.push({ what: 'a file with the password in its name', expected: 'none', seen, ok: files.length === 0 });
      return checks;
    } finally {
      await postgres.stop();
    }
  },
};
