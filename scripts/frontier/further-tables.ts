import type { Commitment } from './commitment.ts';
import { type Column, codebookLines, csvOf, measuredColumns } from './csv-columns.ts';
import type { FrontierFacts, LifeEvalFacts, PairFacts } from './facts.ts';
import { shownAuroc } from './page-rows.ts';
import { type ProspectiveCounts, prospectiveCounts } from './prospective.ts';

type Quantity = PairFacts['worth']['signals'][number]['overKeep'];

const measured = ({ value, interval }: Quantity) => ({ value, interval: interval ?? null });

/** Returns the signal `own` of a pair: what the small model stated. */
export function ownSignal({ small, worth }: PairFacts) {
  const own = worth.signals.find(({ name }) => name === 'own');
  if (own === undefined) throw new Error(`${small}: nothing was stated`);
  return own;
}

/** Returns whether the fitted policy of a pair keeps and passes enough groups for another word than *not distinguishable*. */
export function canHaveWord(pair: PairFacts): boolean {
  return ownSignal(pair).reason?.includes('are needed') !== true;
}

const gained = { unit: 'points of 1,000 answers', noInterval: 'where the fitted policy is the same' };

const pairColumns: readonly Column<PairFacts>[] = [
  { name: 'small', unit: 'text', meaning: 'model that is asked first', cell: ({ small }) => small },
  { name: 'large', unit: 'text', meaning: 'model that the rest is passed on to', cell: ({ large }) => large },
  { name: 'recording', unit: 'text', meaning: 'atlas, mmlu or battery', cell: ({ recording }) => recording },
  { name: 'right_small', unit: 'share', meaning: 'right answers', cell: ({ worth }) => worth.rightOfKeep },
  { name: 'right_large', unit: 'share', meaning: 'right answers', cell: ({ worth }) => worth.rightOfPass },
  {
    name: 'passed_on',
    unit: 'share',
    meaning: 'passed on to the large model',
    cell: (pair) => ownSignal(pair).passedShare,
  },
  ...measuredColumns<PairFacts>('over_small', { ...gained, meaning: 'gain over always the small model' }, (pair) =>
    measured(ownSignal(pair).overKeep),
  ),
  ...measuredColumns<PairFacts>('over_large', { ...gained, meaning: 'gain over always the large model' }, (pair) =>
    measured(ownSignal(pair).overPass),
  ),
  {
    ...{ name: 'word', unit: 'text', meaning: 'word of seb worth --keep SMALL --pass LARGE, without prices' },
    cell: (pair) => ownSignal(pair).verdict,
  },
  {
    ...{ name: 'can_have_word', unit: 'true or false', cell: canHaveWord },
    meaning:
      'whether the fitted policy differs from always the small and from always the large model in at least 15 groups',
  },
];

/** Returns the columns of a difference between kept and withdrawn answers. */
function keptColumns(
  name: string,
  meaning: string,
  of: (row: Commitment) => Commitment['bets'],
): readonly Column<Commitment>[] {
  return [
    ...measuredColumns<Commitment>(name, { unit: 'difference of shares', meaning }, (row) => of(row).difference),
    {
      ...{ name: `${name}_largest`, unit: 'difference of shares' },
      meaning:
        'largest value it could have, given how many answers of each model and track are kept and have the outcome',
      cell: (row) => of(row).largest,
    },
    { name: `${name}_kept`, unit: 'count', meaning: 'kept answers', cell: (row) => of(row).kept },
    { name: `${name}_withdrawn`, unit: 'count', meaning: 'withdrawn answers', cell: (row) => of(row).withdrawn },
  ];
}

const within = 'kept minus withdrawn, within model and track (Mantel-Haenszel), interval by leaving out items';

const commitmentColumns: readonly Column<Commitment>[] = [
  {
    ...{ name: 'models', unit: 'text', cell: ({ models }: Commitment) => models },
    meaning: 'complete: models with all five tracks, as the plan says; all: a deviation from it',
  },
  { name: 'track', unit: 'text', meaning: 'tracks of the battery', cell: ({ name }) => name },
  ...keptColumns('right_with_bet', `right answers among those with a bet, ${within}`, ({ rightIfBet }) => rightIfBet),
  ...keptColumns('right_without_bet', 'the same among those without a bet', ({ rightIfNoBet }) => rightIfNoBet),
  ...keptColumns('bet', `answers with a bet, ${within}`, ({ bets }) => bets),
];

const beforeColumns: readonly Column<ProspectiveCounts>[] = [
  { name: 'model', unit: 'text', meaning: 'model; those with equal rows are absent', cell: ({ model }) => model },
  {
    name: 'answers',
    unit: 'count',
    meaning: 'questions that it chooses to answer at once',
    cell: ({ answers }) => answers,
  },
  { name: 'hints', unit: 'count', meaning: 'questions for which it asks for a hint', cell: ({ hints }) => hints },
  {
    name: 'declines',
    unit: 'count',
    meaning: 'questions that it declines; not asked',
    cell: ({ declines }) => declines,
  },
  {
    name: 'right',
    unit: 'count',
    meaning: 'answers, at once or after a hint, marked as right',
    cell: ({ right }) => right,
  },
  {
    ...{ name: 'key_in_wrong', unit: 'count' },
    meaning: 'answers marked as not correct in which the words of the key stand as one phrase',
    cell: ({ keyInWrong }) => keyInWrong,
  },
];

const lifeEvalColumns: readonly Column<LifeEvalFacts>[] = [
  { name: 'set', unit: 'text', meaning: 'data set; sets are not pooled', cell: ({ set }) => set },
  { name: 'model', unit: 'text', meaning: 'model of 2024 or 2025', cell: ({ model }) => model },
  { name: 'items', unit: 'count', meaning: 'items with an answer', cell: ({ items }) => items },
  { name: 'absent', unit: 'count', meaning: 'items that the recording lacks', cell: ({ absent }) => absent },
  { name: 'wrong', unit: 'count', meaning: 'wrong answers', cell: ({ wrong }) => wrong },
  { name: 'right', unit: 'share', meaning: 'right answers', cell: ({ right }) => right },
  ...measuredColumns<LifeEvalFacts>(
    'auroc',
    { unit: 'share', meaning: 'AUROC of the stated confidence; empty with fewer than 30 wrong answers' },
    ({ stated, wrong }) => shownAuroc(stated, wrong),
  ),
  ...measuredColumns<LifeEvalFacts>(
    'auroc_tokens',
    { unit: 'share', meaning: "AUROC of the probability of the answer's tokens, where the recording has it" },
    ({ token }) => (token === null ? { value: null, interval: null } : shownAuroc(token.auroc, token.wrong)),
  ),
];

const files = {
  pairs: 'frontier-pairs.csv',
  commitment: 'frontier-commitment.csv',
  before: 'frontier-before.csv',
  lifeEval: 'frontier-lifeeval.csv',
};

/** Returns the tables that stand beside the page, by file: pairs of one maker, commitment, choices before the answer, LifeEval. */
export function furtherTables(facts: FrontierFacts): Readonly<Record<string, string>> {
  return {
    [files.pairs]: csvOf(pairColumns, facts.pairs),
    [files.commitment]: csvOf(commitmentColumns, facts.commitment),
    [files.before]: csvOf(beforeColumns, prospectiveCounts(facts.prospective).models),
    [files.lifeEval]: csvOf(lifeEvalColumns, facts.lifeEval),
  };
}

/** Returns the lines of the codebook for these tables. */
export function furtherCodebook() {
  return [
    ...codebookLines(files.pairs, pairColumns),
    ...codebookLines(files.commitment, commitmentColumns),
    ...codebookLines(files.before, beforeColumns),
    ...codebookLines(files.lifeEval, lifeEvalColumns),
  ];
}
