import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText, runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

const price = 1000 / 1_000_000; // US dollars a token

/** Usages of servers that count more than the request allows, with the tokens that such a server charges for an answer. */
const usages: Readonly<Record<string, { readonly usage: object; readonly charged: number; readonly atMost: number }>> =
  {
    'reasoning beside the output': {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        completion_tokens_details: { reasoning_tokens: 3000 },
        total_tokens: 3120,
      },
      charged: 3120,
      atMost: 20 + 16 * 3.12, // calls that were in flight when the first answer showed it
    },
    'ten times max_tokens': {
      usage: { prompt_tokens: 100, completion_tokens: 10_000, total_tokens: 10_100 },
      charged: 10_100,
      atMost: 20 + 2 * 10.1, // a model's first calls go two at a time
    },
  };

/** A budget of $20 is exceeded by at most the calls in flight when a server first counts more than it may. */
export const auditCase: AuditCase = {
  defect: '23',
  async check({ folder, seb, serve }) {
    const prices = join(folder, 'p.json');
    writeFileSync(prices, '{"openai-compatible":{"models":{"x":{"cost":{"input":1000,"output":1000}}}}}');
    const checks: Check[] = [];
    for (const [what, { usage, charged, atMost }] of Object.entries(usages)) {
      const { url, requests } = await serve({ body: completionBody('{}', { more: { usage } }) });
      const money = ['--prices', prices, '--budget', '20', '--max-output-tokens', '1000', '--limit', '100'];
      const end = await seb(runFlags(url, 'openai-compatible/x', ...money, '--name', what.replaceAll(' ', '-')));
      const dollars = requests() * charged * price;
      const seen = `$${dollars.toFixed(2)} charged, ${endText(end)}`;
      checks.push({
        what,
        expected: `at most $${atMost.toFixed(2)}, exit 2`,
        seen,
        ok: dollars <= atMost && end.code === 2,
      });
    }
    return checks;
  },
};
