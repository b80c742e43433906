import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seb } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';

const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `seb-${name}-`));

function bytesOf(folder: string): ReadonlyMap<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return new Map(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path))]),
  );
}

/** Returns files whose bytes differ, or that exist on one side only. */
function differing(first: ReadonlyMap<string, Buffer>, second: ReadonlyMap<string, Buffer>): readonly string[] {
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].filter((name) => !first.get(name)?.equals(second.get(name) ?? Buffer.of()));
}

test('gives identical bytes for a store in another process, folder, time zone and locale', async () => {
  const store = join(newFolder('store'), 'store.sqlite');
  const models = ['simulated/ada?self=0.9&format=0.05', 'simulated/bob?self=0.1', 'simulated/cleo?self=0.5'];
  const sizes = ['--limit', '8', '--samples', '2', '--wording', 'paper', '--seed', '4'];
  const ran = await sebHere(['run', '--model', ...models, ...sizes, '--json', '--store', store]);
  expect(ran.code, ran.stderr).toBe(0);

  async function written(zone: string, locale: string) {
    const folder = newFolder(zone.replace('/', '-'));
    const copy = join(folder, 'moved', 'other-name.sqlite');
    mkdirSync(join(folder, 'moved'));
    copyFileSync(store, copy);
    const environment = { TZ: zone, LANG: locale, LC_ALL: locale, LANGUAGE: locale };
    const out = join(folder, 'out');
    const ended = await seb(['report', '--store', copy, '--out', out, '--json'], { folder, environment });
    expect(ended.code, ended.stderr).toBe(0);
    return { stdout: ended.stdout, files: bytesOf(out) };
  }
  const first = await written('Pacific/Kiritimati', 'de_DE.UTF-8');
  const second = await written('America/St_Johns', 'ar_EG.UTF-8');
  const names = [...first.files.keys()];
  for (const kind of ['.html', '.md', '.csv', '.json', '.jsonl', '.tex', '.svg', '.vl.json', '.eval']) {
    expect(
      names.some((name) => name.endsWith(kind)),
      kind,
    ).toBe(true);
  }
  expect(differing(first.files, second.files)).toEqual([]);
  expect(first.stdout === second.stdout).toBe(true);
}, 480_000); // three commands, one after the other
