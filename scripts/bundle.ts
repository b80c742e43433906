/**
 * Bundles the program into the files that the package ships: its entries, the programs that it starts by their path, and
 * the chunks that they share: loading hundreds of files took longer than a command. Run: node scripts/bundle.ts FOLDER
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = z.object({
  exports: z.record(z.string(), z.object({ default: z.string() })),
  bin: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
});

const fromDist = (file: string) => file.replace(/^(\.\/)?dist\//, '').replace(/\.js$/, '');

/** Returns the files of `src` that a bundle starts with, without extension: entries of the package, and started programs. */
function entries(): readonly string[] {
  const { exports, bin } = readManifest();
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const programs = sources.flatMap((file) =>
    [...readFileSync(join(root, 'src', file), 'utf8').matchAll(/\bprogramFile\('([^']+)'\)/g)].map(
      ([, path = '']) => path,
    ),
  );
  const files = [...Object.values(exports).map((entry) => entry.default), ...Object.values(bin)].map(fromDist);
  return [...new Set([...files, ...programs])];
}

function readManifest() {
  return manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
}

/** Lets the bundle contain what a module loads with `createRequire` when it needs it. */
const requireInModules: Plugin = {
  name: 'require-in-modules',
  transform: {
    filter: { code: 'createRequire(import.meta.url)' },
    handler: (code) => code.replace(/^const require = createRequire\(import\.meta\.url\);$/m, ''),
  },
};

/** Bundles the program; writes the files where a folder is given. Throws on an import that leads nowhere. */
export async function bundle(folder: string | null): Promise<RolldownOutput> {
  const outside = Object.keys(readManifest().peerDependencies);
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries().map((entry) => [entry, `src/${entry}.ts`])),
    platform: 'node',
    external: (name) => name === 'pg-native' || outside.some((each) => name === each || name.startsWith(`${each}/`)),
    plugins: [requireInModules],
    transform: { target: 'es2024' },
    onLog(level, log) {
      if (level === 'warn') throw new Error(`the bundle has a problem: ${log.message}`);
    },
  });
  try {
    const output = {
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      comments: false, // licenses stand in THIRD_PARTY_LICENSES.md
    } as const;
    return folder === null ? await build.generate(output) : await build.write({ ...output, dir: folder });
  } finally {
    await build.close();
  }
}

/** Returns the folders of the packages whose code is in a bundle, from the root of the repository, sorted. */
export function bundledPackages({ output }: RolldownOutput): readonly string[] {
  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []));
  const places = modules.flatMap(([id, { renderedLength }]) => {
    const path = relative(root, id).replaceAll('\\', '/');
    const place = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    return place === undefined || renderedLength === 0 ? [] : [place];
  });
  return [...new Set(places)].toSorted();
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('name the folder to write into');
  await bundle(folder);
}
