import { describe, expect, it } from 'vitest';
import type { LadderFinding } from '../../results/ladder.ts';
import type { ToolFinding } from '../../results/tool-finding.ts';
import { secondaryAnswer } from './results-sentences.ts';

const tool = (interval: ToolFinding['interval']) => ({ interval }) as ToolFinding; // the other fields are not read
const curve = (model: string, axis: string, notAboveFrom: string | null) =>
  ({ model, axis, notAboveFrom }) as LadderFinding; // the other fields are not read

describe('secondaryAnswer', () => {
  it('is null without a ladder and without the tool', () => {
    expect(secondaryAnswer({})).toBeNull();
  });

  it('counts only intervals without 0, and says how many include it and how many were not measured', () => {
    const tools = [tool([0.1, 0.2]), tool([-0.2, -0.1]), tool([-0.1, 0.1]), tool(null)];
    expect(secondaryAnswer({ tools })).toBe(
      'Running itself is shown to help in 1 of 4 conditions and to hurt in 1; not distinguishable from no effect in 1; not measured in 1 (95 % intervals, not adjusted).',
    );
  });

  it('counts curves whose hardest rung is above the best constant answer', () => {
    const ladders = [curve('a', 'length', null), curve('a', 'steps', '4 steps')];
    expect(secondaryAnswer({ ladders })).toBe(
      '1 of 2 curves (1 model × 2 axes) is shown to be above the best constant answer at the hardest rung.',
    );
  });
});
