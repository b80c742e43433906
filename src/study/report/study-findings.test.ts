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

  const tables = (...files: readonly [string, string]) => ({ recorded: { files, targets: [], predictors: [] } });
  it.each([
    [
      tables('a.csv', 'p.csv'),
      null,
      'import a.csv and p.csv again with three trainings of each arm (column `seed` of p.csv)',
    ],
    [tables('runs', 'runs'), null, 'import runs again with three trainings of each arm (column `seed` of the models)'],
    [
      tables('a.csv', 'p.csv'),
      'seb study import a.csv p.csv',
      'with three trainings of each arm (column `seed` of p.csv)',
    ],
    [{}, null, '`seed` of the study file'],
    [{ design: { targets: ['bundled/needle-1'] } }, null, 'write a study file for your own models'],
  ])(
    'names the files with the trainings, and no command with a file that is not there: %#',
    (changes, importedBy, about) => {
      const few = { ...madeStudyResult, pairs: [{ ...madePair, trainings: 1 }] };
      const own = { ...record, ...changes } as StudyRecord;
      const [step] = studyFindings('0'.repeat(64), own, few, importedBy).next;
      expect(step?.command).toBe(importedBy);
      expect(step?.about).toContain(
        about.replace('`seed` of the study file', 'add them to the list `trained` of the study file'),
      );
      expect(JSON.stringify(step)).not.toContain('STUDY.json');
    },
  );
});
