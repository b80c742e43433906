import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { sebHere } from './in-process.ts';

/**
 * Returns the command lines of the `sh` (or `bash`) blocks of a page in docs/, in order: of all, of the section with the given heading, or,
 * where the heading is '', of what stands above the first section.
 */
export function commandsOf(page: string, section?: string, language: 'sh' | 'bash' = 'sh'): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8');
  const from = section === undefined || section === '' ? text : text.split(`\n## ${section}\n`)[1];
  const read = section === undefined ? text : (from?.split('\n## ')[0] ?? '');
  const blocks = read.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
  return [...blocks].flatMap(([, block = '']) => block.trim().split('\n'));
}

/** Splits a command line as a shell does, for words, single quotes and a comment at its end. */
function wordsOf(line: string): readonly string[] {
  return [...line.replace(/ # .*$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Executes the command lines of a page in a folder, and expects each to succeed. Returns what they print. */
export async function executeLines(lines: readonly string[], folder: string): Promise<string> {
  let printed = '';
  for (const line of lines) {
    if (!line.startsWith('seb ')) {
      execFileSync('bash', ['-e', '-c', line], { cwd: folder });
      continue;
    }
    const [command = '', file] = line.split(' > ');
    const { code, stdout, stderr } = await sebHere(wordsOf(command).slice(1), { folder });
    expect(code, `${line}\n${stdout}\n${stderr}`).toBe(0);
    if (file !== undefined) writeFileSync(join(folder, file), stdout);
    printed += stdout;
  }
  return printed;
}
