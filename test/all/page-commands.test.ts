import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { root } from '../structure/source-files.ts';
import { sebHere } from '../support/in-process.ts';
import { sampleLog } from '../support/logs.ts';
import { commandsOf, executeLines } from '../support/page-commands.ts';
import { newFolder } from '../support/refusal.ts';

// Executes the commands of the pages that no story executes from top to bottom, in a folder with a finished run. Lines that need
// something that a test has not are left to the tests named here; test/structure/printed-commands.test.ts parses every line.

vi.setConfig({ testTimeout: 600_000 });

/** Lines that are not executed here, with what executes them or what they need. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [/\$night|\$URL/, 'test/all/ci-page.test.ts'],
  [/--queue|^seb worker|seb view/, 'test/e2e: a PostgreSQL server, an open viewer'],
  [/--answers|round-2/, 'test/e2e: results of an engine'],
  [/^seb (doctor|collect RUN)/, 'test/e2e: a server, a host'],
  [/^seb label import/, 'test/e2e: labels that a person filled in'],
  [/--port openai|--template trl|vllm\/Qwen|--execute-only openai|--arm self/, 'src/train: a host, a trainer'],
  [/^seb train (show|collect|cancel) KEY/, 'src/train: the key of a job'],
  [/\b(a|b)\.eval\b|out\.json|LOG\.eval|logs\/\*\.eval/, 'src/cli/commands/logs: logs of other tools'],
  [
    /^seb run --experiment NAME|^seb worth (RUN|mine|small)|NEW BASELINE|--model A B|--name mine/,
    'names that the reader chooses',
  ],
  [/--model (ollama|openai|openai-compatible|gguf)\/(?!.*--dry-run)/, 'test/all: a server, a key, a file'],
  [/^seb study introspection|card --study/, 'test/all/study-tutorial.test.ts, bundled-study.test.ts'],
  [
    /questions\.csv|requests\.csv|models\.csv|MMLU-FOLDER/,
    'test/all/tutorials.test.ts and others: files of the reader',
  ],
];

/** Pages whose `sh` blocks a test executes that is named after them. */
const ofStories = new Set([
  ...['../README.md', 'study.md', 'experiments.md', 'self-execution-tool.md', 'statistics.md', 'replication.md'],
]);

const pages = ['../README.md', ...readdirSync(join(root, 'docs'))].filter(
  (page) => page.endsWith('.md') && executed(page).length > 0,
);

/** Returns the lines of a page that are executed, with names in place of the words that stand for them. */
function executed(page: string): readonly string[] {
  const lines = ofStories.has(page) ? [] : commandsOf(page);
  return [...lines, ...commandsOf(page, undefined, 'bash')]
    .map((line) => line.replace(/^npx --no seb/, 'seb'))
    .filter((line) => line.startsWith('seb '))
    .filter((line) => !elsewhere.some(([pattern]) => pattern.test(line)))
    .map((line) =>
      line
        .replaceAll(/\bRUN\b|\[RUN(\.\.\.)?\]/g, 'latest')
        .replaceAll(/\bITEM\b/g, 'association-00001')
        .replaceAll(/\bFILE\b/g, '.seb/store.sqlite'),
    );
}

/** Returns a table with thirty rows for each of its rows, because so few items have no word. */
function longer(table: string): string {
  const [head = '', ...rows] = table.trim().split('\n');
  const copies = Array.from({ length: 30 }, (_, copy) =>
    rows.map((row, at) =>
      row.replace(/,q(\d),(.*),[01]?,/, `,q$1-${copy},$2 (${copy}),${copy % (at + 2) === 0 ? 1 : 0},`),
    ),
  );
  return `${[head, ...copies.flat()].join('\n')}\n`;
}

/** Returns a folder with a finished run and the tables that a page shows. */
async function folderOf(page: string): Promise<string> {
  const folder = newFolder();
  const models = ['simulated/ann?self=1', 'simulated/bob?self=0'];
  const args = ['--experiment', 'association', 'restriction', '--limit', '60', '--samples', '2'];
  for (const name of page === 'ci.md' ? ['again', 'baseline'] : ['baseline'])
    expect(
      (await sebHere(['run', '--model', ...models, ...args, '--repeat-as', name, '--name', name], { folder })).code,
    ).toBe(0);
  if (page === 'logs.md') cpSync(dirname(sampleLog('inspect/errors.eval')), join(folder, 'logs'), { recursive: true });
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const [, table] = /^```csv\n(.*?)^```$/ms.exec(text) ?? [];
  if (table !== undefined) writeFileSync(join(folder, page.replace(/md$/, 'csv')), longer(table));
  return folder;
}

describe('docs', () => {
  it.each(pages)('%s: every command that needs nothing else runs', async (page) => {
    const lines = executed(page);
    await executeLines(lines, await folderOf(page));
  });

  it('execute most of their commands', () => {
    expect(pages.flatMap(executed).length).toBeGreaterThan(30);
  });
});
