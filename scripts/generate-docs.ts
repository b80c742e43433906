/** Writes the pages that are made from the code: the command line and the JSON schemas. Run: npm run docs */
import { mkdirSync, writeFileSync } from 'node:fs';
import { generatedDocs } from './generated-docs.ts';

for (const [file, text] of Object.entries(generatedDocs())) {
  const path = new URL(`../docs/${file}`, import.meta.url);
  mkdirSync(new URL('.', path), { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`docs/${file}\n`);
}
