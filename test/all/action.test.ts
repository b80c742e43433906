import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
const command = `${process.execPath} ${join(root, 'src/cli/main.ts')}`;

/** Carries out the step of the action as a runner does: inputs as variables, two files for its outputs. */
function carryOut(given: Readonly<Record<string, string>>) {
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
    cwd: root,
    env: { PATH: process.env.PATH, HOME: folder, GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output, ...env },
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
    expect(summary).toMatch(/^## seb gate\n\nThe gate passed\.\n\n~~~~~~~~text\n/);
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
      text: expect.stringContaining('use fail-if-lower or fail-unless-within'),
    });
  });

  it('is used by a workflow with inputs that it has, on logs that exist', () => {
    const steps: readonly Step[] = workflow.jobs.gate.steps;
    const uses = steps.filter((step) => step.uses === './');
    expect(uses).toHaveLength(2);
    for (const { id, with: given = {} } of uses) {
      for (const name of Object.keys(given)) expect(Object.keys(action.inputs)).toContain(name);
      const { code } = carryOut({ ...given, command });
      expect(code).toBe(id === 'worse' ? 3 : 0);
    }
  });
});
