import { expect, test } from 'vitest';
import { countDesign } from '../../scripts/count-design.ts';
import { root } from './source-files.ts';

const { schemas, lists, shapes, pairs, registries } = countDesign(root);

test('all schemas of results are in src/results', () => {
  expect(schemas).toEqual([]);
});

test('words on results are listed in src/results: one list for scores, for contrasts, for worth, and those of studies', () => {
  expect(lists.map((each) => each.replace('src/results/', ''))).toEqual([
    'contrast.ts: contrastWords',
    'study-result.ts: directionWords',
    'study-result.ts: verdictKinds',
    'study-result.ts: reasoningVerdicts',
    'verdict.ts: fitWords',
    'worth.ts: worthVerdicts',
  ]);
});

test('a tested difference is a Contrast: runs, logs, conditions, people and gates have no other shape; what studies have is listed', () => {
  expect(shapes).toEqual([
    'src/results/contrast.ts: contrastShape',
    'src/results/study-result.ts: directionSchema',
    'src/results/study-result.ts: pairSchema',
    'src/results/study-result.ts: transferSchema',
    'src/results/study-result.ts: testedShape',
    'src/results/study-result.ts: findingSchema',
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
