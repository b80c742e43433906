/**
 * Counts what the design promises to keep small: product lines and files, shapes of a tested difference, lists of words on results,
 * schemas of results outside `src/results`, and pairs of folders that import each other, those of a registry and its members apart.
 * `node scripts/count-design.ts [FOLDER] [--list]`: FOLDER is a checkout (default: this one).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Source {
  /** Path from the root of the checkout. */
  readonly file: string;
  readonly text: string;
}

/** What was counted, each with its names. */
export interface DesignCounts {
  readonly lines: number;
  readonly files: number;
  readonly shapes: readonly string[];
  readonly lists: readonly string[];
  readonly schemas: readonly string[];
  readonly pairs: readonly string[];
  readonly registries: readonly string[];
}

/** Returns the counts of a checkout. */
export function countDesign(root: string): DesignCounts {
  const sources = ['src', 'viewer'].flatMap((folder) => sourcesIn(root, join(root, folder)));
  const own = sources.filter(({ file }) => file.startsWith('src/'));
  const imports = own.flatMap(importsOf);
  const pairs = mutualPairs(imports.filter((each) => !isOfMember(each)));
  return {
    lines: sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
    files: sources.length,
    shapes: own.flatMap((source) =>
      objectsOf(source)
        .filter(isTestedDifference)
        .map(({ name }) => `${source.file}: ${name}`),
    ),
    lists: own.flatMap((source) =>
      listsOf(source)
        .filter(saysResult)
        .map(({ name }) => `${source.file}: ${name}`),
    ),
    schemas: own.flatMap((source) =>
      isOfResults(source) ? schemasOf(source).map((name) => `${source.file}: ${name}`) : [],
    ),
    pairs,
    registries: mutualPairs(imports).filter((pair) => !pairs.includes(pair)),
  };
}

function sourcesIn(root: string, folder: string): readonly Source[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
    .toSorted()
    .map((path) => ({ file: relative(root, path), text: readFileSync(path, 'utf8') }));
}

/** An object type with the names of its own fields, as a schema, a shape or an interface declares it. */
interface ObjectType {
  readonly name: string;
  readonly fields: ReadonlySet<string>;
}

/** Where an object type begins: an interface, a constant with fields, or a zod object. */
const objectStart =
  /(?:interface (\w+)[^{;]*|const (\w+)[^=\n]*=\s*(?:z\s*\.(?:object|strictObject)\()?|\.(?:object|strictObject|extend)\()\{/g;

/** Returns the object types of a file. */
function objectsOf({ text }: Source): readonly ObjectType[] {
  let last = 'unnamed';
  return [...text.matchAll(objectStart)].map(({ 0: start, 1: type, 2: constant, index }): ObjectType => {
    last = type ?? constant ?? lastConstant(text, index) ?? last;
    return { name: last, fields: fieldsAt(text, index + start.length) };
  });
}

function lastConstant(text: string, end: number): string | undefined {
  return [...text.slice(Math.max(0, end - 400), end).matchAll(/const (\w+)/g)].at(-1)?.[1];
}

/** Returns the names of the fields of an object whose text begins here, without those of objects in it. */
function fieldsAt(text: string, start: number): ReadonlySet<string> {
  const fields = new Set<string>();
  let depth = 1;
  for (let at = start; at < text.length && depth > 0; at += 1) {
    const sign = text[at] as string; // in range
    if (depth === 1) {
      const [, name] = /^\s*(?:readonly )?(\w+)\??\s*[:,}]/.exec(text.slice(at, at + 80)) ?? [];
      if (name !== undefined && /[{,;\n]/.test(text[at - 1] ?? '')) fields.add(name);
    }
    if ('{[('.includes(sign)) depth += 1;
    if ('}])'.includes(sign)) depth -= 1;
  }
  return fields;
}

const pFields = ['p', 'pItems', 'pHolm', 'holm', 'adjusted'];
const differenceFields = ['difference', 'quantity', 'gain'];
const wordFields = ['word', 'verdict', 'result', 'ahead', 'holds'];

/** Returns whether a type of the results holds a difference of two sides with its p or its word: a statistic alone is none. */
function isTestedDifference({ name, fields }: ObjectType): boolean {
  const has = (names: readonly string[]) => names.some((each) => fields.has(each));
  const isOfScore = /rung|beyond/i.test(name); // a test of one score
  return (
    !isOfScore &&
    /Schema$|Shape$|^[a-z]|^Pooled/.test(name) &&
    has(pFields) &&
    (has(differenceFields) || has(wordFields))
  );
}

interface WordList {
  readonly name: string;
  readonly words: readonly string[];
}

/** Returns the lists of texts of a file: arrays and unions of literals that have a name. */
function listsOf({ text }: Source): readonly WordList[] {
  const arrays = [...text.matchAll(/(?:const (\w+)[^=\n]*= |enum\()\[((?:\s*'[^']*',?)+)\s*\]/g)];
  const unions = [...text.matchAll(/(?:type (\w+) =|\w+\??:)((?:\s*\|?\s*'[^'\n]*')(?:\s*\|\s*'[^'\n]*')+)/g)];
  return [...arrays, ...unions].map(({ 1: name, 2: body = '', index }) => ({
    name: name ?? lastConstant(text, index) ?? 'unnamed',
    words: [...body.matchAll(/'([^']*)'/g)].map(([, word = '']) => word),
  }));
}

/** Words that results say of a score, a difference, a study or whether asking pays. */
const resultWord =
  /^(informative|useful|no sign|beyond others|not shown|higher|lower|no difference found|not-?\s?distinguishable|not-lower|not lower|within the margin|own better|other better|no advantage found|advantage|worth asking|not worth it.*|not shown to pay|learned|not learned|not-measured)$/;

function saysResult({ words }: WordList): boolean {
  const said = words.filter((word) => resultWord.test(word));
  return said.length > 1 && said.some((word) => !/^(higher|lower|not shown)$/.test(word)); // a direction alone is no result
}

/** Returns whether a file declares results: analyses, studies and checks do; what a program reads or stores is no result. */
function isOfResults({ file }: Source): boolean {
  return /^src\/(analyze|study\/(?:study-result|analyses|report)|recordings\/checks)/.test(file);
}

/** Returns the names of the zod schemas whose type is inferred. */
function schemasOf({ text }: Source): readonly string[] {
  return [...text.matchAll(/z\.infer<typeof (\w+)>/g)].map(([, name = '']) => name);
}

/**
 * Files that list the members of a folder: each member imports the interface at the folder's root, and the list imports each
 * member.
 */
const registryFiles: readonly string[] = [
  'src/experiments/registry.ts', // experiments
  'src/experiments/property/index.ts', // layouts of other publishers
  'src/models/registry.ts', // providers
  'src/recordings/formats.ts', // formats of logs
  'src/store/open.ts', // the implementation of the store
  'src/train/hosts/registry.ts', // hosts, and the program of the user
];

interface FileImport {
  readonly from: string;
  readonly to: string;
}

function importsOf({ file, text }: Source): readonly FileImport[] {
  const paths = [...text.matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/g)];
  return paths.map(([, path = '']) => ({ from: file, to: join(dirname(file), path) }));
}

/** Returns whether a registry imports a member. */
export function isOfMember({ from, to }: FileImport): boolean {
  return registryFiles.includes(from) && dirname(to).startsWith(`${dirname(from)}/`);
}

/** Returns pairs of folders below `src` that import each other, also a folder and one inside it. */
function mutualPairs(imports: readonly FileImport[]): readonly string[] {
  const folders = new Set(imports.map(({ from, to }) => `${dirname(from)} ${dirname(to)}`));
  return [...folders]
    .map((pair) => pair.split(' ') as [string, string])
    .filter(([from, to]) => from < to && folders.has(`${to} ${from}`))
    .map(([from, to]) => `${from} <-> ${to}`)
    .toSorted();
}

const isProgram = process.argv[1] === fileURLToPath(import.meta.url);
if (isProgram) {
  const given = process.argv.slice(2).filter((each) => each !== '--list');
  const counts = countDesign(given[0] ?? join(dirname(fileURLToPath(import.meta.url)), '..'));
  const { lines, files, ...lists } = counts;
  process.stdout.write(`lines ${lines}\nfiles ${files}\n`);
  for (const [name, found] of Object.entries(lists)) {
    process.stdout.write(`${name} ${found.length}\n`);
    if (process.argv.includes('--list')) for (const each of found) process.stdout.write(`  ${each}\n`);
  }
}
