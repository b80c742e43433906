import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText } from '../run-flags.ts';

const escapes = '\u001b]52;c;QQ\u0007\u001b[2J\u009b1m\u202e';
const steering = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Writes a recording of another project whose file name, and so its model, holds escape sequences. */
function writeRecording(folder: string): void {
  const results = join(folder, 'foreign', 'experiment 1', 'results-04-05-25');
  mkdirSync(results, { recursive: true });
  writeFileSync(join(folder, 'foreign', 'experiment 1', '3-5_taboo_words.json'), '{"dog":["a","b","c"]}');
  writeFileSync(join(results, `evil${escapes}.csv`), 'Word,Predictions,Generated Words\ndog,"{}","[]"\n');
}

function writeConfig(folder: string): void {
  const source = (path: string) => JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href);
  writeFileSync(
    join(folder, 'own.config.ts'),
    `import { defineExperiment } from ${source('index.ts')};
import { association } from ${source('experiments/association/index.ts')};
export default { experiments: [defineExperiment({ ...association, name: ${JSON.stringify(`own${escapes}`)} })] };
`,
  );
  copyFileSync(new URL('../../../data/association/items.jsonl', import.meta.url), join(folder, 'items.jsonl'));
}

/** Names that steer a terminal are shown as text by every command. */
export const auditCase: AuditCase = {
  defect: '16',
  async check({ folder, seb }) {
    writeRecording(folder);
    writeConfig(folder);
    const foreign = ['--store', 'foreign.sqlite'];
    const own = ['--config', 'own.config.ts', '--store', 'own.sqlite'];
    const name = `own${escapes}`;
    const model = [
      '--model',
      'simulated/ada',
      'simulated/bo',
      '--items',
      `${name}=items.jsonl`,
      '--limit',
      '2',
      '--experiment',
      name,
    ];
    const imported = await seb(['import', 'self-execution-benchmark', 'foreign', '--json', ...foreign]);
    const [{ run: id = '' } = {}] = JSON.parse(imported.stdout) as { run?: string }[]; // what `--json` prints
    const commands: readonly (readonly string[])[] = [
      ['import', 'self-execution-benchmark', 'foreign', ...foreign],
      ...['score', 'list', 'report', `show ${id}`].map((command) => [...command.split(' '), ...foreign]),
      ['run', ...model, ...own],
      ...['score', 'list', 'report', 'compare'].map((command) => [command, ...own.slice(command === 'list' ? 2 : 0)]),
      ['report', '--markdown', ...own],
      ['report', '--json', ...own],
    ];
    const checks: Check[] = [];
    for (const command of commands) {
      const end = await seb(command);
      const at = steering.exec(end.stdout + end.stderr);
      const what = command.slice(0, 2).join(' ').replace(/ --.*/, '');
      const store = command.at(-1) === 'own.sqlite' ? 'own experiment' : 'foreign recording';
      const seen = `${at === null ? 'none' : JSON.stringify(at[0])}, ${endText(end)}`;
      checks.push({
        what: `${store}: seb ${what}`,
        expected: 'exit 0, no control character',
        seen,
        ok: at === null && end.code === 0,
      });
    }
    return checks;
  },
};
