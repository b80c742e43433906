import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText, isClean } from '../run-flags.ts';

interface DataCheck {
  readonly file: string;
  readonly text: string;
  readonly flags: readonly string[];
  readonly expected: string;
  readonly code: 0 | 1;
  readonly says: RegExp;
}

const restriction = ['--experiment', 'restriction'];

const cases: readonly DataCheck[] = [
  {
    ...{ file: 'list.csv', text: 'target,options\ndog,"bark,tail,puppy"\n', flags: ['--experiment', 'association'] },
    ...{
      expected: 'exit 0, prints the one entry and warns',
      code: 0,
      says: /1 entry: "bark,tail,puppy"[\s\S]*; or \|/,
    },
  },
  {
    ...{ file: 'map.csv', text: 'request\nHow?\n', flags: [...restriction, '--map', 'promt=request'] },
    ...{ expected: 'exit 1, names the field', code: 1, says: /no field promt \(did you mean prompt\?\)/ },
  },
  {
    ...{ file: 'again.csv', text: 'request\nHow?\n', flags: [...restriction, '--map', 'prompt=request'] },
    ...{ expected: 'exit 0, repeats --map', code: 0, says: /run it with:[\s\S]*--map prompt=request/ },
  },
  {
    ...{ file: 'twice.csv', text: 'prompt,prompt\na,b\n', flags: restriction },
    ...{ expected: 'exit 1, names the column', code: 1, says: /prompt.*(twice|two)|(twice|two).*prompt/ },
  },
  {
    ...{ file: 'cr.csv', text: 'prompt\ra\rb\r', flags: restriction },
    ...{ expected: 'exit 1, names the line ends', code: 1, says: /CR/ },
  },
  {
    ...{ file: 'no.parquet', text: 'xx', flags: restriction },
    ...{ expected: 'exit 1, says what it is not', code: 1, says: /not a Parquet file/ },
  },
];

/** A check of own data shows what a run would read, and refuses what it would misread. */
export const auditCase: AuditCase = {
  defect: '29',
  async check({ folder, seb }) {
    const checks: Check[] = [];
    for (const { file, text, flags, expected, code, says } of cases) {
      writeFileSync(join(folder, file), text);
      const end = await seb(['data', 'check', file, ...flags]);
      const ok = isClean(end) && end.code === code && says.test(`${end.stdout}${end.stderr}`);
      checks.push({ what: `data check ${file}`, expected, seen: endText(end), ok });
    }
    return checks;
  },
};
