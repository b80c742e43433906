import type { RunModel } from '../../domain/run-config.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import type { ReplayRecording } from '../../models/replay.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { buildRequest, type ItemTask, judgeOf } from '../plan/item-task.ts';
import { findRun } from './find-run.ts';

/** What preparing a run reads from a store: runs to replay, and training jobs of its models. */
export type Recorded = Pick<Store, 'runs' | 'answers' | 'histories'>;

/**
 * Returns the answers of `replay/RUN` (or `replay/RUN/provider/model`, if the run had several models): those of the run.
 */
export async function replaySource(store: Recorded, experiments: Experiments, text: string): Promise<ReplayRecording> {
  const slash = text.indexOf('/');
  const run = findRun(await store.runs(), slash === -1 ? text : text.slice(0, slash));
  const subject = replayedModel(run, slash === -1 ? null : text.slice(slash + 1));
  const answer: ReplayRecording['answer'] = async ({ experiment, context, call }) => {
    if (!run.config.experiments.some(({ name }) => name === experiment)) return null;
    const asked = experimentNamed(experiments, experiment);
    const work: ItemTask = {
      experiment: asked,
      subject,
      judge: judgeOf(run.config, asked) ?? subject,
      context,
      config: run.config,
    };
    const { key } = buildRequest(work, call);
    return (await store.answers([key])).get(key)?.answer ?? null;
  };
  return { id: slash === -1 ? run.id : `${run.id}/${subject.name}`, answer };
}

function replayedModel({ id, config }: RunRecord, name: string | null): RunModel {
  const names = config.models.map((model) => model.name);
  const chosen = name === null ? config.models : config.models.filter((model) => model.name === name);
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1) return only;
  throw new AppError('replay-model', `run ${id} has the models ${names.join(', ')}`, {
    hint: `choose one: replay/${id}/${names[0] ?? 'provider/model'}`,
  });
}
