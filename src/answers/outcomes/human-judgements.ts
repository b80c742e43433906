import {
  humanJudge,
  isAnswered,
  type Judgement,
  type JudgeVerdict,
  labelRubric,
  verdicts,
} from '../../domain/judging.ts';
import type { Observed } from '../../domain/outcome.ts';
import { declaredSlot, type SlotId, slotOfKind } from '../../domain/slot.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { StoredLabel } from '../../store/stored-label.ts';
import type { ScoredItem } from './outcome-rows.ts';

/** Returns the labels that count: the latest by each person for each answer, unless it was withdrawn. */
export function currentLabels(labels: readonly StoredLabel[]): readonly StoredLabel[] {
  const last = new Map(labels.map((label) => [JSON.stringify([label.by, label.answer]), label]));
  return [...last.values()].filter(({ value }) => value !== null);
}

/**
 * Adds people's labels to the rows of an item, each person as an additional judge of its responses. Where the run names a
 * person as its judge, the labels of this person are the outcomes.
 */
export function humanJudgements(labels: readonly StoredLabel[]): (item: ScoredItem) => ScoredItem {
  const current = currentLabels(labels);
  if (current.length === 0) return (item) => item;
  const byAnswer = Map.groupBy(current, ({ answer }) => answer);
  const people = [...new Set(current.map(({ by }) => by))];
  return (item) => {
    if (!item.rows.some(isJudged)) return item;
    const { experiment } = item.work;
    const responses = item.calls().filter(({ call }) => declaredSlot(experiment, call.slot).kind === 'behave');
    const labelsOf = responses.map(({ stored }) => byAnswer.get(stored?.key ?? '') ?? []);
    if (labelsOf.every((own) => own.length === 0)) return item;
    const judged = people.flatMap((by) => {
      const values = responses.map(({ call }, index) => ({
        sample: call.sample,
        value: labelsOf[index]?.find((label) => label.by === by)?.value ?? null,
      }));
      return values.some(({ value }) => value !== null) ? [{ by, values }] : [];
    });
    const slot = slotOfKind(experiment.slots, 'judge') ?? humanSlot;
    return { ...item, rows: item.rows.map((row) => withJudges(row, judged, slot)) };
  };
}

function isJudged({ outcome }: OutcomeRow): boolean {
  return outcome.kind === 'binary' && outcome.judgements !== undefined;
}

interface Judged {
  readonly by: string;
  readonly values: readonly { readonly sample: number; readonly value: string | null }[];
}

/** Names a missing label of a response in experiments without a slot for judges. */
const humanSlot = 'label';

function withJudges(row: OutcomeRow, judged: readonly Judged[], slot: SlotId): OutcomeRow {
  const { outcome } = row;
  if (outcome.kind !== 'binary' || outcome.judgements === undefined) return row;
  const responses = outcome.judgements[0]?.responses ?? [];
  const human = judged.map(({ by, values }): Judgement => {
    const labels = responses.map((_, sample) => values.find((each) => each.sample === sample)?.value ?? null);
    return {
      judge: humanJudge(by),
      rubric: labelRubric,
      responses,
      verdicts: labels.map((value) => observedLabel(value, slot)),
    };
  });
  const [decides, ...others] = outcome.judgements;
  const own = human.find(({ judge }) => judge === decides?.judge);
  if (own === undefined) return { ...row, outcome: { ...outcome, judgements: [...outcome.judgements, ...human] } };
  const judgements = [own, ...others, ...human.filter((each) => each !== own)];
  return { ...row, outcome: { ...outcome, judgements, executions: own.verdicts.map(isAnswered) } };
}

function observedLabel(value: string | null, slot: SlotId): Observed<JudgeVerdict> {
  const known = verdicts.find((verdict) => verdict === value);
  if (known === undefined) return { kind: 'absent', slot, reason: 'not-asked', detail: 'not labeled' };
  return { kind: 'present', value: known, step: 'text' };
}
