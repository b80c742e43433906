import stringWidth from 'string-width';
import { escapeControls } from '../../util/text.ts';

/** Returns the text in lines of at most `columns`, each indented; keeps line breaks and makes control characters visible. */
export function wrapLines(text: string, indent: number, columns: number): readonly string[] {
  const space = ' '.repeat(indent);
  return escapeControls(text)
    .split('\n')
    .flatMap((line) => breakLine(line, columns - indent))
    .map((line) => `${space}${line}`.trimEnd());
}

function breakLine(line: string, width: number): readonly string[] {
  if (stringWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.match(/\S+\s*|\s+/g) ?? []) {
    for (const piece of piecesOf(word, width)) {
      if (current !== '' && stringWidth(current + piece.trimEnd()) > width) {
        lines.push(current.trimEnd());
        current = '';
      }
      current += piece;
    }
  }
  return current.trim() === '' ? lines : [...lines, current.trimEnd()];
}

/** Splits a word that is wider than a line. */
function piecesOf(word: string, width: number): readonly string[] {
  if (stringWidth(word.trimEnd()) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (stringWidth(piece + segment) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
