import { DatabaseSync } from 'node:sqlite';

// Preloaded into a process and its threads: SQLite's commits take 30 ms before they begin and 30 ms before they are
// reported, which simulates a slow disk.
const waiting = new Int32Array(new SharedArrayBuffer(4));
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function slowly(this: DatabaseSync, sql: string): void {
  const isCommit = sql === 'commit';
  if (isCommit) Atomics.wait(waiting, 0, 0, 30);
  exec.call(this, sql);
  if (isCommit) Atomics.wait(waiting, 0, 0, 30);
};
