import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seb } from '../support/command.ts';
import { newFolder } from '../support/refusal.ts';

const note = 'note: running the code in seb.config.ts of this folder';
/** A config file of a stranger, which leaves a trace when it runs. */
const config = `import { writeFileSync } from 'node:fs';
writeFileSync('trace', '');
export default { limit: 3, model: ['simulated/ada'], experiment: ['restriction'], samples: 1 };
`;

test('commands run the code of seb.config.ts only if they need it, and then say so', async () => {
  const folder = newFolder();
  const trace = join(folder, 'trace');
  writeFileSync(join(folder, 'seb.config.ts'), config);
  const run = await seb(['run', '--json'], { folder });
  expect({ code: run.code, note: run.stderr.includes(note), ran: existsSync(trace) }).toEqual({
    ...{ code: 0, note: true, ran: true },
  });
  rmSync(trace);
  const reading = [
    ...[['list'], ['report'], ['items', 'latest'], ['show', 'latest'], ['compare'], ['score'], ['models']],
    ...[
      ['report', '--out', 'page'],
      ['data', 'example', 'restriction'],
      ['train', 'list'],
      ['rm', 'latest'],
    ],
  ];
  for (const args of reading) {
    const { stderr } = await seb(args, { folder });
    expect({ args, note: stderr.includes(note), ran: existsSync(trace) }).toEqual({ args, note: false, ran: false });
  }
  const listed = await seb(['experiments'], { folder });
  expect({ note: listed.stderr.includes(note), ran: existsSync(trace) }).toEqual({ note: true, ran: true });
  const named = await seb(['run', '--dry-run', '--config', 'seb.config.ts'], { folder });
  expect(named.stderr).not.toContain(note); // the user named the file
}, 180_000);
