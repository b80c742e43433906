import { describe, expect, it } from 'vitest';
import { madeFinding, madeResults } from '../../../test/support/made-findings.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { Finding } from '../../domain/results/finding.ts';
import { latexTables, latexText } from '../render/latex.ts';
import { firstLook } from '../render/terminal-first-look.ts';
import { verdictColumns } from './verdict-columns.ts';
import { verdictSection } from './verdict-tables.ts';

/** Returns why the table has no value in a column, one note for each finding. */
function notes(findings: readonly Finding[], column: string, estimates: readonly Estimate[] = []) {
  const table = verdictSection(madeResults(findings), [], estimates, String).tables[0];
  const index = table?.columns.findIndex(({ name }) => name === column) ?? -1;
  return table?.rows.map((row) => row[index]?.note);
}

describe('verdictSection', () => {
  it('asks for a second model only where the run has none', () => {
    const absent = { others: null, reexecution: null };
    const alone = [madeFinding(absent)];
    expect(notes(alone, 'other models')).toEqual(['needs a second model on the same items']);
    const two = [madeFinding({ ...absent, model: 'a/x' }), madeFinding({ ...absent, model: 'a/y', reexecution: 0.8 })];
    expect(notes(two, 'other models')).toEqual(Array(2).fill('cannot be used as a prediction in this experiment'));
  });

  it('says of a re-execution what the estimate of the score says, not what other scores of the run have', () => {
    const found = madeFinding({ reexecution: null });
    const reason = 'this measure is not defined for a re-execution';
    const estimateOf = (policy: string, reexecution: string) => {
      const { run, experiment, model, condition, measure } = found;
      const place = { run, experiment, model, condition, measure };
      return { ...place, policy, reexecution: null, absent: { reexecution } } as unknown as Estimate; // the fields that are read
    };
    const [other, own] = [estimateOf('failures-wrong', 'another reason'), estimateOf('parsed', reason)];
    expect(notes([found], 're-execution', [other, own])).toEqual([reason]);
  });
});

describe('verdictColumns', () => {
  const findings = [madeFinding({})];

  it('are the columns of every surface: the first screen and LaTeX omit only what a column says', () => {
    const columns = verdictColumns(findings, []);
    const screen = firstLook(madeResults(findings), { width: 200, isWhole: true });
    const header = screen.split('\n').find((line) => line.startsWith('model ')) ?? '';
    const onScreen = columns.flatMap(({ name, first }) => (first === null ? [] : [first.header ?? name]));
    expect(header.trim().split(/ {2,}/)).toEqual(['model', ...onScreen]);
    const tables = verdictSection(madeResults(findings), [], [], String).tables.slice(0, 1);
    const row = latexTables(tables).match(/\\toprule\n {2}(.*) \\\\/)?.[1] ?? '';
    expect(row.split(' & ')).toEqual(
      columns.filter(({ notInPaper }) => !notInPaper).map(({ name }) => latexText(name)),
    );
  });

  it('names the level of each interval in its header', () => {
    const names = verdictColumns([madeFinding({ level: 0.99375 })], []).map(({ name }) => name);
    expect(names).toContain('score [95 %]');
    expect(names).toContain('difference [99.38 %]');
  });
});
