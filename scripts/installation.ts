import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const root = new URL('..', import.meta.url);
const manifest = z.object({ name: z.string(), private: z.boolean().optional() });

/** Returns the name of the package, and whether it is not published: `"private": true` in package.json. */
export function publication(): { readonly name: string; readonly isPrivate: boolean } {
  const parsed = manifest.parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')));
  return { name: parsed.name, isPrivate: parsed.private === true };
}

const inDocs = (folder: string) => readdirSync(new URL(folder, root)).map((file) => `${folder}${file}`);

/** Returns the pages and examples that install the package. contributing/releasing.md says what follows publishing. */
export function installingPages(): readonly string[] {
  const pages = ['README.md', ...inDocs('docs/'), ...inDocs('docs/tutorials/'), ...inDocs('examples/')];
  return pages.filter((file) => /(\.(md|ya?ml|sh)|Dockerfile)$/.test(file));
}

/**
 * Returns a page whose `npm install` commands name the packed file of a checkout while the package is private, and the
 * package itself once it is published.
 */
export function withInstallation(text: string, { name, isPrivate } = publication()): string {
  const packed = `./${name}-*.tgz`;
  const installs = /(npm install(?: --[\w-]+)* )(\.\/[\w-]+-\*\.tgz|[\w-]+)(?=[\s`]|$)/gm;
  return text.replaceAll(installs, (whole, command: string, what: string) =>
    what === packed || what === name ? `${command}${isPrivate ? packed : name}` : whole,
  );
}

const installers = [
  'npm (?:i|install|add|exec|x|create|init)',
  '(?:pnpm|yarn|bun) (?:add|dlx|install|x|create)',
  'npx|bunx|pnpx',
  '(?:python3? -m )?pip3? install',
  'uv (?:add|pip install|tool (?:run|install))',
  'uvx|pipx (?:run|install)|conda install',
];

/**
 * Returns the commands of a text that download the package, or its program, by a name that anybody may take. A path, a
 * file and `npx --no`, which never downloads, are none of them.
 */
export function installsByName(text: string, name: string): readonly string[] {
  const word = String.raw`(?<![\w./@-])(?:${name}|${name.replaceAll('-', '_')}|seb)(?:@[\w.^~-]+|\[[\w,]+\]|[=<>~]=[\w.]+)?(?![\w./*-])`;
  const pattern = new RegExp(String.raw`\b(?:${installers.join('|')})\b[^\n\`;|&(]*?${word}`, 'g');
  const fromFile = /^npx --no(-install)? |(--from|--package|-p)[ =]\.{0,2}\//;
  return [...text.matchAll(pattern)].map(([found]) => found).filter((found) => !fromFile.test(found));
}
