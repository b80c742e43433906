/**
 * Writes the pages that are made from the code: the command line and the JSON schemas. Writes into the others how the
 * package is installed. Run: npm run docs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generatedDocs } from './generated-docs.ts';
import { installingPages, withInstallation } from './installation.ts';

for (const [file, text] of Object.entries(generatedDocs())) {
  const path = new URL(`../docs/${file}`, import.meta.url);
  mkdirSync(new URL('.', path), { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`docs/${file}\n`);
}

for (const file of installingPages()) {
  const path = new URL(`../${file}`, import.meta.url);
  const text = readFileSync(path, 'utf8');
  const written = withInstallation(text);
  if (written !== text) writeFileSync(path, written);
}
