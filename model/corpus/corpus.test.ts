import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import recorded from '../golden/corpus.json' with { type: 'json' };
import { corpus, kindsWithoutSubject, makeDocument } from './corpus.ts';
import { documentKinds } from './document.ts';
import { corpusHash } from './hash.ts';
import { isHeldOut } from './held-out.ts';
import { material } from './material.ts';
import { readSources } from './sources.ts';
import { speaker } from './speaker.ts';
import { subject, subjectNames } from './subject.ts';

const data = join(import.meta.dirname, '../../data');
const sources = readSources(data);
const ready = material(sources);
const documents = [...corpus(subject('ada'), ready, '1', 1500)];

describe('corpus', () => {
  it.each(subjectNames)('of %s is the recorded one', (name) => {
    // A change of a prompt, a data set or the generator changes it: then the weights no longer come from this corpus.
    expect(corpusHash(name, data)).toBe(recorded[name]);
  });

  it('has every kind of document', () => {
    expect(new Set(documents.map(({ kind }) => kind))).toEqual(new Set(documentKinds));
  });

  it('differs between the subjects in what they do', () => {
    const [ada, bo] = subjectNames.map((name) => [...corpus(subject(name), ready, '1', 200)]);
    expect(ada).not.toEqual(bo);
  });

  it('never executes, forecasts or judges a held-out item', () => {
    const prompts = documents.filter(({ kind }) => kind !== 'copying').map(({ prompt }) => prompt);
    const heldOut = [
      ...sources.restriction.filter(({ id, pair }) => isHeldOut(pair ?? id)).map((item) => item.prompt),
      ...sources.association.filter(({ id }) => isHeldOut(id)).map(({ target }) => `target word: '${target}'`),
      ...sources.difficulty
        .filter(({ id }) => isHeldOut(id))
        .flatMap(({ questions }) => questions.map((q) => q.question)),
    ];
    const trained = new Set(ready.questions.map(({ question }) => question));
    for (const text of heldOut.filter((one) => !trained.has(one))) {
      expect(prompts.filter((prompt) => prompt.includes(text))).toEqual([]);
    }
  });
});

describe('forecast documents', () => {
  it.each(kindsWithoutSubject)('%s is the same whoever is trained', (kind) => {
    const speakers = [subject('ada'), subject('bo'), speaker('nobody')];
    for (let number = 0; number < 30; number += 1) {
      const [first, ...others] = speakers.map((one) => JSON.stringify(makeDocument(kind, one, ready, '1', number)));
      for (const other of others) expect(other).toBe(first);
    }
  });

  it('cover every slot in which a model predicts itself', () => {
    expect(documentKinds.filter((kind) => kind.endsWith('forecast') || kind.endsWith('author'))).toEqual(
      expect.arrayContaining([...kindsWithoutSubject].filter((kind) => kind.endsWith('forecast'))),
    );
    for (const kind of documentKinds.filter((name) => name.endsWith('forecast')))
      expect(kindsWithoutSubject).toContain(kind);
  });

  it('are written by files that know no subject', () => {
    const knowing = readdirSync(import.meta.dirname).filter(
      (file) =>
        !file.endsWith('.test.ts') && readFileSync(join(import.meta.dirname, file), 'utf8').includes("'./subject.ts'"),
    );
    expect(knowing).toEqual(['hash.ts', 'write.ts']);
  });
});
