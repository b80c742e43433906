import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { withJobFolder } from './command-line.ts';

const scratch = mkdtempSync(join(tmpdir(), 'seb-line-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Returns the arguments that a real shell gives to a program. */
function argumentsOf(command: string, folder: string): readonly string[] {
  const show = `show() { for each in "$@"; do printf '%s\\0' "$each"; done; }; ${command}`;
  const text = execFileSync('/bin/sh', ['-c', show], { cwd: scratch, env: { SEB_JOB_DIR: folder }, encoding: 'utf8' });
  return text.split('\0').slice(0, -1);
}

describe.runIf(process.platform !== 'win32')('withJobFolder', () => {
  const folder = `/jobs/x$(touch PWNED)\`touch PWNED\` a'b"c $& $' $\` ; touch PWNED #\\`;

  test.each([
    ['show {dir}', [folder]],
    ['show {dir}/data --out={dir}/out end', [`${folder}/data`, `--out=${folder}/out`, 'end']],
    ['show "{dir}" "in {dir}/x"', [folder, `in ${folder}/x`]],
    ["show '{dir}' 'it is {dir}/x'", [folder, `it is ${folder}/x`]],
    [`show "it's {dir}" 'say "{dir}"'`, [`it's ${folder}`, `say "${folder}"`]],
    [`show \\"{dir} "a\\"{dir}" 'a\\'{dir}`, [`"${folder}`, `a"${folder}`, `a\\${folder}`]],
    ['show nothing', ['nothing']],
  ])('gives the folder to the command %s as text of one argument', (command, expected) => {
    expect(argumentsOf(withJobFolder(command), folder)).toEqual(expected);
    expect(existsSync(join(scratch, 'PWNED'))).toBe(false);
  });
});
