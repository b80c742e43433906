import type { Measure } from '../domain/measure.ts';
import { isPresent, type Observed, presentOf } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import type { Letter } from '../domain/question.ts';
import { oneLine } from '../util/text.ts';
import { absenceOf, absenceOfAll, countedExecutions, isNotAsked, valueOrReason } from './absences.ts';
import type { OutcomeKind, UnitTexts } from './outcome-kind.ts';
import { guess, termsOf } from './terms.ts';
import { majorityOf, maxTextColumns, pseudonym, replaced, withheldText, withoutDetail } from './unit-text.ts';

/** Question kinds that knowledge cannot answer. A rule of an experiment with authored questions recognizes each. */
export const outOfTheBoxKinds = [
  'own making',
  'hidden chance',
  'shuffle',
  'hash',
  'factoring',
  'own behaviour',
] as const;
export type OutOfTheBoxKind = (typeof outOfTheBoxKinds)[number];

/** Whether the key of a question is the answer that computing it gives; `not checkable` where no rule can compute it. */
export type ComputedKey = 'right' | 'wrong' | 'not checkable';

/** A question that the subject wrote. */
export interface Authored {
  readonly question: string;
  readonly options: readonly string[];
  readonly key: Letter;
  /** Why the author expects to fail; null where the author gives no reason. */
  readonly explanation: string | null;
  /**
   * Kinds that put the question outside ordinary knowledge, by rule (about its own creation, about chance, ...); often
   * empty.
   */
  readonly outOfTheBox: readonly OutOfTheBoxKind[];
  /** Null where the question asks for no digest, encoding or factors. */
  readonly computedKey: ComputedKey | null;
}

/** A question written to be failed, and the option (in the author's order) that each model chose. */
export interface AuthoredOutcome {
  readonly kind: 'authored';
  readonly authored: Observed<Authored>;
  /** Whether the author stated that it cannot write such a question; null where it stated nothing. */
  readonly claimsImpossible: boolean | null;
  /** The author's own choices in fresh sessions, in sample order. */
  readonly attempts: readonly Observed<Letter>[];
  /** The choice of each other model of the run. */
  readonly peers: readonly Observed<Letter>[];
  /** The choice of the run's judge; absent if the run has none. */
  readonly judge?: Observed<Letter>;
  /** Item for which the same subject wrote the same question before; null where the question is new. */
  readonly duplicateOf: string | null;
}

/**
 * Terms of an authored question. Weights sum to 1 per question, shared by its attempts. `beside` terms are of the
 * questions that the author and at least one peer answered. Only well-formed questions count as duplicate, out of the
 * box or voted on.
 */
const terms = termsOf('authored', [
  'asked',
  'wellFormed',
  'fails',
  'attempts',
  'lost',
  'besideFails',
  'besidePeerFails',
  'beside',
  'contradicted',
  'voted',
  'judgedContradicted',
  'judged',
  'confirmedFails',
  'confirmed',
  'duplicates',
  'outOfTheBox',
  'computed',
  'computedWrong',
  'computations',
  'claims',
  'spoke',
  ...outOfTheBoxKinds.map((kind) => `box:${kind}` as const),
]);
type AuthoredTerms = ReturnType<typeof terms.zero>;

/** What the other models' choices imply about a key: most choose it, most agree on another option, or neither. */
type KeyValidity = 'confirmed' | 'contradicted' | 'undecided';

/**
 * Returns the validity of a key from other models' choices; null where no model chose. A key that all others miss looks
 * like an invalid key, so read it together with the fail rate.
 */
export function keyValidity(key: Letter, choices: readonly Letter[]): KeyValidity | null {
  if (choices.length === 0) return null;
  const votes = Map.groupBy(choices, (choice) => choice);
  for (const [option, { length }] of votes) {
    if (2 * length > choices.length) return option === key ? 'confirmed' : 'contradicted';
  }
  return 'undecided';
}

function authoredTerms(outcome: AuthoredOutcome, policy: UnitPolicy): AuthoredTerms {
  const own = terms.zero();
  const { authored, claimsImpossible, attempts } = outcome;
  const failures = policy === 'failures-wrong';
  if (claimsImpossible !== null) own.spoke = 1;
  if (claimsImpossible === true) own.claims = 1;
  if (isNotAsked(authored)) return own;
  if (authored.kind === 'present' || failures || !neverAnswered.has(authored.reason)) own.asked = 1;
  if (authored.kind === 'absent') {
    own.lost = Number(failures);
  } else {
    const { key, outOfTheBox, computedKey } = authored.value;
    const { known, share: each, lost } = countedExecutions(authored, attempts, policy) ?? notAttempted;
    const fails = known.map((choice) => choice !== key);
    own.wellFormed = 1;
    own.fails = each * fails.filter((fail) => fail).length;
    own.attempts = each * fails.length;
    own.lost = lost;
    own.duplicates = Number(outcome.duplicateOf !== null);
    own.outOfTheBox = Number(outOfTheBox.length > 0);
    for (const kind of outOfTheBox) own[`box:${kind}`] = 1;
    own.computations = Number(computedKey !== null);
    own.computedWrong = Number(computedKey === 'wrong');
    own.computed = Number(computedKey === 'right') + own.computedWrong;
    addOthers(own, { key, computedKey, fails, outcome });
  }
  own.attempts += own.lost;
  return own;
}

/** Reasons that carry no information about what the author wrote. */
const neverAnswered: ReadonlySet<string> = new Set(['failed', 'filtered']);
const notAttempted = { known: [], share: 0, lost: 0 };

interface Written {
  readonly key: Letter;
  readonly computedKey: ComputedKey | null;
  readonly fails: readonly boolean[];
  readonly outcome: AuthoredOutcome;
}

/** Adds the author's attempts next to the choices of its peers and of the judge. */
function addOthers(own: AuthoredTerms, { key, computedKey, fails, outcome }: Written): void {
  const peers = presentOf(outcome.peers);
  const judge = presentOf(outcome.judge === undefined ? [] : [outcome.judge]);
  const byPeers = keyValidity(key, peers);
  const byJudge = keyValidity(key, judge);
  own.voted = Number(byPeers !== null);
  own.contradicted = Number(byPeers === 'contradicted');
  own.judged = Number(byJudge !== null);
  own.judgedContradicted = Number(byJudge === 'contradicted');
  if (fails.length === 0) return;
  const failing = fails.filter((fail) => fail).length / fails.length;
  if (peers.length > 0) {
    own.beside = 1;
    own.besideFails = failing;
    own.besidePeerFails = peers.filter((choice) => choice !== key).length / peers.length;
  }
  const byOthers = byJudge ?? byPeers;
  if (computedKey === 'wrong' || (computedKey !== 'right' && byOthers !== 'confirmed')) return;
  own.confirmed = 1;
  own.confirmedFails = failing;
}

const { mean, share } = terms;

/** The other models' fail rate on the same questions. Each question has weight 1, shared by its peers. */
const peerFailRate = share('peer_fail_rate', ['besidePeerFails', 'beside']);

/** Share of attempts in which the author does not choose its own key. A missing attempt counts as not failed. */
const failRate: Measure = {
  ...share('fail_rate', ['fails', 'attempts'], { lost: 'lost' }),
  baseRate: peerFailRate.value,
};

/** Share of attempts that agree with the author's own key; chance is one in four. */
const keyAgreement: Measure = {
  ...share('key_agreement', [({ attempts, lost, fails }) => attempts - lost - fails, 'attempts']),
  ...guess(0.25), // one of four options
};

/** The author's fail rate minus the other models' fail rate on the same questions. */
const excessFailRate: Measure = {
  ...mean('excess_fail_rate', 'difference', [
    ({ besideFails, besidePeerFails }) => besideFails - besidePeerFails,
    'beside',
  ]),
  ...guess(0),
};

/** Fail rate on the questions whose key is computed to be right or, if not computed, confirmed by the judge or most peers. */
const confirmedFailRate = share('confirmed_fail_rate', ['confirmedFails', 'confirmed']);
/** Share of questions for which most other models choose the same option, and it is not the key. */
const invalidKeyRate = share('invalid_key_rate', ['contradicted', 'voted']);
/** Share of questions for which the judge chooses an option other than the key. */
const judgedInvalidKeyRate = share('judged_invalid_key_rate', ['judgedContradicted', 'judged']);
/** Share of the computed questions whose key is wrong. */
const computedInvalidKeyRate = share('computed_invalid_key_rate', ['computedWrong', 'computed']);
/** Share of the questions about digests, encodings and factors that could be computed. */
const checkableShare = share('checkable_share', ['computed', 'computations']);

/** Share of received answers that contain a question in the requested form. */
const wellFormedShare = share('well_formed_share', ['wellFormed', 'asked']);
const duplicateShare = share('duplicate_share', ['duplicates', 'wellFormed']);
const outOfTheBoxShare = share('out_of_the_box_share', ['outOfTheBox', 'wellFormed']);
/** Share of received answers that call the task impossible. */
const impossibilityShare = share('impossibility_share', ['claims', 'spoke']);
/** Share of questions of each kind; a question may have several kinds. */
const outOfTheBoxShares = outOfTheBoxKinds.map((kind) =>
  share(`${kind.replaceAll(' ', '_')}_share`, [`box:${kind}`, 'wellFormed']),
);

/** Measures of questions that a model wrote, for experiments of a config file. */
export const authoredMeasures = {
  failRate,
  excessFailRate,
  confirmedFailRate,
  keyAgreement,
  peerFailRate,
  invalidKeyRate,
  judgedInvalidKeyRate,
  computedInvalidKeyRate,
  checkableShare,
  wellFormedShare,
  duplicateShare,
  outOfTheBoxShare,
  impossibilityShare,
  outOfTheBoxShares,
} as const;

export const authoredKind: OutcomeKind<AuthoredOutcome> = {
  scoring: null,
  terms: (outcome, policy) => authoredTerms(outcome, policy).numbers,
  itemMeasure: failRate,
  canOthersPredict: false,
  hasOwnUnits: true,
  missing: ({ authored, attempts }, slots) => absenceOf(authored) ?? absenceOfAll(attempts, slots),
  parts: ({ authored, attempts }) => [authored, ...attempts],
  executions: ({ attempts }) => attempts.length,
  atExecution: (outcome, k) => ({ ...outcome, attempts: outcome.attempts.slice(k, k + 1) }),
  facts: ({ authored, attempts }) => {
    const key = authored.kind === 'present' ? authored.value.key : valueOrReason(authored);
    return { unit: '', predicted: `not ${key}`, actual: valueOrReason(attempts[0]) };
  },
  texts,
  isRight: () => null,
  withheld: (outcome) => ({
    ...outcome,
    authored: replaced(outcome.authored, (authored) => ({
      ...authored,
      question: withheldText(authored.question),
      options: authored.options.map(withheldText),
      explanation: authored.explanation === null ? null : withheldText(authored.explanation),
    })),
    attempts: outcome.attempts.map(withoutDetail),
    peers: outcome.peers.map(withoutDetail),
    ...(outcome.judge === undefined ? {} : { judge: withoutDetail(outcome.judge) }),
    duplicateOf: outcome.duplicateOf === null ? null : pseudonym(outcome.duplicateOf),
  }),
};

function texts(outcome: AuthoredOutcome): UnitTexts {
  const letters = presentOf(outcome.attempts);
  const majority = majorityOf(letters);
  const written = isPresent(outcome.authored) ? outcome.authored.value : null;
  return {
    unit: '',
    prediction: written === null ? '' : `will miss ${written.key}: ${oneLine(written.question, maxTextColumns)}`,
    outcome: majority.text === '' ? '' : `chose ${majority.text}`,
    ...{ agree: majority.count, executions: letters.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}
