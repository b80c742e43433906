import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { exampleText } from '../support/ci-page.ts';
import { seb } from '../support/command.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

const compose = z.object({
  services: z.record(z.string(), z.looseObject({ command: z.array(z.string()).optional() })),
});
const manifest = z.object({
  kind: z.string(),
  spec: z.object({
    template: z.object({
      spec: z.looseObject({
        containers: z.array(
          z.looseObject({
            args: z.array(z.string()),
            securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
          }),
        ),
      }),
    }),
  }),
});

/** Returns the arguments of every `seb` command of the Compose file, the Kubernetes manifests and the Slurm script. */
function commands(): readonly (readonly string[])[] {
  const parsed = (text: string) =>
    parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as unknown);
  const services = parsed(exampleText('compose.yaml')).flatMap((document) =>
    Object.values(compose.parse(document).services),
  );
  const containers = parsed(exampleText('kubernetes.yaml')).flatMap(
    (document) => manifest.parse(document).spec.template.spec.containers,
  );
  const slurm = [...exampleText('slurm.sh').matchAll(/^exec npx --no seb (.*)$/gm)].map(([, words = '']) =>
    words.split(' '),
  );
  return [
    ...services.flatMap(({ command }) => (command === undefined ? [] : [command])),
    ...containers.map(({ args }) => args),
    ...slurm,
  ];
}

describe('the manifests of examples/', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-cluster-'));
  let postgres: TestPostgres;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    postgres = await startPostgres();
    environment = { SEB_STORE: await postgres.database('cluster'), OPENAI_API_KEY: 'sk-test' };
    const queued = await seb(
      ['run', '--queue', '--model', 'simulated/a', '--experiment', 'association', '--limit', '4'],
      { folder, environment },
    );
    expect(queued.stdout).toContain('in the queue (1 new)');
  }, 240_000);
  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are those of the Compose file, of two manifests and of the Slurm script', () => {
    expect(commands().map(([name]) => name)).toEqual(['run', 'worker', 'run', 'worker', 'worker']);
  });

  it.each(commands())(
    'seb %s ... works with --dry-run on PostgreSQL',
    async (...args) => {
      const { stdout, stderr, code } = await seb([...args, '--dry-run'], { folder, environment });
      expect(stderr).toBe('');
      expect(code).toBe(0);
      expect(stdout).toContain('Nothing was sent.');
      expect(stdout).toMatch(
        args[0] === 'run' ? /gpt-4\.1-mini +association/ : /1 block waiting, 0 held by workers; models: simulated\/a/,
      );
    },
    120_000,
  );
});

describe('examples/Dockerfile', () => {
  const dockerfile = exampleText('Dockerfile');

  it('does not run as root', () => {
    const lines = dockerfile.split('\n');
    expect(lines.indexOf('USER node')).toBeGreaterThan(0);
    expect(lines.indexOf('USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('RUN ')));
  });

  it('installs seb in an empty folder as an ordinary user', () => {
    const archive = process.env.SEB_PACKED; // a tarball to install; without one, `npm` is ours and records what it installs
    const folder = mkdtempSync(join(tmpdir(), 'seb-image-'));
    const [home, bin] = [join(folder, 'home'), join(folder, 'bin')];
    for (const path of [home, bin]) mkdirSync(path);
    chmodSync(folder, 0o755);
    const npm = join(bin, 'npm');
    const ours = [
      'mkdir -p node_modules/.bin .npm',
      'echo "$@" > node_modules/installed.txt',
      'touch node_modules/.bin/seb',
    ];
    if (archive === undefined) writeFileSync(npm, `#!/bin/sh\nset -e\n${ours.join('\n')}\n`, { mode: 0o755 });
    const isRoot = process.getuid?.() === 0;
    const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
    const user = isRoot ? { uid: id('-u'), gid: id('-g') } : {};
    if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
    const env = { ...process.env, HOME: home, PATH: [bin, process.env.PATH ?? ''].join(delimiter) };
    const scripts = [...dockerfile.matchAll(/^RUN (.*)$/gm)].map(([, script = '']) => script);
    expect(scripts).not.toEqual([]);
    for (const script of scripts) {
      const packed = archive === undefined ? script : script.replace('./self-execution-benchmark-*.tgz', archive);
      execFileSync('sh', ['-ec', packed], { cwd: home, env, stdio: 'pipe', ...user });
    }
    const installed = join(home, 'node_modules', '.bin', 'seb');
    expect(existsSync(installed)).toBe(true);
    if (isRoot) expect(statSync(installed).uid).not.toBe(0);
    expect(existsSync(join(home, '.npm'))).toBe(false);
    if (archive === undefined) {
      const { peerDependencies = {} }: { peerDependencies?: Record<string, string> } = JSON.parse(
        readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
      );
      const words = readFileSync(join(home, 'node_modules', 'installed.txt'), 'utf8')
        .trim()
        .split(' ');
      expect(words).toContain(`pg-boss@${peerDependencies['pg-boss']}`);
      expect(words).toContain('./self-execution-benchmark-*.tgz'); // no such file here, so the shell keeps the pattern
    }
    rmSync(folder, { recursive: true, force: true });
  }, 900_000);
});
