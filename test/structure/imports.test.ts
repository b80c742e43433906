import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What each folder of src/ may import (docs/data-flow.md); `experiment` is the contract, `experiments/x` one experiment. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  util: [],
  stats: ['util'],
  read: ['util'],
  dataset: ['util', 'experiment', 'experiments/x'],
  plan: ['util', 'dataset', 'experiment', 'registry', 'config', 'call'],
  call: ['util', 'plan', 'models', 'store', 'config'],
  models: ['util', 'plan', 'call', 'experiment'],
  store: ['util', 'plan', 'call', 'dataset', 'config'],
  score: ['util', 'dataset', 'plan', 'call', 'read', 'experiment', 'store'],
  experiment: ['util', 'plan', 'call', 'read', 'score', 'analyse', 'dataset'],
  'experiments/x': ['util', 'stats', 'dataset', 'plan', 'read', 'score', 'analyse', 'experiment'],
  registry: ['util', 'experiment', 'experiments/x'],
  analyse: ['util', 'stats', 'dataset', 'plan', 'score', 'config', 'experiment', 'registry'],
  figure: ['util', 'stats', 'dataset', 'score', 'analyse'],
  report: [
    'util',
    'stats',
    'dataset',
    'plan',
    'call',
    'read',
    'score',
    'analyse',
    'figure',
    'store',
    'config',
    'experiment',
  ],
  config: ['util', 'dataset', 'plan', 'call', 'models', 'store', 'experiment', 'registry', 'pipeline'],
  pipeline: ['util', 'dataset', 'plan', 'call', 'score', 'store', 'config', 'experiment', 'registry'],
  import: [
    'util',
    'dataset',
    'plan',
    'call',
    'models',
    'config',
    'pipeline',
    'experiment',
    'experiments/x',
    'registry',
  ],
};

/** Programs on top of everything else: nothing imports them. */
const tops: readonly string[] = ['cli', 'server', 'queue', 'index'];

interface Import {
  readonly from: string;
  readonly to: string;
  /** Erased before it runs: it cannot close a cycle. */
  readonly typeOnly: boolean;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const isOfTests = (file: string) => file.endsWith('.test.ts') || file.includes('/testing/');
const sources = filesIn('src').filter((file) => !isOfTests(file));

/** `import ... from './x.ts'`, `export ... from './x.ts'`, `import './x.ts'` and `import('./x.ts')`. */
const statement = /(?:\b(?:import|export)\s+(type\b)?([^'";]*?)\bfrom\s*|\bimport\s*\(?\s*)'(\.[^']+)'/g;

export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(statement)].map(([, type, clause = '', path = '']) => ({
    from: file,
    to: join(dirname(file), path).replaceAll('\\', '/'),
    typeOnly: type !== undefined || /^\s*\{(\s*type\s+[\w$]+(\s+as\s+[\w$]+)?\s*,?)+\s*\}\s*$/.test(clause),
  }));
}

const imports = sources.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));

function layerOf(file: string): string {
  const [, folder = '', second = '', ...rest] = file.split('/');
  if (folder === 'experiments') return rest.length > 0 ? 'experiments/x' : second.replace('.ts', '');
  return folder.replace('.ts', '');
}

function experimentOf(file: string): string {
  return file.split('/')[2] ?? '';
}

test('the reading of import statements finds every kind', () => {
  const text = `import type { A } from './a.ts';\nimport {\n  type B,\n  b,\n} from '../b.ts';\nimport { type C } from './c.ts';
export { d } from './d.ts';\nimport './e.ts';\nconst f = await import('./f.ts');\nimport { readFile } from 'node:fs';`;
  expect(importsOf('src/x/y.ts', text).map(({ to, typeOnly }) => `${to}${typeOnly ? ' (type)' : ''}`)).toEqual([
    'src/x/a.ts (type)',
    'src/b.ts',
    'src/x/c.ts (type)',
    'src/x/d.ts',
    'src/x/e.ts',
    'src/x/f.ts',
  ]);
});

test('imports go one way', () => {
  expect(imports.length).toBeGreaterThan(500);
  const wrong = imports.flatMap(({ from, to }) => {
    const [above, below] = [layerOf(from), layerOf(to)];
    if (tops.includes(above)) return [];
    const allowed = mayImport[above];
    if (allowed === undefined) return [`${from}: src/${above} has no line in the table of this test`];
    if (above !== below) return allowed.includes(below) ? [] : [`${from} imports ${to}`];
    if (above !== 'experiments/x' || experimentOf(from) === experimentOf(to)) return [];
    return [`${from} imports another experiment: ${to}`];
  });
  expect(wrong).toEqual([]);
});

test('of an experiment, the data sets import nothing but the shape of its items', () => {
  const wrong = imports.filter(
    ({ from, to }) => layerOf(from) === 'dataset' && layerOf(to) === 'experiments/x' && !to.endsWith('/items.ts'),
  );
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('no file needs itself to be loaded', () => {
  const next = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expect(cycles).toEqual([]);
});

test('files are short', () => {
  const files = [...filesIn('src'), ...filesIn('test')];
  const lines = files
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  expect(lines.filter((each) => each.lines > 300)).toEqual([]);
  expect(lines[Math.floor(lines.length / 2)]?.lines).toBeLessThan(90);
});
