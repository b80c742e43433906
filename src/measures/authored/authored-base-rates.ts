import { guess } from '../base-rate.ts';
import { columnMeans } from '../column-means.ts';
import { authoredColumns } from './authored-tally.ts';

const { share } = columnMeans('authored', authoredColumns);

/** Base rates of the measures of questions that a model wrote; others have none. */
export const authoredBaseRates = {
  /** The other models' fail rate on the same questions. */
  failRate: { baseRate: share('', ['besidePeerFails', 'beside']).value },
  /** One of four options. */
  keyAgreement: guess(0.25),
  excessFailRate: guess(0),
} as const;
