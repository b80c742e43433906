import type { AuditCase, Check } from '../audit-case.ts';
import { runFlags } from '../run-flags.ts';

const absurd = ['1000000000', 'Fri, 31 Dec 9999 23:59:59 GMT'];

/** An absurd Retry-After is capped at 15 minutes; the progress line says so. The command is stopped after that. */
export const auditCase: AuditCase = {
  defect: '11',
  async check({ seb, serve }) {
    const checks: Check[] = [];
    for (const value of absurd) {
      const headers = { 'retry-after': value };
      const { url } = await serve({ status: 429, headers, body: '{"error":{"message":"slow"}}' });
      const end = await seb([...runFlags(url, 'openai-compatible/x'), '--store', `${checks.length}.sqlite`], {
        timeoutMs: 8000,
      });
      const said = /next call in (\d+) min/.exec(end.stderr)?.[1];
      const ok = said !== undefined && Number(said) <= 15;
      checks.push({
        what: value,
        expected: 'a wait of at most 15 min',
        seen: `${said ?? 'no'} min in the progress line`,
        ok,
      });
    }
    return checks;
  },
};
