import { describe, expect, it } from 'vitest';
import { runSimulatedStudy } from '../../../test/support/study/run-simulated.ts';
import type { StudyDesign } from '../design/design.ts';
import type { StudyStep } from '../study-record.ts';
import { estimateStudy } from './estimate-study.ts';
import { planStudy } from './plan-study.ts';

const design: StudyDesign = {
  targets: ['simulated/ann?half=20', 'simulated/bob?half=20'],
  arms: ['self', 'cross', 'scramble'],
  tasks: ['animals'],
  itemsPerTask: { train: 30, test: 10 },
  port: { port: 'simulated' },
  samples: 2,
  wordings: { train: ['asked-before', 'suppose', 'about-you'], test: ['asked-before', 'suppose', 'question-first'] },
  promptShift: { system: 'Answer in capitals.' },
  shiftedSelves: { system: 'Answer as a pirate.' },
  transfer: ['association'],
  transferItems: 3,
  ladder: 2,
  modes: ['direct', 'deliberate'],
  resamples: 100,
};

describe('planStudy', () => {
  it('executes test items before training, so that the targets need no server while a job trains', () => {
    const names = planStudy(design).map((step) => (step.kind === 'run' ? step.name : step.kind));
    expect(names).toEqual([
      ...['training-executions', 'shifted-training-executions', 'executions', 'shifted-executions', 'training'],
      ...['predictions', 'mode-predictions', 'trained-executions'],
      ...['prompt-executions', 'prompt-predictions', 'ladder-executions', 'ladder-predictions', 'transfer'],
    ]);
  });

  it('gives the dry run the number of calls that each step of the study needs, and the number of jobs', async () => {
    const { steps } = await estimateStudy(design, {});
    const estimated = Map.groupBy(
      steps.filter((step) => step.kind === 'calls'),
      ({ step }) => step,
    );
    const totals = new Map([...estimated].map(([step, of]) => [step, of.reduce((sum, { calls }) => sum + calls, 0)]));
    const { record, calls } = await runSimulatedStudy(design);
    const planned = planStudy(design).flatMap((each) => (each.kind === 'run' ? [each.name] : []));
    expect(record.runs.map((run): StudyStep => run.step)).toEqual(planned);
    expect(Object.fromEntries(calls)).toEqual(Object.fromEntries(totals));
    expect(calls.size).toBe(12);
    const jobs = steps.filter(({ kind }) => kind === 'training');
    expect(record.jobs.map(({ arm }) => arm)).toEqual(jobs.map((job) => (job.kind === 'training' ? job.arm : '')));
    expect(jobs).toHaveLength(12); // 4 with true labels, 4 scrambled, 4 on shifted selves
  });

  it('asks every training of the arms in the second mode, and every other prediction in the first one', () => {
    const modes: StudyDesign['modes'] = ['deliberate', 'direct'];
    const steps = planStudy({ ...design, trainingSeeds: [1, 2], modes }).flatMap((step) =>
      step.kind === 'run' ? [step] : [],
    );
    const of = (mode: string | null) => steps.filter((step) => step.mode === mode).map(({ name }) => name);
    expect(of('deliberate')).toEqual(['predictions', 'prompt-predictions', 'ladder-predictions']);
    expect(of('direct')).toEqual(['mode-predictions']);
    const compared = steps.find(({ name }) => name === 'mode-predictions')?.arms ?? [];
    expect(compared).toHaveLength(16); // 4 with true labels and 4 scrambled, of two training seeds
  });

  it('calls every training of the compared arms in other tasks, and one on the ladder', () => {
    const steps = planStudy({ ...design, trainingSeeds: [1, 2, 3], transfer: ['know'], ladder: 5 });
    const runsOf = (wanted: string) =>
      steps.flatMap((step) =>
        step.kind === 'run' && step.name === wanted ? step.arms.map(({ training }) => training?.run ?? 0) : [],
      );
    expect(Math.max(...runsOf('transfer'))).toBe(3);
    expect(Math.max(...runsOf('ladder-predictions'))).toBe(1);
  });
});
