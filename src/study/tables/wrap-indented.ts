import { wrapText } from '../../util/text.ts';

/** Returns lines of at most `width` columns; a continued line keeps the indent of its first line. */
export function wrapIndented(lines: readonly string[], width: number): readonly string[] {
  return lines
    .flatMap((line) => line.split('\n'))
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      return line.length <= width ? [line] : wrapText(line, width - indent.length).map((part) => `${indent}${part}`);
    });
}
