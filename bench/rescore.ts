import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { toJsonl } from '../src/data/files/jsonl.ts';
import { generateItems } from '../workshop/generators.ts';

/**
 * How long `seb score` takes to read and score stored answers anew: `node bench/rescore.ts [ITEMS] [SAMPLES]`.
 * Answers of a simulated subject are made first (by default some 100,000: items share targets, and so executions).
 */
const [items = '10000', samples = '19'] = process.argv.slice(2);
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'seb-rescore-'));

async function seb(...args: readonly string[]): Promise<{ stdout: string; seconds: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`seb ${args.join(' ')} ended with ${code}`);
  return { stdout, seconds: (performance.now() - startedAt) / 1000 };
}

const data = join(folder, 'items.jsonl');
writeFileSync(data, toJsonl(generateItems('association', Number(items))));
const model = ['--model', 'simulated/ada?format=0.02', '--experiment', 'association', '--items', `association=${data}`];
const run = await seb('run', ...model, '--samples', samples, '--json');
const score = await seb('score', '--json');
const database = new DatabaseSync(join(folder, '.seb', 'store.sqlite'));
const answers = Number(database.prepare('select count(*) as answers from answers').get()?.answers);
database.close();
const [{ units, usable }] = JSON.parse(score.stdout) as [{ units: number; usable: number }];
const rate = Math.round(answers / score.seconds);
process.stdout.write(
  `made ${answers} answers in ${run.seconds.toFixed(1)} s; ` +
    `re-scored them in ${score.seconds.toFixed(1)} s (${rate}/s): ${units} units, ${usable} usable\n`,
);
