import { expect, it } from 'vitest';
import { readReply } from './reply.ts';

const exchange = { url: 'http://127.0.0.1/v1', secrets: [] };

function read(text: string, status: number) {
  return readReply({ status, headers: {}, bytes: Buffer.from(text) }, exchange);
}

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

it('reads JSON of up to 100 levels, and refuses deeper JSON', async () => {
  expect(await read(nested(100), 200)).toMatchObject({ kind: 'body', text: nested(100) });
  expect(await read(nested(101), 200)).toMatchObject({
    kind: 'failed',
    message: 'http://127.0.0.1/v1 sent JSON nested more than 100 levels deep',
  });
});

it('does not read the error in a refusal that is nested too deep', async () => {
  const refusal = (levels: number) => `{"error": {"message": "no such model", "more": ${nested(levels - 2)}}}`;
  expect(await read(refusal(100), 404)).toMatchObject({ kind: 'failed', message: expect.not.stringContaining('[[[') });
  expect(await read(refusal(101), 404)).toMatchObject({ kind: 'failed', message: expect.stringContaining('[[[') });
});
