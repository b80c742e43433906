import { readFileSync } from 'node:fs';

const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

/** Returns the words that the lists of the glossary define, one entry for each definition. */
export function glossaryWords(): readonly string[] {
  return [...glossary.matchAll(/^- \*\*(.+?)\*\*:/gm)].flatMap(([, words = '']) => words.split('; '));
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
