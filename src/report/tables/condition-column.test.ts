import { describe, expect, it } from 'vitest';
import { conditionColumns } from './ladder-tables.ts';

const row = (experiment: string, condition: string) => ({ experiment, condition });

describe('conditionColumns', () => {
  it('names the condition where an experiment has several, so that no two rows look the same', () => {
    const rows = [row('know', 'paper'), row('know', 'paper, temperature 0.7')];
    const [column] = conditionColumns(rows, (each) => each);
    expect(column?.name).toBe('condition');
    expect(rows.map((each) => column?.cell(each).text)).toEqual(['paper', 'paper, temperature 0.7']);
  });

  it('returns no column where each experiment has one condition', () => {
    expect(conditionColumns([row('know', 'paper'), row('cost', 'other')], (each) => each)).toEqual([]);
  });
});
