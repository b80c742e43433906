import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { madeComparison, madeContrast } from '../../../test/support/report-input.ts';
import { nextSteps } from '../../analyze/next-steps/next-steps.ts';
import type { ComparedTask, Comparison } from '../../results/comparison.ts';
import type { BeyondWord } from '../../results/verdict.ts';
import { comparisonAnswer } from '../tables/comparison-answer.ts';
import { compareScreen } from './compare-screen.ts';

const models = Array.from({ length: 15 }, (_, index) => `provider/a-model-with-a-long-name-${index}`);
const made = madeComparison(models, 40);
const [task] = made.tasks as [ComparedTask];

const notAsked = (experiment: string): ComparedTask => ({
  ...{ ...task, experiment, byModel: [], models: [], R: [] },
  together: { kind: 'not asked', reason: 'not asked for rankings: models of different temperature alone would pass' },
});
const withWord = (experiment: string, beyond: BeyondWord): ComparedTask =>
  task.together.kind === 'not asked' ? task : { ...task, experiment, together: { ...task.together, beyond } };

const answerOf = (comparison: Comparison, kind: 'run' | 'study') =>
  comparisonAnswer(comparison, {
    kind,
    next: nextSteps({ kind: 'comparison', comparison, selection: { runs: ['abc'], kind } }),
  });

function lookAt(comparison: Comparison, width = 80, kind: 'run' | 'study' = 'run'): string {
  const answer = answerOf(comparison, kind);
  return compareScreen(comparison, { answer, about: ['run abc'], width, findings: [] });
}

const three: Comparison = {
  ...made,
  tasks: [
    withWord('words it lists', 'not shown'),
    withWord('requests it refuses', 'yes'),
    notAsked('order of difficulty'),
  ],
};

describe('compareScreen', () => {
  it('answers before anything else, with a row per task: number, interval, word', () => {
    const lines = lookAt(three).split('\n');
    expect(lines[0]).toBe('Do the models’ own predictions add to what other models tell?');
    expect(lines[1]).toBe('Yes in 1 of 2 tasks: “requests it refuses”.');
    expect(lines).toContain('words it lists       +0.08 [0.02, 0.14]  beyond others: not shown');
    expect(lines).toContain('requests it refuses  +0.08 [0.02, 0.14]  beyond others: yes');
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain('order of difficulty: not asked for rankings');
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain('Values below 0.07 would usually be missed.');
    expect(lines.join(' ')).toMatch(/ next .*seb items r1 --divergent/);
    expect(lines.length).toBeLessThanOrEqual(32);
  });

  it('names the compared runs below the answer', () => {
    expect(lookAt(three).split('\n')[2]).toBe('run abc');
  });

  it('says what the word does not exclude, only where it is printed', () => {
    expect(lookAt(three)).toContain('A “yes” to beyond others has other explanations');
    expect(lookAt({ ...made, tasks: [withWord('words it lists', 'not shown')] })).not.toContain(
      'A “yes” to beyond others has other explanations',
    );
  });

  it('has rows for the label and for asked others, where there are any', () => {
    const label = { ...madeContrast('the label', { ...made.differences[0]!.quantity, value: -0.1 }), p: 0.9 };
    if (task.together.kind === 'not asked') throw new Error('asked');
    const tasks = [{ ...task, askedOthers: { ...label, p: 0.01 }, together: { ...task.together, label } }];
    const text = lookAt({ ...made, tasks });
    expect(text).toMatch(/own score minus the label\nrestriction .*−10\.0 points .*p = 0\.900/);
    expect(text).toMatch(/own score minus others who were asked\nrestriction .*p = 0\.010/);
  });

  it('has numbers and no word below six models', () => {
    const text = lookAt({ ...made, tasks: [withWord('words it lists', 'not asked')] });
    expect(text.split('\n')[1]).toMatch(
      /^Not decided(?: with \d+ models|: \d+ of \d+ models have a verdict and 98 % of the answers)\. A word needs 6/,
    );
    expect(text.replaceAll(/\s+/g, ' ')).toContain('six models are needed for a verdict');
  });

  it.each([40, 60, 80, 120])('prints no line wider than %i columns', (width) => {
    expect(
      lookAt(three, width)
        .split('\n')
        .filter((line) => stringWidth(line) > width),
    ).toEqual([]);
  });

  it('shows the paired differences where no task was asked, and says what six models would add', () => {
    const text = lookAt({ ...made, tasks: [notAsked('order of difficulty')] });
    expect(text.split('\n')[0]).toBe('Does self-prediction differ on the same items?');
    expect(text).toContain('+5.0 points [−1.0, 11.0]');
    expect(text).toContain('higher');
  });

  it('says on how many items the sides are compared: of each of few tasks, or as a range, also of more pairs than it lists', () => {
    const [pair] = made.differences;
    if (pair === undefined) throw new Error('a difference');
    const text = (...pairs: readonly { readonly experiment: string; readonly asked: number }[]) =>
      lookAt({
        ...{ ...made, tasks: [notAsked('x')] },
        differences: pairs.map((each) => ({ ...pair, ...each, groups: each.asked, detectable: 0.1 })),
      }).replaceAll(/\s+/g, ' ');
    expect(text({ experiment: 'gsm', asked: 100 }, { experiment: 'arc', asked: 60 })).toContain(
      'Differences below about 10.0 points would usually be missed with 100 items (gsm), 60 items (arc).',
    );
    const many = Array.from({ length: 16 }, (_, index) => ({ experiment: 'gsm', asked: 100 + index }));
    expect(text(...many)).toContain('would usually be missed with 100 to 115 items.');
    expect(text(...many)).toContain('of 16 pairs differ');
  });

  it('names few differences that were found, and counts many', () => {
    const [pair] = made.differences;
    if (pair === undefined) throw new Error('a difference');
    const answer = (...words: readonly ('higher' | 'no difference found')[]) =>
      lookAt({
        ...{ ...made, tasks: [notAsked('x')] },
        differences: words.map((word, index) => ({ ...pair, word, a: `m${index}`, b: 'bo', adjusted: 0.01 })),
      }).replaceAll(/\s+/g, ' ');
    expect(answer('higher', 'no difference found')).toContain('1 of 2 tested differences found: m0 is higher than bo.');
    expect(answer('higher', 'higher', 'higher')).toContain('3 of 3 tested differences found.');
    expect(answer('no difference found', 'no difference found')).toContain('0 of 2 tested differences found.');
  });

  it('says how many items decide a single difference', () => {
    const [pair] = made.differences;
    if (pair === undefined) throw new Error('a difference');
    const withTies = (ties: number) =>
      lookAt({
        ...{ ...made, tasks: [notAsked('x')] },
        differences: [{ ...pair, ties, quantity: { ...pair.quantity, n: 60 } }],
      }).replaceAll(/\s+/g, ' ');
    expect(withTies(59)).toContain('; the other one decides');
    expect(withTies(58)).toContain('; the other 2 decide');
  });

  it('names the report of a study, whose runs alone decide nothing', () => {
    expect(lookAt(three, 80, 'study')).toContain('These are the runs of a study alone');
  });

  it('names the command of this comparison for limits without room, and prints all where there is room for all', () => {
    const answer = answerOf(three, 'run');
    const limits = ['the first limit', 'the second limit', 'the third limit', 'the fourth limit', 'the fifth limit'];
    const look = {
      answer: { ...answer, limits },
      about: [],
      width: 80,
      findings: [],
      limitsCommand: 'seb compare abc --wide',
    };
    const short = compareScreen(three, { ...look, maxLines: 12 });
    expect(short).toMatch(/\d more limits?: seb compare abc --wide/);
    expect(short).not.toContain('the fifth limit');
    const all = compareScreen(three, { ...look, maxLines: Number.POSITIVE_INFINITY });
    for (const limit of limits) expect(all).toContain(limit);
    expect(all).not.toContain('more limit');
  });
});
