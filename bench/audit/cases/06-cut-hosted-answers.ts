import type { AuditCase, Check } from '../audit-case.ts';
import { endText, keys, runFlags } from '../run-flags.ts';
import { completionBody, type Reply } from '../server.ts';

const whole: Reply = { body: completionBody('{}') };
const faults: Readonly<Record<string, Reply>> = {
  'cut before its length': { body: '{"id":"c","choices":[{"index":0,"message":{"content":"Half', missingBytes: 7 },
  'cut without a length': { body: '{"id":"c","choices":[{"index":0,"message":{"content":"Half', untilClose: true },
  '200 with error 503': { body: '{"error":{"code":503,"message":"upstream is full"}}' },
};

/** A first reply that is cut or reports an error is retried on every path. */
export const auditCase: AuditCase = {
  defect: '6',
  async check({ seb, serve }) {
    const checks: Check[] = [];
    for (const model of ['openai-compatible/x', 'openai/x', 'openrouter/x']) {
      for (const [what, fault] of Object.entries(faults)) {
        const { url, requests } = await serve(({ number }) => (number <= 2 ? fault : whole));
        const end = await seb([...runFlags(url, model), '--seed', String(checks.length)], { environment: keys });
        const ok = end.code === 0 && requests() === 4;
        const seen = `${requests()} requests, ${endText(end)}`;
        checks.push({ what: `${model}: ${what}`, expected: '4 requests for 2 calls, exit 0', seen, ok });
      }
    }
    return checks;
  },
};
