import { afterEach, describe, expect, it, vi } from 'vitest';
import { forTerminal, print, printScreen, setTyped, tell, wrapTyped } from './terminal.ts';
import { wrapSentence, wrapText } from './text.ts';

const steering = '\u001b]52;c;QQ==\u0007\u009b2J\u202e\u007f\r\u0000';

afterEach(() => {
  vi.restoreAllMocks();
});

function written(stream: 'stdout' | 'stderr', action: () => void): string {
  const write = vi.spyOn(process[stream], 'write').mockReturnValue(true);
  action();
  return write.mock.calls.map(([text]) => String(text)).join('');
}

describe('forTerminal', () => {
  it('makes control characters visible, and keeps line breaks and tabs', () => {
    expect(forTerminal(steering)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(forTerminal('a\tb\nc\r\nd\rOVER')).toBe('a\tb\nc\r\nd\\u000dOVER');
  });

  it('leaves JSON the same data', () => {
    const value = { [steering]: [steering] };
    expect(JSON.parse(forTerminal(JSON.stringify(value)))).toEqual(value);
  });
});

describe('print and tell', () => {
  it('print no control characters', () => {
    expect(written('stdout', () => print(`x${steering}`))).toBe(`${forTerminal(`x${steering}`)}\n`);
    expect(written('stderr', () => tell(`x${steering}`))).toBe(forTerminal(`x${steering}`));
  });

  it('removes passwords from URLs', () => {
    expect(written('stderr', () => tell('at postgres://u:canary@h/d?password=canary&x=1'))).not.toContain('canary');
  });
});

describe('tell', () => {
  const note = `note: know: ${'the 126 items '.repeat(12)}\n`;

  afterEach(() => {
    vi.unstubAllEnvs();
    setTyped((command) => command);
  });

  it('breaks every message at the width of the terminal', () => {
    vi.stubEnv('COLUMNS', '80');
    const lines = written('stderr', () => tell(note)).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('leaves lines whole in the log of a job, which has no width', () => {
    vi.stubEnv('COLUMNS', undefined);
    expect(written('stderr', () => tell(note))).toBe(note);
  });

  it('keeps a command that can be copied on lines that end with a backslash', () => {
    vi.stubEnv('COLUMNS', '60');
    setTyped((command) => command, 'npm run -s seb --');
    const resume = 'npm run -s seb -- resume 41b77abf86b6 --store some/folder/of/s.sqlite';
    expect(written('stderr', () => tell(`run 41b77abf86b6 is paused; to continue: ${resume}\n`))).toBe(
      'run 41b77abf86b6 is paused; to continue:\n  npm run -s seb -- resume 41b77abf86b6 \\\n    --store some/folder/of/s.sqlite\n',
    );
  });
});

describe('wrapTyped', () => {
  afterEach(() => setTyped((command) => command));

  it.each([wrapText, wrapSentence])(
    'has each command with its store before lines are broken, and breaks none that fits',
    (wrap) => {
      setTyped((command) => `${command} --store s.sqlite`);
      const text =
        'they differ on 9 responses; both judgments: `seb show x restriction-00001`, `seb show x restriction-00002`';
      for (let columns = 50; columns < 120; columns += 1) {
        const lines = wrapTyped(text, columns, wrap);
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
        for (const item of ['00001', '00002'])
          expect(lines.join('\n')).toContain(`\`seb show x restriction-${item} --store s.sqlite\``);
      }
      expect(
        wrapTyped(text, 30, wrap)
          .join(' ')
          .match(/--store/g),
      ).toHaveLength(2);
    },
  );
});

describe('printScreen', () => {
  it.each([
    ['C', "the model's 0.1 - 0.2"],
    ['en_US.UTF-8', 'the model’s 0.1 − 0.2'],
  ])('prints its own signs under LC_ALL=%s', (locale, expected) => {
    vi.stubEnv('LC_ALL', locale);
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    printScreen('the model’s 0.1 − 0.2');
    expect(write.mock.calls).toEqual([[`${expected}\n`]]);
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
});

describe('what a person reads', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    setTyped((command) => command);
  });

  it.each([
    ['stdout', printScreen, '\n'],
    ['stderr', tell, ''],
  ] as const)('is ASCII under LANG=C and has commands as they are typed on %s', (stream, write, end) => {
    for (const name of ['LC_ALL', 'LC_CTYPE']) vi.stubEnv(name, '');
    vi.stubEnv('LANG', 'C');
    setTyped((command) => `npx ${command} --store s`);
    expect(written(stream, () => write('the model’s items: `seb items`'))).toBe(
      `the model's items: \`npx seb items --store s\`${end}`,
    );
  });

  it('is data where print writes it', () => {
    vi.stubEnv('LC_ALL', 'C');
    setTyped(() => 'other');
    expect(written('stdout', () => print('’ `seb items`'))).toBe('’ `seb items`\n');
  });
});
