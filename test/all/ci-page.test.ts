import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { openStore } from '../../src/store/open.ts';
import { blocksOf, exampleText, runSteps } from '../support/ci-page.ts';
import { type RecordedServer, scriptOf, startRecordedServer } from '../support/recorded-server.ts';
import { newFolder, newStore } from '../support/refusal.ts';

/** A packed tarball to install (scripts/check-package.sh); without one, `npm install` links this checkout. */
const archive = process.env.SEB_PACKED;
/** What npm needs to reach its registry from behind a proxy or with a company's certificates; only the packed form has it. */
const network = Object.entries(process.env).filter(
  ([name]) =>
    archive !== undefined && /^(npm_config_.*|(https?|no)_proxy|node_extra_ca_certs|ssl_cert_.*)$/i.test(name),
);
/** A download from a slow registry may take minutes. */
const stepTimeoutMs = archive === undefined ? 300_000 : 900_000;
const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Items of each experiment: a check of `seb compare` needs 20 groups of items with a score in both runs. */
const items = 40;

let server: RecordedServer;
beforeAll(async () => {
  const store = await openStore(newStore());
  const prepared = await prepareRun({ model: ['simulated/ada?self=0.5'], limit: items }, {}, store);
  await store.close();
  const [opened] = prepared.models.values();
  if (opened === undefined) throw new Error('one model was named');
  const { replies } = await scriptOf(prepared, opened.model);
  server = await startRecordedServer(new Map(['gpt-4.1-mini', 'my-model'].map((name) => [name, replies])));
}, 60_000);
afterAll(() => server.close());

interface Ran {
  readonly code: number;
  readonly text: string;
}

/** The folder above all work folders. npm installs the tarball into it, so that only the first `npm install` downloads. */
const project = newFolder();
writeFileSync(join(project, 'package.json'), '{ "private": true }\n');

/** A folder as a CI system has it: `npm install` and `date` are ours, so that a test needs neither registry nor time. */
function workplace() {
  const folder = mkdtempSync(join(project, 'work-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = (file: string, lines: readonly string[]) => {
    writeFileSync(file, `#!/usr/bin/env bash\n${lines.join('\n')}\n`);
    chmodSync(file, 0o755);
  };
  if (archive === undefined) {
    const seb = join(folder, 'node_modules', '.bin', 'seb');
    const script = `#!/usr/bin/env bash\\nexec "${process.execPath}" "${main}" "$@"\\n`;
    program(join(bin, 'npm'), [
      'echo "$@" >> installed.txt',
      'mkdir -p node_modules/.bin',
      `printf '${script}' > "${seb}"`,
      `chmod +x "${seb}"`,
    ]);
    program(join(bin, 'npx'), ['test "$1" = --no', 'name=$2', 'shift 2', 'exec "node_modules/.bin/$name" "$@"']);
  }
  const run = (script: string, day: string, limit = items) => {
    program(join(bin, 'date'), [`echo ${day}`]);
    const packed = archive === undefined ? script : script.replace('./self-execution-benchmark-*.tgz', archive);
    return new Promise<Ran>((resolve) => {
      const env = {
        ...Object.fromEntries(network),
        PATH: [bin, ...(process.env.PATH ?? '').split(delimiter)].join(delimiter),
        HOME: archive === undefined ? folder : (process.env.HOME ?? folder),
        OPENAI_API_KEY: 'sk-test',
        URL: server.baseUrl,
        SEB_BASE_URL: server.baseUrl,
        SEB_LIMIT: String(limit),
        SEB_RETRIES: '0',
      };
      execFile('bash', ['-e', '-c', packed], { cwd: folder, env, timeout: stepTimeoutMs }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, text: `${stdout}${stderr}` });
      });
    });
  };
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
  return { run, read };
}

const workflow = exampleText('nightly.yml');
const [install = '', ...steps] = runSteps(workflow);

describe('docs/ci.md: the workflow', () => {
  test(
    'runs every step on two nights, and fails on a night with refused calls',
    async () => {
      const { run, read } = workplace();
      for (const day of ['2031-01-01', '2031-01-02']) {
        for (const step of [install, ...steps]) {
          const { code, text } = await run(step, day);
          expect(code, text).toBe(0);
        }
      }
      expect(read('seb.json')).toContain('"name":"nightly-2031-01-02"');
      expect(read('seb.xml')).toMatch(/<testsuites tests="[1-9]\d*" failures="0" errors="0"/);
      const broken = await run(steps.at(-1) ?? '', '2031-01-03', items + 1); // the server refuses one item
      expect(broken.code, broken.text).toBe(2);
    },
    2 * stepTimeoutMs,
  );

  test('installs the package of the provider that it uses', () => {
    const [, provider] = /--model (\w+)\//.exec(workflow) ?? [];
    expect(install).toContain(`@ai-sdk/${provider}`);
  });

  test('saves the store also after a failed step', () => {
    const save = workflow.slice(workflow.indexOf('actions/cache/save'));
    expect(save.split('- uses')[0]).toContain('if: always()');
    expect(workflow).toContain('actions/cache/restore');
    expect(workflow).not.toMatch(/actions\/cache@/);
  });
});

describe('docs/ci.md: the three commands', () => {
  test(
    'work in their order',
    async () => {
      const { run, read } = workplace();
      expect(await run(install, '2031-01-01')).toMatchObject({ code: 0 });
      const [commands = ''] = blocksOf('bash');
      const { code, text } = await run(commands, '2031-01-01');
      expect(code, text).toBe(0);
      expect(read('seb.xml')).toContain('<testsuites');
    },
    2 * stepTimeoutMs,
  );
});
