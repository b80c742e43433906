import { readFileSync } from 'node:fs';

const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

/** Returns the words that the first cells of the glossary's tables define, one entry for each definition. */
export function glossaryWords(): readonly string[] {
  const [current = ''] = glossary.split('## Old words');
  const cells = [...current.matchAll(/^\| ([^|]+?) \|/gm)].map(([, cell = '']) => cell);
  const words = cells.flatMap((cell) =>
    cell.startsWith('`') ? [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word) : cell.split(', '),
  );
  return words.filter((word) => word !== 'word' && word !== 'column');
}

/** Returns a header without its interval, in the spelling of the glossary; null for numbered columns of a matrix. */
export function headerWord(header: string): string | null {
  const word = header.replace(/\s\[\d+(\.\d+)?\s%\]/, '');
  return /^\d+$/.test(word) ? null : word;
}

/** Returns the texts of the legends of figures. */
export function legendTexts(svg: string): readonly string[] {
  return [...svg.matchAll(/role-legend-label[^>]*>\s*<text[^>]*>([^<]*)/g)].map(([, text = '']) =>
    text.replaceAll('&amp;', '&'),
  );
}
