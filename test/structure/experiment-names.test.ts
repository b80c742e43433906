import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { experimentRegistry } from '../../src/experiments/registry.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const names = [...experimentRegistry().keys()];

/** Names that are found as a bare word. Others are ordinary words, which are found only where they name the experiment. */
const distinctiveNames: readonly string[] = ['association', 'restriction', 'stump'];

/**
 * Files besides an experiment's own folder that may name it: the registry, importers of recordings, the layout of the
 * published results, and the bundled study and the demo, which list experiments as a user's study file and config do.
 */
const mayName =
  /^src\/(experiments\/registry\.ts|recordings\/import\/|papers\/|data\/files\/published-results\.ts|study\/design\/bundled-study\.ts|cli\/commands\/demo\.ts)/;

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'));
}

/**
 * Returns the part of a line that names an experiment; null if none does. Import paths are ignored, because layers
 * govern them.
 */
function namedIn(line: string): string | null {
  const text = line.replace(/from '[^']*'|import\('[^']*'\)/, '');
  const found = names.find((name) => {
    if (distinctiveNames.includes(name)) return new RegExp(`\\b${name}\\b`).test(text);
    const quoted = `['"\`]${name}['"\`]`;
    return new RegExp(
      `experiments?:? ?(\\[)?${quoted}|experiments? \`?${name}\\b|(===|!==) ${quoted}|\\bget\\(${quoted}|\\b${name}=`,
      'i',
    ).test(text);
  });
  return found ?? null;
}

test('finds the names of experiments where code and texts use them', () => {
  for (const line of [
    "if (name === 'property') return;",
    "experiment: ['property'],",
    '/** Runs of the experiment property. */',
    "help: 'for stump: topics'",
    '`--items difficulty=FILE`',
    "registry.get('verbatim')",
  ]) {
    expect(namedIn(line), line).not.toBeNull();
  }
  for (const line of ["import { a } from '../experiments/stump/read.ts';", 'const { property, task } = row;']) {
    expect(namedIn(line), line).toBeNull();
  }
});

test('names no experiment outside its folder, the registry and the importers', () => {
  const found = [...sourcesIn('src'), ...sourcesIn('viewer')]
    .filter((file) => !mayName.test(file) && !names.some((name) => file.startsWith(`src/experiments/${name}/`)))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (namedIn(line) === null ? [] : [`${file}:${index + 1}: ${line.trim()}`])),
    );
  expect(found).toEqual([]);
});

test('imports no file of an experiment outside its folder, the registry and the importers', () => {
  const ofAnExperiment = new RegExp(`(?:from|import\\()\\s*'[./]+(?:[a-z-]+/)*experiments/(?:${names.join('|')})/`);
  expect(ofAnExperiment.test("import { wordings } from '../../experiments/property/prompts.ts';")).toBe(true);
  const found = [...sourcesIn('src'), ...sourcesIn('viewer')]
    .filter((file) => !mayName.test(file) && !file.startsWith('src/experiments/'))
    .filter((file) => file !== 'src/properties.ts') // an entry that re-exports
    .filter((file) => ofAnExperiment.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
