import type { AuditCase, Check } from '../audit-case.ts';
import { endText, keys, runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

/** Bytes that are not UTF-8 are refused on every path. */
export const auditCase: AuditCase = {
  defect: '14',
  async check({ seb, serve }) {
    const checks: Check[] = [];
    const [before = '', after = ''] = completionBody('caf@').split('@');
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(after)]);
    const { url } = await serve({ body });
    for (const model of ['openai-compatible/x', 'openai/x', 'openrouter/x', 'deepseek/x']) {
      const end = await seb([...runFlags(url, model), '--retries', '0'], { environment: keys });
      const ok = end.code !== 0 && /UTF-8/.test(end.stderr);
      checks.push({ what: model, expected: 'a failure that names UTF-8', seen: endText(end), ok });
    }
    return checks;
  },
};
