import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NoOperationTraceWriter } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sampleLog } from '../support/logs.ts';
import { newFolder } from '../support/refusal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const content = readFileSync(join(root, 'action.yml'), 'utf8');
const workflow = parse(readFileSync(join(root, '.github/workflows/action.yml'), 'utf8'));

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly runs: { readonly steps: readonly Step[] };
}
const action: Action = parse(content);
const command = `${process.execPath}\n${join(root, 'src/cli/main.ts')}`;

/** Carries out the step of the action as a runner does: inputs as variables, two files for its outputs. */
function carryOut(given: Readonly<Record<string, string>>, workspace = root) {
  const folder = newFolder();
  const [summary, output] = ['summary.md', 'output.txt'].map((name) => join(folder, name)) as [string, string];
  for (const file of [summary, output]) writeFileSync(file, '');
  const [step] = action.runs.steps;
  const filled = (text: string) =>
    text.replaceAll(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_, name: string) => given[name] ?? action.inputs[name]?.default ?? '',
    );
  const script = join(folder, 'step.sh');
  writeFileSync(script, step?.run ?? '');
  const env = Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, filled(value)]));
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: workspace,
    env: {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: folder,
      GITHUB_ACTION_PATH: root,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      ...env,
    },
    encoding: 'utf8',
  });
  return {
    code: status,
    text: `${stdout}${stderr}`,
    summary: readFileSync(summary, 'utf8'),
    output: readFileSync(output, 'utf8'),
  };
}

const [better, worse] = ['alpha-large', 'beta-small'].map((name) => sampleLog(`inspect/times_${name}.eval`)) as [
  string,
  string,
];

describe('action.yml', () => {
  it('is a valid action', () => {
    const { context } = parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter());
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
  });

  it('hands inputs to its script as variables only, so that none of them is code', () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
    const { code, text } = carryOut({ new: better, baseline: worse, margin: '0$(echo 9)', command });
    expect(code).toBe(1);
    expect(text).toContain('"0$(echo 9)"');
  });

  it('passes, and writes the comparison into the summary of the job', () => {
    const { code, summary, output, text } = carryOut({ new: better, baseline: worse, command });
    expect(code, text).toBe(0);
    expect(output).toBe('exit-code=0\n');
    expect(summary).toMatch(/^## seb gate\n\nThe gate passed\.\n\n {4}\S/);
    expect(summary).toContain('alpha-large is higher than beta-small');
  });

  it.each([
    ['a drop', { new: worse, baseline: better, margin: '0' }, 3, 'The gate failed.'],
    [
      'a drop that is not excluded',
      { new: worse, baseline: better, rule: 'fail-unless-within' },
      3,
      'The gate failed.',
    ],
    [
      'logs that cannot be compared',
      { new: better, baseline: sampleLog('inspect/string-ids.json') },
      2,
      'Not measured',
    ],
    ['a file that is not there', { new: '/nowhere/a.eval', baseline: better }, 1, 'ended with an error'],
  ])('fails on %s', (_, given, expected, sentence) => {
    const { code, summary, output, text } = carryOut({ ...given, command });
    expect(code, text).toBe(expected);
    expect(output).toBe(`exit-code=${expected}\n`);
    expect(summary).toContain(sentence);
  });

  it('hands over more flags, and refuses an unknown rule', () => {
    const { code, text } = carryOut({ new: better, baseline: worse, flags: '--json\n', command });
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('"kind":"compared"') });
    expect(carryOut({ new: better, baseline: worse, rule: 'never', command })).toMatchObject({
      code: 1,
      text: '::error::the input rule is neither fail-if-lower nor fail-unless-within\n',
    });
  });

  it('is used by a workflow with inputs that it has, on logs that exist', () => {
    const steps: readonly Step[] = workflow.jobs.gate.steps;
    const uses = steps.filter((step) => step.uses === './');
    expect(uses).toHaveLength(2);
    for (const { id, with: given = {} } of uses) {
      for (const name of Object.keys(given)) expect(Object.keys(action.inputs)).toContain(name);
      const { code } = carryOut(given);
      expect(code).toBe(id === 'worse' ? 3 : 0);
    }
  });

  it('finds no command of a runner in what names and errors of logs say', () => {
    const folder = newFolder();
    const names = [
      '::stop-commands::zz',
      '::error::pwned',
      ' ::add-mask::a',
      '##[error]x',
      '~~~~~~~~',
      '::debug::\u0085x',
    ];
    const program = join(folder, 'with a space', 'seb');
    mkdirSync(dirname(program));
    writeFileSync(program, `#!/usr/bin/env bash\nprintf '%s\\r\\n' ${names.map((name) => `'${name}'`).join(' ')}\n`);
    chmodSync(program, 0o755);
    const { text, summary } = carryOut({ new: better, baseline: worse, command: program });
    expect(text).toContain('stop-commands');
    expect(text).not.toMatch(/^\s*::|##\[|\r/m);
    expect(
      summary
        .split('\n')
        .slice(4)
        .filter((line) => line !== '' && !line.startsWith('    ')),
    ).toEqual([]);
    const { text: refusal } = carryOut({ new: better, baseline: worse, rule: 'x\n::error::pwned', command });
    expect(refusal).not.toContain('pwned');
  });

  it('takes a name that begins with -- for a log or run, and finds files of the workspace', () => {
    const folder = newFolder();
    for (const [name, file] of [
      ['--json', better],
      ['base line.eval', worse],
    ] as const) {
      writeFileSync(join(folder, name), readFileSync(file));
    }
    expect(carryOut({ new: '--json', baseline: 'base line.eval', command }, folder)).toMatchObject({
      code: 0,
      text: expect.stringContaining('is higher than'),
    });
    const { code, text } = carryOut({ new: '--version', baseline: '--help', command }, folder);
    expect(code, text).toBe(1);
    expect(text).not.toMatch(/^\| (\d+\.\d+\.\d+|Usage)/m);
  });

  it('runs outside the workspace: its .npmrc, .env and seb.config.ts have no effect', () => {
    const folder = newFolder();
    const trace = join(folder, 'loaded');
    writeFileSync(join(folder, '.npmrc'), 'registry=http://127.0.0.1:1/\n');
    writeFileSync(join(folder, '.env'), 'SEB_STORE="not closed\n');
    writeFileSync(
      join(folder, 'seb.config.ts'),
      `import { writeFileSync } from 'node:fs'; writeFileSync('${trace}', '');`,
    );
    const { code, text } = carryOut({ new: better, baseline: worse }, folder);
    expect(code, text).toBe(0);
    expect(carryOut({ new: 'latest', baseline: 'first' }, folder).code).toBe(1);
    expect(existsSync(trace)).toBe(false);
  });

  it('runs the checkout that it is part of or is given, and refuses to run without one', () => {
    const { code, text } = carryOut({ new: better, baseline: worse, checkout: newFolder() });
    expect({ code, text }).toEqual({
      code: 1,
      text: '::error::the action is not in a checkout of seb: give the input checkout or command\n',
    });
    expect(carryOut({ new: better, baseline: worse, checkout: root }).code).toBe(0);
    expect(content).not.toMatch(/npx|npm (install|exec|i) /);
  });
});
