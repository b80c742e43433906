import { counted, dollars } from '../util/numbers.ts';
import { escapeControls } from '../util/text.ts';
import { assertNever } from '../util/types.ts';
import type { HyperParameters } from './hosts/host-settings.ts';
import type { DatedEvent, Job } from './jobs/job.ts';
import type { JobEvent, TrainingEstimate } from './jobs/job-event.ts';
import type { PlannedJob } from './training.ts';

/** Returns the leading digits of a key, which identify a job on the command line. */
export function shortKey({ key }: Pick<Job, 'key'>): string {
  return key.slice(0, 12);
}

/** Returns the state of a job in a few words. */
export function stateText({ state }: Pick<Job, 'state'>): string {
  switch (state.kind) {
    case 'intended':
      return 'not submitted yet';
    case 'unresolved':
      return 'submitted, no response yet';
    case 'refused':
      return `refused: ${escapeControls(state.reason)}`;
    case 'waiting':
    case 'running':
    case 'paused':
      return `${state.kind} (${escapeControls(state.word)})`;
    case 'succeeded':
      return 'succeeded';
    case 'failed':
    case 'cancelled':
      return `${state.kind}: ${escapeControls(state.reason)}`;
    default:
      return assertNever(state);
  }
}

function moneyText(amount: number | null): string {
  return amount === null ? 'unknown' : dollars(amount);
}

/** Returns what a job is estimated to cost: by its host where the host was asked, else by its tokens. */
export function estimateText({ statedDollars, intended }: Pick<Job, 'statedDollars' | 'intended'>): string {
  if (statedDollars !== null) return `${dollars(statedDollars)} (host)`;
  return moneyText(intended.estimate.dollars);
}

/** Returns what a job has cost as its host says; `none` where no request was sent that may be charged. */
export function costText({ state, attempt, intended }: Pick<Job, 'state' | 'attempt' | 'intended'>): string {
  if (intended.estimate.dollars === 0) return dollars(0);
  if (state.kind === 'succeeded') return moneyText(state.dollars);
  return attempt === 1 && (state.kind === 'intended' || state.kind === 'refused') ? 'none' : 'unknown';
}

/** Returns lines about tokens and cost; hosting has a separate line. */
export function estimateLines({
  tokens,
  maxTokens,
  dollars: likely,
  maxDollars,
  source,
  hosting,
}: TrainingEstimate): readonly string[] {
  const money = likely === null ? 'price unknown' : `${moneyText(likely)}, at most ${moneyText(maxDollars)}`;
  return [`tokens    about ${tokens}, at most ${maxTokens} (${source})`, `training  ${money}`, `hosting   ${hosting}`];
}

export function hyperParameterText(parameters: HyperParameters): string {
  const named = Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
  return named.length === 0 ? "the host's own" : named.join(', ');
}

/** Returns what a job would train, before anything is sent. */
export function planLines({ key, spec, estimate, request }: PlannedJob): readonly string[] {
  const { arm } = request.rows.manifest;
  const validation = spec.validation === null ? 'no validation rows' : `${spec.validation.rows} validation rows`;
  return [
    `job       ${key.slice(0, 12)} (${spec.settings.port} at ${spec.endpoint})`,
    `base      ${escapeControls(spec.base)}`,
    `rows      ${spec.train.rows} of the arm ${arm}, ${validation}, format ${spec.format}`,
    `values    ${hyperParameterText(spec.hyperParameters)}, seed ${spec.seed}`,
    ...estimateLines(estimate),
  ];
}

/** Returns everything that is known about a job, as lines. */
export function jobLines(job: Job, history: readonly DatedEvent[], progress: string | null = null): readonly string[] {
  const { spec, rows, estimate, baseFacts, sebVersion, gitCommit } = job.intended;
  const { state } = job;
  const facts = [baseFacts.fingerprint, baseFacts.shutdownDate === null ? null : `shutdown ${baseFacts.shutdownDate}`];
  const known = facts.filter((fact) => fact !== null);
  return [
    `job       ${job.key}`,
    `state     ${stateText(job)}`,
    `port      ${spec.settings.port} at ${spec.endpoint}`,
    `base      ${escapeControls(spec.base)}${known.length === 0 ? '' : ` (${escapeControls(known.join(', '))})`}`,
    `rows      ${escapeControls(rows.folder)}, arm ${rows.arm}, on ${escapeControls(rows.targets.join(', '))}; rows.json ${rows.sha256.slice(0, 12)}`,
    `files     train ${counted(spec.train.rows, 'row')} ${spec.train.sha256.slice(0, 12)}${spec.validation === null ? '' : `, validation ${counted(spec.validation.rows, 'row')} ${spec.validation.sha256.slice(0, 12)}`}`,
    `values    ${hyperParameterText(spec.hyperParameters)}, seed ${spec.seed}`,
    ...estimateLines(estimate),
    ...(job.statedDollars === null ? [] : [`host      says ${dollars(job.statedDollars)} for this job`]),
    `cost      ${costText(job)}`,
    ...(progress === null ? [] : [`progress  ${escapeControls(progress)}`]),
    ...(state.kind === 'succeeded' ? resultLines(state) : []),
    `made by   seb ${sebVersion}${gitCommit === null ? '' : `, commit ${gitCommit.slice(0, 12)}`}`,
    'history',
    ...history.map(({ at, event }) => `  ${at.slice(0, 19).replace('T', ' ')} UTC  ${eventText(event)}`),
  ];
}

function resultLines({ model, artifact, trainedTokens, returned }: Extract<Job['state'], { kind: 'succeeded' }>) {
  return [
    `model     ${escapeControls(model)}`,
    ...(artifact === null
      ? []
      : [`adapter   ${escapeControls(artifact.file)} (sha256 ${artifact.sha256.slice(0, 12)})`]),
    `trained   ${trainedTokens === null ? 'tokens not counted' : counted(trainedTokens, 'token')}`,
    `returned  ${escapeControls(JSON.stringify(returned))}`,
  ];
}

function eventText(event: JobEvent): string {
  switch (event.kind) {
    case 'uploaded':
      return escapeControls(`uploaded ${event.set} as ${event.file}`);
    case 'submitted':
      return escapeControls(`${event.adopted ? 'found at the host' : 'submitted'} as ${event.id}`);
    case 'status':
      return escapeControls(`${event.state} (${event.word})`);
    case 'unclear':
    case 'refused':
    case 'failed':
    case 'cancelled':
      return escapeControls(`${event.kind}: ${event.reason}`);
    case 'succeeded':
      return escapeControls(`succeeded: ${event.model}`);
    case 'intended':
    case 'files-lost':
    case 'submitting':
    case 'resubmitted':
      return event.kind;
    default:
      return assertNever(event);
  }
}

export function jobJson(job: Job) {
  const { key, intended, state, attempt, statedDollars, startedAt, changedAt } = job;
  const { spec, rows, estimate } = intended;
  return {
    key,
    port: spec.settings.port,
    endpoint: spec.endpoint,
    base: spec.base,
    arm: rows.arm,
    targets: rows.targets,
    state,
    attempt,
    estimate,
    statedDollars,
    startedAt,
    changedAt,
  };
}
