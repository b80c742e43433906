import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditCase, AuditSetting, Check } from '../audit-case.ts';
import { completionBody } from '../server.ts';

const startsApartMs: readonly number[] = [0, 200, 1000, 3000];
const maxShare = 0.02;

/** Two runs that share nearly all of their calls, started one after the other on one store. */
async function startTogether({ folder, seb, serve }: AuditSetting, apartMs: number): Promise<Check> {
  const server = await serve(({ number }) => ({ body: completionBody(`Answer ${number}: {"a": true}`) }));
  const store = join(folder, `${apartMs}.sqlite`);
  const run = (limit: number) => {
    const model = ['--model', 'openai-compatible/x', '--base-url', server.url, '--concurrency', '8'];
    return seb(['run', ...model, '--limit', String(limit), '--samples', '2', '--json', '--store', store]);
  };
  const first = run(60);
  await sleep(apartMs);
  const ends = await Promise.all([first, run(61)]);
  const database = new DatabaseSync(store, { readOnly: true });
  const stored = Number(database.prepare('select count(*) as count from answers').get()?.count);
  database.close();
  const twice = server.requests() - stored;
  const share = twice / stored;
  return {
    what: `two runs that share their calls, started ${apartMs / 1000} s apart`,
    expected: `both end with 0; under ${100 * maxShare} % of the answers paid twice`,
    seen: `exits ${ends.map(({ code }) => code).join(', ')}; ${stored} answers, ${twice} paid twice (${(100 * share).toFixed(1)} %)`,
    ok: ends.every(({ code }) => code === 0) && share < maxShare,
  };
}

/** Runs that share a store do not pay for each other's calls. */
export const auditCase: AuditCase = {
  defect: '3',
  async check(setting) {
    const checks: Check[] = [];
    for (const apartMs of startsApartMs) checks.push(await startTogether(setting, apartMs));
    return checks;
  },
};
