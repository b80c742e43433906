import type { Measure } from '../../domain/measure.ts';
import { outOfTheBoxKinds } from '../../domain/outcome.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { columnMeans } from '../column-means.ts';
import { authoredBaseRates } from './authored-base-rates.ts';
import { authoredColumns } from './authored-tally.ts';

const { column, share } = columnMeans('authored', authoredColumns);

/** The other models' fail rate on the same questions. Each question has weight 1, shared by its peers. */
export const peerFailRate = share('peer_fail_rate', ['besidePeerFails', 'beside']);

/** Share of attempts in which the author does not choose its own key. A missing attempt counts as not failed. */
export const failRate: Measure = {
  ...share('fail_rate', ['fails', 'attempts']),
  ...authoredBaseRates.failRate,
  bounds: (totals) => {
    const all = column(totals, 'attempts');
    const fails = column(totals, 'fails');
    return all > 0 ? [fails / all, (fails + column(totals, 'lost')) / all] : null;
  },
};

/** Share of attempts that agree with the author's own key; chance is one in four. */
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
  ...authoredBaseRates.keyAgreement,
};

/** The author's fail rate minus the other models' fail rate on the same questions. */
export const excessFailRate: Measure = {
  name: 'excess_fail_rate',
  kind: 'authored',
  unit: 'difference',
  n: (totals) => column(totals, 'beside'),
  value: (totals) => ratio(column(totals, 'besideFails') - column(totals, 'besidePeerFails'), column(totals, 'beside')),
  ...authoredBaseRates.excessFailRate,
};

/** Fail rate on the questions whose key the judge (or, without one, most other models) confirms. */
export const confirmedFailRate = share('confirmed_fail_rate', ['confirmedFails', 'confirmed']);
/** Share of questions for which most other models choose the same option, and it is not the key. */
export const invalidKeyRate = share('invalid_key_rate', ['contradicted', 'voted']);
/** Share of questions for which the judge chooses an option other than the key. */
export const judgedInvalidKeyRate = share('judged_invalid_key_rate', ['judgedContradicted', 'judged']);

/** Share of received answers that contain a question in the requested form. */
export const wellFormedShare = share('well_formed_share', ['wellFormed', 'asked']);
export const duplicateShare = share('duplicate_share', ['duplicates', 'wellFormed']);
export const outOfTheBoxShare = share('out_of_the_box_share', ['outOfTheBox', 'wellFormed']);
/** Share of received answers that call the task impossible. */
export const impossibilityShare = share('impossibility_share', ['claims', 'spoke']);
/** Share of questions of each kind; a question may have several kinds. */
export const outOfTheBoxShares = outOfTheBoxKinds.map((kind) =>
  share(`${kind.replaceAll(' ', '_')}_share`, [`box:${kind}`, 'wellFormed']),
);
