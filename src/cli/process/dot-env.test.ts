import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dotEnvNotes, readDotEnv } from './dot-env.ts';

let folder = '';
const start = process.cwd();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-dot-env-'));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(start);
  rmSync(folder, { recursive: true });
});

async function read(text: string | Uint8Array, keyVariables: readonly string[] = []) {
  writeFileSync('.env', text);
  return await readDotEnv(keyVariables);
}

describe('readDotEnv', () => {
  it.each<readonly [string, string, string]>([
    ['a comment behind quotes', 'MY_KEY="sk-two" # mine', 'sk-two'],
    ['a quotation mark in a comment behind quotes', 'MY_KEY="sk" # "', 'sk'],
    ['an empty quoted text before a quotation mark in a comment', 'MY_KEY=`` #`', ''],
    ['export, quotes and CRLF', "export MY_KEY='sk-three'\r\nB_KEY=x\r\n", 'sk-three'],
    ['a byte order mark', '\uFEFFMY_KEY=sk', 'sk'],
    ['spaces around', '  MY_KEY =  sk  ', 'sk'],
    ['a comment behind a space', 'MY_KEY=sk # old: a#b', 'sk'],
    ['a # in single quotes', "MY_KEY='sk#four'", 'sk#four'],
    ['a # in double quotes', 'MY_KEY="sk#four"', 'sk#four'],
    ['a # in backticks', 'MY_KEY=`sk#four`', 'sk#four'],
    ['a $', 'MY_KEY=sk$OTHER', 'sk$OTHER'],
    ['a $ in double quotes', 'MY_KEY="a$b"', 'a$b'],
    ['a space within', 'MY_KEY=two words', 'two words'],
    ['an equals sign', 'MY_KEY=a=b==', 'a=b=='],
    ['several lines in quotes', 'MY_KEY="a\nb#c\nd"\nB_KEY=x', 'a\nb#c\nd'],
    ['a quotation mark within', `MY_KEY=it's`, "it's"],
    ['nothing', 'MY_KEY=\nB_KEY=x', ''],
    ['an empty text before a comment', 'MY_KEY= # none', ''],
    ['a colon', 'MY_KEY: sk', 'sk'],
    ['an export behind the value', 'MY_KEY=sk\nexport MY_KEY', 'sk'],
    ['the last of two', 'MY_KEY=a\nMY_KEY=b', 'b'],
    ['a line of another form before', 'free text "\nMY_KEY=a', 'a'],
    ['an unclear value of another program before', 'COLOR=#fff\nMY_KEY=a', 'a'],
  ])('reads %s', async (_, text, value) => {
    expect((await read(text)).MY_KEY).toBe(value);
  });

  it.each<readonly [string, string, number]>([
    ['a # within an unquoted value', 'A_KEY=x\nMY_KEY=sk#four', 2],
    ['a value that begins with #', 'MY_KEY=#four', 1],
    ['an open quotation mark', '\n# c\nMY_KEY="sk\nB_KEY=x', 3],
    ['text behind quotes', `MY_KEY="a"b`, 1],
    ['a # right behind quotes', `MY_KEY="a"#b`, 1],
    ['typographic quotation marks', 'MY_KEY=“sk”', 1],
    ['one typographic quotation mark', 'A="1\n2"\nMY_KEY=‘sk', 3],
    ['an address', 'OPENAI_BASE_URL=http://localhost:1/v1#x', 1],
    ['a setting', 'SEB_MODEL=a#b', 1],
    ['an assignment of Windows', '# c\nset MY_KEY=sk', 2],
    ['a lasting assignment of Windows', 'setx MY_KEY sk', 1],
    ['an assignment of PowerShell', '$env:MY_KEY = "sk"', 1],
    ['an assignment with a $', '$MY_KEY=sk', 1],
    ['an assignment with a type', 'A=1\ndeclare -x MY_KEY="sk"', 2],
    ['an assignment of csh', 'setenv MY_KEY sk', 1],
    ['an assignment of JavaScript', 'const MY_KEY = "sk"', 1],
    ['an assignment of fish', 'set -gx MY_KEY sk', 1],
  ])('refuses %s, with its line', async (_, text, line) => {
    await expect(read(text)).rejects.toThrow(new RegExp(`^\\.env, line ${line}: .*\\(\\w+\\)$`));
  });

  it.each<readonly [string, Uint8Array]>([
    ['UTF-16', Buffer.from('\uFEFFMY_KEY=sk', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('MY_KEY=sk', 'utf16le')],
    ['Latin-1', Buffer.from('MY_KEY=é', 'latin1')],
  ])('refuses a file in %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow('as UTF-8');
  });

  it('refuses a value, or reads the whole of it up to a comment behind a space', async () => {
    const piece = fc.constantFrom(' ', '#', '"', "'", '`', 'x', '$', '=');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const text = pieces.join('');
        const values = await read(`MY_KEY=${text}`).catch(() => null);
        if (values === null) return;
        const whole = /^\s*(["'`])((?:(?!\1).)*)\1\s*(#.*)?$/.exec(text)?.[2];
        expect([whole, text.split(/\s#/, 1)[0]?.trim()]).toContain(values.MY_KEY);
      }),
      { seed: 1, numRuns: 2000, examples: [[['`', '`', ' ', '#', '`']], [['`', '`', '#', '`']]] },
    );
  });

  it.each([
    'NODE_OPTIONS',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'NODE_AUTH_TOKEN',
    'LD_PRELOAD',
    'PATH2',
    'SSLKEYLOGFILE',
    'BASH_ENV',
    'DATABASE',
  ])('does not take %s, which changes how programs run or whom they trust', async (name) => {
    expect(await read(`${name}=x`)).toEqual({});
  });

  it('takes a variable of any name that is said to hold the key', async () => {
    expect(await read('SEB_API_KEY_VARIABLE=MINE\nMINE=a\nTHEIRS=b\nOTHER=c', ['THEIRS'])).toEqual({
      SEB_API_KEY_VARIABLE: 'MINE',
      MINE: 'a',
      THEIRS: 'b',
    });
  });

  it('keeps what the environment has', async () => {
    process.env.SEB_TEST_KEPT = 'kept';
    try {
      expect(await read('SEB_TEST_KEPT=x')).toEqual({});
    } finally {
      delete process.env.SEB_TEST_KEPT;
    }
  });

  it('returns nothing without a file', async () => {
    expect(await readDotEnv([])).toEqual({});
  });
});

describe('dotEnvNotes', () => {
  it.each(['SEB_BASE_URL', 'OPENAI_BASE_URL', 'AWS_ENDPOINT_URL', 'HTTPS_PROXY', 'AZURE_RESOURCE_NAME', 'PGHOST'])(
    'names %s with its value',
    (name) => {
      expect(dotEnvNotes({ [name]: 'http://elsewhere' })).toEqual([
        expect.stringContaining(`${name}=http://elsewhere`),
      ]);
    },
  );

  it('names the variable of the key, but not its value', () => {
    expect(dotEnvNotes({ SEB_API_KEY_VARIABLE: 'OTHER_KEY', OTHER_KEY: 'canary' })).toEqual([
      expect.stringMatching(/^(?!.*canary).*OTHER_KEY/),
    ]);
  });

  it('ignores other variables', () => {
    expect(dotEnvNotes({ OPENAI_API_KEY: 'canary', SEB_SAMPLES: '3' })).toEqual([]);
  });
});
