import { gzipSync } from 'node:zlib';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText, isClean, keys, runFlags } from '../run-flags.ts';

/** Two megabytes that unpack to a gigabyte are refused, on every path, without taking the memory. */
export const auditCase: AuditCase = {
  defect: '13',
  async check({ seb, serve }) {
    const checks: Check[] = [];
    const body = gzipSync(Buffer.alloc(1024 * 1024 * 1024, ' '));
    const { url } = await serve({ headers: { 'content-encoding': 'gzip' }, body });
    for (const model of ['openai-compatible/x', 'openai/x', 'openrouter/x']) {
      const end = await seb([...runFlags(url, model), '--retries', '0'], { environment: keys });
      const ok = isClean(end) && end.code !== 0 && (end.peakMb ?? 0) < 600;
      const memory = end.peakMb === null ? 'memory not measured' : `${Math.round(end.peakMb)} MB`;
      checks.push({ what: model, expected: 'a failure under 600 MB', seen: `${memory}, ${endText(end)}`, ok });
    }
    return checks;
  },
};
