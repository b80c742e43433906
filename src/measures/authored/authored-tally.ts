import { type AuthoredOutcome, outOfTheBoxKinds, presentOf } from '../../domain/outcome.ts';
import type { TallyPolicy } from '../../domain/policy.ts';
import type { Letter } from '../../domain/question.ts';

/**
 * Columns of an authored tally. Weights sum to 1 per question, shared by its attempts. `beside` columns hold the
 * questions that the author and at least one peer answered. Only well-formed questions count as duplicate, out of the
 * box or voted on.
 */
export const authoredColumns = [
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
  'claims',
  'spoke',
  ...outOfTheBoxKinds.map((kind) => `box:${kind}` as const),
] as const;
type AuthoredColumn = (typeof authoredColumns)[number];

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

type Counts = Record<AuthoredColumn, number>;

export function authoredTally(outcome: AuthoredOutcome, policy: TallyPolicy): readonly number[] {
  const counts = Object.fromEntries(authoredColumns.map((column) => [column, 0])) as Counts; // all columns
  const { authored, claimsImpossible, attempts } = outcome;
  const failures = policy === 'failures-wrong';
  if (claimsImpossible !== null) counts.spoke = 1;
  if (claimsImpossible === true) counts.claims = 1;
  if (authored.kind === 'present' || failures || !neverAnswered.has(authored.reason)) counts.asked = 1;
  if (authored.kind === 'absent') {
    counts.lost = Number(failures);
  } else {
    const { key, outOfTheBox } = authored.value;
    const fails = presentOf(attempts).map((choice) => choice !== key);
    const share = 1 / (failures ? attempts.length : Math.max(1, fails.length));
    counts.wellFormed = 1;
    counts.fails = share * fails.filter((fail) => fail).length;
    counts.attempts = share * fails.length;
    if (failures) counts.lost = share * (attempts.length - fails.length);
    counts.duplicates = Number(outcome.duplicateOf !== null);
    counts.outOfTheBox = Number(outOfTheBox.length > 0);
    for (const kind of outOfTheBox) counts[`box:${kind}`] = 1;
    addOthers(counts, { key, fails, outcome });
  }
  counts.attempts += counts.lost;
  return authoredColumns.map((column) => counts[column]);
}

/** Reasons that carry no information about what the author wrote. */
const neverAnswered: ReadonlySet<string> = new Set(['failed', 'not-asked', 'filtered']);

interface Written {
  readonly key: Letter;
  readonly fails: readonly boolean[];
  readonly outcome: AuthoredOutcome;
}

/** Adds the author's attempts next to the choices of its peers and of the judge. */
function addOthers(counts: Counts, { key, fails, outcome }: Written): void {
  const peers = presentOf(outcome.peers);
  const judge = presentOf(outcome.judge === undefined ? [] : [outcome.judge]);
  const byPeers = keyValidity(key, peers);
  const byJudge = keyValidity(key, judge);
  counts.voted = Number(byPeers !== null);
  counts.contradicted = Number(byPeers === 'contradicted');
  counts.judged = Number(byJudge !== null);
  counts.judgedContradicted = Number(byJudge === 'contradicted');
  if (fails.length === 0) return;
  const failing = fails.filter((fail) => fail).length / fails.length;
  if (peers.length > 0) {
    counts.beside = 1;
    counts.besideFails = failing;
    counts.besidePeerFails = peers.filter((choice) => choice !== key).length / peers.length;
  }
  if ((byJudge ?? byPeers) !== 'confirmed') return;
  counts.confirmed = 1;
  counts.confirmedFails = failing;
}
