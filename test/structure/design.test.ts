import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countDesign } from '../../scripts/count-design.ts';
import { filesIn, root } from './source-files.ts';

const { schemas, lists, shapes, pairs, registries } = countDesign(root);

test('all schemas of results are in src/results', () => {
  expect(schemas).toEqual([]);
});

test('words on results are listed in src/results: one list for scores, for contrasts, for worth, and those of studies', () => {
  expect(lists.map((each) => each.replace('src/results/', ''))).toEqual([
    'contrast.ts: contrastWords',
    'study-result.ts: verdictKinds',
    'verdict.ts: fitWords',
    'worth.ts: worthVerdicts',
  ]);
});

test('a tested difference is a Contrast: runs, logs, conditions, people, gates and studies have no other shape', () => {
  expect(shapes).toEqual([
    'src/results/contrast.ts: contrastShape',
    'src/results/worth.ts: worthSignalSchema', // the verdict on a signal, of several gains that must all hold
  ]);
});

test('results name an adjusted p, a word and a family as contrasts do', () => {
  const others = /^ +(holm|pHolm|adjustedP|oneSidedP|equivalenceP|pItems|pPersons|ahead|oneAnswer|atWorst):/gm;
  const found = filesIn('src/results').flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(others)].map(([, name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('the walks of runs and of logs join at their responses: one function pairs two sides, one tests them', () => {
  const sources = filesIn('src').filter((file) => !file.endsWith('.test.ts'));
  const naming = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(naming(/import \{[^}]*\bwithMissing\b/)).toEqual(['src/analyze/contrasts/run-contrasts.ts']);
  expect(naming(/import \{[^}]*\bpaired\b[^}]*\} from '[^']*stats\/paired\.ts'/).toSorted()).toEqual([
    'src/analyze/contrasts/make-contrasts.ts',
    'src/analyze/findings/verdicts.ts', // one score and its constants
    'src/study/analyses/transfer-effect.ts', // two arms, each string once
  ]);
  expect(naming(/import \{[^}]*\bscoresOfPair\b/)).toEqual(['src/analyze/contrasts/gate-sides.ts']);
  for (const [shared, file] of [
    ['comparedPairs', 'compare-recordings'],
    ['makeDifferences', 'compare-recordings'],
    ['gatePairs', 'checked-pairs'],
    ['checkPairs', 'compare-recordings'],
  ])
    expect(naming(new RegExp(`import \\{[^}]*\\b${shared}\\b`)), shared).toContain(`src/analyze/recordings/${file}.ts`);
  expect(naming(/new ResponseMatrices\(/).toSorted()).toEqual([
    'src/analyze/analyze.ts',
    'src/analyze/recordings/log-tables.ts',
    'src/analyze/self-check.ts', // the halves of a run
  ]);
  expect(naming(/import \{[^}]*\bcountRight\b/).toSorted()).toEqual([
    'src/analyze/contrasts/response-matrix.ts',
    'src/analyze/worth/model-answers.ts', // of runs and of logs
  ]);
});

test('folders are layers: no two import each other, a registry and its members apart', () => {
  expect(pairs).toEqual([]);
  const folders = new Set(registries.map((pair) => pair.split(' ')[0]));
  expect([...folders]).toEqual([
    'src/experiments',
    'src/experiments/property',
    'src/models',
    'src/recordings',
    'src/store',
    'src/train/hosts',
  ]);
});
