import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditCase, Check } from '../audit-case.ts';
import { completionBody } from '../server.ts';

/** An address that `.env` of the current folder sets is printed before anything is sent there. */
export const auditCase: AuditCase = {
  defect: '19',
  async check({ folder, seb, serve }) {
    const { url, requests } = await serve({ body: completionBody('{"words": ["a"]}') });
    const checks: Check[] = [];
    for (const [variable, model] of [
      ['SEB_BASE_URL', 'openai-compatible/x'],
      ['SEB_BASE_URL', 'openai/x'],
      ['OPENAI_BASE_URL', 'openai/x'],
    ] as const) {
      writeFileSync(join(folder, '.env'), `${variable}=${url}\n`);
      const run = ['run', '--model', model, '--experiment', 'association', '--limit', '1', '--json', '--retries', '0'];
      const before = requests();
      const end = await seb([...run, '--store', `${checks.length}.sqlite`], {
        environment: { OPENAI_API_KEY: 'sk-0123456789abcdef' },
      });
      const announced = end.stderr.includes(`${variable}=${url}`);
      const sent = requests() - before;
      const seen = `${sent} requests, ${announced ? 'announced' : 'not announced'}`;
      checks.push({ what: `${variable}, ${model}`, expected: 'announced', seen, ok: announced });
    }
    return checks;
  },
};
