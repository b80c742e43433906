import { type Call, type CallKey, callKey, callText, type KeyedCall } from '../domain/call.ts';
import type { Condition } from '../domain/condition.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { ItemBase } from '../domain/item.ts';
import type { RunConfig, RunModel } from '../domain/run-config.ts';
import type { Experiment, ItemContext } from '../experiments/experiment.ts';
import { type Experiments, experimentNamed } from '../experiments/registry.ts';
import { AppError } from '../util/app-error.ts';
import { assertNever } from '../util/assert-never.ts';
import { sha256 } from '../util/canonical-json.ts';
import { arePredictable, otherPredictors } from './other-predictors.ts';
import { answersByPlace, isRecorded } from './recorded.ts';

/** One item, asked of one subject under one condition. */
export interface ItemTask {
  readonly experiment: Experiment;
  readonly dataset: Dataset;
  readonly subject: RunModel;
  readonly judge: RunModel;
  readonly context: ItemContext<ItemBase>;
  readonly config: RunConfig;
}

/** Data sets by their sha256, as a run's configuration names them. */
export type Datasets = ReadonlyMap<string, Dataset>;

/** Everything that a run asks, item by item, the subjects taking turns so that all endpoints are busy. */
export function* itemTasks(config: RunConfig, experiments: Experiments, datasets: Datasets): Generator<ItemTask> {
  for (const planned of config.experiments) {
    const experiment = experimentNamed(experiments, planned.name);
    const dataset = datasets.get(planned.dataset.sha256);
    if (dataset === undefined) {
      throw new AppError('dataset-missing', `the data of experiment ${planned.name} is not in the store`, {
        hint: 'the store was damaged or made by another version: start the run again with `seb run`',
      });
    }
    for (const item of dataset.items) {
      for (const condition of planned.conditions) {
        for (const subject of config.models) {
          const asked = arePredictable(experiment) ? otherPredictors(config, subject) : [];
          const others = asked.length === 0 ? {} : { otherPredictors: asked.map(({ name }) => name) };
          const context = { item, condition, ...sampled(config), ...judgeAndPeers(config, subject), ...others };
          yield { experiment, dataset, subject, judge: config.judge ?? subject, context, config };
        }
      }
    }
  }
}

function sampled({ samples, seed, predictionSamples }: RunConfig) {
  return { samples, seed, ...(predictionSamples === undefined ? {} : { predictionSamples }) };
}

/** The models beside a subject: who judges it, and its peers. */
function judgeAndPeers(
  { models, judge, judgeRubric }: RunConfig,
  subject: RunModel,
): Pick<ItemContext<never>, 'judging' | 'peers' | 'subject' | 'asks'> {
  const other = judge === null || judge.identity === subject.identity ? null : judge.name;
  const peers = models.filter((model) => model.identity !== subject.identity && !isRecorded(model));
  return {
    judging: { judge: other, rubric: judgeRubric },
    peers: peers.map(({ name }) => name),
    subject: subject.name,
    ...(subject.asks === undefined ? {} : { asks: subject.asks }),
  };
}

/** The model that a call goes to. */
export function targetModel(
  { subject, judge, config }: Pick<ItemTask, 'subject' | 'judge' | 'config'>,
  call: Call,
): RunModel {
  switch (call.role) {
    case 'subject':
      return subject;
    case 'judge':
      return judge;
    case 'peer': {
      const named = call.predictor ?? call.part;
      const peer = config.models.find(({ name }) => name === named);
      if (peer !== undefined) return peer;
      throw new AppError('unknown-peer', `the run has no model "${named}" to answer as a peer`);
    }
    default:
      return assertNever(call.role);
  }
}

/** A call with the text that its answer is stored with, and that text's hash, which the answer is stored under. */
export interface KeyedRequest {
  readonly asked: KeyedCall;
  readonly text: string;
  readonly key: CallKey;
}

/** A call with all that decides its answer. A sampler seed is moved on by the sample, or repeats would be copies. */
export function buildRequest(work: Omit<ItemTask, 'dataset'>, call: Call): KeyedRequest {
  const { sampling } = work.config;
  const maxOutputTokens =
    sampling.maxOutputTokens ?? call.maxOutputTokens ?? work.experiment.maxOutputTokens[call.slot];
  const model = targetModel(work, call);
  const place = answersByPlace(model) ? ` ${JSON.stringify([work.context.item.id, call.part])}` : '';
  const asked: KeyedCall = {
    model: `${model.identity}${place}`,
    sampling: {
      ...sampling,
      maxOutputTokens,
      seed: sampling.seed === undefined ? undefined : sampling.seed + call.sample,
    },
    messages: call.messages,
    slot: call.slot,
    sample: call.sample,
    repeatAs: work.config.repeatAs,
  };
  const text = callText(asked);
  return { asked, text, key: callKey(text) };
}

/** Characters of a system prompt that name it; a longer one is told apart from its like by a hash. */
const shownOfSystem = 40;

function systemName(system: string): string {
  if (system.length <= shownOfSystem) return `system: ${system}`;
  return `system: ${system.slice(0, shownOfSystem)}… #${sha256(system).slice(0, 6)}`;
}

/** Short name of a condition: the same for the same condition, another for another. */
export function conditionName({ wording, optionOrder, mode, language, system, systemOn }: Condition): string {
  const parts: string[] = [wording, mode];
  if (optionOrder !== 'given') parts.push(optionOrder);
  if (language !== 'en') parts.push(language);
  if (system !== null) parts.push(systemName(system));
  if (system !== null && systemOn === 'execution') parts.push('system on execution only');
  return parts.join(', ');
}
