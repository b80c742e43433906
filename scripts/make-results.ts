/**
 * Writes docs/results and the results of real models in README.md from recordings:
 * npx node scripts/make-results.ts RECORDINGS [--page NAME] [--check]. RECORDINGS is a folder with clones or slices named
 * self-execution-benchmark, atlas, frontier, lifeeval and two-models; a page is made from its own folders alone. --eee FOLDER also
 * writes the numbers of the page frontier as records of Every Eval Ever; --ladder STORE writes bench/notes/size-ladder.json from the
 * runs of a store, which that page needs, too. The page small-model
 * needs none: it is made from bench/notes/small-model.json, which --measured STORE writes from the runs of a store. With --check,
 * nothing is written, and the script fails where a page differs; the figures are not drawn. Every number comes from a command of
 * `seb`; no text of a recording is written.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { frontierFiles } from './frontier/files.ts';
import { ladderSchema, measuredLadder } from './frontier/ladder.ts';
import { resultsInShort, resultsPage } from './results-page.ts';
import { selfKnowledgePage, selfKnowledgeQuestions, writeSharedItems } from './self-knowledge-page.ts';
import { measuredFacts, measuredRuns, smallModelPage } from './small-model-page.ts';
import { twoModelsPage } from './two-models-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    page: { type: 'string' },
    measured: { type: 'string' },
    eee: { type: 'string' },
    ladder: { type: 'string' },
  },
});
const folder = join(root, 'docs', 'results');
const measuredFile = join(root, 'bench', 'notes', 'small-model.json');
const ladderFile = join(root, 'bench', 'notes', 'size-ladder.json');

const work = mkdtempSync(join(tmpdir(), 'seb-results-'));
function seb(...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(root, 'src', 'cli', 'main.ts'), ...args], {
    cwd: work,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Returns the path of a recording in the given folder. */
function recording(name: string): string {
  const [recordings] = positionals;
  if (recordings === undefined) throw new Error('give the folder of the recordings');
  const path = resolve(recordings, name);
  if (!existsSync(path))
    throw new Error(`${path} is not there: bench/notes/results-pages.md says which published files go where`);
  return path;
}

/** Imports a recording into a store that is used again by other pages; returns the store's file. */
const stores = new Map<string, string>();
function imported(name: string, ...args: readonly string[]): string {
  const store = stores.get(name) ?? join(work, `${name}.sqlite`);
  if (!stores.has(name)) seb('import', ...args, '--store', store);
  stores.set(name, store);
  return store;
}

function benchmarkStore(): string {
  return imported('benchmark', 'self-execution-benchmark', recording('self-execution-benchmark'));
}

/** Imports tables of stated confidence and compares their models; unrelated: whatever their names say. */
function comparedTable(name: string, files: readonly string[], unrelated: readonly string[] = []): string {
  const store = imported(name, ...files, '--asked', 'with-answer');
  const relations = unrelated.length === 0 ? [] : ['--unrelated', unrelated.join(',')];
  return seb('compare', '--all', '--store', store, '--json', ...relations);
}

type Contents = readonly (readonly [file: string, content: string])[];

interface Page {
  /** Contents by file. */
  readonly contents: () => Contents | Promise<Contents>;
  /** Draws the figures of the page into the folder of results. */
  readonly figures?: () => void;
}

function copyFigures(from: string, names: Readonly<Record<string, string>>): void {
  for (const [to, name] of Object.entries(names)) copyFileSync(join(from, name), join(folder, to));
}

const readme = join(root, 'README.md');
const pages: Readonly<Record<string, Page>> = {
  recorded: {
    contents: () => {
      const store = benchmarkStore();
      const facts = {
        report: seb('report', '--store', store, '--json'),
        compare: seb('compare', '--store', store, '--json'),
        attributes: seb('attributes', '--json'),
      };
      const text = readFileSync(readme, 'utf8');
      const marked = /(<!-- real models -->\n)[\s\S]*?(<!-- end -->)/;
      if (!marked.test(text)) throw new Error('README.md has no place for the results of real models');
      const replaced = (_all: string, start: string, end: string) => `${start}\n${resultsInShort(facts)}\n\n${end}`;
      return [
        [join(folder, 'README.md'), resultsPage(facts)],
        [readme, text.replace(marked, replaced)],
      ];
    },
    figures: () => {
      seb('report', '--store', benchmarkStore(), '--out', join(work, 'report'));
      copyFigures(join(work, 'report', 'figures'), {
        'findings.svg': 'findings.svg',
        'findings.dark.svg': 'findings.dark.svg',
      });
    },
  },
  'self-knowledge': {
    contents: () => {
      const atlas = recording('atlas');
      const all = join(work, 'atlas.csv');
      writeSharedItems(atlas, all, { model: 'model', item: 'item_id' });
      const asPublished = readdirSync(atlas)
        .filter((name) => name.endsWith('.csv'))
        .map((name) => join(atlas, name));
      const sets = { boolq_valid: 'BoolQ', lsat_ar_test: 'LSAT', sat_en: 'SAT' };
      const lifeEval = Object.entries(sets).map(([set, name]) => {
        const file = join(work, `${set}.csv`);
        const keep = (row: Readonly<Record<string, string>>) => row.qset === set;
        const kept = writeSharedItems(recording('lifeeval'), file, { model: 'llm', item: 'question_id', keep });
        return {
          set: name,
          kept,
          compared: comparedTable(
            set,
            [file],
            kept.models.map((model) => `recorded/${model}`),
          ),
        };
      });
      const facts = {
        benchmark: seb('compare', '--store', benchmarkStore(), '--json'),
        atlas: comparedTable('atlas', [all]),
        atlasAsPublished: comparedTable('atlas-as-published', asPublished),
        lifeEval,
      };
      return [
        [join(folder, 'self-knowledge.md'), selfKnowledgePage(facts)],
        [join(root, 'bench', 'notes', 'self-knowledge.md'), selfKnowledgeQuestions],
      ];
    },
  },
  'two-models': {
    contents: () => [[join(folder, 'two-models.md'), twoModelsPage(twoModels('report', '--json'))]],
    figures: () => {
      twoModels('report', '--out', join(work, 'study'));
      const figures = join(work, 'study', 'figures');
      const nameOf = (ending: RegExp) => readdirSync(figures).find((name) => ending.test(name)) ?? '';
      copyFigures(figures, {
        'two-models.svg': nameOf(/^study-matrix-\w+\.svg$/),
        'two-models.dark.svg': nameOf(/^study-matrix-\w+\.dark\.svg$/),
      });
    },
  },
  frontier: {
    contents: async () => {
      const ladder = ladderSchema.parse(JSON.parse(readFileSync(ladderFile, 'utf8')));
      const files = await frontierFiles(recording('.'), { work, records: values.eee, ladder });
      return Object.entries(files).map(([name, content]) => [join(folder, name), content] as const);
    },
  },
  'small-model': {
    contents: () => [
      [join(root, 'bench', 'notes', 'small-model-results.md'), smallModelPage(readFileSync(measuredFile, 'utf8'))],
    ],
  },
};

/** Imports the study of two models once and runs a command of `seb study` on it. */
function twoModels(...args: readonly string[]): string {
  const store = join(work, 'two-models.sqlite');
  if (!stores.has('two-models')) {
    const tables = ['answers.csv.gz', 'predictions.csv.gz'].map((name) => join(recording('two-models'), name));
    seb('study', 'import', ...tables, '--store', store);
    stores.set('two-models', store);
  }
  return seb('study', ...args, '--store', store);
}

try {
  if (values.measured !== undefined) {
    const store = resolve(values.measured);
    const reports = new Map(measuredRuns.map((run) => [run, seb('report', run, '--store', store, '--json')]));
    const items = seb('items', 'tasks', '--experiment', 'know', '--store', store, '--all', '--json');
    writeFileSync(measuredFile, measuredFacts(reports, items));
  }
  if (values.ladder !== undefined)
    writeFileSync(ladderFile, `${JSON.stringify(await measuredLadder(resolve(values.ladder)), null, 2)}\n`);
  const chosen = values.page === undefined ? Object.entries(pages) : [[values.page, pages[values.page]] as const];
  for (const [name, page] of chosen) {
    if (page === undefined) throw new Error(`no page ${name}; there are ${Object.keys(pages).join(', ')}`);
    const contents = await page.contents();
    if (values.check) {
      const stale = contents.filter(([file, content]) => readFileSync(file, 'utf8') !== content).map(([file]) => file);
      if (stale.length > 0)
        throw new Error(`not current: ${stale.join(', ')}; run npx node scripts/make-results.ts RECORDINGS`);
    } else {
      page.figures?.();
      for (const [file, content] of contents) writeFileSync(file, content);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
