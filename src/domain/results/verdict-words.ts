/** Verdicts on one model's predictions of itself, from the best to the worst. */
export const verdictWords = [
  'above-constant-and-others',
  'above-constant',
  'above-constant-below-rule',
  'not-above-tells-apart',
  'not-distinguishable',
  'below-constant-tells-apart',
  'below-constant',
  'one-value',
  'insufficient',
] as const;
export type VerdictWord = (typeof verdictWords)[number];

interface VerdictTexts {
  /** The verdict in words. */
  readonly text: string;
  /** The verdict where space is limited, at most 22 characters. */
  readonly short: string;
  /** The character for a matrix: the shape that the verdict has in figures and tables (`verdictMarks`). */
  readonly mark: string;
}

/** Every surface shows these words. A coin is not among them: verdicts name what they were tested against. */
export const verdictTexts: Readonly<Record<VerdictWord, VerdictTexts>> = {
  'above-constant-and-others': {
    text: 'above the best constant answer and others',
    short: 'above others',
    mark: '▲',
  },
  'above-constant': { text: 'above the best constant answer', short: 'above best constant', mark: '△' },
  'above-constant-below-rule': {
    text: 'above the best constant answer, below the item rule',
    short: 'above, below item rule',
    mark: '▷',
  },
  'not-above-tells-apart': {
    text: 'not above the best constant answer, but tells items apart',
    short: 'tells items apart',
    mark: '◆',
  },
  'not-distinguishable': {
    text: 'not distinguishable from the best constant answer',
    short: 'not distinguishable',
    mark: '○',
  },
  'below-constant-tells-apart': {
    text: 'below the best constant answer, but tells items apart',
    short: 'below, tells apart',
    mark: '▽',
  },
  'below-constant': { text: 'below the best constant answer', short: 'below best constant', mark: '▼' },
  'one-value': { text: 'almost all predictions are one value', short: 'one value', mark: '▬' },
  insufficient: { text: 'not enough usable items', short: 'too few items', mark: '×' },
};

/** Returns whether a verdict was tested: scores with too few items or with predictions of one value are not. */
export function isTested(verdict: VerdictWord): boolean {
  return verdict !== 'insufficient' && verdict !== 'one-value';
}

/** Minimum number of groups of items (clusters) for a verdict. */
export const minVerdictClusters = 20;
