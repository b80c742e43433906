import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  deadUrl,
  type LoopbackServer,
  loopbackServer,
  sendJson,
} from '../../../test/support/models/loopback-server.ts';
import { HostClient } from './host-client.ts';

const secret = 'canary/key-of-the-host';
const schema = z.looseObject({ id: z.string() });
let server: LoopbackServer;
let client: HostClient;

beforeAll(async () => {
  server = await loopbackServer();
  client = new HostClient({
    baseUrl: `${server.url}/v1`,
    headers: { authorization: `Bearer ${secret}` },
    secrets: [secret],
  });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const escaped = (text: string) =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

describe('HostClient', () => {
  test('sends query, key and body once, and parses the answer', async () => {
    server.handle((_, response) => sendJson(response, 200, { id: 'x', more: 1 }));
    expect(await client.post('jobs', schema, { a: 1 }, { dry_run: 'true', page: null })).toMatchObject({
      kind: 'ok',
      value: { id: 'x' },
    });
    expect(server.received.at(-1)).toMatchObject({
      method: 'POST',
      path: '/v1/jobs?dry_run=true',
      body: '{"a":1}',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    });
  });

  test('sends a file as a form with its fields', async () => {
    server.handle((_, response) => sendJson(response, 200, { id: 'file-1' }));
    await client.upload('files', schema, {
      fields: { purpose: 'fine-tune' },
      name: 'seb-0-train.jsonl',
      bytes: Buffer.from('{"ä":1}\n'),
    });
    const { body, headers } = server.received.at(-1)!;
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('name="purpose"\r\n\r\nfine-tune');
    expect(body).toContain('filename="seb-0-train.jsonl"');
    expect(body).toContain('{"ä":1}\n');
  });

  test.each([
    [401, { error: { message: 'bad key' } }, 'unauthorized', false],
    [429, { error: { message: 'slow down' } }, 'rate-limited', true],
    [503, {}, 'overloaded', true],
    [200, { ident: 1 }, 'bad-response', true],
    [302, {}, 'bad-response', false],
  ])('names an answer with status %i and body %j', async (status, body, code, retryable) => {
    server.handle((_, response) => sendJson(response, status, body));
    expect(await client.get('jobs', schema)).toMatchObject({ kind: 'failed', code, retryable });
  });

  test("removes the key from the host's replies", async () => {
    server.handle((received, response) => sendJson(response, 200, { id: received.headers.authorization }));
    expect(JSON.stringify(await client.get('jobs', schema))).not.toContain(secret);
    server.handle((received, response) => sendJson(response, 400, { error: received.headers.authorization }));
    expect(JSON.stringify(await client.get('jobs', schema))).not.toContain(secret);
  });

  test.each([
    ['in JSON escapes', (key: string) => escaped(key)],
    ['in JSON in a text', (key: string) => JSON.stringify(`{"key":"${escaped(key)}"}`).slice(1, -1)],
    ['with escaped slashes', (key: string) => key.replaceAll('/', '\\/')],
    ['in a URL', (key: string) => encodeURIComponent(key)],
  ])("removes the key from a value or a name of the host's replies %s", async (_, written) => {
    for (const body of [`{"id": "said ${written(secret)}"}`, `{"id": "x", "${written(secret)}": [1]}`]) {
      server.handle((_, response) => {
        response.setHeader('content-type', 'application/json').end(body);
      });
      const result = await client.get('jobs', schema);
      expect(result.kind).toBe('ok');
      const text = JSON.stringify(result);
      expect(text).toContain('[key]');
      for (const part of [secret, encodeURIComponent(secret), '0063', '006b']) expect(text).not.toContain(part);
    }
  });

  test('refuses a reply that is nested too deeply for a recursive function', async () => {
    server.handle((_, response) => {
      response.end(`{"id": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    });
    expect(await client.get('jobs', z.looseObject({}))).toMatchObject({ kind: 'failed', code: 'bad-response' });
  });

  test('reports an unresponsive host by name', async () => {
    const dead = new HostClient({ baseUrl: await deadUrl(), headers: {}, secrets: [] });
    expect(await dead.get('jobs', schema)).toMatchObject({ kind: 'failed', code: 'network', retryable: true });
    await dead.close();
  });
});
