import { readFileSync } from 'node:fs';

/** Returns the text of a file of examples/. */
export const exampleText = (name: string): string =>
  readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');

/** Returns the text of every fenced block of a language in docs/ci.md. */
export function blocksOf(language: string): readonly string[] {
  const text = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block ?? '');
}

/** Returns the script of every `run:` step of a workflow, in order: of one line, or an indented block after `run: |`. */
export function runSteps(workflow: string): readonly string[] {
  const lines = workflow.split('\n');
  return lines.flatMap((line, index) => {
    const found = /^(\s*)(?:- )?run: (.*)$/.exec(line);
    if (found === null) return [];
    const [, indent = '', script = ''] = found;
    if (script !== '|') return [script];
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((each) => each.trim() !== '' && !each.startsWith(`${indent}  `));
    return [rest.slice(0, end === -1 ? rest.length : end).join('\n')];
  });
}
