import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { loopbackCertificate } from '../../../test/support/models/loopback-certificate.ts';
import { deadUrl } from '../../../test/support/models/loopback-server.ts';
import { httpConnections } from './http-connections.ts';
import { post, type Reply } from './http-post.ts';
import { networkFailure } from './network-failure.ts';

const usual = getCACertificates('default');
afterAll(() => setDefaultCACertificates(usual));

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

/** Starts a server and returns its https URL. */
async function listen(started: Server): Promise<string> {
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${(started.address() as AddressInfo).port}`; // a TCP server that listens
}

async function postTo(origin: string): Promise<Reply> {
  const connections = httpConnections(origin, 1);
  const { signal } = new AbortController();
  const dispatcher = await connections.dispatcher();
  const request = { dispatcher, url: new URL(origin), headers: {}, body: '{}', signal };
  try {
    return await post(request);
  } finally {
    await connections.close();
  }
}

async function failureAt(origin: string) {
  const error = await postTo(origin).then(
    () => null,
    (reason: unknown) => reason,
  );
  return networkFailure(error, origin);
}

const answering = () => createHttpsServer(loopbackCertificate, (_, response) => response.end('over TLS'));

describe('httpConnections', () => {
  it('posts over TLS', async () => {
    setDefaultCACertificates([...usual, loopbackCertificate.cert]);
    const { status, bytes } = await postTo(await listen(answering()));
    expect([status, bytes.toString()]).toEqual([200, 'over TLS']);
  });

  it('reports a certificate that is not trusted, which no retry fixes', async () => {
    setDefaultCACertificates(usual);
    const failure = await failureAt(await listen(answering()));
    expect(failure).toMatchObject({ code: 'network', retryable: false, unreached: true });
    expect(failure.message).toMatch(
      /no secure connection to .*check its certificate.*NODE_EXTRA_CA_CERTS.*not in \.env/,
    );
  });

  it.each([
    ['answers in plain HTTP', () => createHttpServer()],
    ['closes the connection', () => createServer((socket) => socket.once('data', () => socket.destroy()))],
    ['resets the connection', () => createServer((socket) => socket.once('data', () => socket.resetAndDestroy()))],
  ])('advises http where a server that is called over https %s', async (_, make) => {
    const failure = await failureAt(await listen(make()));
    expect(failure).toMatchObject({ code: 'network', retryable: true, unreached: true });
    expect(failure.message).toMatch(/no TLS connection to .*replace https:\/\/ with http:\/\//);
  });

  it('reports an unreachable server as such, also over https', async () => {
    const { message } = await failureAt((await deadUrl()).replace('http:', 'https:'));
    expect(message).toMatch(/connection refused/);
  });

  it.each([
    ['http://model.example/v1', true],
    ['http://127.0.0.1:8000/v1', false], // a server on this machine that stopped
    ['https://model.example/v1', false],
  ])('advises https where %s resets the connection: %s', (origin, advised) => {
    const { message } = networkFailure(Object.assign(new Error('reset'), { code: 'ECONNRESET' }), origin);
    expect(message.includes('replace http:// with https://')).toBe(advised);
  });
});
