import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { randomInteger, seededRandom } from '../../../src/util/random.ts';
import type { AuditCase, AuditSetting, Check } from '../audit-case.ts';
import type { SebEnd } from '../command.ts';
import { endText, isClean } from '../run-flags.ts';

const flips = 20;

const changes: Readonly<Record<string, string>> = {
  'positions exchanged':
    'update answers set place = (place + 1) % (select count(*) from answers b where b.block = answers.block)',
  'one answer at another block': 'update answers set block = block + 1 where rowid = 7',
  'one answer removed': 'delete from answers where rowid = 7',
  'one key changed': "update answers set key = 'x' || substr(key, 2) where rowid = 7",
};

interface Changed {
  readonly what: string;
  /** File name of the damaged copy. */
  readonly store: string;
}

/** A report of a damaged store is a refusal, or has the numbers of the whole store. */
async function checkReport({ seb }: AuditSetting, { what, store }: Changed, whole: SebEnd): Promise<Check> {
  const end = await seb(['report', '--csv', '--store', store]);
  const isSame = end.code === 0 && end.stdout === whole.stdout;
  const isRefused = end.code === 1 && isClean(end) && end.stdout === '';
  const seen = isSame ? 'the same numbers' : end.code === 0 ? 'other numbers' : endText(end);
  return { what, expected: 'a refusal, or the same numbers', seen, ok: isSame || isRefused };
}

/** A store that is damaged is refused; it never gives the text of another answer, or one answer less. */
export const auditCase: AuditCase = {
  defect: '4',
  async check(setting) {
    const { folder, seb } = setting;
    await seb([
      'run',
      '--model',
      'simulated/ada',
      '--limit',
      '5',
      '--samples',
      '2',
      '--json',
      '--store',
      'whole.sqlite',
    ]);
    const whole = await seb(['report', '--csv', '--store', 'whole.sqlite']);
    const checks: Check[] = [];
    for (const [what, statement] of Object.entries(changes)) {
      const store = `changed-${checks.length}.sqlite`;
      copyFileSync(join(folder, 'whole.sqlite'), join(folder, store));
      const database = new DatabaseSync(join(folder, store));
      database.exec(statement);
      database.close();
      checks.push(await checkReport(setting, { what, store }, whole));
    }
    const doctor = await seb(['doctor', '--store', 'changed-0.sqlite']);
    const named = /damaged: .*problems/.test(doctor.stdout) && /run [0-9a-f]{12}/.test(doctor.stdout);
    const seen = `exit ${doctor.code}, ${named ? 'the run is named' : 'no run is named'}`;
    checks.push({
      what: 'seb doctor --store',
      expected: 'exit 1, names the run',
      seen,
      ok: doctor.code === 1 && named,
    });
    const random = seededRandom('flips');
    for (let flip = 0; flip < flips; flip += 1) {
      const bytes = readFileSync(join(folder, 'whole.sqlite'));
      const at = randomInteger(random, bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInteger(random, 8));
      const store = `flip-${flip}.sqlite`;
      writeFileSync(join(folder, store), bytes);
      checks.push(await checkReport(setting, { what: `a bit of byte ${at} flipped`, store }, whole));
    }
    return checks;
  },
};
