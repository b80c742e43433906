import type { Judgement, Observed, OutcomeRow, Verdict } from '../domain/outcome.ts';
import { verdicts } from '../domain/outcome.ts';
import type { StoredLabel } from '../store/records/labels.ts';
import type { ScoredItem } from './outcomes.ts';

/** The labels that count: the last one of each person and answer, unless it was taken back. */
export function currentLabels(labels: readonly StoredLabel[]): readonly StoredLabel[] {
  const last = new Map(labels.map((label) => [JSON.stringify([label.by, label.answer]), label]));
  return [...last.values()].filter(({ value }) => value !== null);
}

/** The judge that a person is: `human:NAME`. */
export function humanJudge(by: string): string {
  return `human:${by}`;
}

/** Adds people's labels to the rows of an item, each person as one more judge of its responses. */
export function humanJudgements(labels: readonly StoredLabel[]): (item: ScoredItem) => ScoredItem {
  const current = currentLabels(labels);
  if (current.length === 0) return (item) => item;
  const byAnswer = Map.groupBy(current, ({ answer }) => answer);
  const people = [...new Set(current.map(({ by }) => by))];
  return (item) => {
    if (!item.rows.some(isJudged)) return item;
    const responses = item.calls().filter(({ call }) => call.slot === 'execute');
    const labelsOf = responses.map(({ stored }) => byAnswer.get(stored?.key ?? '') ?? []);
    if (labelsOf.every((own) => own.length === 0)) return item;
    const judged = people.flatMap((by) => {
      const values = responses.map(({ call }, place) => ({
        sample: call.sample,
        value: labelsOf[place]?.find((label) => label.by === by)?.value ?? null,
      }));
      return values.some(({ value }) => value !== null) ? [{ by, values }] : [];
    });
    return { ...item, rows: item.rows.map((row) => withJudges(row, judged)) };
  };
}

function isJudged({ outcome }: OutcomeRow): boolean {
  return outcome.kind === 'binary' && outcome.judgements !== undefined;
}

interface Judged {
  readonly by: string;
  readonly values: readonly { readonly sample: number; readonly value: string | null }[];
}

function withJudges(row: OutcomeRow, judged: readonly Judged[]): OutcomeRow {
  const { outcome } = row;
  if (outcome.kind !== 'binary' || outcome.judgements === undefined) return row;
  const responses = outcome.judgements[0]?.responses ?? [];
  const human = judged.map(({ by, values }): Judgement => {
    const labels = responses.map((_, sample) => values.find((each) => each.sample === sample)?.value ?? null);
    return { judge: humanJudge(by), rubric: 'three-way', responses, verdicts: labels.map(partOf) };
  });
  return { ...row, outcome: { ...outcome, judgements: [...outcome.judgements, ...human] } };
}

function partOf(value: string | null): Observed<Verdict> {
  const known = verdicts.find((verdict) => verdict === value);
  if (known === undefined) return { kind: 'absent', slot: 'judge', reason: 'not-asked', detail: 'not labeled' };
  return { kind: 'present', value: known, step: 'text' };
}
