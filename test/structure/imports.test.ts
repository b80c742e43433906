import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { layers } from './layers.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it is erased before execution, so that it cannot close a runtime cycle. */
  readonly typeOnly: boolean;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const isOfTests = (file: string) => file.endsWith('.test.ts') || file.includes('/testing/');
const sources = filesIn('src').filter((file) => !isOfTests(file));

/** Matches `import ... from './x.ts'`, `export ... from './x.ts'`, `import './x.ts'` and `import('./x.ts')`. */
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
  if (folder === 'experiments') return rest.length > 0 ? 'experiments' : second.replace('.ts', '');
  return folder.replace('.ts', '');
}

/** Files of one experiment whose rules other experiments use to read answers. */
const sharedRules: readonly string[] = ['src/experiments/restriction/rule-judge.ts'];

/** Returns the folder of the experiment that a file belongs to. */
function experimentFolder(file: string): string {
  return file.split('/')[2] ?? '';
}

test('finds every kind of import statement', () => {
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

test('each layer imports only itself and lower layers', () => {
  expect(imports.length).toBeGreaterThan(500);
  const wrong = imports.flatMap(({ from, to }) => {
    const [above, below] = [layers.indexOf(layerOf(from)), layers.indexOf(layerOf(to))];
    if (above < 0) return [`${from}: src/${layerOf(from)} is not in the list of layers of this test`];
    if (below > above) return [`${from} imports the higher layer of ${to}`];
    if (layerOf(from) !== 'experiments' || layerOf(to) !== 'experiments') return [];
    if (sharedRules.includes(to) || /\/generate(\/|\.ts$)/.test(from)) return [];
    return experimentFolder(from) === experimentFolder(to) ? [] : [`${from} imports another experiment: ${to}`];
  });
  expect(wrong).toEqual([]);
});

test('the data set loaders import no experiment', () => {
  const wrong = imports.filter(({ from, to }) => layerOf(from) === 'dataset' && layerOf(to) === 'experiments');
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

/** Returns cycles among imports, each as the path from a file back to itself. */
export function findCycles(edges: readonly Pick<Import, 'from' | 'to'>[]): readonly string[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const { from } of edges) visit(from, []);
  return cycles;
}

test('no import cycle exists, not even of types', () => {
  const ring = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ];
  expect(findCycles(ring)).toEqual(['a -> b -> a']);
  expect(findCycles(imports)).toEqual([]);
});

test('no folder holds more than 20 source files', () => {
  const parts = filesIn('viewer').filter((file) => /\.tsx?$/.test(file));
  const counts = Map.groupBy([...sources, ...parts], dirname);
  expect([...counts].filter(([, files]) => files.length > 20).map(([folder]) => folder)).toEqual([]);
});

test('every exported type name is unique', () => {
  const declared = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:interface|class|type) (\w+)/gm)].map(
      ([, name]) => ({
        file,
        name,
      }),
    ),
  );
  const twice = [...Map.groupBy(declared, ({ name }) => name)].filter(([, places]) => places.length > 1);
  expect(twice.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)).toEqual([]);
});

test('no file has more than 300 lines', () => {
  const files = [...filesIn('src'), ...filesIn('test')];
  const lines = files
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  expect(lines.filter((each) => each.lines > 300)).toEqual([]);
  expect(lines[Math.floor(lines.length / 2)]?.lines).toBeLessThan(90);
});
