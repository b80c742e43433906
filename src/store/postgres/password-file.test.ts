import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import { replaceFolderVariable, setFolderVariables } from '../../models/folder-variables.ts';
import { openStore } from '../open.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-pgpass-'));
const file = join(folder, 'pgpass');
let server: TestPostgres;
let url: URL;

beforeAll(async () => {
  server = await startPostgres();
  url = new URL(await server.database('passwords'));
  const { hostname, port, username, password } = url;
  writeFileSync(file, `${hostname}:${port}:*:${username}:${password}\n`, { mode: 0o600 });
  url.password = '';
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe('a PostgreSQL store without a password in its address', () => {
  it('takes the password from the file that PGPASSFILE names', async () => {
    vi.stubEnv('PGPASSFILE', join(folder, 'none'));
    await expect(openStore(url.href)).rejects.toThrow(/password/);
    vi.stubEnv('PGPASSFILE', file);
    const store = await openStore(url.href);
    expect(await store.runs()).toEqual([]);
    await store.close();
  });

  it('does not send that password to an address from .env', async () => {
    vi.stubEnv('PGPASSFILE', file);
    vi.stubEnv('SEB_STORE', url.href);
    setFolderVariables({ SEB_STORE: url.href });
    await expect(openStore(url.href)).rejects.toThrow('SEB_STORE in .env of this folder decides where the key in');
    replaceFolderVariable('SEB_STORE');
  });
});
