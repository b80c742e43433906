import { describe, expect, it } from 'vitest';
import { familiesOf } from '../self-knowledge/relatives.ts';
import { kinshipWith } from './analyze-attributes.ts';

describe('kinshipWith', () => {
  it('makes models of one given maker relatives, whatever their names say', () => {
    const models = ['host/a', 'host/b', 'gpt-4.1'];
    const rows = [
      ['a', { maker: 'Ours' }],
      ['b', { maker: 'Ours' }],
      ['gpt-4.1', { size: '8' }],
    ] as const;
    const table = { columns: ['maker', 'size'], models: new Map<string, Readonly<Record<string, string>>>(rows) };
    expect(familiesOf(models).familyOf).toEqual([0, 1, 2]);
    expect(familiesOf(models, kinshipWith(table, models)).familyOf).toEqual([0, 0, 1]);
  });
});
