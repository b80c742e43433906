import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Flags that make V8 compile on the main thread and print each optimization in order with the program's output. */
const inTurn = ['--trace-opt', '--no-concurrent-recompilation', '--no-use-osr', '--input-type=module'];

/**
 * Returns how many thousand calls a function had run when V8 optimized it with TurboFan, and what the process wrote to
 * stderr.
 */
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

test('makes V8 optimize sooner, with flags that V8 knows', () => {
  const soon = optimisedAfter('compileSoon();');
  expect(soon.stderr).toBe(''); // V8 reports unknown flags on stderr
  expect(soon.thousands).toBeLessThan(optimisedAfter('').thousands);
});
