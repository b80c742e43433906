import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { completion } from '../support/models/completion.ts';
import { loopbackServer, sendJson } from '../support/models/loopback-server.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** A shell in which this user may mount a disk of its own, where the system allows that. */
const ownMounts = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'] as const;
const [program, ...flags] = ownMounts;
const canMount = spawnSync(program, [...flags, 'mount -t tmpfs -o size=100k none /tmp']).status === 0;
if (!canMount) process.stdout.write('test/all/full-disk: this user cannot mount a disk of its own; skipped\n');

const concurrency = 4;
const budget = 50;
const dollarsACall = 0.01;

it.skipIf(!canMount)(
  'a run with a budget on a full disk ends with its reason and the resume line, which finishes it on a larger one',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-full-'));
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const server = await loopbackServer();
    const asked: string[] = [];
    server.handle(({ body }, response) => {
      asked.push(body);
      const usage = { prompt_tokens: 1, completion_tokens: 10, total_tokens: 11 };
      const words = randomBytes(3000).toString('base64'); // does not shrink
      sendJson(response, 200, { ...completion(JSON.stringify({ words: [words] })), usage });
    });
    const prices = join(folder, 'prices.json');
    const cost = { input: 0, output: dollarsACall * 1e5 };
    writeFileSync(prices, JSON.stringify({ 'openai-compatible': { models: { x: { cost } } } }));
    const store = join(disk, 'store.sqlite');
    const seb = `${process.execPath} ${main}`;
    const run = [
      `${seb} run --model openai-compatible/x --base-url ${server.url}/v1 --experiment association --limit 150`,
      `--budget ${budget} --max-output-tokens 100 --prices ${prices} --concurrency ${concurrency} --store ${store}`,
    ].join(' ');
    const commands = [
      `mount -t tmpfs -o size=900k none ${disk}`,
      `${run} > run.out 2> run.err; echo $? > run.code`,
      `mount -o remount,size=64m ${disk}`,
      `${seb} resume latest --store ${store} > resume.out 2> resume.err; echo $? > resume.code`,
      `${seb} report latest --json --store ${store} > report.out 2>&1; echo $? > report.code`,
    ];
    const child = spawn(program, [...flags, commands.join('\n')], { cwd: folder, stdio: 'ignore' });
    await once(child, 'close');
    const written = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(written('run.err')).toMatch(
      /the disk is full\n[\s\S]*to continue: .*seb resume [0-9a-f]{12} --store \S+\n$/,
    );
    expect(written('run.err')).not.toMatch(/ {4}at |internal error/);
    expect(written('run.code')).toBe('1\n');
    expect([written('resume.code'), written('report.code')]).toEqual(['0\n', '0\n']);
    const distinct = new Set(asked).size;
    expect(distinct).toBe(300);
    expect(asked.length - distinct).toBeLessThanOrEqual(2 * concurrency); // in flight or not stored when the disk was full
    expect(asked.length * dollarsACall).toBeLessThanOrEqual(budget);
    expect(written('resume.err')).toMatch(/[1-9]\d* already answered/);
    await server.close();
    rmSync(folder, { recursive: true });
  },
  240_000,
);
