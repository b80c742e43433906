import type { RecordedLog } from '../../recordings/recording.ts';
import { isSameItem } from '../../recordings/same-item.ts';
import type { WorthPanel } from '../../results/worth.ts';
import { leastShared, mostDiffering } from '../../stats/least-numbers.ts';
import { mean } from '../../stats/moments.ts';
import { counted } from '../../util/numbers.ts';
import { logTables } from '../recordings/log-tables.ts';
import { refused } from '../recordings/refusals.ts';
import type { ModelAnswers } from './model-answers.ts';

/** Fewest other models of a panel. */
const minModels = 5;

/** Outcomes of other models on the items of A: their accuracy on each item is a signal that asks nothing. */
export interface OtherModels {
  readonly kind: 'panel';
  /** Share of the panel's models that are right, by item of A; NaN where none has an outcome. */
  readonly accuracy: Float64Array;
  readonly facts: WorthPanel;
}

interface PanelModel {
  readonly model: string;
  /** Share of the executions that are right, by item. */
  readonly right: ReadonlyMap<string, number>;
}

interface Sides {
  readonly keep: ModelAnswers;
  readonly pass: ModelAnswers | null;
}

interface PanelSource {
  readonly logs: readonly RecordedLog[];
  /** Path that the user gave. */
  readonly source: string;
  /** Name of the score that says what is right; absent: each log's first score of right and wrong. */
  readonly score?: string | undefined;
}

/** Returns the panel of logs for the items of A, or why they are none: too few models, or too few shared items. */
export async function panelOf(
  { logs, source, score }: PanelSource,
  { keep, pass }: Sides,
): Promise<OtherModels | ReturnType<typeof refused>> {
  const ids = [...keep.answers.keys()];
  const known = await outcomesOf(logs, { score, keep });
  if ('reason' in known) return known;
  const others = known.filter(({ model }) => model !== keep.model && model !== pass?.model);
  const sharedBy = (each: PanelModel) => ids.filter((id) => each.right.has(id)).length;
  const models = others.filter((each) => sharedBy(each) >= leastShared * ids.length);
  if (models.length < minModels) {
    const most = Math.max(0, ...others.map(sharedBy));
    return refused(
      `${counted(models.length, 'other model')} in ${source} ${models.length === 1 ? 'has' : 'have'} outcomes on at least ${100 * leastShared} % of the ${counted(ids.length, 'item')}; a panel needs ${minModels} (${counted(others.length, 'other model')} found, with up to ${counted(most, 'shared item')})`,
      'give logs of more models on the same items, or leave out --panel',
    );
  }
  const rightOn = (id: string) => mean(models.flatMap(({ right }) => right.get(id) ?? []));
  const byItem = ids.flatMap((item) => {
    const right = rightOn(item);
    return right === null ? [] : [{ item, right }];
  });
  const listed = models.map((each) => ({
    ...{ model: each.model, items: sharedBy(each) },
    sameOutcome: sameOutcome(keep, (id) => each.right.get(id) ?? null) ?? 0,
  }));
  const [nearest = null] = listed.toSorted((one, other) => other.sameOutcome - one.sameOutcome);
  return {
    kind: 'panel',
    accuracy: Float64Array.from(ids, (id) => rightOn(id) ?? Number.NaN),
    facts: {
      ...{ source, models: listed, byItem, right: mean(byItem.map(({ right }) => right)) ?? 0 },
      sameAsMajority: sameOutcome(keep, rightOn) ?? 0,
      nearest: nearest?.model ?? '',
    },
  };
}

/** Returns the share of the items on which A is right exactly where more than half of the others are; null without one. */
function sameOutcome(keep: ModelAnswers, rightOf: (id: string) => number | null): number | null {
  const same = [...keep.answers].flatMap(([id, { right }]) => {
    const other = rightOf(id);
    return right === null || other === null ? [] : [Number(right > 0.5 === other > 0.5)];
  });
  return mean(same);
}

/** Returns the outcomes of each model of logs; a model of several logs has the mean of its executions. */
async function outcomesOf(
  logs: readonly RecordedLog[],
  { score, keep }: { readonly score: string | undefined; readonly keep: ModelAnswers },
): Promise<readonly PanelModel[] | ReturnType<typeof refused>> {
  const values = new Map<string, Map<string, number[]>>();
  for (const log of logs) {
    const chosen = log.scores.find(
      ({ name, kind }) => kind === 'right-or-wrong' && (score === undefined || name === score),
    );
    if (chosen === undefined) continue;
    const other = otherTexts(log, keep);
    if (other !== null) return refused(other, 'give outcomes on the same version of the items');
    for (const { model, units, responses } of (await logTables([log], chosen.name)).flatMap(({ sides }) => sides)) {
      const own = values.get(model) ?? new Map<string, number[]>();
      values.set(model, own);
      for (const [id, unit] of units) {
        const right = responses.right.score.at(unit);
        if (!Number.isNaN(right)) own.set(id, [...(own.get(id) ?? []), right]);
      }
    }
  }
  return [...values].map(([model, items]) => ({
    model,
    right: new Map([...items].map(([id, shares]) => [id, mean(shares) ?? 0])),
  }));
}

/** Returns what is said where a log of A's own format has other texts under its ids; null where it has not. */
function otherTexts({ file, format, items }: RecordedLog, { identities }: ModelAnswers): string | null {
  if (identities?.format !== format) return null; // formats identify items differently
  const shared = [...items].flatMap(([id, item]) => {
    const own = identities.items.get(id);
    return own === undefined ? [] : [{ id, item, own }];
  });
  const other = shared.filter(({ item, own }) => !isSameItem(item, own));
  return other.length > mostDiffering * shared.length
    ? `${counted(other.length, `shared id of ${shared.length} stands`, `shared ids of ${shared.length} stand`)} for different texts in ${file}, first ${other[0]?.id}`
    : null;
}

/** Returns whose outcomes a panel has, and how near they are to those of A. */
export function panelText({ source, models, right, sameAsMajority, nearest }: WorthPanel, keep: string): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const near = models.find(({ model }) => model === nearest);
  return `panel: outcomes of ${models.length} other models (${models.map(({ model }) => model).join(', ')}) from ${source}, right on ${percent(right)}; ${keep} has the outcome of their majority on ${percent(sameAsMajority)} of the items, and that of the nearest, ${nearest}, on ${percent(near?.sameOutcome ?? 0)}`;
}
