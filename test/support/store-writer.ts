import { writeSync } from 'node:fs';
import { openStore } from '../../src/store/open.ts';
import { AppError } from '../../src/util/app-error.ts';
import { someAnswer } from './answers.ts';

/**
 * A process that inserts answers, 64 at a time, and prints the number of each one that it was told is stored.
 * Arguments: location, first number, how many, the run that pays, and how many characters a text has.
 */
const [location = '', first = '0', count = '0', run = '', length = '0'] = process.argv.slice(2);
const end = Number(first) + Number(count);
let next = Number(first);

const store = await openStore(location);
writeSync(1, 'open\n');

async function lane(): Promise<void> {
  while (next < end) {
    const number = next;
    next += 1;
    const text = `${number} ${Array.from({ length: Number(length) / 16 }, () => Math.random().toString(36).slice(2)).join('')}`;
    const insertion = await store.insertAnswer(someAnswer(number, { run: run as never, text }));
    writeSync(1, `${insertion} ${number}\n`);
  }
}

try {
  await Promise.all(Array.from({ length: 64 }, lane));
  await store.close();
} catch (error) {
  writeSync(1, `${error instanceof AppError ? error.code : String(error)}\n`);
  process.exit(1);
}
