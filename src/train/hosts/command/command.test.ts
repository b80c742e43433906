import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { numberIn } from '../../../../test/support/train/number-in.ts';
import { somePortSettings, someTrainingRequest } from '../../../../test/support/train/requests.ts';
import { parseGgufName } from '../../../models/gguf/gguf-name.ts';
import { openStore } from '../../../store/open.ts';
import type { Store } from '../../../store/store.ts';
import { sha256 } from '../../../util/canonical-json.ts';
import { cancelJob } from '../../jobs/cancel.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { requireJob } from '../../jobs/job-journal.ts';
import { planJob, startJob } from '../../training.ts';
import type { Clock } from '../clock.ts';
import { commandPort } from './command.ts';
import { maxLogBytes } from './command-log.ts';
import { isProcessWith, processesOfGroup } from './own-process.ts';

const root = mkdtempSync(join(tmpdir(), 'seb-command-'));
afterAll(() => rmSync(root, { recursive: true }));

/** A clock that waits at most 50 ms instead of seconds. */
const clock: Clock = {
  wait: async (milliseconds, signal) => {
    await sleep(Math.min(milliseconds, 50), undefined, { signal }).catch(() => {});
  },
  random: () => 0.5,
};

const adapter = 'output/adapter_model.safetensors';
const writesAdapter = `mkdir -p output && printf weights > ${adapter} && echo run >> {dir}/runs`;

let folder: string;
let store: Store;
let number = 0;

beforeEach(async () => {
  number += 1;
  folder = join(root, `${number}`);
  store = await openStore(join(folder, 'store.sqlite'));
  return () => store.close();
});

function stage(command: string, base = 'Qwen/Qwen3-8B') {
  const settings = somePortSettings('command', { template: 'trl', command, folder: join(folder, 'jobs') });
  const port = commandPort(settings, clock);
  const context: JobContext = { store, port, clock, stop: new AbortController().signal, note: () => {} };
  const planned = planJob(someTrainingRequest({ settings, base }), port);
  const start = (options: { resubmit?: boolean; maxWaitMs?: number } = {}) =>
    startJob(context, planned, { budget: 1, resubmit: false, maxWaitMs: 86_400_000, ...options });
  const jobFolder = join(folder, 'jobs', `seb-${planned.key.slice(0, 12)}`);
  return { context, start, jobFolder };
}

const runsIn = (jobFolder: string) => readFileSync(join(jobFolder, 'runs'), 'utf8').trim().split('\n').length;

describe('commandPort', () => {
  test('writes a folder with data, configuration and README, and records the hash of the adapter', async () => {
    const { start, jobFolder } = stage(writesAdapter);
    const job = await start();
    expect(job.state).toMatchObject({
      kind: 'succeeded',
      model: expect.stringMatching(/^vllm\/Qwen\/Qwen3-8B:seb-[0-9a-f]{12}$/),
      artifact: { file: join(jobFolder, adapter), sha256: sha256('weights') },
      dollars: 0,
    });
    expect(readdirSync(join(jobFolder, 'data')).sort()).toEqual(['test.jsonl', 'train.jsonl']);
    expect(sha256(readFileSync(join(jobFolder, 'data', 'train.jsonl')))).toBe(job.intended.spec.train.sha256);
    expect(readFileSync(join(jobFolder, 'sft.yaml'), 'utf8')).toContain('model_name_or_path: "Qwen/Qwen3-8B"\n');
    expect(readFileSync(join(jobFolder, 'README.md'), 'utf8')).toContain(adapter);
    expect(job.intended.spec.hyperParameters).toMatchObject({ epochs: 1, batchSize: 16, loraRank: 32 });
  });

  test('names the trained model as base and adapter when the adapter is a GGUF file, and keeps the hash of the base', async () => {
    const base = join(folder, 'base.gguf');
    mkdirSync(folder, { recursive: true });
    writeFileSync(base, 'base weights');
    const settings = somePortSettings('command', {
      template: 'trl-gguf',
      command: 'mkdir output && printf weights > output/adapter.gguf',
      folder: join(folder, 'jobs'),
    });
    const port = commandPort(settings, clock);
    const context: JobContext = { store, port, clock, stop: new AbortController().signal, note: () => {} };
    const planned = planJob(someTrainingRequest({ settings, base }), port);
    const job = await startJob(context, planned, { budget: null, resubmit: false, maxWaitMs: 86_400_000 });
    const adapterFile = join(folder, 'jobs', `seb-${planned.key.slice(0, 12)}`, 'output', 'adapter.gguf');
    const model = `gguf/${base}+${adapterFile}`;
    expect(job.state).toMatchObject({ kind: 'succeeded', model, artifact: { sha256: sha256('weights') } });
    expect(job.intended.baseFacts.fingerprint).toBe(`sha256:${sha256('base weights')}`);
    expect(port.servingSteps([model])).toEqual([]); // the file is the model
    expect(parseGgufName(model.slice('gguf/'.length))).toEqual({ base, adapter: { path: adapterFile, scale: 1 } });
  });

  test('runs the command once when several processes want the job, and after it ended', async () => {
    const { start, jobFolder } = stage(writesAdapter);
    const results = await Promise.allSettled([start(), start(), start()]);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    await start();
    expect(runsIn(jobFolder)).toBe(1);
  });

  test('adopts a command whose start was not recorded', async () => {
    const { context, start, jobFolder } = stage(writesAdapter);
    let isKilled = false;
    const dying: JobContext['store'] = {
      history: (key) => store.history(key),
      histories: (kind) => store.histories(kind),
      leaseTrainingJob: (job) => store.leaseTrainingJob(job),
      appendEvent: async (event) => {
        isKilled ||= JSON.stringify(event.event).includes('"submitted"');
        if (isKilled) throw new Error('killed');
        return await store.appendEvent(event);
      },
    };
    const planned = planJob(
      someTrainingRequest({
        settings: somePortSettings('command', {
          template: 'trl',
          command: writesAdapter,
          folder: join(folder, 'jobs'),
        }),
        base: 'Qwen/Qwen3-8B',
      }),
      context.port,
    );
    const options = { budget: null, resubmit: false, maxWaitMs: 0 };
    await expect(startJob({ ...context, store: dying }, planned, options)).rejects.toThrow('killed');
    expect((await requireJob(store, planned.key)).state.kind).toBe('unresolved');
    expect((await start()).state.kind).toBe('succeeded');
    expect(runsIn(jobFolder)).toBe(1);
  });

  test.each([
    ['exit 3', 'the command ended with exit code 3'],
    ['true', `the command exited with 0 but did not write ${adapter}`],
  ])('fails when the command is %j, and runs again only with resubmit', async (command, reason) => {
    const { start, jobFolder } = stage(command);
    const job = await start();
    expect(job.state).toMatchObject({ kind: 'failed', reason: expect.stringContaining(reason) });
    await expect(start()).rejects.toMatchObject({ code: 'job-ended' });
    expect((await start({ resubmit: true })).attempt).toBe(2);
    const second = join(folder, 'jobs', basename(jobFolder).replace('seb-', 'seb2-'));
    expect(existsSync(join(second, 'data', 'train.jsonl'))).toBe(true);
  });

  test('cancels every process of the command, whose id is in the journal', async () => {
    const { context, start, jobFolder } = stage('sleep 600 & echo $! > {dir}/child; wait');
    const job = await start({ maxWaitMs: 0 });
    expect(job.state).toMatchObject({ kind: 'running', id: expect.stringMatching(/^\d+@seb-/) });
    const child = await numberIn(join(jobFolder, 'child'));
    let latest = await cancelJob(context, job);
    while (latest.state.kind === 'running') latest = await start();
    expect(latest.state.kind).toBe('cancelled');
    while (isProcessWith(child, 'sleep') === true) await sleep(20);
  });

  test.runIf(process.platform === 'linux')(
    'kills a command that ignores SIGTERM, and says which processes still run where that fails',
    async () => {
      const { context, start, jobFolder } = stage(`trap '' TERM; echo $$ > {dir}/group; while :; do sleep 1; done`);
      const job = await start({ maxWaitMs: 0 });
      const group = await numberIn(join(jobFolder, 'group'));
      const kill = vi.spyOn(process, 'kill').mockImplementation(() => true); // no signal arrives
      await expect(cancelJob(context, job)).rejects.toThrow(new RegExp(`did not end: .*${group}`));
      kill.mockRestore();
      expect((await start({ maxWaitMs: 0 })).state.kind).toBe('running');
      expect((await cancelJob(context, job)).state.kind).toBe('cancelled');
      expect(processesOfGroup(group, jobFolder)).toEqual([]);
    },
  );

  test.runIf(process.platform === 'linux')(
    'sees the command running after its runner was killed, and cancels it',
    async () => {
      const { context, start, jobFolder } = stage('echo $$ > {dir}/group; sleep 600');
      const job = await start({ maxWaitMs: 0 });
      const group = await numberIn(join(jobFolder, 'group'));
      while (!readFileSync(join(jobFolder, 'claim.json'), 'utf8').includes('group')) await sleep(20);
      const pid = 'id' in job.state ? Number.parseInt(job.state.id ?? '', 10) : 0;
      process.kill(pid, 'SIGKILL');
      while (isProcessWith(pid, jobFolder) === true) await sleep(20);
      const running = await start({ maxWaitMs: 0, resubmit: true });
      expect(running.state).toMatchObject({ kind: 'running', word: `process group ${group}` });
      expect((await cancelJob(context, running)).state.kind).toBe('cancelled');
      expect(processesOfGroup(group, jobFolder)).toEqual([]);
    },
  );

  test.runIf(process.platform === 'linux')('reports a process that ended without a result', async () => {
    const { start, jobFolder } = stage('echo $$ > {dir}/group; sleep 600');
    const job = await start({ maxWaitMs: 0 });
    const pid = 'id' in job.state ? Number.parseInt(job.state.id ?? '', 10) : 0;
    const group = await numberIn(join(jobFolder, 'group')); // the shell, which leads the command's process group
    process.kill(pid, 'SIGKILL');
    process.kill(-group, 'SIGKILL');
    expect((await start()).state).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('ended without a result'),
    });
    expect(existsSync(join(jobFolder, 'exit.json'))).toBe(false);
  });

  test.runIf(process.platform !== 'win32')(
    'gives the shell a folder with special characters as text only',
    async () => {
      folder = join(root, `${number} $(touch PWNED) 'q' $&`);
      const { start, jobFolder } = stage(`${writesAdapter} && touch {dir}/seen`);
      expect((await start()).state.kind).toBe('succeeded');
      expect(readdirSync(jobFolder)).toEqual(expect.arrayContaining(['runs', 'seen']));
      expect(readdirSync(jobFolder)).not.toContain('PWNED');
    },
  );

  test.runIf(process.platform !== 'win32')(
    'prints a serving command that a shell parses into its arguments',
    async () => {
      folder = join(root, `${number} $(touch PWNED) it's`);
      const base = 'some/base $(touch PWNED)';
      const { start, jobFolder, context } = stage(writesAdapter, base);
      const job = await start();
      const [line = ''] = context.port.servingSteps([job.state.kind === 'succeeded' ? job.state.model : '']);
      const shell = `vllm() { for each in "$@"; do printf '%s\\0' "$each"; done; }; ${line}`;
      const parts = execFileSync('/bin/sh', ['-c', shell], { cwd: root, encoding: 'utf8' }).split('\0');
      expect(parts.slice(0, 2)).toEqual(['serve', base]);
      expect(parts.slice(7, 12)).toEqual(['--max-loras', '1', '--max-lora-rank', '32', '']);
      expect(parts).toContain(`${basename(jobFolder)}=${join(jobFolder, 'output')}`);
      expect(existsSync(join(root, 'PWNED'))).toBe(false);
    },
  );
  test.each(['../../x', '/etc/passwd', 'output/../../x', '..'])('refuses the adapter %s', (adapter) => {
    const settings = somePortSettings('command', { template: 'trl', adapter });
    expect(() => commandPort(settings, clock)).toThrow(expect.objectContaining({ code: 'bad-adapter' }));
  });

  test.each([
    [`mkdir output && ln -s /etc/hosts ${adapter}`, 'leads out of the folder'],
    [`mkdir -p ${adapter}`, 'is not a file'],
  ])('fails after the command %s, and other jobs of the folder of jobs still start', async (command, reason) => {
    const job = await stage(command).start();
    expect(job.state).toMatchObject({ kind: 'failed', reason: expect.stringContaining(reason) });
    expect((await stage(writesAdapter).start()).state.kind).toBe('succeeded');
  });

  test('starts a job beside damaged folders, and refuses only the damaged one', async () => {
    const jobs = join(folder, 'jobs');
    for (const name of ['stray', 'cut', 'seb-other']) mkdirSync(join(jobs, name), { recursive: true });
    writeFileSync(join(jobs, 'stray', 'claim.json'), JSON.stringify({ pid: 1, startedAt: 'x' })); // no task.json
    writeFileSync(join(jobs, 'cut', 'claim.json'), '{"pid": 1');
    writeFileSync(join(jobs, 'a file'), '');
    const { start, jobFolder } = stage(writesAdapter);
    expect((await start()).state.kind).toBe('succeeded');
    const damaged = stage(`${writesAdapter} && true`);
    mkdirSync(damaged.jobFolder, { recursive: true });
    writeFileSync(join(damaged.jobFolder, 'claim.json'), '');
    await expect(damaged.start()).rejects.toMatchObject({ code: 'job-folder-damaged' });
    expect(damaged.jobFolder).not.toBe(jobFolder);
  });

  test.runIf(process.platform !== 'win32')('keeps the files of a job from other users', async () => {
    const { start, jobFolder } = stage(writesAdapter);
    await start();
    const mode = (path: string) => (statSync(join(jobFolder, path)).mode & 0o777).toString(8);
    for (const path of ['.', 'data']) expect([path, mode(path)]).toEqual([path, '700']);
    for (const path of ['task.json', 'claim.json', 'exit.json', 'log.txt', 'README.md', 'data/train.jsonl']) {
      expect([path, mode(path)]).toEqual([path, '600']);
    }
  });

  test('bounds the log of a command, and keeps its end', async () => {
    const { start, jobFolder } = stage(`head -c 20000000 /dev/zero; echo the end; ${writesAdapter}`);
    expect((await start()).state.kind).toBe('succeeded');
    const [log, earlier] = [join(jobFolder, 'log.txt'), join(jobFolder, 'log.1.txt')];
    expect(statSync(log).size + statSync(earlier).size).toBeLessThanOrEqual(2 * maxLogBytes);
    expect(`${readFileSync(earlier)}${readFileSync(log)}`).toMatch(/the end\n$/);
  });

  test('refuses an unknown template, naming the known ones', () => {
    const port = (settings: Parameters<typeof somePortSettings>[1]) =>
      commandPort(somePortSettings('command', settings), clock);
    expect(() => port({ template: 'nothing' })).toThrow('unknown training template "nothing"');
    expect(() => port({})).toThrow('needs a training template, or a command together with the adapter file');
    expect(() => port({ command: 'my-trainer {dir}' })).toThrow('needs a training template');
    expect(port({ command: 'my-trainer {dir}', adapter: 'out.bin' }).notes).toEqual([
      'needs your own training program',
    ]);
  });
});
