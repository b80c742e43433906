import { describe, expect, it } from 'vitest';
import { parseGgufName } from './gguf-name.ts';

describe('parseGgufName', () => {
  it('returns a path without an adapter unchanged', () => {
    expect(parseGgufName('c++/a+b@2.gguf')).toEqual({ base: 'c++/a+b@2.gguf', adapter: null });
    expect(parseGgufName('folder/model')).toEqual({ base: 'folder/model', adapter: null });
  });

  it('splits the base from its adapter and reads the scale, which is 1 when it is left out', () => {
    expect(parseGgufName('m/a.gguf+x/ada+self.gguf')).toEqual({
      base: 'm/a.gguf',
      adapter: { path: 'x/ada+self.gguf', scale: 1 },
    });
    expect(parseGgufName('a.gguf+/b@c/d.gguf@0.5')).toEqual({
      base: 'a.gguf',
      adapter: { path: '/b@c/d.gguf', scale: 0.5 },
    });
    expect(parseGgufName('a.gguf+b.GGUF@-1').adapter).toEqual({ path: 'b.GGUF', scale: -1 });
  });

  it.each([
    ['a.gguf+b.gguf@half', /"half".*not a number/],
    ['a.gguf+b.gguf@', /"".*not a number/],
    ['a.gguf+b.gguf@1e999', /not a number/],
    ['a.gguf+b.gguf+c.gguf', /more than one adapter/],
    ['a.gguf+folder', /"folder" is not the path/],
    ['a.gguf+', /"" is not the path/],
  ])('refuses %s', (text, message) => {
    expect(() => parseGgufName(text)).toThrow(message);
  });
});
