import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fitWords } from '../../src/results/verdict.ts';
import { describedWords } from '../support/described-columns.ts';
import { glossaryWords, headerWord, legendTexts } from '../support/glossary-words.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';
import { runIn } from '../support/run-in.ts';

const two = ['simulated/ada?self=1', 'simulated/bo?self=0'];

interface Made {
  readonly name: string;
  readonly make: (location: string) => Promise<unknown>;
}

const made: readonly Made[] = [
  {
    name: 'two models and three tasks',
    make: (location) => runIn(location, { model: two, limit: 24, samples: 2 }),
  },
  {
    name: 'a ladder',
    make: async (location) => {
      const { stdout } = await sebHere(['data', 'print', 'property/ladder', '--limit', '60']);
      const file = join(newFolder(), 'ladder.jsonl');
      writeFileSync(file, stdout);
      await runIn(location, { model: two, experiment: ['property'], items: { property: file }, samples: 3 });
    },
  },
  {
    name: 'a model that may run itself',
    make: (location) => {
      const model = ['simulated/sam?self=0&noise=0.1&tool=0.5'];
      return runIn(location, { model, experiment: ['property'], samples: 2, limit: 30, tools: ['offered'] });
    },
  },
];

/** Returns the headers of the tables that a terminal shows: the line above each line of dashes. */
function terminalHeaders(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) =>
    /^-+( +-+)*$/.test(line) ? (lines[index - 1] ?? '').trim().split(/ {2,}/) : [],
  );
}

/** Returns the headers of a page's tables. */
const pageHeaders = (page: string) =>
  [...page.matchAll(/<th scope="col"[^>]*>(?:<bdi>)?([^<]*)/g)].map(([, text = '']) => text);

/** Returns the headers of tables in Markdown or LaTeX. */
const markdownHeaders = (text: string) =>
  [...text.replaceAll('\\', '').matchAll(/^\| (.*) \|\n\| -/gm)].flatMap(([, line = '']) => line.split(' | '));
const latexHeaders = (text: string) =>
  [...text.matchAll(/\\toprule\n *(.*) \\\\/g)].flatMap(([, line = '']) => line.replaceAll('\\', '').split(' & '));

describe('what results show', async () => {
  const known = new Set([...glossaryWords(), ...fitWords, ...(await describedWords())]);
  const unknown = (texts: readonly string[]) => [
    ...new Set(texts.map(headerWord).filter((word) => word !== null && !known.has(word))),
  ];

  it.each(made)(
    'is called by the words of the glossary and of described columns, on every surface: $name',
    async ({ make }) => {
      const folder = newFolder();
      const location = join(folder, 'store.sqlite');
      await make(location);
      const out = join(folder, 'out');
      const wide = await sebHere(['report', '--wide', '--out', out, '--store', location]);
      expect(wide.code, wide.stderr).toBe(0);
      const compared = await sebHere(['compare', '--wide', '--store', location]);
      const first = await sebHere(['report', '--store', location]);
      const list = first.stdout.split('\n').filter((line) => line.startsWith('model  '));
      const read = (name: string) => readFileSync(join(out, name), 'utf8');
      const svgs = readdirSync(join(out, 'figures')).filter((name) => name.endsWith('.svg') && !name.includes('.dark'));
      const shown = {
        terminal: [...terminalHeaders(wide.stdout), ...terminalHeaders(compared.stdout)],
        list: list.flatMap((line) => line.trim().split(/ {2,}/)),
        page: pageHeaders(read('report.html')),
        markdown: markdownHeaders(read('report.md')),
        latex: latexHeaders(read('table.tex')),
        legends: svgs.flatMap((name) => legendTexts(read(join('figures', name)))),
      };
      const unlisted = Object.entries(shown).filter(([, texts]) => unknown(texts).length > 0);
      expect(unlisted.map(([surface, texts]) => `${surface}: ${unknown(texts).join(', ')}`)).toEqual([]);
      expect(shown.legends.length).toBeGreaterThan(0);
      expect(shown.terminal.length).toBeGreaterThan(10);
      expect(shown.markdown.length).toBeGreaterThan(10);
    },
    240_000,
  );
});
