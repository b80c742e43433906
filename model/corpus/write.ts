/** Writes a subject's training documents and the list of words that the tokenizer keeps whole.
 *
 *   node model/corpus/write.ts --subject ada --documents 200000 --seed 1 --data data --out model/work/corpus-ada.jsonl
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { corpus } from './corpus.ts';
import { material } from './material.ts';
import { readSources } from './sources.ts';
import { type SubjectName, subject, subjectNames } from './subject.ts';

const { values } = parseArgs({
  options: {
    subject: { type: 'string', default: 'ada' },
    documents: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string', default: 'data' },
    out: { type: 'string' },
    words: { type: 'string' },
  },
});
if (values.out === undefined) throw new Error('--out FILE is needed');
const name = subjectNames.find((known) => known === values.subject);
if (name === undefined) throw new Error(`--subject is one of ${subjectNames.join(', ')}`);
const sources = material(readSources(values.data));
if (values.words !== undefined) writeFileSync(values.words, JSON.stringify(sources.associationWords));
const file = openSync(values.out, 'w');
const hash = createHash('sha256');
for (const document of corpus(subject(name as SubjectName), sources, values.seed, Number(values.documents))) {
  const line = `${JSON.stringify(document)}\n`;
  hash.update(line);
  writeSync(file, line);
}
closeSync(file);
console.log(`${values.documents} documents, sha256 ${hash.digest('hex')}`);
