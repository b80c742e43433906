/**
 * Writes docs/results and the table of real models in README.md from a clone of the authors' repository:
 * node scripts/make-results.ts CLONE [--check]. With --check, it writes nothing and fails where the pages differ; the
 * figures are not drawn. Every number comes from `seb report`, `seb compare` and `seb attributes`; no text of a recording
 * is written.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { resultsPage, resultsTable } from './results-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
});
const [clone] = positionals;
if (clone === undefined) throw new Error('give the folder of a clone of the Self-Execution-Benchmark repository');

const work = mkdtempSync(join(tmpdir(), 'seb-results-'));
const store = join(work, 'store.sqlite');
function seb(...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(root, 'src', 'cli', 'main.ts'), ...args], {
    cwd: work,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

try {
  seb('import', 'self-execution-benchmark', resolve(clone), '--store', store);
  const facts = {
    report: seb('report', '--store', store, '--json'),
    compare: seb('compare', '--store', store, '--json'),
    attributes: seb('attributes', '--json'),
  };
  const folder = join(root, 'docs', 'results');
  const readme = join(root, 'README.md');
  const text = readFileSync(readme, 'utf8');
  const marked = /(<!-- real models -->\n)[\s\S]*?(<!-- end -->)/;
  if (!marked.test(text)) throw new Error('README.md has no place for the table of real models');
  const pages = [
    [join(folder, 'README.md'), resultsPage(facts)],
    [readme, text.replace(marked, (_all, start: string, end: string) => `${start}\n${resultsTable(facts)}\n\n${end}`)],
  ] as const;
  if (values.check) {
    const stale = pages.filter(([file, content]) => readFileSync(file, 'utf8') !== content).map(([file]) => file);
    if (stale.length > 0) throw new Error(`not current: ${stale.join(', ')}; run node scripts/make-results.ts CLONE`);
  } else {
    seb('report', '--store', store, '--out', join(work, 'report'));
    mkdirSync(folder, { recursive: true });
    for (const name of ['findings.svg', 'findings.dark.svg']) {
      copyFileSync(join(work, 'report', 'figures', name), join(folder, name));
    }
    for (const [file, content] of pages) writeFileSync(file, content);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
