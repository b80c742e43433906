import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { failed } from '../../../models/failures/failure.ts';
import { ok } from '../../../models/failures/host-result.ts';
import { AppError } from '../../../util/app-error.ts';
import { programFile } from '../../../util/package-files.ts';
import { oneLine } from '../../../util/text.ts';
import { ownTemplate } from '../../command-templates/own.ts';
import { templates } from '../../command-templates/template.ts';
import { type TrainingTemplate, templateNames } from '../../command-templates/training-template.ts';
import { localDefaults, localHyperParameters } from '../../command-templates/values.ts';
import { formats } from '../../rows/formats.ts';
import type { Clock } from '../clock.ts';
import type { HostSettings } from '../host-settings.ts';
import type { CreateRequest, HostJob, TrainingPort } from '../port.ts';
import {
  adapterProblem,
  damagedFolder,
  isInside,
  readClaim,
  readExit,
  readTask,
  writePrivate,
} from './command-folder.ts';
import { withJobFolder } from './command-line.ts';
import { lastLine, logEnd, progressText, readProgress } from './command-log.ts';
import { cancelCommand, type RunningCommand, runningProcesses } from './command-processes.ts';
import { servingSteps } from './command-serving.ts';
import { isProcessWith } from './own-process.ts';

const defaultJobsFolder = join('.seb', 'train');

const runnerFile = programFile('train/hosts/command/command-runner');

/** Maximum checks for a started runner: a runner is a new process, which takes less than 20 s on a busy machine. */
const maxStartLooks = 200;
const startLookMs = 100;

interface CommandSetUp {
  readonly template: TrainingTemplate;
  readonly command: string;
  readonly adapter: string;
  /** Folder that contains one folder per job. */
  readonly folder: string;
  readonly clock: Clock;
}

function templateOf({ template: name, command, adapter }: HostSettings): TrainingTemplate {
  const known = templateNames.find((each) => each === name);
  if (known !== undefined) return templates[known];
  if (name === null && command !== null && adapter !== null) return ownTemplate(command, adapter);
  const what =
    name === null
      ? 'the port "command" needs a training template, or a command together with the adapter file that it writes'
      : `unknown training template "${name}"`;
  throw new AppError('unknown-template', what, {
    hint: `templates: ${templateNames.join(', ')}. In a study file: port: { port: 'command', template: 'trl' }, or { port: 'command', command: 'my-trainer {dir}', adapter: 'output/adapter.bin' }; on the command line: --template, or --command and --adapter`,
  });
}

function setUpOf(settings: HostSettings, clock: Clock): CommandSetUp {
  const { command, adapter, folder } = settings;
  const template = templateOf(settings);
  if (adapter !== null && !isInside('job', resolve('job', adapter))) {
    throw new AppError('bad-adapter', `--adapter ${adapter} leads out of the folder of the job`, {
      hint: 'name the file relative to that folder, for example output/adapter_model.safetensors',
    });
  }
  return {
    template,
    command: command ?? template.command,
    adapter: adapter ?? template.adapter,
    folder: resolve(folder ?? defaultJobsFolder),
    clock,
  };
}

async function fileSha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Returns a data file's path: files are named TAG-train.jsonl, and lie in the folder of the job under the name that the
 * program expects.
 */
function dataFile({ folder, template }: CommandSetUp, name: string, set: 'train' | 'validation'): string {
  const tag = name.slice(0, -`-${set}.jsonl`.length);
  return join(folder, tag, 'data', formats[template.format].files[set]);
}

function readme({ template, command, adapter }: CommandSetUp, request: CreateRequest): string {
  return `# Training job ${request.tag}

Written by seb. The training data is in data/, and the configuration is in this folder.

- base model: ${request.base}
- needs: ${template.needs}
- command (runs in this folder; {dir} is this folder, which the command finds in SEB_JOB_DIR): ${command}
- the job succeeds when the command exits with 0 and ${adapter} exists; the sha256 of that file is the job's artifact
- output of the command: log.txt
`;
}

function writeFolder(setUp: CommandSetUp, request: CreateRequest): string {
  const { template, command, adapter } = setUp;
  const { base, hyperParameters, seed, validation, tag } = request;
  const folder = join(setUp.folder, tag);
  const hasValidation = validation !== null;
  mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 });
  const files = {
    ...template.files({ base, hyperParameters, seed, hasValidation }),
    'README.md': readme(setUp, request),
    'task.json': JSON.stringify({
      command: withJobFolder(command),
      adapter,
      base,
      rank: localHyperParameters(hyperParameters).rank,
    }),
  };
  for (const [name, content] of Object.entries(files)) writePrivate(join(folder, name), content);
  for (const [name, content] of Object.entries(formats[template.format].extraFiles(hasValidation))) {
    writePrivate(join(folder, 'data', name), content);
  }
  return folder;
}

/** Starts the runner, which continues when seb ends. It claims the folder, so that a second runner does nothing. */
async function startRunner(folder: string, clock: Clock): Promise<void> {
  const log = openSync(join(folder, 'log.txt'), 'a', 0o600);
  spawn(process.execPath, [runnerFile, folder], { detached: true, stdio: ['ignore', log, log] }).unref();
  const never = new AbortController().signal;
  for (let look = 0; look < maxStartLooks && readClaim(folder) === null; look += 1)
    await clock.wait(startLookMs, never);
}

/** Returns the last line of a log for a message, or nothing if the log is empty. */
function lastWords(log: string): string {
  const line = lastLine(log);
  return line === null ? '' : `: ${oneLine(line, 200)}`;
}

type Ended = Pick<HostJob, 'state' | 'word' | 'reason' | 'artifact'>;

/** Returns the state of a folder's command, without the hash of its adapter. */
function endOf(folder: string, { pid, group }: RunningCommand): Ended {
  const exit = readExit(folder);
  const log = join(folder, 'log.txt');
  if (exit?.code !== 0 && runningProcesses(folder, { pid, group }).length > 0) {
    // Also after the shell has ended: a process that goes on would train beside the next attempt.
    return { state: 'running', word: `process group ${group}`, reason: null, artifact: null };
  }
  if (exit === null) {
    if (isProcessWith(pid, folder) !== false)
      return { state: 'running', word: `process ${pid}`, reason: null, artifact: null };
    if (readExit(folder) !== null) return endOf(folder, { pid, group }); // the process ended between the two checks
    const reason = `process ${pid}, which ran the command, ended without a result; see ${log}`;
    return { state: 'failed', word: 'process gone', reason, artifact: null };
  }
  const { adapter } = readTask(folder);
  const word = exit.code === null ? `ended by ${exit.signal}` : `exit code ${exit.code}`;
  if (exit.cancelled)
    return { state: 'cancelled', word, reason: 'canceled by a signal to its process', artifact: null };
  if (exit.code !== 0)
    return {
      state: 'failed',
      word,
      reason: `the command ended with ${word}${lastWords(log)}; see ${log}`,
      artifact: null,
    };
  const problem = adapterProblem(folder, adapter);
  if (problem !== null) {
    return { state: 'failed', word, reason: `the command exited with 0 but ${problem}; see ${log}`, artifact: null };
  }
  return { state: 'succeeded', word, reason: null, artifact: null };
}

/**
 * Returns the name under which seb runs the trained model: in this process when the adapter is a GGUF file, otherwise
 * by vLLM.
 */
function servedName(folder: string, { base, adapter, tag }: { base: string; adapter: string; tag: string }): string {
  return adapter.endsWith('.gguf') ? `gguf/${base}+${join(folder, adapter)}` : `vllm/${base}:${tag}`;
}

/**
 * Returns the job of a folder, named PID@TAG after its process and folder, without the hash of its adapter. Null when
 * nothing has started in the folder. AppError `job-folder-damaged`.
 */
function listedJobIn(folder: string): HostJob | null {
  const claim = readClaim(folder);
  if (claim === null) return null;
  const tag = basename(folder);
  const { base, adapter } = readTask(folder);
  return {
    id: `${claim.pid}@${tag}`,
    ...endOf(folder, claim),
    isKnownWord: true,
    labels: [tag],
    files: [],
    model: servedName(folder, { base, adapter, tag }),
    trainedTokens: null,
    dollars: 0,
    returned: null,
  };
}

/** Returns the job of a folder with the hash of its adapter; null when nothing has started in the folder. */
async function jobIn(folder: string): Promise<HostJob | null> {
  const job = listedJobIn(folder);
  if (job?.state !== 'succeeded') return job;
  const file = join(folder, readTask(folder).adapter);
  return { ...job, artifact: { file, sha256: await fileSha256(file) } };
}

/** Returns the jobs of a folder of jobs. A damaged one is not listed: only a command about that job refuses it. */
function listedJobs(folder: string): readonly HostJob[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => {
    try {
      return listedJobIn(join(folder, name)) ?? [];
    } catch (error) {
      if (error instanceof AppError && error.code === damagedFolder) return [];
      throw error;
    }
  });
}

/**
 * Returns a port that runs the user's training program on this machine, in a folder per job with data, configuration
 * and README.
 */
export function commandPort(settings: HostSettings, clock: Clock): TrainingPort {
  const setUp = setUpOf(settings, clock);
  const { folder, template } = setUp;
  const folderOf = (id: string) => join(folder, basename(id.slice(id.indexOf('@') + 1)));
  const notFound = (id: string) => failed('not-found', `there is no training job ${id} in ${folder}`);
  return {
    name: 'command',
    endpoint: 'this machine',
    format: template.format,
    hosting: 'none: the adapter is a file of yours',
    isFree: template.name !== 'tinker',
    runsOneJob: true,
    defaults: localDefaults,
    notes: [`needs ${template.needs}`],
    async upload({ name, set, bytes }) {
      const file = dataFile(setUp, name, set);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writePrivate(file, bytes);
      return ok(file);
    },
    async create(request) {
      const jobFolder = writeFolder(setUp, request);
      await startRunner(jobFolder, clock);
      const job = await jobIn(jobFolder);
      return job === null
        ? failed('server-error', `the command did not start; see ${join(jobFolder, 'log.txt')}`)
        : ok(job);
    },
    async page() {
      return ok({ jobs: listedJobs(folder), next: null, isWhole: true });
    },
    async job(id) {
      const job = await jobIn(folderOf(id));
      return job === null ? notFound(id) : ok(job);
    },
    async cancel(id) {
      const claim = readClaim(folderOf(id));
      return claim === null ? notFound(id) : await cancelCommand(folderOf(id), claim, clock);
    },
    estimate: null,
    // A command of the user may train what the template's own cannot.
    refuseBase: (base) => (settings.command === null ? (template.refuseBase?.(base) ?? null) : null),
    baseFacts,
    modelName: (trained) => trained,
    servingSteps: (trained) => servingSteps(setUp, trained),
    close: async () => {},
  };
}

/** Returns the progress of a job of the port "command" from its log; null for other ports, and where the log says nothing. */
export function commandProgress(settings: HostSettings, id: string): string | null {
  if (settings.port !== 'command') return null;
  const folder = resolve(settings.folder ?? defaultJobsFolder);
  return progressText(readProgress(logEnd(join(folder, basename(id.slice(id.indexOf('@') + 1)), 'log.txt'))));
}

/** Identifies a base model that is a file by its content. */
const baseFacts: TrainingPort['baseFacts'] = async (base) => {
  const fingerprint = base.endsWith('.gguf') && existsSync(base) ? `sha256:${await fileSha256(base)}` : null;
  return ok({ fingerprint, shutdownDate: null });
};
