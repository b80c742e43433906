import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOwnPath, userFolder } from './user-folder.ts';

describe('userFolder', () => {
  it('is the folder that the platform sets aside for caches', () => {
    expect(userFolder('cache', 'linux', { XDG_CACHE_HOME: '/caches' })).toBe('/caches');
    expect(userFolder('cache', 'linux', {})).toBe(join(homedir(), '.cache'));
    expect(userFolder('cache', 'linux', { XDG_CACHE_HOME: 'relative' })).toBe(join(homedir(), '.cache'));
    expect(userFolder('cache', 'darwin', {})).toBe(join(homedir(), 'Library', 'Caches'));
    expect(userFolder('cache', 'win32', { LOCALAPPDATA: '/local', XDG_CACHE_HOME: '/caches' })).toBe('/local');
  });

  it('is the folder that the platform sets aside for state', () => {
    expect(userFolder('state', 'linux', { XDG_STATE_HOME: '/state' })).toBe('/state');
    expect(userFolder('state', 'linux', {})).toBe(join(homedir(), '.local', 'state'));
    expect(userFolder('state', 'darwin', {})).toBe(join(homedir(), 'Library', 'Application Support'));
  });
});

describe('isOwnPath', () => {
  it('asks the nearest folder that exists', () => {
    expect(isOwnPath(join(tmpdir(), `none-${process.pid}`, 'below'))).toBe(process.getuid?.() === 0);
    expect(isOwnPath(join(process.cwd(), 'none', 'below'))).toBe(true);
  });
});
