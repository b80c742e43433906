import { DatabaseSync } from 'node:sqlite';

// Preloaded into a process and its threads: after this many commits, every SQLite commit fails as on a full disk,
// including the one that releases the lease.
const left = Number(process.env.SEB_TEST_DISK_FULL_AFTER ?? 0);
let commits = 0;
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function orFull(this: DatabaseSync, sql: string): void {
  if (sql === 'commit') {
    commits += 1;
    if (commits > left) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  }
  exec.call(this, sql);
};
