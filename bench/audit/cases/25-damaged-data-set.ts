import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AuditCase } from '../audit-case.ts';
import { endText, isClean } from '../run-flags.ts';

/** A data set that lost items in the store is refused; it does not become an empty report. */
export const auditCase: AuditCase = {
  defect: '25',
  async check({ folder, seb }) {
    await seb([
      'run',
      '--model',
      'simulated/ada',
      '--experiment',
      'association',
      '--limit',
      '2',
      '--store',
      's.sqlite',
    ]);
    const database = new DatabaseSync(join(folder, 's.sqlite'));
    database.exec('delete from dataset_items where chunk = (select max(chunk) from dataset_items)');
    database.close();
    const end = await seb(['report', '--csv', '--store', 's.sqlite']);
    const ok = isClean(end) && end.code === 1 && /data set|dataset/.test(end.stderr);
    return [{ what: 'items deleted', expected: 'exit 1, names the data set', seen: endText(end), ok }];
  },
};
