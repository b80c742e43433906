import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../util/canonical-json.ts';
import { adapterName, bundledPort } from './bundled.ts';
import type { CreateRequest } from './port.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-bundled-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'ada+self.gguf'), 'adapter');

const port = bundledPort((name) => join(folder, `${name}.gguf`));
const request = (arm: string, base = 'bundled/ada') =>
  ({ base, rows: { arm, targets: ['bundled/ada'] } }) as unknown as CreateRequest;

describe('bundledPort', () => {
  test('names the shipped adapter of the base and arm, with its hash', async () => {
    expect(await port.create(request('self'))).toMatchObject({
      kind: 'ok',
      value: { state: 'succeeded', model: 'bundled/ada+self', artifact: { sha256: sha256('adapter') } },
    });
  });

  test('names the missing adapter', async () => {
    const arms = ['scramble', 'read-off'].map((arm) => port.create(request(arm)));
    expect(await Promise.all(arms)).toMatchObject([
      { kind: 'failed', message: 'this project ships no adapter ada+self-scrambled' },
      { kind: 'failed', message: 'this project ships no adapter of the arm read-off' },
    ]);
  });
});

describe('adapterName', () => {
  test.each([
    ['bundled/ada', 'self', 'bundled/ada', 'ada+self'],
    ['bo', 'own', 'bundled/bo@0123', 'bo+self'],
    ['bundled/bo', 'cross', 'bundled/ada@0123', 'bo+ada'],
    ['bundled/bo', 'scramble', 'bundled/ada', 'bo+ada-scrambled'],
    ['bundled/bo', 'scramble', 'bundled/bo', 'bo+self-scrambled'],
    ['bundled/ada', 'shifted', 'bundled/bo', 'ada+shifted'],
    ['bundled/ada', 'near-copy', 'bundled/bo', null],
  ])('returns for %s, %s on %s: %s', (base, arm, target, name) => {
    expect(adapterName({ base, rows: { arm, targets: [target], count: 100 } })).toBe(name);
  });
});
