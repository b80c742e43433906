import { describe, expect, it } from 'vitest';
import type { StudyDesign } from '../design/design.ts';
import { detectableAdvantage, detectableOverStrings } from '../design/what-design-shows.ts';
import { studySteps } from '../study-record.ts';
import { estimateStudy } from './estimate-study.ts';

const design: StudyDesign = {
  targets: ['simulated/ann', 'simulated/bob'],
  arms: ['self', 'cross'],
  tasks: ['animals'],
  itemsPerTask: { train: 10, test: 5 },
  port: { port: 'simulated' },
};
const three = ['asked-before', 'suppose', 'about-you'];

/** Returns the calls of the predictions of the study with these wordings. */
async function callsOf(wordings: StudyDesign['wordings']): Promise<number> {
  const { steps } = await estimateStudy({ ...design, wordings }, {});
  return steps.reduce(
    (sum, each) => sum + (each.kind === 'calls' && each.step === studySteps.predictions ? each.calls : 0),
    0,
  );
}

describe('estimateStudy', () => {
  const one = { train: ['asked-before'], test: ['asked-before'] };

  it('counts predictions under the test wordings', async () => {
    expect(await callsOf({ ...one, test: three })).toBe(3 * (await callsOf(one)));
  });

  it('prints the smallest advantage by the function of finished studies: the noncentral t, both directions, Holm', async () => {
    const { detectable, testStrings } = await estimateStudy(
      { ...design, itemsPerTask: { train: 10, test: 60 }, trainingSeeds: [1, 2, 3] },
      {},
    );
    expect(testStrings).toBeGreaterThan(5);
    expect(detectable).toBe(detectableAdvantage({ strings: testStrings, directions: 2, leads: 1 }));
    const { detectable: ofCopies } = await estimateStudy({ ...design, itemsPerTask: { train: 10, test: 60 } }, {});
    expect(ofCopies).toBe(detectableOverStrings(testStrings));
  });
});
