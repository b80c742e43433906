import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it, test } from 'vitest';
import { escapeControls } from './escape-controls.ts';
import { utcMinute } from './numbers.ts';
import { hideCredentials, oneLine, table, wrapCommand, wrapLines, wrapText } from './text.ts';

test('hides the password of a URL, before the host or among the parameters', () => {
  const shown = hideCredentials("at 'postgres://me:canary@h:5/d?user=u&password=canary&sslpassword=canary#x' and more");
  expect(shown).toBe("at 'postgres://h:5/d?user=u&password=***&sslpassword=***#x' and more");
});

test.each(['plain', 'wide 好', 'hidden \u200b'])('cuts a %s text at its columns, with one ellipsis', (start) => {
  const text = `  ${start}\n\ttext ${'x'.repeat(100)}`;
  const line = oneLine(text, 30);
  const written = start.replace('\u200b', '<U+200B>');
  expect(line).toBe(`${written} text ${'x'.repeat(29 - 6 - written.length - Number(start.includes('好')))}…`);
  expect(oneLine(line, 30)).toBe(line);
  expect(oneLine(text, 200)).toBe(`${written} text ${'x'.repeat(100)}`);
});

test('leaves a text that fits as it is, whatever the width of its characters', () => {
  const characters = fc.constantFrom('a', '1', '“', '好', 'é', 'e\u0301', '1\ufe0f\u20e3', '👩‍💻', '가', '\u0600', '~');
  const texts = fc.array(characters, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, fc.integer({ min: -1, max: 1 }), (text, more) => {
      const width = stringWidth(escapeControls(text));
      const columns = Math.max(1, width + more);
      const isFitting = width <= columns;
      expect(oneLine(text, columns) === escapeControls(text)).toBe(isFitting);
    }),
  );
});

test('makes control characters of table cells visible, with matching widths', () => {
  expect(table(['a', 'b'], [['\u001b[2J', 'x']], ['left', 'left'])).toBe('a          b\n---------  -\n\\u001b[2J  x');
});

test('wraps text at spaces, and keeps a percent sign with its number', () => {
  expect(wrapText('power 80 %, level 5 %: ok', 19)).toEqual(['power 80 %, level', '  5 %: ok']);
});

test.each([
  ["seb compare 'a folder/results of the first evaluation.csv' b.csv", 40],
  ["seb resume x --store 'a  b/with two  spaces and more words/s.sqlite' --config c.ts", 30],
  ["seb items x --model 'it'\\''s a model with words' --missing --store s.sqlite", 24],
  ['seb items x --model "a model of several words" --missing --store $SEB_STORE', 24],
  ['seb report a\\ file\\ with\\ words.csv --table limits --store s.sqlite', 24],
  ["seb items x --model 'a model' --where 'topic=it is so", 24],
])('wraps a command between its words only, so that it can be pasted: %s', (command, columns) => {
  const lines = wrapCommand(command, columns);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(0, -1).every((line) => line.endsWith(' \\'))).toBe(true);
  expect(lines.map((line) => line.trim().replace(/ \\$/, '')).join(' ')).toBe(command);
  for (const line of lines.slice(0, -1)) expect((line.replaceAll("'\\''", '').match(/'/g) ?? []).length % 2).toBe(0);
});

test('utcMinute names the zone of a time', () => {
  expect(utcMinute('2026-01-31T09:05:59.123Z')).toBe('2026-01-31 09:05 UTC');
});

it('keeps a flag and its value in one line of a wrapped command, where both fit', () => {
  const store = 'a-folder-with-a-long-name/a-store.sqlite';
  expect(wrapCommand(`seb run --model a/long-name b/other-name --dry-run --store ${store}`, 70)).toEqual([
    'seb run --model a/long-name b/other-name --dry-run \\',
    `  --store ${store}`,
  ]);
  expect(wrapCommand(`seb items latest --store ${store}`, 44)).toEqual(['seb items latest --store \\', `  ${store}`]);
});

describe('wrapLines', () => {
  const store = 'a-folder-with-a-long-name/a-store.sqlite';
  const wrapped = (text: string) => wrapLines(text, 80, 'npx seb');

  it('puts a command that a message ends with on lines of its own, which can be copied', () => {
    const command = `npx seb resume 41b77abf86b6 --store ${store}`;
    for (const lead of ['to continue:', 'run 41b77abf86b6 is paused; to continue:'])
      expect(wrapped(`${lead} ${command}\n`)).toBe(`${lead}\n  ${command}\n`);
    const long = `${command} --config ${store} --budget USD`;
    const [lead, ...lines] = wrapped(`to continue: ${long}`).split('\n');
    expect([lead, lines.length]).toEqual(['to continue:', 2]);
    expect(lines.map((line) => line.trim().replace(/ \\$/, '')).join(' ')).toBe(long);
    expect(lines[0]).toMatch(/ \\$/);
  });

  it.each([
    'to continue:',
    'run x is paused; to continue:',
    'written to rows.jsonl; next:',
    'if run x corrects it:',
    'run it with:',
  ])('breaks no quoted word of a command after %s', (lead) => {
    const word = "'a folder with several words/and a  store of many more words in its name.sqlite'";
    const [first, ...lines] = wrapped(`${lead} npx seb resume 41b77abf86b6 --store ${word}`).split('\n');
    expect(first).toBe(lead);
    expect(lines.map((line) => line.trim())).toEqual(['npx seb resume 41b77abf86b6 --store \\', word]);
  });

  it('puts a command at the end of an indented line below it, too', () => {
    const command = `npx seb resume 41b77abf86b6 --store ${store}`;
    expect(wrapped(`     start the server; to continue: ${command}`)).toBe(
      `     start the server; to continue:\n       npx seb resume 41b77abf86b6 \\\n         --store ${store}`,
    );
  });

  it('leaves a command that fits beside its words, and breaks prose between words', () => {
    const short = `to continue: npx seb resume 41b77abf86b6`;
    expect(wrapped(short)).toBe(short);
    expect(wrapped(`it stopped; to do more: ${'word '.repeat(20)}`).split('\n')).toHaveLength(2);
  });

  it('leaves lines as they are that fit, and all of them where the width is not known', () => {
    const fits = '  note:   two  spaces';
    expect(wrapped(fits)).toBe(fits);
    const long = 'word '.repeat(40);
    expect(wrapLines(long, Number.NaN, 'seb')).toBe(long);
  });
});
