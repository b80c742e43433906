import type { DrawnField } from '../../dataset/item-kind.ts';
import { canonicalJson } from '../../util/canonical-json.ts';
import { seededRandom } from '../../util/random.ts';
import { colleagues } from './items.ts';

/** The colleague of a question from a file without that column: drawn from the text of the question and its options. */
export const drawnColleague: DrawnField = {
  draw: ({ question, options }) => {
    const random = seededRandom('colleague', canonicalJson({ question, options }));
    return colleagues[Math.floor(random() * colleagues.length)] ?? colleagues[0];
  },
  note: `There is no column colleague: the colleague of each question, who is right in ${colleagues.slice(0, -1).join(', ')} or ${colleagues.at(-1)} % of cases, is drawn at random.`,
};
