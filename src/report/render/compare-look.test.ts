import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { comparisonAnswer } from '../../analyze/compare/comparison-answer.ts';
import type { Comparison, ComparisonVerdict } from '../../analyze/compare/comparison-types.ts';
import { compareLook, hasVerdictMatrix } from './compare-look.ts';

const tasks = ['association', 'restriction', 'difficulty'];
const models = Array.from({ length: 15 }, (_, index) => `provider/a-model-with-a-long-name-${index}`);

function verdictOf(experiment: string, model: string | null, verdict: ComparisonVerdict['verdict']): ComparisonVerdict {
  const p = verdict === 'needs-four-models' ? null : 0.01;
  const reasons = verdict === 'none' && model === null ? [`no test of ${experiment}`] : [];
  return {
    experiment,
    condition: 'paper',
    measure: 'mcc',
    form: 'reuse',
    model,
    primary: model === null,
    verdict,
    p,
    reasons,
    detectable: null,
  };
}

function comparisonOf(verdict: (task: string, model: string | null) => ComparisonVerdict['verdict']): Comparison {
  const verdicts = tasks.flatMap((task) =>
    [...models, null].map((model) => verdictOf(task, model, verdict(task, model))),
  );
  const values = models.map(() => models.map(() => 0.5));
  return {
    matrices: tasks.map((experiment) => ({ experiment, measure: 'mcc', form: 'reuse', models, values, items: 40 })),
    selfAdvantage: [],
    differences: [],
    verdicts,
  };
}

function lookAt(comparison: Comparison, width = 80): string {
  const answer = comparisonAnswer(comparison, { runs: ['abc'], kind: 'run' });
  return compareLook(comparison, { answer, about: ['run abc'], width, explain: false, isWhole: false });
}

describe('compareLook', () => {
  const comparison = comparisonOf((task) => (task === 'association' ? 'none' : 'advantage'));

  it('answers before anything else, and shows 15 models and three tasks on one screen', () => {
    const lines = lookAt(comparison).split('\n');
    expect(lines[0]).toBe('== Do 15 models predict themselves better than expected from the others? ==');
    const text = lines.join(' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('better than expected in “restriction”, “difficulty”; not distinguishable');
    expect(text).toContain('3 tests of all models together, one per task; 45 others among themselves');
    expect(text).toContain('a: no test of association');
    expect(lines.slice(1).filter((line) => /name-\d+ /.test(line))).toHaveLength(15);
    expect(lines).toContain('- Asked here: whom does a prediction fit best? “Above others” asks what it adds.');
    expect(lines).toContain('seb items abc --divergent');
    expect(lines.length).toBeLessThanOrEqual(32);
  });

  it('folds what does not fit: all models together keep their values and reasons, each model its verdict', () => {
    const verdicts = (comparison.verdicts ?? []).map((each, index) => {
      const cause = `a cause of kind ${'abcdefghijklmnopqrstuvwxyz'[index % 26]} that no other verdict has`;
      return { ...each, reasons: each.model === null ? ['the reason of all together'] : [cause] };
    });
    const text = lookAt({ ...comparison, verdicts });
    expect(text.split('\n').length).toBeLessThanOrEqual(32);
    expect(text).toMatch(/^all models together: association n\/a \. a \| restriction n\/a \+ a/m);
    expect(text).toContain('a (3 verdicts): the reason of all together');
    expect(text.match(/name-\d+ .. [b-z*]/g)?.length ?? 0).toBeGreaterThan(12);
    expect(text.split('\n')).toContain('seb items abc --divergent');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'other reasons (*), matrices, intervals and paired differences: --wide',
    );
  });

  it.each([60, 80, 120])('prints no line wider than %i columns', (width) => {
    const wide = lookAt(comparison, width)
      .split('\n')
      .filter((line) => stringWidth(line) > width);
    expect(wide).toEqual([]);
  });

  it('has no matrix where nothing was tested, and says what decides', () => {
    const undecided = comparisonOf(() => 'needs-four-models');
    expect(hasVerdictMatrix(undecided)).toBe(false);
    expect(lookAt(undecided).replaceAll(/\s+/g, ' ')).toContain(
      'not decided, which needs four models in “association”',
    );
    expect(lookAt(undecided)).toContain('seb study introspection');
    expect(lookAt(comparisonOf(() => 'insufficient'))).not.toContain('seb study introspection');
  });

  it('shows the paired differences that have room where nothing was tested, and says how many there are more', () => {
    const undecided = comparisonOf(() => 'needs-four-models');
    const differences = models.map((model) => ({
      ...{ experiment: 'association', condition: 'paper', measure: 'mcc', a: 'm', b: model, value: 0.1, n: 40 },
      ...{ interval: [0, 0.2] as const, p: 0.05, pHolm: 0.2 },
    }));
    const text = lookAt({ ...undecided, differences: [...differences, ...differences] });
    expect(text.split('\n').length).toBeLessThanOrEqual(32);
    expect(text).toContain('0.100 [0.000, 0.200]');
    expect(text).toMatch(/^and \d+ more rows: --wide$/m);
    expect(text.trimEnd().split('\n').at(-1)).toBe('verdicts, matrices and paired differences: --wide');
  });

  it('names the report of a study, whose runs alone decide nothing', () => {
    const answer = comparisonAnswer(
      comparisonOf(() => 'needs-four-models'),
      { runs: ['abc'], kind: 'study' },
    );
    expect(answer.next[0]).toBe('seb report');
    expect(answer.limits[0]).toMatch(/^These are the runs of a study alone/);
  });

  it('says what a paired difference that was found does not exclude where groups have several units', () => {
    const difference = { experiment: 'property', measure: 'accuracy', a: 'one', b: 'other', value: 0.2 } as const;
    const entry = { ...difference, interval: [0.1, 0.3], p: 0.001, pHolm: 0.001, n: 40, units: 160 } as const;
    const textOf = (changed: object) =>
      lookAt({ ...comparisonOf(() => 'none'), verdicts: [], differences: [{ ...entry, ...changed }] });
    expect(textOf({})).toContain('groups that fail as a whole');
    expect(textOf({ units: 40 })).not.toContain('groups that fail');
    expect(textOf({ pHolm: 0.2 })).not.toContain('groups that fail');
  });
});
