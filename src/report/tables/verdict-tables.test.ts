import { describe, expect, it } from 'vitest';
import { madeFinding, madeResults } from '../../../test/support/made-findings.ts';
import type { Finding } from '../../domain/results/finding.ts';
import { verdictSection } from './verdict-tables.ts';

/** Returns why the table has no value in a column, one note for each finding. */
function notes(findings: readonly Finding[], column: string) {
  const table = verdictSection(madeResults(findings), []).tables[0];
  const index = table?.columns.findIndex(({ name }) => name === column) ?? -1;
  return table?.rows.map((row) => row[index]?.note);
}

describe('verdictSection', () => {
  it('asks for a second model or execution only where the run has none', () => {
    const absent = { others: null, reexecution: null };
    const alone = [madeFinding(absent)];
    expect(notes(alone, 'other models')).toEqual(['needs a second model on the same items']);
    expect(notes(alone, 're-execution')).toEqual(['needs two executions (run with --samples 2 or more)']);
    const two = [madeFinding({ ...absent, model: 'a/x' }), madeFinding({ ...absent, model: 'a/y', reexecution: 0.8 })];
    expect(notes(two, 'other models')).toEqual(Array(2).fill('cannot be used as a prediction in this experiment'));
    expect(notes(two, 're-execution')).toEqual(['cannot be used as a prediction in this experiment', null]);
  });
});
