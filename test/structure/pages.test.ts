import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { topFolders } from './layers.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = [
  '.ci',
  'bench',
  'contributing',
  'data',
  'docs',
  'examples',
  'model',
  'scripts',
  'site',
  'src',
  'test',
  'viewer',
  'workshop',
];
const files = [
  ...readdirSync(root).filter((name) => extname(name) !== ''),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  ),
].filter((file) => !/^(model\/work|site\/node_modules|site\/\.vitepress\/cache)\//.test(file));

/** Every file, and every folder that holds one. */
const existing = new Set(
  files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))),
);
const pages = files
  .filter((file) => file.endsWith('.md'))
  .map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }));

/** Files of the user, of a report or of other projects that pages name. */
const notOurs =
  /^(rows-ada(-\w+)?\.jsonl|seb\.config\.ts|convert_lora_to_gguf\.py|rows\.jsonl?|dataset_info\.json|report\.md|(estimates|comparison)\.json|outcomes\.jsonl)$/;

/** Whether a page may name a path: from its own folder, from the root, or by the end of the path. */
function isNamed(page: string, path: string): boolean {
  const plain = path.replace(/\/$/, '');
  if (notOurs.test(plain) || /[A-Z]{4}|\*/.test(plain)) return true; // NAME and LANGUAGE stand for any name
  const inFolder = join(dirname(page), plain).replaceAll('\\', '/');
  return (
    [inFolder, plain].some((each) => existing.has(each)) || [...existing].some((each) => each.endsWith(`/${plain}`))
  );
}

function found(pattern: RegExp, isValid: (page: string, path: string) => boolean): string[] {
  return pages.flatMap(({ page, text }) =>
    [...text.matchAll(pattern)].flatMap(([, path = '']) => (isValid(page, path) ? [] : [`${page}: ${path}`])),
  );
}

test('each folder of src has one README of at most twenty lines, and no folder below it has one', () => {
  const found = files.filter((file) => /^(src|viewer)\/.*README\.md$/.test(file));
  expect(found.toSorted()).toEqual(
    [...Object.keys(topFolders).map((folder) => `src/${folder}/README.md`), 'viewer/README.md'].toSorted(),
  );
  const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
  expect(found.filter((file) => linesOf(file) > 20 || linesOf(file) < 4)).toEqual([]);
});

test('links of pages lead to files that exist', () => {
  const leads = (page: string, path: string) =>
    existing.has(join(dirname(page), path).replaceAll('\\', '/').replace(/\/$/, ''));
  expect(found(/\]\((?!https?:)([^)#\s]+)/g, leads)).toEqual([]);
});

/** Returns the anchors of a page's headings, as GitHub makes them; equal headings are numbered. */
function anchorsOf(text: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const headings = text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm);
  const anchors = [...headings].map(([, heading = '']) => {
    const plain = heading.toLowerCase().replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}

test('links to a section lead to a heading of the page', () => {
  const texts = new Map(pages.map(({ page, text }) => [page, text]));
  const leads = (page: string, path: string) => {
    const [file = '', anchor = ''] = path.split('#');
    const target = texts.get(file === '' ? page : join(dirname(page), file).replaceAll('\\', '/'));
    return target === undefined || anchorsOf(target).has(anchor);
  };
  expect(found(/\]\((?!https?:)([^)\s]*#[^)\s]+)\)/g, leads)).toEqual([]);
});

test('the README of a folder starts at files of this folder', () => {
  const missing = pages.flatMap(({ page, text }) => {
    const [, start = ''] = /^- Start at (.*?)$/ms.exec(text) ?? [];
    const named = [...start.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = '']) => path);
    return named.filter((path) => !existing.has(join(dirname(page), path))).map((path) => `${page}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test('pages name only files and folders that exist', () => {
  expect(found(/`([\w./-]+\.(?:tsx?|mjs|py|sh|R|md|jsonl?))`/g, isNamed)).toEqual([]);
  expect(
    found(
      /`((?:bench|contributing|data|docs|examples|model|scripts|src|test|viewer|workshop)\/[\w./-]*)`/g,
      (page, path) => path.startsWith('model/work') || isNamed(page, path),
    ),
  ).toEqual([]);
});

test('programs of reference values and the tests of these values name only files that exist', () => {
  const sources = files.filter((file) => /^(src|test|bench\/reference)\/.*\.(ts|R|py)$/.test(file));
  const missing = sources.flatMap((file) => {
    const named = file.startsWith('bench')
      ? /\b(?:src|test)\/[\w./-]+\.ts\b/g
      : /\bbench\/reference\/[\w-]+\.(?:ts|R|py)\b/g;
    const paths = readFileSync(join(root, file), 'utf8').match(named) ?? [];
    return paths.filter((path) => !existing.has(path)).map((path) => `${file}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test('pages give only commands whose program exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(found(/npm run (?:-s )?([\w:]+)/g, (_, name) => name in scripts)).toEqual([]);
  const program =
    /(?:node|bash|Rscript|python3|vitest run) ((?:bench|examples|model|scripts|src|test|workshop)\/[\w./-]+)/g;
  expect(found(program, (_, path) => [...existing].some((each) => each.startsWith(path)))).toEqual([]);
});

/** Returns the folders in a page's table, each with its sentence. */
function foldersIn(page: string): readonly (readonly [string, string])[] {
  const rows = readFileSync(join(root, page), 'utf8').matchAll(/^\| `src\/([\w-]+)\/` \| ([^|]+?) \|/gm);
  return [...rows].map(([, folder = '', sentence = '']) => [folder, sentence]);
}

test('AGENTS.md lists the folders in their order, with their sentences', () => {
  expect(foldersIn('AGENTS.md')).toEqual(Object.entries(topFolders));
});

test('the index of the docs lists every page', () => {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const listed = new Set([...index.matchAll(/\]\(([^)#\s]+)/g)].map(([, path = '']) => path));
  const own = files.filter((file) => /^docs\/[^/]+\.md$/.test(file)).map((file) => file.slice('docs/'.length));
  const entries = ['README.md', 'index.md']; // the index itself, and the first page of the site
  expect(own.filter((page) => !listed.has(page) && !entries.includes(page))).toEqual([]);
});
