import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isOfMember } from '../../scripts/count-design.ts';
import { providerNames, providers } from '../../src/models/registry.ts';
import { outcomeKinds } from '../../src/outcome-kinds/outcome-kinds.ts';
import { portNames, trainsNothing } from '../../src/train/hosts/registry.ts';
import { layers, topFolders } from './layers.ts';
import { filesIn, type Import, importsOf, root } from './source-files.ts';

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const sources = filesIn('src').filter((file) => !isTest(file));
const viewerSources = filesIn('viewer').filter((file) => !isTest(file));
const helpers = filesIn('test/support').filter((file) => !isTest(file));

const importsIn = (files: readonly string[]) =>
  files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
const imports = importsIn(sources);

function layerOf(file: string): string {
  const [, folder = '', second = '', ...rest] = file.split('/');
  if (folder in topFolders || !(folder.replace('.ts', '') in topFolders)) {
    if (folder !== 'experiments') return folder.replace(/\.ts$/, '');
  } else return folder;
  if (second === 'registry.ts') return 'registry';
  return rest.length > 0 && second !== 'common' ? 'experiments' : 'contract';
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
    if (sharedRules.includes(to)) return [];
    return experimentFolder(from) === experimentFolder(to) ? [] : [`${from} imports another experiment: ${to}`];
  });
  expect(wrong).toEqual([]);
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
  expect(findCycles(importsIn(viewerSources))).toEqual([]);
  expect(findCycles(importsIn([...sources, ...helpers]))).toEqual([]);
});

test('folders form no cycle either, a registry and its members apart', () => {
  const between = (edges: readonly Import[]) =>
    edges
      .filter((edge) => !isOfMember(edge))
      .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
      .filter(({ from, to }) => from !== to);
  expect(findCycles(between(imports))).toEqual([]);
});

test('every folder is listed with its sentence, and there are at most 22', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(Object.keys(topFolders).toSorted());
  expect(folders.length).toBeLessThanOrEqual(22);
});

test('no test helper is in src, and no source imports one', () => {
  const inSources = filesIn('src').filter((file) => /\/(testing|support|fakes?)\//.test(file));
  expect(inSources).toEqual([]);
  expect(imports.filter(({ to }) => /^(test|bench)\//.test(to))).toEqual([]);
});

test('no source imports a generator of the workshop, not even a test', () => {
  const all = importsIn([...filesIn('src'), ...viewerSources]);
  expect(all.filter(({ to }) => to.startsWith('workshop/'))).toEqual([]);
});

test('every import leads to a file', () => {
  const all = [...imports, ...importsIn(viewerSources), ...importsIn(helpers)];
  const missing = all.filter(({ to }) => /\.tsx?$/.test(to) && !existsSync(join(root, to)));
  expect(missing.map(({ from, to }) => `${from}: ${to}`)).toEqual([]);
});

test('only its file in src/outcome-kinds says what is done with a kind of outcome, so that a new kind is a file and a line', () => {
  const kinds = Object.keys(outcomeKinds).join('|');
  const decides = new RegExp(
    `switch \\((outcome\\.)?kind\\)[^]*case '(${kinds})':|new Set\\(\\[('(${kinds})',? ?){2,}\\]`,
  );
  const declares = new RegExp(`interface \\w*Outcome \\{\\s*readonly kind: '(${kinds})'`);
  const deciding = [...sources, ...viewerSources].filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return !file.startsWith('src/outcome-kinds/') && (decides.test(text) || declares.test(text));
  });
  expect(deciding).toEqual([]);
  for (const kind of Object.keys(outcomeKinds)) {
    const text = readFileSync(join(root, `src/outcome-kinds/${kind}.ts`), 'utf8');
    expect(text).toMatch(new RegExp(`^export const ${kind}Kind: OutcomeKind<`, 'm'));
  }
});

test('a provider of models and a training host are named in their folder only', () => {
  const remote = [
    ...portNames.filter((name) => name !== 'command' && !trainsNothing(name)),
    ...providerNames.filter((name) => providers[name].kind === 'hosted' || providers[name].kind === 'server'),
  ];
  const named = new RegExp(`'(${remote.join('|')})[/']|\\b(port|port\\.name) === '(${portNames.join('|')})'`);
  const naming = sources.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8').replace(/^ *(\/\*\*|\*|\/\/).*/gm, '');
    return !/^src\/(models|train\/hosts)\//.test(file) && named.test(code);
  });
  expect(naming).toEqual(['src/train/command-templates/llama-factory.ts']); // prompt templates of that program
});

test('schemas of results take their values from the lists of the types, so that a new value can be read back', () => {
  const written = sources.filter(
    (file) => file.startsWith('src/results/') && readFileSync(join(root, file), 'utf8').includes('z.enum(['),
  );
  expect(sources.some((file) => file.startsWith('src/results/'))).toBe(true);
  expect(written).toEqual([]);
});

test('one function says when most units of a score are missing', () => {
  const files = [...sources, ...viewerSources].filter((file) =>
    /usable < [\w.]*total \/ 2/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(files).toEqual(['src/analyze/next-steps/after-scores.ts']);
});

test('no folder holds more than 30 source files', () => {
  const counts = Map.groupBy([...sources, ...viewerSources], dirname);
  expect([...counts].filter(([, files]) => files.length > 30).map(([folder]) => folder)).toEqual([]);
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

test('no file has more than 600 lines', () => {
  const files = [...filesIn('src'), ...filesIn('test'), ...filesIn('viewer')];
  const lines = files
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  expect(lines.filter((each) => each.lines > 600)).toEqual([]);
  expect(lines[Math.floor(lines.length / 2)]?.lines).toBeLessThan(90);
});

/** Files that add up widths of columns; they import `sum` and nothing else of `src/stats`. */
const layoutSums: readonly string[] = ['src/report/render/terminal-table.ts', 'viewer/parts/narrow.ts'];

/** Modules of `src/outcome-kinds` that name things, read an outcome or score an item; the others compute. */
const namingMeasures = new Set(
  ['outcome-kind', 'outcome-kinds', 'unit-text', 'words'].map((name) => `src/outcome-kinds/${name}.ts`),
);
/** Numbers of one item, which a surface shows beside its answers. */
const itemMeasures: readonly string[] = ['src/view/page/item-ranking.ts: src/outcome-kinds/ranking.ts'];

const surfaces = [...sources, ...viewerSources].filter((file) => /^(src\/(report|view|cli)|viewer)\//.test(file));
const surfaceImports = importsIn(surfaces).filter(({ typeOnly }) => !typeOnly);

test('report, view, cli and the viewer import no estimator, because analyses compute every statistic once', () => {
  const computing = surfaceImports.filter(
    ({ to }) => to.startsWith('src/stats/') && to !== 'src/stats/least-numbers.ts', // numbers that sentences print
  );
  expect(computing.map(({ from }) => from).toSorted()).toEqual(layoutSums);
  for (const file of layoutSums) {
    const text = readFileSync(join(root, file), 'utf8');
    expect(text.match(/^.*\/stats\/.*$/gm)).toEqual([
      expect.stringMatching(/^import { sum } from '.*\/moments\.ts';$/),
    ]);
  }
  const measured = surfaceImports
    .filter(({ to }) => to.startsWith('src/outcome-kinds/') && !namingMeasures.has(to))
    .map(({ from, to }) => `${from}: ${to}`);
  expect(measured.toSorted()).toEqual(itemMeasures);
});

test('report, view, cli and the viewer take no mean and no rate of their own', () => {
  const dividing = surfaces.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^(?!\s*(?:\*|\/[*/])).*\/ (?:\w+\.)*(?:length|size|n|count|units|total)\b.*$/gm,
      ),
    ].map(([line]) => `${file}: ${line.trim()}`),
  );
  expect(dividing).toEqual([]);
});
