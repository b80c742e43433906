import { packageFile } from '../../util/package-files.ts';
import type { StudyDesign } from './design.ts';

/** Test items of the bundled study; no adapter was trained on them. */
const itemsFile = packageFile('data/property-bundled/items.jsonl');

/** Returns the models of one base: trained on its own answers, on the other's, on both with permuted labels, and shifted. */
function trainedModels(base: 'ada' | 'bo', other: 'ada' | 'bo'): NonNullable<StudyDesign['trained']> {
  const [own, others] = [`bundled/${base}`, `bundled/${other}`];
  return [
    { model: `${own}+self`, base: own, arm: 'self', target: own },
    { model: `${own}+${other}`, base: own, arm: 'cross', target: others },
    { model: `${own}+self-scrambled`, base: own, arm: 'scramble', target: own },
    { model: `${own}+${other}-scrambled`, base: own, arm: 'scramble', target: others },
    { model: `${own}+shifted`, base: own, arm: 'shifted', target: others },
  ];
}

/** Items of each experiment that no adapter was trained on. */
const transferItems = 10;
/** Most items at each rung of the ladder. */
const maxLadder = 10;

/** Returns the study of the demonstration models with the bundled adapters: test items only, without training. */
export function bundledStudy(itemsPerTask: number): StudyDesign {
  return {
    targets: ['bundled/ada', 'bundled/bo'],
    trained: [...trainedModels('ada', 'bo'), ...trainedModels('bo', 'ada')],
    items: itemsFile,
    itemsPerTask: { test: itemsPerTask },
    sampling: { temperature: 0 },
    transfer: ['association'],
    transferItems,
    ladder: Math.min(itemsPerTask, maxLadder),
  };
}
