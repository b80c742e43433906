import type { AuditCase, Check } from '../audit-case.ts';
import { endText, isClean, runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

const contents: Readonly<Record<string, string>> = {
  'an open fence, then spaces': `\`\`\`${' '.repeat(1_000_000)}`,
  'an open fence, then letters': `\`\`\`${'a'.repeat(1_000_000)}`,
  'closing braces': '}'.repeat(1_000_000),
};

/** Answers of a megabyte, six of each, are reported within a minute; one of 30 MB within 600 MB of memory. */
export const auditCase: AuditCase = {
  defect: '8',
  async check({ seb, serve }) {
    const checks: Check[] = [];
    for (const [what, content] of Object.entries(contents)) {
      const { url } = await serve({ body: completionBody(content) });
      const store = ['--store', `${checks.length}.sqlite`];
      await seb([...runFlags(url, 'openai-compatible/x'), '--limit', '3', ...store]);
      const end = await seb(['report', '--csv', ...store], { timeoutMs: 60_000 });
      const seen = `${end.seconds.toFixed(1)} s, ${endText(end)}`;
      checks.push({ what, expected: 'a report within 60 s', seen, ok: isClean(end) && end.code === 0 });
    }
    const { url } = await serve({ body: completionBody(`${'word '.repeat(6_000_000)} {"words": ["a"]}`) });
    await seb([...runFlags(url, 'openai-compatible/x'), '--store', 'big.sqlite']);
    const end = await seb(['report', '--out', 'out', '--store', 'big.sqlite'], { timeoutMs: 120_000 });
    const seen = `${end.peakMb === null ? 'not measured' : `${Math.round(end.peakMb)} MB`}, exit ${end.code}`;
    checks.push({
      what: '30 MB: report',
      expected: 'under 600 MB',
      seen,
      ok: end.code === 0 && (end.peakMb ?? 0) < 600,
    });
    return checks;
  },
};
