import { flagName } from '../src/answers/options/option.ts';
import { runOptions } from '../src/answers/options/run-options.ts';

const width = 112;

/** Returns the lines of a text, broken between words. */
function wrapped(text: string): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function comment(text: string): string {
  const [first = '', ...more] = wrapped(text.replaceAll('*/', '* /'));
  if (more.length === 0) return `  /** ${first} */`;
  return ['  /**', ...[first, ...more].map((line) => `   * ${line}`), '   */'].join('\n');
}

/** Returns the source of the type of a run's options, in which each has the help of its flag as its comment. */
export function describedOptions(): string {
  const fields = runOptions.map(({ key, help }) => {
    const sentence = `${help.slice(0, 1).toUpperCase()}${help.slice(1)}.`;
    return `${comment(`${sentence} Flag: \`--${flagName(key)}\`.`)}\n  readonly ${key}?: ParsedOptions['${key}'];`;
  });
  return `// Made from the help of the flags by \`npm run docs\`; a test compares.
import type { ParsedOptions } from './option-table.ts';

/** The options of a run. All are optional; defaults are applied where a run is prepared. */
export interface RunOptions {
${fields.join('\n')}
}
`;
}
