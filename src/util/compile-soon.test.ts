import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('V8 knows what it is told, and compiles all the same', () => {
  const module = JSON.stringify(new URL('./compile-soon.ts', import.meta.url).href);
  const program = `const { compileSoon } = await import(${module});
    compileSoon();
    let sum = 0;
    const add = (value) => { sum += value; };
    for (let number = 0; number < 1e6; number += 1) add(number);
    console.log(sum);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--trace-opt', '--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stderr).toBe(''); // an unknown flag is told of there
  expect(stdout).toMatch(/completed optimizing .* <JSFunction add .*TURBOFAN/);
  expect(stdout).toContain('499999500000');
});
