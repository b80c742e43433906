import type { Opening } from '../../src/view/contract/contract-static.ts';
import type { Source } from './source.ts';

/** Returns a source that has only what a report shows first. Requests for anything else stay unanswered. */
export function openingSource(opening: Opening): Source {
  const unanswered = () => new Promise<never>(() => {});
  return {
    ...{ opening, overview: async () => opening.overview, runPage: unanswered, studyPage: unanswered },
    ...{ items: unanswered, counts: unanswered, item: unanswered, sides: unanswered, compare: unanswered },
    ...{ download: unanswered, labels: null, listen: () => () => {} },
  };
}
