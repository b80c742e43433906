import { sendsNoCalls } from '../../domain/judging.ts';
import type { RunConfig, RunModel } from '../../domain/run-config.ts';
import { type Approval, itself } from '../../domain/tool.ts';
import { AppError } from '../../util/app-error.ts';
import type { RunOptions } from '../options/run-options.ts';
import { defaultSelfRun } from '../options/tool-options.ts';
import type { NamedModels } from './base-urls.ts';
import type { OpenedModels } from './open-models.ts';

type SelfRunNames = Pick<NamedModels, 'executors' | 'approver'>;

/**
 * Returns the models that the options name for the tool `run_myself`. AppError for an option of the tool in a run without
 * it, and for a constrained form, which leaves no place for the call of a tool.
 */
export function selfRunNames(options: RunOptions): SelfRunNames {
  const { tools, executor = [itself], toolDepth, toolCalls, toolTokens, approve, constrain = [] } = options;
  if (tools === undefined) {
    const unused = Object.entries({ executor: options.executor, toolDepth, toolCalls, toolTokens, approve }).find(
      ([, value]) => value !== undefined,
    );
    if (unused === undefined) return {};
    throw new AppError('tools-unused', `the option ${unused[0]} is for predictions with the tool run_myself`, {
      hint: 'add --tools offered, or remove the option',
    });
  }
  if (constrain.includes('form')) {
    throw new AppError('form-needs-direct', 'a constrained answer has no place for the call of a tool', {
      hint: 'use --tools and --constrain form in two runs',
    });
  }
  return { executors: [...new Set(executor)].filter((name) => name !== itself), approver: approve };
}

/**
 * Returns `selfRun` for a run with the tool, and an empty object otherwise, so that the hash of other runs does not change.
 */
export function selfRunOf(
  options: RunOptions,
  { executors, approver }: Pick<OpenedModels, 'executors' | 'approver'>,
): Pick<RunConfig, 'selfRun'> {
  if (options.tools === undefined) return {};
  const { toolDepth = defaultSelfRun.depth, toolCalls = defaultSelfRun.calls, toolTokens } = options;
  return {
    selfRun: {
      executors: [...executors],
      depth: toolDepth,
      calls: toolCalls,
      ...(toolTokens === undefined ? {} : { tokens: toolTokens }),
      ...(approver === null ? {} : { approver }),
    },
  };
}

/** Returns the name of the model that judges; null where each subject judges itself, or a person or the rule does. */
export function modelJudge(judge: string | undefined): string | null {
  return judge === undefined || sendsNoCalls(judge) ? null : judge;
}

/** Returns a person or the rule as the judge of a run; null where a model judges. */
export function otherJudge(judge: string | undefined): RunModel | null {
  return judge === undefined || !sendsNoCalls(judge) ? null : { name: judge, identity: judge, baseUrl: null };
}

/** Returns every model of a run: subjects, judge and executors. A person or the rule as the judge is not a model. */
export function modelsOfRun({ models, judge, selfRun }: RunConfig): readonly RunModel[] {
  const judges = judge === null || sendsNoCalls(judge.name) ? [] : [judge];
  return [...models, ...judges, ...(selfRun?.executors ?? [])];
}

/** Returns the names of the models of a stored run, to open them again. */
export function storedNames({ models, judge, selfRun }: RunConfig): NamedModels {
  const approval: Approval | undefined =
    selfRun?.approver === undefined ? undefined : selfRun.approver.name.endsWith('/yes') ? 'yes' : 'ask';
  return {
    subjects: models.map(({ name }) => name),
    judge: modelJudge(judge?.name),
    executors: selfRun?.executors.map(({ name }) => name) ?? [],
    approver: approval,
  };
}
