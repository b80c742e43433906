import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readablePage } from '../../../test/support/page-data.ts';
import type { AuditCase, Check } from '../audit-case.ts';
import { runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

const served = 'a-cheaper-model';

/** Every form of the report names the models that served the answers, and warns where they changed in a run. */
export const auditCase: AuditCase = {
  defect: '5',
  async check({ folder, seb, serve }) {
    const { url } = await serve(({ number }) => ({
      body: completionBody('{"words": ["a"]}', { more: { model: number % 2 === 0 ? served : 'x' } }),
    }));
    const store = ['--store', 's.sqlite'];
    await seb([...runFlags(url, 'openai-compatible/x', '--limit', '5'), ...store]);
    const terminal = (await seb(['report', '--out', 'out', ...store])).stdout;
    const json = (await seb(['report', '--json', ...store])).stdout;
    const file = (name: string) => readFileSync(join(folder, 'out', name), 'utf8');
    const toRead = { terminal, 'report.html': readablePage(file('report.html')), 'report.md': file('report.md') };
    const toParse = { 'report --json': json, 'estimates.json': file('estimates.json') };
    const count = new RegExp(`${served}[\\s\\S]{0,80}\\b5\\b`);
    const checks: Check[] = [];
    for (const [what, text] of Object.entries({ ...toRead, ...toParse })) {
      const isCounted = count.test(text);
      const isWarned = /served by 2 models/.test(text);
      const expected = `${served} (5 answers)${what in toRead ? ', a warning' : ''}`;
      const seen = `${isCounted ? 'counted' : 'not counted'}, ${isWarned ? 'a warning' : 'no warning'}`;
      checks.push({ what, expected, seen, ok: isCounted && (isWarned || what in toParse) });
    }
    return checks;
  },
};
