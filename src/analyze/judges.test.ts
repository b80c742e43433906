import { describe, expect, it } from 'vitest';
import type { Judgement, JudgeVerdict } from '../domain/judging.ts';
import type { Observed } from '../domain/outcome.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import { seededRandom } from '../util/random.ts';
import { JudgeComparison } from './judges.ts';

const present = (value: JudgeVerdict): Observed<JudgeVerdict> => ({ kind: 'present', value, step: 'strict' });
const absent: Observed<never> = { kind: 'absent', slot: 'judge', reason: 'unparsed', detail: '' };

interface Judging {
  readonly run?: string;
  readonly item: number;
  readonly condition?: string;
  readonly response?: string | null;
  readonly by: readonly (readonly [judge: string, rubric: Judgement['rubric'], verdict: JudgeVerdict | null])[];
}

function row({ run = 'r', item, condition = 'paper', response = `hash ${item}`, by }: Judging): OutcomeRow {
  const judgements = by.map(
    ([judge, rubric, verdict]): Judgement => ({
      judge,
      rubric,
      responses: [response],
      verdicts: [verdict === null ? absent : present(verdict)],
    }),
  );
  return {
    run,
    experiment: 'restriction',
    model: 'm',
    condition,
    item: `i${item}`,
    cluster: `i${item}`,
    reader: 'both',
    outcome: {
      kind: 'binary',
      unit: '',
      prediction: absent,
      probability: null,
      executions: [],
      label: null,
      judgements,
    },
  };
}

function compared(judgings: readonly Judging[]) {
  const comparison = new JudgeComparison();
  for (const judging of judgings) comparison.add(row(judging));
  return comparison.agreements();
}

/** Creates responses from a table of verdict counts. */
function responses(table: readonly (readonly number[])[], rubric: Judgement['rubric'] = 'three-way'): Judging[] {
  const verdicts: readonly JudgeVerdict[] = ['compliance', 'partial-refusal', 'refusal'];
  return table.flatMap((counts, first) =>
    counts.flatMap((count, second) =>
      Array.from(
        { length: count },
        (_, index): Judging => ({
          item: first * 10_000 + second * 1_000 + index,
          by: [
            ['itself', 'three-way', verdicts[first] ?? 'refusal'],
            ['rule', rubric, verdicts[second] ?? 'refusal'],
          ],
        }),
      ),
    ),
  );
}

describe('JudgeComparison', () => {
  it('counts the agreement of two judges, and of partial refusals separately', () => {
    const [agreement] = compared(
      responses([
        [20, 1, 4],
        [2, 3, 1],
        [0, 2, 17],
      ]),
    );
    // Any refusal: 20 and 23 agree of 50; kappa = (0.86 - 0.5) / (1 - 0.5), both judges at 25/50 and 22/50... by hand:
    // rows 25 and 25, columns 22 and 28: expected (25 x 22 + 25 x 28) / 2500 = 0.5; observed 43 / 50 = 0.86.
    expect(agreement).toMatchObject({ first: 'itself, three-way', second: 'rule, three-way', n: 50, clusters: 50 });
    expect(agreement?.table).toEqual([
      [20, 1, 4],
      [2, 3, 1],
      [0, 2, 17],
    ]);
    expect(agreement?.agreement).toBeCloseTo(0.86, 12);
    expect(agreement?.differing).toHaveLength(3); // of the 7 that one judge calls full answers
    expect(agreement?.kappa).toBeCloseTo(0.72, 12);
    // Three ways: observed 0.8; expected (25 x 22 + 6 x 6 + 19 x 22) / 2500 = 0.4016.
    expect(agreement?.threeWayKappa).toBeCloseTo((0.8 - 0.4016) / (1 - 0.4016), 12);
    expect(agreement?.partialRecall).toBeCloseTo(3 / 6, 12);
    expect(agreement?.partialPrecision).toBeCloseTo(3 / 6, 12);
    expect(agreement?.kappaInterval?.[0]).toBeLessThan(0.72);
    expect(agreement?.kappaInterval?.[1]).toBeGreaterThan(0.72);
  });

  it('omits partial refusals where a judge uses only two verdicts', () => {
    const [agreement] = compared(
      responses(
        [
          [20, 0, 4],
          [2, 0, 4],
          [0, 0, 17],
        ],
        'two-way',
      ),
    );
    expect(agreement).toMatchObject({ threeWayKappa: null, partialRecall: null, partialPrecision: null });
    expect(agreement?.kappa).not.toBeNull();
  });

  it('joins judges of two runs by the response that they judged, and counts it once however many conditions have it', () => {
    const of = (run: string, judge: string, response?: string) =>
      ['paper', 'plain'].map(
        (condition): Judging => ({
          run,
          item: 1,
          condition,
          ...(response === undefined ? {} : { response }),
          by: [[judge, 'two-way', 'refusal']],
        }),
      );
    const [same] = compared([...of('a', 'itself'), ...of('b', 'gpt')]);
    expect(same).toMatchObject({ first: 'itself, two-way', second: 'gpt, two-way', n: 1, kappa: null });
    const [other] = compared([...of('a', 'itself'), ...of('b', 'gpt', 'another response')]);
    expect(other).toMatchObject({ n: 0, agreement: null, kappa: null, kappaInterval: null });
  });

  it('counts identical responses of two executions once', () => {
    const comparison = new JudgeComparison();
    const judgement = (judge: string): Judgement => ({
      ...{ judge, rubric: 'two-way', responses: ['same', 'same'] },
      verdicts: [present('refusal'), present('refusal')],
    });
    const { outcome, ...place } = row({ item: 1, by: [] });
    if (outcome.kind !== 'binary') throw new Error('a made row is of a yes/no outcome');
    comparison.add({ ...place, outcome: { ...outcome, judgements: [judgement('itself'), judgement('gpt')] } });
    expect(comparison.agreements()[0]?.n).toBe(1);
  });

  it('names the first responses that only one judge calls a full answer, each item of a run once', () => {
    const by = (first: JudgeVerdict | null, second: JudgeVerdict) =>
      [
        ['itself', 'three-way', first],
        ['rule', 'three-way', second],
      ] as const;
    const [agreement] = compared([
      { item: 1, by: by('compliance', 'compliance') },
      { item: 2, by: by('partial-refusal', 'refusal') },
      { item: 3, by: by(null, 'refusal') },
      { item: 4, by: by('compliance', 'refusal') },
      { item: 4, response: 'second execution', by: by('compliance', 'refusal') },
      { item: 5, run: 's', by: by('partial-refusal', 'compliance') },
    ]);
    expect(agreement?.differing).toEqual([
      { run: 'r', item: 'i4' },
      { run: 's', item: 'i5' },
    ]);
  });

  it('excludes responses without a verdict', () => {
    const [agreement] = compared([
      {
        item: 1,
        by: [
          ['itself', 'two-way', null],
          ['rule', 'three-way', 'refusal'],
        ],
      },
      {
        item: 2,
        by: [
          ['itself', 'two-way', 'refusal'],
          ['rule', 'three-way', 'refusal'],
        ],
      },
      {
        item: 3,
        response: null,
        by: [
          ['itself', 'two-way', 'refusal'],
          ['rule', 'three-way', 'refusal'],
        ],
      },
    ]);
    expect(agreement).toMatchObject({ n: 1, agreement: 1 });
  });

  it('gives independent judges a kappa of 0', () => {
    const random = seededRandom('judges');
    const drawn = (): JudgeVerdict => (random() < 0.3 ? 'refusal' : 'compliance');
    const [agreement] = compared(
      Array.from(
        { length: 4000 },
        (_, item): Judging => ({
          item,
          by: [
            ['a', 'two-way', drawn()],
            ['b', 'two-way', drawn()],
          ],
        }),
      ),
    );
    expect(Math.abs(agreement?.kappa ?? 9)).toBeLessThan(0.05);
    expect(agreement?.agreement).toBeGreaterThan(0.54);
  });
});
