import {
  type Call,
  type CallKey,
  callKey,
  callText,
  type KeyedCall,
  type Sampling,
  samplingSchema,
} from '../../domain/call.ts';
import {
  type Condition,
  factorsOf,
  type SamplingFactor,
  samplingFactors,
  sharedFactors,
  usualLevel,
} from '../../domain/condition.ts';
import type { Dataset, Datasets, ItemBase } from '../../domain/dataset.ts';
import { ruleJudge } from '../../domain/judging.ts';
import { answersByPlace, isRecorded } from '../../domain/recorded.ts';
import type { RunConfig, RunModel } from '../../domain/run-config.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { type Experiment, type ItemContext, requiredCapabilities } from '../../experiments/experiment.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { AppError } from '../../util/app-error.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { ownValue } from '../../util/is-record.ts';
import { assertNever } from '../../util/types.ts';
import { hasControl } from './control-calls.ts';
import { arePredictable, otherPredictors } from './other-predictors.ts';

/** One item for one subject under one condition. */
export interface ItemTask {
  readonly experiment: Experiment;
  readonly subject: RunModel;
  readonly judge: RunModel;
  readonly context: ItemContext<ItemBase>;
  readonly config: RunConfig;
}

/** Yields all tasks of a run, item by item. The subjects alternate, so that all endpoints are busy. */
export function* itemTasks(config: RunConfig, experiments: Experiments, datasets: Datasets): Generator<ItemTask> {
  for (const planned of config.experiments) {
    const tasks = tasksOfItem(config, planned, experimentNamed(experiments, planned.name));
    for (const item of runDataset(datasets, planned).items)
      for (const task of tasks) yield { ...task, context: { ...task.context, item } };
  }
}

/** An item task without its item. */
type OpenTask = Omit<ItemTask, 'context'> & { readonly context: Omit<ItemTask['context'], 'item'> };

/** Returns the tasks that each item of an experiment has. */
function tasksOfItem(
  config: RunConfig,
  { conditions, version: planned }: RunConfig['experiments'][number],
  experiment: Experiment,
): readonly OpenTask[] {
  const version = planned === experiment.version ? {} : { version: planned };
  return conditions.flatMap((condition) =>
    config.models.map((subject): OpenTask => {
      const asked = arePredictable(experiment) ? otherPredictors(config, subject) : [];
      const context = {
        condition,
        ...sampled(config),
        ...version,
        ...judgeAndPeers(config, { experiment, subject }),
        ...(asked.length === 0 ? {} : { otherPredictors: asked.map(({ name }) => name) }),
        ...controlOf(config, { experiment, subject }),
        ...(config.selfRun === undefined ? {} : { selfRun: config.selfRun }),
      };
      return { experiment, subject, judge: judgeOf(config, experiment) ?? subject, context, config };
    }),
  );
}

/** Returns the data of an experiment of a run. AppError if the store does not have it. */
export function runDataset(datasets: Datasets, { name, dataset }: RunConfig['experiments'][number]): Dataset {
  const found = datasets.get(dataset.sha256);
  if (found !== undefined) return found;
  throw new AppError('dataset-missing', `the data of experiment ${name} is not in the store`, {
    hint: 'the store was damaged or written by a different version: start the run again with `seb run`',
  });
}

/** Returns the control that a subject is asked; a recorded model cannot be asked again. */
function controlOf(
  { control }: RunConfig,
  { experiment, subject }: Pick<ItemTask, 'experiment' | 'subject'>,
): Pick<ItemContext<never>, 'control'> {
  if (control === undefined || !hasControl(experiment) || answersByPlace(subject)) return {};
  return { control };
}

function sampled({ samples, seed, predictionSamples }: RunConfig) {
  return { samples, seed, ...(predictionSamples === undefined ? {} : { predictionSamples }) };
}

/** Returns the judge of an experiment's responses; null where each subject judges itself, also where the run's judge is a rule that the experiment does not have. */
export function judgeOf({ judge }: Pick<RunConfig, 'judge'>, { takesLabels }: Experiment): RunModel | null {
  return judge?.name === ruleJudge && takesLabels !== true ? null : judge;
}

function judgeAndPeers(
  config: RunConfig,
  { experiment, subject }: Pick<ItemTask, 'experiment' | 'subject'>,
): Pick<ItemContext<never>, 'judging' | 'peers' | 'subject' | 'asks'> {
  const { models, judgeRubric } = config;
  const judge = judgeOf(config, experiment);
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
  { subject, judge, config, context }: Pick<ItemTask, 'subject' | 'judge' | 'config' | 'context'>,
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
      throw new AppError('unknown-peer', `the run has no model "${named}" to act as a peer`);
    }
    case 'executor':
      return selfRunModel(config.selfRun?.executors.find(({ name }) => name === context.condition.executor));
    case 'approver':
      return selfRunModel(config.selfRun?.approver);
    default:
      return assertNever(call.role);
  }
}

/** Returns the smaller of two limits; undefined without any. */
function least(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined || second === undefined ? (first ?? second) : Math.min(first, second);
}

function selfRunModel(model: RunModel | undefined): RunModel {
  if (model !== undefined) return model;
  throw new AppError('unknown-peer', 'the run has no model that runs or allows inner sessions of this condition');
}

/** A call with the text that is stored with its answer, and the hash of that text, which is the answer's key. */
export interface KeyedRequest {
  readonly asked: KeyedCall;
  readonly text: string;
  readonly key: CallKey;
}

/**
 * Returns a call with everything that determines its answer. The sampling seed increases with the sample number;
 * otherwise repeated calls would return copies. AppError for a slot that the experiment does not declare, and for a
 * prefilled or injected answer if the experiment does not require the capability `prefill` or `inject`.
 */
export function buildRequest(work: ItemTask, call: Call): KeyedRequest {
  const sampling = samplingOf(work, call);
  const slot = declaredSlot(work.experiment, call.slot);
  refuseUndeclaredPrefill(work, call);
  refuseUndeclaredInjection(work, call);
  const ownLimit = call.maxOutputTokens ?? slot.maxOutputTokens;
  const maxOutputTokens =
    call.within === undefined ? (sampling.maxOutputTokens ?? ownLimit) : least(sampling.maxOutputTokens, ownLimit);
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
    form: call.form,
    injection: call.injection,
    tools: call.tools,
    toolChoice: call.toolChoice,
  };
  const text = callText(asked);
  return { asked, text, key: callKey(text) };
}

/** Returns the run's sampling with the levels of the condition. A judge is an instrument: no condition changes its calls. */
function samplingOf({ config, context }: ItemTask, { role }: Call): Sampling {
  const isUsual = (factor: SamplingFactor) => (context.condition[factor] ?? usualLevel) === usualLevel;
  if (role === 'judge' || samplingFactors.every(isUsual)) return config.sampling;
  const { temperature, topP, maxOutputTokens, reasoningEffort } = Object.fromEntries(
    samplingFactors.flatMap((factor) => (isUsual(factor) ? [] : [[factor, context.condition[factor]]])),
  );
  return {
    ...config.sampling,
    ...(temperature === undefined ? {} : { temperature: Number(temperature) }),
    ...(topP === undefined ? {} : { topP: Number(topP) }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens: Number(maxOutputTokens) }),
    ...(reasoningEffort === undefined ? {} : samplingSchema.pick({ reasoningEffort: true }).parse({ reasoningEffort })),
  };
}

/**
 * Refuses a prefilled answer in an experiment that does not require the capability: most models would treat it as
 * complete and answer anew. Capabilities of judges are not checked.
 */
function refuseUndeclaredPrefill({ experiment, context }: ItemTask, { messages, role, slot }: Call): void {
  if (messages.at(-1)?.role !== 'assistant') return;
  const { name } = experiment;
  if (role !== 'judge' && requiredCapabilities(experiment, context.condition).includes('prefill')) return;
  const modelRole = role === 'judge' ? 'a judge' : 'a model';
  throw new AppError(
    'undeclared-prefill',
    `experiment ${name} requires ${modelRole} to continue a given beginning of an answer (slot ${slot})`,
    {
      hint:
        role === 'judge'
          ? 'end the messages of a judge with a user message'
          : "add requires: ['prefill'] to the experiment, so that only models with this capability are used",
    },
  );
}

/** Refuses an injection in an experiment that does not require the capability: models without it would ignore it. */
function refuseUndeclaredInjection({ experiment, context }: ItemTask, { injection, slot }: Call): void {
  const { name } = experiment;
  if (injection === undefined || requiredCapabilities(experiment, context.condition).includes('inject')) return;
  throw new AppError('undeclared-injection', `experiment ${name} inserts tokens into answers (slot ${slot})`, {
    hint: "add requires: ['inject'] to the experiment, so that only models with this capability are used",
  });
}

/** Maximum characters of a system prompt that is displayed; a longer one is identified by its hash. */
const shownOfSystem = 40;

function systemName(system: string): string {
  if (system.length <= shownOfSystem) return `system: ${system}`;
  return `system: ${system.slice(0, shownOfSystem)}… #${sha256(system).slice(0, 6)}`;
}

const conditionNames = new WeakMap<Condition, string>();

/** Returns a short name that is unique to the condition. It is made once for each object: every item of a run has it. */
export function conditionName(condition: Condition): string {
  const known = conditionNames.get(condition);
  if (known !== undefined) return known;
  const name = nameOf(condition);
  conditionNames.set(condition, name);
  return name;
}

/** Returns the condition in words: `wording "paper", reasoning allowed before the answer`. */
export function conditionText(condition: Condition): string {
  const [, , ...others] = conditionName(condition).split(', ');
  return [`wording "${condition.wording}"`, modeText[condition.mode], ...others].join(', ');
}

const modeText = {
  direct: 'the answer alone (mode direct)',
  deliberate: 'reasoning allowed before the answer (mode deliberate)',
} as const satisfies Record<Condition['mode'], string>;

function nameOf(condition: Condition): string {
  const { wording, optionOrder, mode, language, system, systemOn, constrain, tools, executor } = condition;
  const parts: string[] = [wording, mode];
  if (optionOrder !== 'given') parts.push(optionOrder);
  if (language !== 'en') parts.push(language);
  if (system !== null) parts.push(systemName(system));
  if (system !== null && systemOn === 'execution') parts.push('system on execution only');
  if (constrain === 'form') parts.push('constrained form');
  if (tools !== undefined) parts.push(`tool ${tools}${executor === undefined ? '' : ` run by ${executor}`}`);
  for (const name of factorsOf(condition).slice(sharedFactors.length))
    parts.push(`${name} ${ownValue(condition, name) ?? 'none'}`);
  return parts.join(', ');
}
