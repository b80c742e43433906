import { fileURLToPath } from 'node:url';
import type { StudyDesign } from './design.ts';

/** Test items of the bundled study: no adapter was trained on them. */
const itemsFile = fileURLToPath(new URL('../../data/property-bundled/items.jsonl', import.meta.url));

/** What must stand wherever numbers of this study appear. */
export const bundledNotice =
  'ada and bo are small demonstration subjects that this project trained. Their numbers show how a study works and say nothing about LLMs.';

/** The models of one base: trained on its own answers, on the other's, on both with permuted labels, and shifted. */
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

/** The study of the demonstration models with the adapters that come with the project: test items only, nothing is trained. */
export function bundledStudy(itemsPerTask: number): StudyDesign {
  return {
    targets: ['bundled/ada', 'bundled/bo'],
    trained: [...trainedModels('ada', 'bo'), ...trainedModels('bo', 'ada')],
    items: itemsFile,
    itemsPerTask: { test: itemsPerTask },
    sampling: { temperature: 0 },
  };
}
