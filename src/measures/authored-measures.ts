import type { Measure } from '../domain/measure.ts';
import { outOfTheBoxKinds } from '../domain/outcome.ts';
import { ratio } from '../stats/basic/moments.ts';
import { authoredColumns } from './authored-tally.ts';
import { columnMeans } from './column-means.ts';

const { column, share } = columnMeans('authored', authoredColumns);

/** The other models' fail rate on the same questions: each question counts once, its peers share it. */
export const peerFailRate = share('peer_fail_rate', ['besidePeerFails', 'beside']);

/** Attempts in which the author does not choose its own key; a lost unit counts as one that it did not fail. */
export const failRate: Measure = {
  ...share('fail_rate', ['fails', 'attempts']),
  baseRate: peerFailRate.value,
  bounds: (totals) => {
    const all = column(totals, 'attempts');
    const fails = column(totals, 'fails');
    return all > 0 ? [fails / all, (fails + column(totals, 'lost')) / all] : null;
  },
};

/** Attempts that agree with the author's own key; one in four would by chance. */
export const keyAgreement: Measure = {
  name: 'key_agreement',
  kind: 'authored',
  unit: 'share',
  n: failRate.n,
  meanOver: failRate.n,
  value: (totals) => {
    const known = column(totals, 'attempts') - column(totals, 'lost');
    return ratio(known - column(totals, 'fails'), column(totals, 'attempts'));
  },
  baseRate: () => 0.25,
};

/** Fail rate minus the other models' on the same questions: what is particular to the author. */
export const excessFailRate: Measure = {
  name: 'excess_fail_rate',
  kind: 'authored',
  unit: 'difference',
  n: (totals) => column(totals, 'beside'),
  value: (totals) => ratio(column(totals, 'besideFails') - column(totals, 'besidePeerFails'), column(totals, 'beside')),
  baseRate: () => 0,
};

/** Fail rate on the questions whose key the judge (or, without one, most other models) confirms. */
export const confirmedFailRate = share('confirmed_fail_rate', ['confirmedFails', 'confirmed']);
/** Questions of which most other models choose one and the same option that is not the key. */
export const invalidKeyRate = share('invalid_key_rate', ['contradicted', 'voted']);
/** Questions of which the judge chooses another option than the key. */
export const judgedInvalidKeyRate = share('judged_invalid_key_rate', ['judgedContradicted', 'judged']);

/** Of the answers that came, those with a question in the asked form. */
export const wellFormedShare = share('well_formed_share', ['wellFormed', 'asked']);
export const duplicateShare = share('duplicate_share', ['duplicates', 'wellFormed']);
export const outOfTheBoxShare = share('out_of_the_box_share', ['outOfTheBox', 'wellFormed']);
/** Of the answers that came, those that call the task impossible. */
export const impossibilityShare = share('impossibility_share', ['claims', 'spoke']);
/** Of the questions, those of each kind; one may be of several. */
export const outOfTheBoxShares = outOfTheBoxKinds.map((kind) =>
  share(`${kind.replaceAll(' ', '_')}_share`, [`box:${kind}`, 'wellFormed']),
);
