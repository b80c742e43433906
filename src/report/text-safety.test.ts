import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml } from '../util/escape-controls.ts';
import { csvCell } from './render/csv.ts';
import { htmlSentence } from './render/html-text.ts';
import { latexText } from './render/latex.ts';
import { markdownCell, markdownSentence } from './render/markdown.ts';
import { jsonWithNaN, safeJson } from './render/safe-json.ts';

const hostile = '<script>alert(1)</script></textarea>"\'&\u202e\u001b[31m\u2028';
/** Texts of any code units, including lone surrogates. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
/** Characters that no export may contain unescaped. */
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

test('escapes text so that it cannot become an HTML tag or attribute', () => {
  const made = escapeHtml(hostile);
  expect(made).not.toMatch(/<script|<\/textarea|\u202e|\u001b/);
  expect(made).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(made).toContain('&lt;U+202E&gt;');
  fc.assert(fc.property(anyText, (text) => !/[<>"']/.test(escapeHtml(text))));
});

test('keeps JSON data, and makes every character visible', () => {
  fc.assert(
    fc.property(fc.jsonValue(), anyText, (value, text) => {
      const json = safeJson([value, text]);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([value, text])));
      expect(steering.test(json)).toBe(false);
    }),
  );
});

test('writes NaN as a bare word only where the format has it', () => {
  expect(jsonWithNaN({ a: Number.NaN, b: [1, null, Number.POSITIVE_INFINITY], c: undefined, d: '"NaN"' })).toBe(
    '{"a":NaN,"b":[1,null,Infinity],"d":"\\"NaN\\""}',
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonWithNaN(value) === safeJson(value)));
});

test('neutralizes formulas for spreadsheets', () => {
  for (const text of ['=HYPERLINK("http://x","y")', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1']) {
    expect(csvCell(text)).toMatch(/^"?'/);
  }
  expect(csvCell(-1.5)).toBe('-1.5');
  expect(csvCell(null)).toBe('');
  expect(csvCell('a,"b"\n')).toBe('"a,""b""\n"');
  expect(csvCell('x\u001b[2J\u202e')).not.toMatch(steering);
});

test('escapes markup, links and table bars for Markdown, in one line', () => {
  const cell = markdownCell(`${hostile} [a](b) | **c** \`d\`\nnext`);
  expect(cell).not.toMatch(/[^\\][<>|[\]*`]/);
  expect(cell).not.toMatch(/\n/);
  expect(cell).not.toMatch(steering);
});

test('writes the commands of a sentence as code on pages, with no literal backtick, and escapes all of it', () => {
  const sentence = 'they differ: `seb show r <b>` lists `them`.';
  expect(htmlSentence(sentence)).toBe(
    '<bdi>they differ: </bdi><code><bdi>seb show r &lt;b&gt;</bdi></code><bdi> lists `them`.</bdi>',
  );
  expect(markdownSentence(sentence)).toBe('they differ: `seb show r <b>` lists \\`them\\`.');
  expect(htmlSentence(hostile)).not.toMatch(/<script|<\/textarea/);
});

test('escapes text for LaTeX', () => {
  expect(latexText('50% of $x_1$ & \\input{/etc/passwd} #1 ~^')).toBe(
    '50\\% of \\$x\\_1\\$ \\& \\textbackslash{}input\\{/etc/passwd\\} \\#1 \\textasciitilde{}\\textasciicircum{}',
  );
  expect(latexText('−0.5 [β]')).toBe('\\ensuremath{-}0.5 [\\ensuremath{\\beta}]');
});

test('keeps a CSV cell in one cell without a formula, whatever separator a spreadsheet uses', () => {
  for (const separator of [';', '\t', '|']) {
    const cell = csvCell(`a${separator}=1+1${separator}b`);
    expect(cell).toBe(`"a${separator}'=1+1${separator}b"`);
  }
  expect(csvCell(' a')).toBe('" a"');
  expect(csvCell('paper, direct')).toBe('"paper, direct"');
  expect(csvCell('a-b')).toBe('a-b');
});
