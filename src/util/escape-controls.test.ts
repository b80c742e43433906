import { describe, expect, it } from 'vitest';
import { escapeAsJson, escapeControls, escapeHtml } from './escape-controls.ts';

/** Characters without a picture, outside the controls, of every kind that Unicode has. */
const invisible = [
  0xad, 0x34f, 0x600, 0x61c, 0x6dd, 0x70f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e,
  0x202a, 0x202e, 0x2028, 0x2029, 0x2060, 0x2064, 0x2066, 0x206a, 0x206f, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xfff9,
  0xfffb, 0x110bd, 0x1d173, 0xe0001, 0xe0041, 0xe007f,
];

describe('escapeControls', () => {
  it.each(invisible.map((code) => [code.toString(16).toUpperCase().padStart(4, '0'), code] as const))(
    'makes U+%s visible in a name',
    (hex, code) => {
      expect(escapeControls(`gpt-4${String.fromCodePoint(code)}`)).toBe(`gpt-4<U+${hex}>`);
      expect(escapeHtml(`a${String.fromCodePoint(code)}b`)).toBe(`a&lt;U+${hex}&gt;b`);
    },
  );

  it('leaves no format character or separator of Unicode', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (/[\p{Cf}\p{Zl}\p{Zp}]/u.test(character)) expect(escapeControls(`a${character}b`)).not.toContain(character);
    }
  });

  it('writes controls as escapes, and keeps tabs and lines', () => {
    expect(escapeControls('\u001b[31m\u0007\u0085\t\n')).toBe('\\u001b[31m\\u0007\\u0085\t\n');
  });

  it.each([
    ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['Devanagari', '\u0915\u094d\u200d\u0937'],
    ['Malayalam', '\u0d28\u0d4d\u200d\u0d31'],
    ['emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['emoji with a skin color', '\u{1f469}\u{1f3fd}\u200d\u{1f52c}'],
  ])('keeps joiners in %s', (_, text) => {
    expect(escapeControls(text)).toBe(text);
  });

  it.each(['gpt\u200d4', 'a\u200c', '\u200da', '\u0645\u200ca'])(
    'makes a joiner visible where no script needs it: %j',
    (text) => {
      expect(escapeControls(text)).toMatch(/<U\+200[CD]>/);
    },
  );

  it('keeps letters, accents and spaces', () => {
    const text = 'é e\u0301 中文 🙂 שלום a\u00a0b\u3000c';
    expect(escapeControls(text)).toBe(text);
  });
});

describe('escapeAsJson', () => {
  it('leaves JSON the same data, with every character visible', () => {
    const value = { text: invisible.map((code) => String.fromCodePoint(code)).join('x') };
    const text = escapeAsJson(JSON.stringify(value));
    expect(text).not.toMatch(/\p{Cf}/u);
    expect(JSON.parse(text)).toEqual(value);
  });
});
