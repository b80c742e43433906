import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beyondWords, fitWords } from '../../src/results/verdict.ts';
import { filesIn, root } from './source-files.ts';

const declaration = /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type) ([A-Za-z_$][\w$]*)/gm;

test('exports nothing that no other file names', () => {
  const files = ['src', 'viewer', 'test', 'scripts', 'bench', 'model', 'examples'].flatMap(filesIn);
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const filesWith = new Map<string, number>();
  for (const text of texts.values()) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    for (const [word] of new Set(code.match(/[A-Za-z_$][\w$]*/g) ?? []).entries()) {
      filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
    }
  }
  const unused = [...texts].flatMap(([file, text]) =>
    /^(src|viewer)\//.test(file) && !file.endsWith('.test.ts')
      ? [...text.matchAll(declaration)].flatMap(([, name = '']) =>
          (filesWith.get(name) ?? 0) > 1 ? [] : [`${file}: ${name}`],
        )
      : [],
  );
  expect(unused).toEqual([]);
});

test('the style sheet of the viewer has no class that nothing names', () => {
  const style = readFileSync(join(root, 'viewer/style.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const code = ['src', 'viewer'].flatMap(filesIn).map((file) => readFileSync(join(root, file), 'utf8'));
  const words = new Set(code.flatMap((text) => text.match(/[a-z][\w-]*/g) ?? []));
  const composed = ['col-']; // names that end with the name of a column
  const verdicts = new Set([...fitWords, ...beyondWords].map((word) => word.replaceAll(' ', '-'))); // the class of a word is made of it
  const classes = [...new Set([...style.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name))];
  expect(classes.length).toBeGreaterThan(100);
  const isNamed = (name: string) =>
    words.has(name) || verdicts.has(name) || composed.some((start) => name.startsWith(start));
  expect(classes.filter((name) => !isNamed(name))).toEqual([]);
});
