import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answeringFake, answeringServer, chatAnswer } from '../support/answering-server.ts';
import { sebHere } from '../support/in-process.ts';
import { type LoopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { FakeHost } from '../support/train/fake-host.ts';

// Follows the steps of docs/study.md from the page's own text: its file, its blocks and its commands.

vi.mock('../../src/train/hosts/clock.ts', async (original) => {
  const { systemClock } = await original<typeof import('../../src/train/hosts/clock.ts')>();
  const wait: typeof systemClock.wait = (ms, signal) => systemClock.wait(Math.min(ms, 200), signal);
  return { systemClock: { ...systemClock, wait } };
});

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const page = readFileSync(source('docs/study.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'seb-tutorial-'));

interface Block {
  readonly language: string;
  readonly text: string;
}

function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', block = '']) => ({
    language,
    text: block,
  }));
}

/** Returns the code blocks of a numbered step, in one language. */
function stepBlocks(number: number, language: 'sh' | 'ts'): readonly string[] {
  const step = page.split(/^### /m).find((part) => part.startsWith(`${number}. `)) ?? '';
  return blocksOf(step).flatMap((block) => (block.language === language ? [block.text] : []));
}

const commandsOf = (block: string) => block.trim().split('\n');

/** Returns the study file of the page, with the fields of a block in place of its own. */
function studyFile(fields = ''): string {
  const file = blocksOf(page).find(({ text }) => text.includes('defineStudy'))?.text ?? '';
  const replaced = [...fields.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  const kept = file.split('\n').filter((line) => !replaced.includes(/^ {2}(\w+):/.exec(line)?.[1]));
  return kept
    .join('\n')
    .replace("'self-execution-benchmark/study'", JSON.stringify(source('src/study.ts')))
    .replace('});', `${fields}});`);
}

/** Runs a command line of the page: `seb ARGUMENTS`, perhaps with its output in a file. */
async function run(command: string, own: string) {
  const [line = '', output] = command.split(' > ');
  const [program, ...args] = line.split(' ');
  expect(program).toBe('seb');
  const { stdout, ...ended } = await sebHere(args, { folder: own });
  if (output !== undefined) writeFileSync(join(own, output), stdout);
  return { ...ended, stdout: stdout.replace(/\n {2,}/g, ' ') }; // without the line breaks of the terminal's width
}

/** Prepares a folder as step 1 does, with fewer items. */
async function prepare(name: string, fields: string): Promise<string> {
  const own = join(folder, name);
  mkdirSync(own);
  writeFileSync(join(own, 'study.ts'), studyFile(fields));
  const [generate = ''] = commandsOf(stepBlocks(1, 'sh')[0] ?? '');
  expect(await run(generate.replace('2000', '500'), own)).toMatchObject({ code: 0 });
  return own;
}

const [dryRun = ''] = stepBlocks(3, 'sh').flatMap(commandsOf);
const [withBudget = '', withWait = ''] = stepBlocks(4, 'sh').flatMap(commandsOf);
/** The verdict of a pair; with the few items of `prepare`, it may be that nothing was measured. */
const verdict = /^\S+ and \S+: (?:not measured: |better predicted |no advantage found: |advantage)/m;

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

describe('the tutorial of docs/study.md', () => {
  it('reaches a verdict without a key', async () => {
    const own = join(folder, 'simulated');
    mkdirSync(own);
    writeFileSync(join(own, 'study.ts'), studyFile());
    const [generate = '', study = ''] = commandsOf(stepBlocks(1, 'sh')[0] ?? '');
    expect(await run(generate, own)).toMatchObject({ code: 0 });
    const ended = await run(study, own);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      / and \S+: better predicted by itself; a handicap of cross training is not excluded \(over 3 trainings of each arm\)\. /,
    );
    expect(ended.stdout).toMatch(/^ann .* own better$/m);
    expect(ended.stdout).toMatch(/^bob .* own better$/m);
  }, 240_000);

  it('reaches a verdict with a key of a host', async () => {
    const host = await FakeHost.start(answeringFake);
    try {
      vi.stubEnv('OPENAI_BASE_URL', host.baseUrl);
      const [fields = ''] = stepBlocks(2, 'ts');
      const own = await prepare('host', fields);
      const keyless = await run(dryRun, own); // an estimate needs no key
      expect(keyless.code, keyless.stderr).toBe(0);
      const unpaid = await run(withBudget, own);
      expect(unpaid).toMatchObject({ code: 1, stdout: '' });
      expect(unpaid.stderr).toContain('OPENAI_API_KEY');
      vi.stubEnv('OPENAI_API_KEY', 'canary-key-of-openai');
      const dry = await run(dryRun, own);
      expect(dry).toEqual(keyless);
      expect(dry.stdout).toMatch(/Smallest detectable advantage.*: \d+\.\d points, with \d+ test strings/s);
      expect(dry.stdout).not.toContain('unknown price');
      expect(host.server.received).toEqual([]);
      host.words = ['running', 'running', 'succeeded'];
      const waiting = await run(withBudget, own);
      expect(waiting.code, waiting.stderr).toBe(0);
      expect(waiting.stdout).toContain('Training jobs are still running. Run the same command again later');
      for (let polls = 0; polls < 2; polls += 1) {
        const ended = await run(withBudget, own);
        if (!ended.stdout.includes('still running')) expect(ended.stdout).toMatch(verdict);
      }
      const ended = await run(withBudget, own);
      expect(ended.code, ended.stderr).toBe(0);
      expect(ended.stdout).toMatch(verdict);
      expect(host.charges).toBe(host.jobs.length);
      expect(new Set(host.jobs.map(({ body }) => body.model))).toEqual(new Set(['gpt-4.1-mini', 'gpt-4.1-nano']));
    } finally {
      await host.server.close();
    }
  }, 240_000);
});

describe('the tutorial of docs/study.md on one GPU', () => {
  let servers: readonly LoopbackServer[];
  const modules = new Map<string, readonly string[]>();

  beforeEach(async () => {
    servers = [await answeringServer(), await answeringServer()];
    for (const server of servers) server.handle((_, response) => sendJson(response, 404, {}));
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
  });

  /** Acts as `vllm serve BASE --port PORT`: the server on the port answers as the base and its adapters. */
  function vllm(command: string): void {
    const base = /^vllm serve (\S+)/.exec(command)?.[1] ?? '';
    const port = /--port (\d+)/.exec(command)?.[1] ?? '';
    const adapters = (/--lora-modules ((?:\S+=\S+ )+)/.exec(command)?.[1] ?? '')
      .trim()
      .split(' ')
      .filter((each) => each !== '');
    for (const adapter of adapters)
      expect(existsSync(join(adapter.split('=')[1] ?? '', 'adapter_model.safetensors'))).toBe(true);
    const names = adapters.map((each) => each.split('=')[0] ?? '');
    modules.set(base, names);
    const listed = [{ id: base }, ...names.map((id) => ({ id, parent: base }))];
    servers.find(({ url }) => url.endsWith(`:${port}`))?.handle(chatAnswer(listed));
  }

  it('reaches a verdict with a local trainer and one server for each base model', async () => {
    const ports = servers.map(({ url }) => new URL(url).port);
    const moved = (text: string) => text.replaceAll('8000', ports[0] ?? '').replaceAll('8001', ports[1] ?? '');
    const own = await prepare('gpu', moved(stepBlocks(2, 'ts')[1] ?? ''));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'trl'),
      '#!/bin/sh\nmkdir -p output && cat sft.yaml data/train.jsonl > output/adapter_model.safetensors\n',
    );
    chmodSync(join(bin, 'trl'), 0o755);
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
    const serve = stepBlocks(2, 'sh').flatMap(commandsOf).map(moved);
    serve.forEach(vllm);
    const dry = await run(dryRun, own);
    expect(dry.code, dry.stderr).toBe(0);
    expect(dry.stdout).toContain('unknown price');
    const unserved = await run(withWait, own);
    expect(unserved.code).not.toBe(0);
    expect(unserved.stderr).toContain('The trained models answer only after these steps:');
    const printed = [...unserved.stderr.matchAll(/^ {2}(vllm serve .*)$/gm)].map(([, command = '']) => command);
    expect(printed).toHaveLength(2);
    for (const command of printed) {
      const names = [...command.matchAll(/(seb-\w+)=/g)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length); // jobs of nested sizes with the same rows are one job
    }
    const portOf = new Map(serve.map((each) => [each.split(' ')[2], /--port \d+/.exec(each)?.[0]]));
    for (const command of printed) vllm(`${command} ${portOf.get(command.split(' ')[2])}`);
    expect(new Set(modules.keys())).toEqual(new Set(portOf.keys()));
    const ended = await run(withWait, own);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toMatch(verdict);
  }, 240_000);
});
