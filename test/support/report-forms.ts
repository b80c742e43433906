import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { sebHere } from './in-process.ts';
import { readablePage } from './page-data.ts';

/**
 * Returns every file below a folder as text, by path, with Inspect's archives unpacked. `report.html` is
 * the text of the page, `report.html (markup)` is its markup.
 */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) continue;
    if (name.endsWith('.html')) {
      const html = readFileSync(path, 'utf8');
      texts.set(name, readablePage(html)).set(`${name} (markup)`, html);
    } else if (!name.endsWith('.eval')) texts.set(name, readFileSync(path, 'utf8'));
    else {
      for (const [member, bytes] of Object.entries(unzipSync(readFileSync(path)))) {
        texts.set(`${name}/${member}`, new TextDecoder().decode(bytes));
      }
    }
  }
  return texts;
}

/** Returns the output of `seb report` and `seb compare` for a store by command, and every file of `--out`. */
export async function everyForm(store: string): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-forms-'));
  const forms = new Map<string, string>();
  for (const form of ['', '--wide', '--list', '--table limits', '--json', '--csv', '--markdown']) {
    const more = form === '' ? ['--out', folder] : form.split(' ');
    forms.set(`report ${form}`.trim(), await said(['report', '--store', store, ...more]));
  }
  forms.set('compare', await said(['compare', '--store', store]));
  forms.set('compare --json', await said(['compare', '--store', store, '--json']));
  for (const [name, text] of filesOf(folder)) forms.set(name, text);
  return forms;
}

async function said(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await sebHere(args);
  const isNothingToCompare = args[0] === 'compare' && code === 2;
  if (code !== 0 && !isNothingToCompare) throw new Error(`seb ${args.join(' ')} exits ${code}: ${stderr}`);
  return stdout === '' ? stderr : stdout;
}
