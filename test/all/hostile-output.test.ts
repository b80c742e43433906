import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { everyForm } from '../support/report-forms.ts';

const marks =
  '</script></textarea><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u2066\u001b]0;x\u0007\u001b[2J\u009b1m';
const formula = '=HYPERLINK("http://evil","x")';
const megabyte = `${formula}${marks}${'A'.repeat(1_000_000)}`;
const model = `openai-compatible/=HYPERLINK("http://evil")<script>alert(2)</script>\u202e\u001b[31m`;

/** Matches characters that can trick a reader of a terminal, a spreadsheet or a page. */
const steering = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

let server: LoopbackServer;
let store: string;
let run: Awaited<ReturnType<typeof sebHere>>;
let forms: ReadonlyMap<string, string>;
beforeAll(async () => {
  server = await loopbackServer();
  let asked = 0;
  server.handle((_, response) => {
    asked += 1;
    if (asked % 5 === 0) return sendJson(response, 400, { error: { message: megabyte } });
    // Some answers are unreadable texts, others contain the text inside a well-formed answer.
    const words = JSON.stringify({ choice: 'A', words: [formula, marks, 'x', 'y', 'z'], [formula]: marks });
    const content = asked % 3 === 0 ? megabyte : asked % 3 === 1 ? `${marks}${words}` : `${formula} ${marks}`;
    const choices = [
      { index: 0, message: { role: 'assistant', content }, finish_reason: asked % 7 === 0 ? marks : 'stop' },
    ];
    sendJson(response, 200, { model: marks, system_fingerprint: formula, choices, usage: { completion_tokens: 3 } });
  });
  store = join(mkdtempSync(join(tmpdir(), 'seb-hostile-')), 'store.sqlite');
  const subject = ['--model', model, '--base-url', `${server.url}/v1`, '--retries', '0', '--concurrency', '1'];
  const experiments = ['--experiment', 'association', 'restriction', 'difficulty', 'verbatim'];
  run = await sebHere(['run', ...subject, ...experiments, '--limit', '2', '--samples', '2', '--store', store]);
  forms = await everyForm(store);
}, 240_000);
afterAll(() => server.close());

test('prints no control characters and no megabyte line during the run', () => {
  expect(run.code, run.stderr.slice(0, 500)).not.toBe(1);
  for (const text of [run.stdout, run.stderr]) {
    expect(steering.exec(text)?.index).toBeUndefined();
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(5_000);
  }
});

test('has no control characters in any form of the report', () => {
  // the text of a PDF is compressed, and its letters are glyph numbers
  const texts = [...forms].filter(([name]) => !name.endsWith('.pdf'));
  expect(texts.filter(([, text]) => steering.test(text)).map(([name]) => name)).toEqual([]);
});

test('has none in show, list and compare either', { timeout: 120_000 }, async () => {
  const commands = [['list'], ['list', '--json'], ['compare'], ['compare', '--json']];
  const [listed] = JSON.parse((await sebHere(['list', '--json', '--store', store])).stdout) as { run: string }[];
  for (const experiment of ['association', 'restriction', 'difficulty', 'verbatim']) {
    for (const more of [[], ['--full'], ['--json']]) {
      commands.push(['show', listed?.run ?? '', '--experiment', experiment, ...more]);
    }
  }
  for (const command of commands) {
    const { code, stdout, stderr } = await sebHere([...command, '--store', store]);
    expect(command[0] === 'compare' ? [0, 2] : [0], stderr).toContain(code); // 2: nothing to compare
    expect(steering.test(stdout + stderr), command.join(' ')).toBe(false);
    if (command[0] === 'show' && !command.includes('--full') && !command.includes('--json')) {
      expect(stdout.length, command.join(' ')).toBeLessThan(60_000);
    }
  }
});

test('has no element or attribute from answers in the page', () => {
  const markup = forms.get('report.html (markup)') ?? '';
  expect(markup).toContain('HYPERLINK(&quot;http://ev'); // the title contains the model's name
  expect(/<script|<img|<\/textarea|<[^<>]*onerror=/.test(markup)).toBe(false);
  for (const [name, text] of forms) {
    if (name.endsWith('.svg')) expect(/<script|<img|<foreignObject/i.test(text), name).toBe(false);
    if (name === 'report.md') expect(/[^\\]<(script|img)/.test(text)).toBe(false);
  }
});

test('has no formula in a spreadsheet cell', () => {
  const tables = [...forms].filter(([name]) => name.endsWith('.csv') || name === 'report --csv');
  expect(tables.length).toBeGreaterThanOrEqual(2);
  for (const [name, text] of tables) {
    const rows = parse(text, { relax_column_count: false }) as string[][];
    const formulas = rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?\d/.test(cell));
    expect(formulas, name).toEqual([]);
  }
});

describe('outcomes that a program reads', () => {
  test('are the text as it was, in one line each', () => {
    const lines = (forms.get('outcomes.jsonl') ?? '').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
    expect(JSON.parse(lines[0] ?? '').model).toBe(model);
  });
});
