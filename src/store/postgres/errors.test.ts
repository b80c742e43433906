import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openStore } from '../open.ts';
import { explain } from './errors.ts';

describe('openStore of a postgres:// URL with settings that are not read', () => {
  const missing = '/no/such/file.pem';

  it.each([
    `sslmode=verify-full&sslrootcert=${missing}`,
    `sslrootcert=${missing}`,
    `sslmode=require&sslcert=${missing}`,
    `sslmode=require&sslkey=${missing}`,
    `ssl=true&sslrootcert=${missing}`,
  ])('names the file of ?%s', async (settings) => {
    await expect(openStore(`postgres://u:p@127.0.0.1:1/db?${settings}`)).rejects.toMatchObject({
      message: `the URL of the store postgres://127.0.0.1:1/db names a file that cannot be read (${missing})`,
      hint: expect.stringContaining('sslrootcert'),
    });
  });

  it.each([
    'postgres://u:secret@127.0.0.1:1/db?uselibpqcompat=true&sslmode=verify-ca',
    'postgres://u:secret@127.0.0.1:1/db?sslmode=verify-ca&uselibpqcompat=true',
  ])('says of %s that the settings are not valid, without the password', async (url) => {
    const refused = await openStore(url).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unknown-store', message: expect.stringContaining('are not valid') });
    expect(JSON.stringify(refused)).not.toContain('secret');
  });
});

describe('explain', () => {
  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('says of %s that there is no TLS connection', (code) => {
    const error = explain(Object.assign(new Error('no'), { code }), 'postgres://host/db');
    expect(error?.message).toBe('the store postgres://host/db has no TLS connection as sslmode in the URL asks for it');
  });

  it('says so of a server without TLS', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(openStore(`postgres://u:p@127.0.0.1:${port}/db?sslmode=require`)).rejects.toThrow(
      'has no TLS connection',
    );
    server.close();
  });
});
