import { writeSync } from 'node:fs';
import { openStore } from '../../src/store/open.ts';
import { AppError } from '../../src/util/app-error.ts';
import { someAnswer } from './answers.ts';

/**
 * Program that inserts answers, 64 at a time, and prints the number of each one that was confirmed as stored.
 * Arguments: location, first number, count, the run that pays, and the number of characters of a text.
 */
const [location = '', first = '0', count = '0', run = '', length = '0'] = process.argv.slice(2);
const end = Number(first) + Number(count);
let next = Number(first);

const store = await openStore(location);
writeSync(1, 'open\n');

/** Writes synchronously before the program continues; waits while the pipe is full. */
function say(line: string): void {
  for (let rest = Buffer.from(line); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

async function lane(): Promise<void> {
  while (next < end) {
    const number = next;
    next += 1;
    const text = `${number} ${Array.from({ length: Number(length) / 16 }, () => Math.random().toString(36).slice(2)).join('')}`;
    const insertion = await store.insertAnswer(someAnswer(number, { run: run as never, text }));
    say(`${insertion} ${number}\n`);
  }
}

try {
  await Promise.all(Array.from({ length: 64 }, lane));
  await store.close();
} catch (error) {
  say(`${error instanceof AppError ? error.code : String(error)}\n`);
  process.exit(1);
}
