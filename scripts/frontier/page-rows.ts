import { ranksSomeText } from '../../src/results/verdict.ts';
import { wilson } from '../../src/stats/intervals.ts';
import type { Bounds, Measured, ModelFacts, RecordingFacts } from './facts.ts';
import { pageModel } from './models.ts';
import type { RecordingName } from './recordings.ts';

/** One row of the table, the figure and the exports: a model in a recording. Shares are in [0, 1]; null: not measured or not shown. */
export interface PageRow {
  readonly model: string;
  readonly maker: string;
  readonly recording: RecordingName;
  readonly isComplete: boolean;
  readonly items: number;
  readonly wrong: number;
  /** Wrong answers on sound items, and number of these items; null where there is no set of sound items. */
  readonly wrongSound: number | null;
  readonly soundItems: number | null;
  readonly right: number;
  /** Mean stated confidence; of decisions, the share kept. */
  readonly said: number | null;
  readonly auroc: Measured;
  readonly aurocSound: Measured;
  /** Share of pairs within a subject, or track and item type, that the statement orders. */
  readonly aurocWithin: number | null;
  readonly brierMinusConstant: Measured;
  readonly others: number | null;
  readonly othersSound: number | null;
  readonly otherModels: number;
  readonly kept: number;
  readonly rightWithdrawn: number;
  readonly wrongWithdrawn: number;
  /** Right answers withdrawn for each wrong one: the cost of an error, in right answers, from which withdrawing pays. */
  readonly breakEven: Measured;
  /** What withholding unsure answers brings over the better of always and never, in answers of 1,000, and its word. */
  readonly gain: Measured;
  readonly gainWord: string | null;
  /** Whether the fitted policy differs from always and from never in enough groups for another word than *not distinguishable*. */
  readonly canHaveWord: boolean;
  /** What the model's own decision brings over always answering, in answers of 1,000. */
  readonly ownDecision: Measured;
  /** Word of the page; null for an incomplete model. */
  readonly word: string | null;
  /** Word on sound items; null where there is no set of them. */
  readonly wordSound: string | null;
  readonly family: number | null;
  /** Why the AUROC is gray or absent; empty where nothing limits it. */
  readonly limits: readonly string[];
}

/** Fewest wrong answers for an AUROC, and share of one statement above which it hardly differs: the limits of `seb data check`. */
const [minWrong, maxOneValue] = [30, 0.9];

/** Returns what keeps a row from being shown in color, in the words of `seb data check`. */
function limitsOf({ isComplete, wrong, mostFrequent }: ModelFacts): readonly string[] {
  return [
    ...(isComplete ? [] : ['incomplete']),
    ...(wrong < minWrong ? ['ceiling'] : []),
    ...(mostFrequent > maxOneValue ? ['constant'] : []),
  ];
}

const none: Measured = { value: null, interval: null };

/** Returns an AUROC; none of fewer than 30 wrong answers. */
export function shownAuroc(auroc: Measured, wrong: number): Measured {
  return wrong < minWrong ? none : auroc;
}

/** Returns the rows of a recording in the order of the page. */
export function pageRows({ models }: RecordingFacts): readonly PageRow[] {
  return models.map((facts) => {
    const limits = limitsOf(facts);
    const { all, sound, keeping } = facts;
    const [isCeiling, isSoundCeiling] = [limits.includes('ceiling'), (sound?.wrong ?? 0) < minWrong];
    const own = keeping.worth.signals.find(({ name }) => name === 'own');
    return {
      ...{ model: facts.model, maker: pageModel(facts.model).maker, recording: facts.recording },
      ...{ isComplete: facts.isComplete, items: facts.items, wrong: facts.wrong, right: facts.right / facts.items },
      ...{ wrongSound: sound?.wrong ?? null, soundItems: sound?.items ?? null, aurocWithin: facts.aurocWithin },
      said: all.said,
      auroc: shownAuroc(all.auroc, facts.wrong),
      aurocSound: sound === null ? none : shownAuroc(sound.auroc, sound.wrong),
      brierMinusConstant: facts.recording === 'battery' ? none : all.brierMinusConstant, // a decision has no Brier score
      others: isCeiling ? null : facts.others,
      othersSound: isSoundCeiling ? null : facts.othersSound,
      otherModels: facts.otherModels,
      ...{ kept: keeping.kept, rightWithdrawn: keeping.rightWithdrawn, wrongWithdrawn: keeping.wrongWithdrawn },
      breakEven: breakEvenOf(keeping),
      gain: own === undefined ? none : { value: own.overConstant.value, interval: own.overConstant.interval ?? null },
      gainWord: own?.verdict ?? null,
      canHaveWord: own !== undefined && own.reason?.includes('are needed') !== true,
      ownDecision: keeping.ownDecision,
      ...wordsOf(facts),
      family: facts.isComplete ? all.family : null,
      limits,
    };
  });
}

/** Returns the right answers withdrawn for each wrong one, with the Wilson interval of the share of right ones as odds. */
function breakEvenOf({ rightWithdrawn, wrongWithdrawn }: ModelFacts['keeping']): Measured {
  const bounds = wilson(rightWithdrawn, rightWithdrawn + wrongWithdrawn);
  if (bounds === null) return none;
  const odds = (share: number) => (share === 1 ? Number.POSITIVE_INFINITY : share / (1 - share));
  const interval: Bounds = [odds(bounds.low), odds(bounds.high)];
  return { value: wrongWithdrawn === 0 ? Number.POSITIVE_INFINITY : rightWithdrawn / wrongWithdrawn, interval };
}

/**
 * Returns the word of the page and the one on sound items. With fewer than 30 wrong answers on sound items there is no second word to
 * compare with.
 */
function wordsOf({ isComplete, wrong, all, sound }: ModelFacts): Pick<PageRow, 'word' | 'wordSound'> {
  if (!isComplete) return { word: null, wordSound: null };
  const wordSound = sound === null ? null : sound.wrong < minWrong ? 'ceiling' : withRanks(sound);
  if (wrong < minWrong) return { word: 'ceiling', wordSound };
  const differs = sound !== null && wordSound !== 'ceiling' && sound.word !== all.word;
  return {
    word: differs ? `depends on the items (${withRanks(all)}; sound: ${wordSound})` : withRanks(all),
    wordSound,
  };
}

/** Returns a word, and what else must be said of *no sign* beside an interval of the AUROC above one half. */
function withRanks({ word, auroc }: NonNullable<ModelFacts['sound']> | ModelFacts['all']): string {
  return word === 'no sign' && (auroc.interval?.[0] ?? 0) > 0.5 ? `no sign (${ranksSomeText})` : word;
}
