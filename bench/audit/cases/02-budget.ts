import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText, runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

const usages: Readonly<Record<string, unknown>> = {
  'no usage': undefined,
  'negative usage': { prompt_tokens: -1, completion_tokens: -1 },
  'usage in strings': { prompt_tokens: '9', completion_tokens: '9' },
  'usage of 0': { prompt_tokens: 0, completion_tokens: 0 },
};

/** Under --budget 20, at about $2.15 a call, no more than 9 calls go out. */
export const auditCase: AuditCase = {
  defect: '2',
  async check({ folder, seb, serve }) {
    const prices = join(folder, 'p.json');
    writeFileSync(prices, '{"openai-compatible":{"models":{"x":{"cost":{"input":1000,"output":1000}}}}}');
    const checks: Check[] = [];
    for (const [what, usage] of Object.entries(usages)) {
      const { url, requests } = await serve({ body: completionBody('{}', { more: { usage } }) });
      const money = ['--prices', prices, '--budget', '20', '--max-output-tokens', '2000', '--limit', '100'];
      const end = await seb(runFlags(url, 'openai-compatible/x', ...money));
      const explained = /next call may cost \$/.test(end.stderr);
      const expected = 'at most 9 calls, exit 2, the price of the next call';
      const seen = `${requests()} calls, ${endText(end)}`;
      checks.push({ what, expected, seen, ok: requests() <= 9 && end.code === 2 && explained });
    }
    return checks;
  },
};
