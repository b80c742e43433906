import { afterEach, describe, expect, it, vi } from 'vitest';
import { rejection, shellWords } from '../../../test/support/printed-command.ts';
import { defaultStoreLocation } from '../../store/location.ts';
import { storeFlag } from './store-flag.ts';

const url = 'postgres://user:secret@db.example:5432/seb';

describe('storeFlag', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['no location', undefined, ''],
    ['the default store', defaultStoreLocation(), ''],
    ['a file', 'a b.sqlite', " --store 'a b.sqlite'"],
    ['a URL without a password', 'postgres://db.example/seb', ' --store postgres://db.example/seb'],
  ])('returns the flag for %s', (_, location, flag) => {
    vi.stubEnv('SEB_STORE', undefined);
    expect(storeFlag(location)).toBe(flag);
  });

  it('names the variable for a URL with a password, as a command that a shell takes', () => {
    vi.stubEnv('SEB_STORE', undefined);
    const command = `seb worker${storeFlag(url)}`;
    expect(command).not.toContain('secret');
    expect(shellWords(command)).toEqual(['seb', 'worker', '--store', '$SEB_STORE']);
    expect(rejection(shellWords(command))).toBeNull();
  });

  it('is empty for a URL with a password that the environment gives', () => {
    vi.stubEnv('SEB_STORE', url);
    expect(storeFlag(url)).toBe('');
    expect(storeFlag(`${url}2`)).toContain('"$SEB_STORE" #');
  });
});
