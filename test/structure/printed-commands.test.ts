import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rejection, shellWords } from '../support/printed-command.ts';
import { root } from './source-files.ts';

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'model/README.md', 'action.yml'],
  ...['docs', 'examples', 'contributing'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(md|yml|yaml|sh)$/.test(file) && !/^reference[\\/]/.test(file)) // made of comments, with the site
      .map((file) => join(folder, file)),
  ),
];

interface Printed {
  readonly line: string;
  /** Whether the line stands in a block, where it is complete; in a sentence, arguments may be left out. */
  readonly inBlock: boolean;
}

/** Returns the commands of `seb` in the code blocks and the sentences of a page. */
function printedCommands(text: string): readonly Printed[] {
  const joined = text.replaceAll(/\\\n\s*/g, ' ');
  const blocks = [...joined.matchAll(/^```(?:sh|bash)\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.split('\n'));
  const lines = blocks.flatMap((line) => line.split(/; (?=seb )|&& (?=npx --no seb )/));
  const spans = [...joined.replaceAll(/^```.*?^```$/gms, '').matchAll(/`(seb [^`]+)`/g)].map(([, span = '']) => span);
  return [
    ...lines.map((line) => ({ line: line.trim().replace(/^npx --no seb/, 'seb'), inBlock: true })),
    ...spans.map((span) => ({ line: span.replaceAll(/\s+/g, ' '), inBlock: false })),
  ].filter(({ line }) => /^seb [a-z]/.test(line));
}

const read = (page: string) => printedCommands(readFileSync(join(root, page), 'utf8'));

describe('pages', () => {
  it.each(pages.map((page) => page.replaceAll('\\', '/')))(
    '%s prints commands that the command line accepts',
    (page) => {
      const refused = read(page).flatMap(({ line, inBlock }) => {
        const why = rejection(shellWords(line));
        return why === null || (!inBlock && why.startsWith('arguments')) ? [] : [`${line}: ${why}`];
      });
      expect(refused).toEqual([]);
    },
  );

  it('print many commands', () => {
    expect(pages.flatMap(read).length).toBeGreaterThan(150);
  });
});

describe('rejection', () => {
  it.each([
    ['seb reprot latest', 'no command'],
    ['seb report --tabel limits', 'unknown'],
    ['seb show', 'arguments'],
    ['seb train start --port nowhere', 'Allowed choices'],
    ["seb compare a b --fail-if-lower 0.05 --json # a comment's words", null],
  ])('of %s', (line, why) => {
    const found = rejection(shellWords(line));
    if (why === null) expect(found).toBeNull();
    else expect(found).toContain(why);
  });
});
