import { describe, expect, it } from 'vitest';
import { madePair, madeStudyResult } from '../../../test/support/study/made-result.ts';
import type { StudyRecord } from '../study-record.ts';
import { studyFindings } from './study-findings.ts';

const record: StudyRecord = {
  design: { targets: ['made/ada', 'made/bo'], trained: [] },
  ...{ arms: [], runs: [], jobs: [], notes: [], testItems: 40, testStrings: 40 },
};
const noticed = (pairs: readonly (typeof madePair)[]) =>
  studyFindings('0'.repeat(64), record, { ...madeStudyResult, pairs: [...pairs] }).limits.filter((limit) =>
    limit.includes('would be noticed'),
  );

describe('studyFindings', () => {
  it('names the pair of each limit where there are several, and no pair where there is one', () => {
    expect(noticed([madePair])).toEqual([
      'A real advantage of 12.3 points, equal in both directions, would be noticed in 4 of 5 such studies.',
    ]);
    expect(noticed([madePair, { ...madePair, b: 'made/cy', detectable: 0.2 }])).toEqual([
      expect.stringContaining('A real advantage of ada and bo of 12.3 points'),
      expect.stringContaining('A real advantage of ada and cy of 20.0 points'),
    ]);
  });
});
