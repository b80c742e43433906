import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openStore } from '../open.ts';
import { explain } from './errors.ts';

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
