/** Prints the sha256 of the first documents of each subject: what golden/corpus.json records. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { corpus } from './corpus.ts';
import { material } from './material.ts';
import { readSources } from './sources.ts';
import { type SubjectName, subject, subjectNames } from './subject.ts';

/** Documents hashed a subject: enough that every kind is among them many times. */
const hashed = 300;

export function corpusHash(name: SubjectName, dataFolder: string): string {
  const hash = createHash('sha256');
  const ready = material(readSources(dataFolder));
  for (const document of corpus(subject(name), ready, '1', hashed)) hash.update(`${JSON.stringify(document)}\n`);
  return hash.digest('hex');
}

if (import.meta.main) {
  const data = join(import.meta.dirname, '../../data');
  console.log(JSON.stringify(Object.fromEntries(subjectNames.map((name) => [name, corpusHash(name, data)])), null, 2));
}
