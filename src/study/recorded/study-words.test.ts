import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../test/support/refusal.ts';
import { type TabledStudy, writeStudyTables } from '../../../test/support/study/study-tables.ts';
import type { Quantity } from '../../results/quantity.ts';
import { analyzeRecord } from '../analyze-record.ts';
import { studyFindings } from '../report/study-findings.ts';
import { parseStudyRecord } from '../study-record.ts';
import { importStudy } from './import-study.ts';

const folder = newFolder();

/** Returns what a study of known accuracies says. */
async function studyOf(study: TabledStudy, seed: number) {
  const imported = await importStudy(...writeStudyTables(folder, study, seed));
  const record = parseStudyRecord(imported.study.id, imported.study.record);
  const result = await analyzeRecord({} as never, record);
  const findings = studyFindings(imported.study.id, record, result);
  return { result, findings, advice: findings.next.flatMap(({ command, about }) => (command === null ? [about] : [])) };
}

const varied: TabledStudy = { strings: 300, trainings: [3, 3], spread: 0.05, accuracy: [0.6, 0.55] };

describe('a study whose trainings vary', async () => {
  const { result, findings, advice } = await studyOf(varied, 3);
  const [pair] = result.pairs;

  it('has one interval for one number: directions, findings, properties', () => {
    for (const [place, direction] of pair!.plain.entries()) {
      const ofProperty = result.properties[place]!;
      const ofFinding = findings.findings[0]!.directions[place]!.quantity;
      expect(direction.word).toBe('no difference found');
      expect(ofProperty.difference.value).toBeCloseTo(direction.quantity.value!, 12);
      expect(ofProperty.difference.interval![0]).toBeCloseTo(direction.quantity.interval![0], 12);
      expect(ofProperty.difference.interval![1]).toBeCloseTo(direction.quantity.interval![1], 12);
      expect(ofFinding.interval).toEqual(direction.quantity.interval);
    }
  });

  it('includes the variance between trainings in the accuracies of a property, too', () => {
    const half = ({ interval }: Quantity) => (interval![1] - interval![0]) / 2;
    for (const { self, cross, mode } of result.properties) {
      const overStrings = 1.97 * Math.sqrt((0.6 * 0.4) / 300 / 3); // the mean of three trainings
      expect(half(cross)).toBeGreaterThan(1.3 * overStrings);
      expect(half(self)).toBeGreaterThan(1.3 * overStrings);
      expect(mode).toBeGreaterThan(0.2);
    }
  });

  it('counts the rows and strings that a value is computed from: of one target, of both', () => {
    const counts = (each: Quantity) => [each.n, each.clusters];
    for (const each of result.properties) {
      expect(each.rows).toBe(300);
      for (const quantity of [each.self, each.cross, each.difference]) expect(counts(quantity)).toEqual([300, 300]);
    }
    for (const direction of [...pair!.plain, ...pair!.beyondRules])
      expect(counts(direction.quantity)).toEqual([300, 300]);
    for (const quantity of [pair!.I.quantity, pair!.E.quantity, pair!.determinant, pair!.meanGain])
      expect(counts(quantity)).toEqual([600, 300]);
  });

  it('says which intervals are over trainings, and advises trainings where these vary more than strings', () => {
    expect(findings.limits).toContain(
      '300 test items, 300 strings; 95 % intervals by jackknife over strings, those of pairs and properties also over trainings (the others are about one training).',
    );
    const { detectable, detectableWith } = pair!;
    expect(detectableWith.strings!).toBeGreaterThan(0.85 * detectable!); // four times the strings
    expect(detectableWith.trainings!).toBeLessThan(0.75 * detectable!); // twice the trainings
    expect(advice).toEqual([
      `train each arm 6 times instead of 3, because trainings vary more than strings: such studies would find about ${(100 * detectableWith.trainings!).toFixed(1)} points instead of ${(100 * detectable!).toFixed(1)}`,
    ]);
  });
});

describe('studyFindings', () => {
  it('advises strings where these vary more than trainings', async () => {
    const { advice } = await studyOf({ strings: 60, trainings: [6, 6], spread: 0, accuracy: [0.55, 0.55] }, 1);
    expect(advice).toEqual([
      expect.stringMatching(
        /^use about 240 test strings instead of 60: they would find \d+\.\d points instead of \d+\.\d$/,
      ),
    ]);
  });

  it('advises no larger study where the other model is better', async () => {
    const { findings, advice } = await studyOf({ ...varied, strings: 200, spread: 0.02, accuracy: [0.4, 0.7] }, 1);
    expect(findings.findings[0]!.directions.map(({ word }) => word)).toEqual(['lower', 'lower']);
    expect(advice).toEqual([]);
  });

  it('counts missing predictions at their worst in what would be found', async () => {
    const study: TabledStudy = { strings: 200, trainings: [3, 3], spread: 0.02, accuracy: [0.75, 0.6] };
    const [whole, missing] = [await studyOf(study, 2), await studyOf({ ...study, missing: 0.3 }, 2)];
    expect(whole.result.pairs[0]!.detectable).toBeLessThan(0.25);
    expect(missing.result.pairs[0]!.plain.map(({ word }) => word)).toEqual(Array(2).fill('no difference found'));
    expect(missing.result.pairs[0]!.detectable).toBeGreaterThan(0.3); // the other might be right in the missing ones
  });

  it.each<[trainings: TabledStudy['trainings'], sentence: string]>([
    [[2, 2], 'not measured: two trainings of each arm give no interval; three would.'],
    [[5, 2], 'not measured: two trainings of bob on ann and of ann on bob give no interval; three of each arm would.'],
    [[2, 3], 'not measured: two trainings of ann on ann and of bob on bob give no interval; three of each arm would.'],
    [[1, 1], 'predictions about ann, by itself minus by the other: '],
    [[5, 1], 'predictions about ann, by itself minus by the other (ann: mean of 5 copies): '],
    [[5, 3], '(over 3 to 5 trainings of each arm).'],
    [[3, 3], '(over 3 trainings of each arm).'],
  ])('says what was given: %j trainings', async (trainings, sentence) => {
    const study: TabledStudy = { strings: 200, trainings, spread: 0, accuracy: [0.8, 0.5] };
    const { findings } = await studyOf(study, 1);
    expect(findings.answer).toContain(sentence);
  });
});
