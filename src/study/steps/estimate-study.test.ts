import { describe, expect, it } from 'vitest';
import type { StudyDesign } from '../design/design.ts';
import { studySteps } from '../study-record.ts';
import { estimateStudy } from './estimate-study.ts';

const design: StudyDesign = {
  targets: ['simulated/ann', 'simulated/bob'],
  arms: ['self', 'cross'],
  tasks: ['animals'],
  itemsPerTask: { train: 10, test: 5 },
  port: { port: 'simulated' },
  controls: { fit: 4, readOff: 4 },
};
const three = ['asked-before', 'suppose', 'about-you'];

/** Returns the calls of a step of the study with these wordings. */
async function callsOf(step: 'fit' | 'read-off' | 'predictions', wordings: StudyDesign['wordings']): Promise<number> {
  const { steps } = await estimateStudy({ ...design, wordings }, {});
  return steps.reduce(
    (sum, each) => sum + (each.kind === 'calls' && each.step === studySteps[step] ? each.calls : 0),
    0,
  );
}

describe('estimateStudy', () => {
  const one = { train: ['asked-before'], test: ['asked-before'] };

  it('counts the fit under the training wordings, as the study sends it', async () => {
    const single = await callsOf('fit', one);
    expect(single).toBeGreaterThan(0);
    expect(await callsOf('fit', { ...one, train: three })).toBe(3 * single);
    expect(await callsOf('fit', { ...one, test: three })).toBe(single);
  });

  it('counts shown replies under one wording', async () => {
    const single = await callsOf('read-off', one);
    expect(single).toBeGreaterThan(0);
    expect(await callsOf('read-off', { train: three, test: three })).toBe(single);
  });

  it('counts predictions under the test wordings', async () => {
    expect(await callsOf('predictions', { ...one, test: three })).toBe(3 * (await callsOf('predictions', one)));
  });
});
