/**
 * The one name of each thing that results show. Headers of tables, legends of figures and the viewer's columns take it from here, so
 * that no surface has its own. `docs/glossary.md` defines terms, `--explain` describes columns. The words on a score are in
 * `verdict.ts`, those on a difference in `contrast.ts`.
 */
export const displayNames = {
  task: 'task',
  model: 'model',
  score: 'score',
  bestConstantAnswer: 'best constant answer',
  /** A header in which the whole name has no space. */
  bestConstant: 'best constant',
  /** The header where names of models would be cut otherwise. */
  constant: 'constant',
  baseRate: 'base rate',
  difference: 'difference',
  byChance: 'by chance',
  label: 'data label',
  usable: 'usable',
  fit: 'fit',
  beyond: 'beyond others',
  reason: 'reason',
  itemRule: 'item rule',
  otherModels: 'other models',
  reexecution: 're-execution',
  unit: 'unit',
  prediction: 'prediction',
  outcome: 'outcome',
  state: 'state',
} as const;
