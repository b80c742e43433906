import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readerVersion } from '../../analyze/kept-outcomes.ts';
import { sebVersion } from '../../answers/prepare/provenance.ts';
import { indexVersion } from './index-version.ts';
import { openIndexFile } from './item-index.ts';

describe('indexVersion', () => {
  it('changes with a new field of what an index keeps, and not with a description', () => {
    const version = indexVersion([z.object({ a: z.string() })]);
    expect(indexVersion([z.object({ a: z.string(), b: z.string() })])).not.toBe(version);
    expect(indexVersion([z.object({ a: z.enum(['x', 'y']) })])).not.toBe(version);
    expect(indexVersion([z.object({ a: z.string().describe('a name') })])).toBe(version);
  });

  it('changes with the version of the program, whose figures an index keeps, and of its reader', () => {
    const of = (program: string, reader: number) => indexVersion([z.object({})], { program, reader });
    expect(of('0.4.1', 3)).not.toBe(of('0.4.0', 3));
    expect(of('0.4.0', 4)).not.toBe(of('0.4.0', 3));
    expect(indexVersion()).toBe(indexVersion(undefined, { program: sebVersion(), reader: readerVersion }));
    expect(indexVersion()).not.toBe(indexVersion(undefined, { program: '0.3.0', reader: readerVersion }));
  });
});

describe('openIndexFile', () => {
  it.each([
    ['another schema', () => indexVersion([z.object({})])],
    ['an older program', () => indexVersion(undefined, { program: '0.3.0', reader: readerVersion })],
  ])('replaces an index whose results were kept with %s', (_, otherVersion) => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-index-'));
    const file = join(folder, 'index.sqlite');
    const count = 'select count(*) as n from results';
    try {
      const before = openIndexFile(file);
      before.exec("insert into results values ('[]', 'f', '{}', 'null', null, null)");
      before.close();
      const same = openIndexFile(file);
      expect(same.prepare(count).get()).toEqual({ n: 1 });
      same.prepare("update meta set value = ? where name = 'version'").run(otherVersion());
      same.close();
      const after = openIndexFile(file);
      expect(after.prepare(count).get()).toEqual({ n: 0 });
      after.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
