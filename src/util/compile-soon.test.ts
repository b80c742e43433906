import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Where a program writes what V8 does beside what it has come to, each in its turn. */
const inTurn = ['--trace-opt', '--no-concurrent-recompilation', '--no-use-osr', '--input-type=module'];

/** Thousands of times that a function had run when V8 optimised it in earnest, and what was written to stderr. */
function optimisedAfter(preparation: string): { readonly thousands: number; readonly stderr: string } {
  const module = JSON.stringify(new URL('./compile-soon.ts', import.meta.url).href);
  const program = `const { compileSoon } = await import(${module});
    ${preparation}
    const added = (sum, value) => sum + (value % 7);
    let sum = 0;
    for (let thousands = 0; thousands < 1_000; thousands += 1) {
      for (let value = 0; value < 1_000; value += 1) sum = added(sum, value);
      process.stdout.write('another thousand\\n');
    }`;
  const { stdout, stderr } = spawnSync(process.execPath, [...inTurn, '-e', program], { encoding: 'utf8' });
  const end = stdout.search(/completed compiling \S+ <JSFunction added .*TURBOFAN/);
  const thousands = end === -1 ? Number.POSITIVE_INFINITY : stdout.slice(0, end).split('another thousand').length - 1;
  return { thousands, stderr };
}

test('V8 knows what it is told, and optimises sooner', () => {
  const soon = optimisedAfter('compileSoon();');
  expect(soon.stderr).toBe(''); // an unknown flag is told of there
  expect(soon.thousands).toBeLessThan(optimisedAfter('').thousands);
});
