/**
 * Makes the links of the packed pages work: a link to a file that the package does not contain becomes its label, a link
 * to an example leads to its copy in dist/examples, and such an image is left out. npm runs it around packing:
 *   node scripts/package-pages.ts            changes the pages in place and keeps the originals
 *   node scripts/package-pages.ts --restore  puts the originals back
 *   node scripts/package-pages.ts --check FOLDER  fails if a page of an installed package has such a link
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const saved = 'node_modules/.cache/package-pages.json';

/** A page before and after its change. */
interface SavedPage {
  readonly page: string;
  readonly original: string;
  readonly packed: string;
}

/** Returns the file of the package to which a relative link leads; null if the package does not contain it. */
function packedTarget(link: string, page: string, packed: ReadonlySet<string>): string | null {
  const [path = ''] = link.split('#');
  const target = posix.normalize(posix.join(posix.dirname(page), path)).replace(/\/$/, '');
  const copy = target.replace(/^examples(?=$|\/)/, 'dist/examples');
  return (
    [target, copy].find((each) => [...packed].some((file) => file === each || file.startsWith(`${each}/`))) ?? null
  );
}

/** Returns a page whose relative links lead to files of the package only. `page` and `packed` are paths with slashes. */
export function packedPage(text: string, page: string, packed: ReadonlySet<string>): string {
  return text.replaceAll(/(!?)\[([^\][]*)\]\(([^()\s]+)\)/g, (whole, image: string, label: string, link: string) => {
    if (/^([a-z]+:|#)/.test(link)) return whole;
    const target = packedTarget(link, page, packed);
    if (target === null) return image === '!' ? '' : label;
    const [path = '', anchor] = link.split('#');
    if (posix.join(posix.dirname(page), path).replace(/\/$/, '') === target) return whole;
    const moved = posix.relative(posix.dirname(page), target);
    return `${image}[${label}](${anchor === undefined ? moved : `${moved}#${anchor}`})`;
  });
}

/** Returns the files that `npm pack` puts into the package, as paths with slashes; runs no script and writes nothing. */
export function packedFiles(): ReadonlySet<string> {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 26,
  });
  // npm 12 lists packages by name, older versions as a list.
  const [found] = Object.values(JSON.parse(listed) as Record<string, { files: readonly { path: string }[] }>);
  return new Set(found?.files.map(({ path }) => path));
}

/** Puts the originals back, except of pages that were edited since. */
function restore(): void {
  if (!existsSync(saved)) return;
  for (const { page, original, packed } of JSON.parse(readFileSync(saved, 'utf8')) as readonly SavedPage[]) {
    if (readFileSync(page, 'utf8') === packed) writeFileSync(page, original);
  }
  rmSync(saved);
}

function change(): void {
  restore(); // a pack that was killed left its changed pages
  const files = packedFiles();
  const pages = [...files]
    .filter((file) => file.endsWith('.md'))
    .map((page): SavedPage => {
      const original = readFileSync(page, 'utf8');
      return { page, original, packed: packedPage(original, page, files) };
    });
  mkdirSync(dirname(saved), { recursive: true });
  writeFileSync(saved, JSON.stringify(pages));
  for (const { page, packed } of pages) writeFileSync(page, packed);
}

/** Returns the pages of an installed package that have a link to a file that it does not contain. */
function pagesWithDeadLinks(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const pages = files.filter((file) => file.endsWith('.md') && !file.includes('node_modules'));
  const packed = new Set(files);
  return pages.filter((page) => {
    const text = readFileSync(join(folder, page), 'utf8');
    return packedPage(text, page, packed) !== text;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [mode, folder] = process.argv.slice(2);
  if (mode === '--check' && folder !== undefined) {
    const pages = pagesWithDeadLinks(folder);
    if (pages.length > 0) throw new Error(`these pages link to files that the package lacks: ${pages.join(', ')}`);
  } else {
    process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
    if (mode === '--restore') restore();
    else change();
  }
}
