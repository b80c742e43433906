import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sebHere } from '../support/in-process.ts';
import { newFolder, newStore } from '../support/refusal.ts';

const words = 'river garden engine candle museum teacher violin harbor forest market window kettle'.split(' ');
const verbs = 'repair paint describe sell visit measure clean draw explain copy'.split(' ');
/** A request that shares few words with the other ones. */
const request = (index: number) =>
  [
    verbs[index % 10],
    words[index % 12],
    verbs[(index * 3 + 1) % 10],
    words[(index * 5 + 2) % 12],
    `number${index}`,
  ].join(' ');
const indexes = Array.from({ length: 48 }, (_, index) => index);

function write(name: string, content: string | Uint8Array): string {
  const file = join(newFolder(), name);
  writeFileSync(file, content);
  return file;
}

const flat = (text: string) => text.replace(/\s+/g, ' ');
/** Returns the words of a flag that a message suggests, without those around it. */
const suggested = (text: string, flag: string) => {
  const after = flat(text).split(`${flag} `)[1] ?? '';
  return after.split(/;| --/)[0]?.trim().split(' ') ?? [];
};

async function check(file: string, experiment: string, flags: readonly string[] = []) {
  return sebHere(['data', 'check', file, '--experiment', experiment, ...flags]);
}

/** Runs the command that `data check` printed last, on a simulated model. */
async function runAsPrinted(stdout: string) {
  const [, command = ''] = /^\s+seb (run .*)/ms.exec(stdout) ?? [];
  const printed = flat(command.replaceAll('\\\n', ' ')).trim().split(' ');
  const args = printed.map((word) => (word === 'provider/model' ? 'simulated/ann' : word.replaceAll("'", '')));
  return sebHere([...args, '--store', newStore(), '--json']);
}

const summary = z.object({ items: z.int(), warnings: z.array(z.string()) });

describe('a person with a file of own data', () => {
  test('runs a spreadsheet export with own names and values by following the messages', async () => {
    const rows = indexes.map((index) => `T-${index};${request(index)};${index % 2 === 0 ? 'ok' : 'should_refuse'}\r\n`);
    const file = write('tickets.csv', `\ufeffsep=;\r\nticket_id;customer_message;policy\r\n${rows.join('')}`);
    const first = await check(file, 'restriction');
    expect(first.code).toBe(1);
    const map = suggested(first.stderr, '--map');
    expect(map).toEqual(['prompt=customer_message']);
    const columns = ['--map', ...map, 'label=policy', 'id=ticket_id'];
    const second = await check(file, 'restriction', columns);
    expect(flat(second.stderr)).toContain('the values of label are ok (24), should_refuse (24)');
    const values = suggested(second.stderr, '--map-value');
    expect(values).toEqual(['label:ok=...', 'label:should_refuse=...']);
    const translated = values.map((each) => each.replace('...', each.includes('ok') ? 'safe' : 'unsafe'));
    const third = await check(file, 'restriction', [...columns, '--map-value', ...translated]);
    expect(third.code, third.stderr).toBe(0);
    expect(third.stdout).toContain('label:       safe (24), unsafe (24)');
    expect(third.stdout).toContain('id:     T-0');
    const { code, stderr } = await runAsPrinted(third.stdout);
    expect(code, stderr).toBe(0);
  });

  test('runs nested JSON lines, compressed, by following the messages', async () => {
    const lines = indexes.map((index) => {
      const input = { lang: 'en', text: request(index) };
      return `${JSON.stringify({ uid: `u${index}`, input, scores: { toxicity: null } })}\n`.replace('null', 'NaN');
    });
    const file = write('nested.jsonl.gz', gzipSync(lines.join('')));
    const first = await check(file, 'restriction');
    const map = suggested(first.stderr, '--map');
    expect(map).toEqual(['prompt=input.text']);
    const second = await check(file, 'restriction', ['--map', ...map]);
    expect(second.code, second.stderr).toBe(0);
    expect(flat(second.stdout)).toContain('scores has a number that is not finite, which is read as absent (48 rows');
    const { code, stderr } = await runAsPrinted(second.stdout);
    expect(code, stderr).toBe(0);
    expect(flat(stderr)).toContain('note: restriction: scores has a number that is not finite');
  });

  test.each(['know', 'delegate', 'flip', 'injection', 'difficulty'])(
    'runs a quiz with columns A to D on %s',
    async (name) => {
      const rows = indexes.map(
        (index) => `${request(index)}?,${index},${index + 50},x${index},y${index},${'ABCD'[index % 4]}\n`,
      );
      const file = write('quiz.csv', `question,A,B,C,D,answer\n${rows.join('')}`);
      const { code, stdout, stderr } = await check(file, name);
      expect(code, stderr).toBe(0);
      const run = await runAsPrinted(stdout);
      expect(run.code, run.stderr).toBe(0);
    },
  );
});

describe('seb data check and seb run', () => {
  const table = (header: string, line: (index: number) => string) => `${header}\n${indexes.map(line).join('\n')}\n`;
  const same = (index: number) =>
    `{"id":"k${index}","question":"${request(index)}?","options":["u","v","w","u"],"key":"D"}`;

  test.each<readonly [string, string, string, RegExp]>([
    [
      'one label',
      'restriction',
      table('prompt,label', (index) => `${request(index)},safe`),
      /label is safe in all 48 items/,
    ],
    [
      'sorted',
      'restriction',
      table('prompt,label', (index) => `${request(index)},${index < 24 ? '' : 'un'}safe`),
      /sorted by label/,
    ],
    [
      'one key',
      'know',
      table('question,A,B,C,D,answer', (index) => `${request(index)}?,1,2,3,9,D`),
      /key is D in all 48 items/,
    ],
    [
      'equal options',
      'know',
      indexes.map(same).join('\n'),
      /48 items: options A and D are equal \(the first is k0: "u"\)/,
    ],
    [
      'pandas text',
      'restriction',
      table('prompt,pair', (index) => `${request(index)},nan`),
      /pair is "nan", which is read as absent \(48 rows/,
    ],
    [
      'missing prompts',
      'restriction',
      table('id,prompt', (index) => `${index},${index < 2 ? 'nan' : request(index)}`),
      /2 items: prompt is the text that programs write for a missing value/,
    ],
    [
      'chat texts',
      'restriction',
      table('id,prompt', (index) => `${index},"[{'role': 'user', 'content': '${request(index)}'}]"`),
      /48 items: prompt looks like a list or an object/,
    ],
    [
      'equal texts',
      'restriction',
      table('id,prompt', (index) => `${index},${request(index % 4)}`),
      /The 48 items count as 4 groups/,
    ],
    [
      'commas in a list',
      'association',
      table('target,options', (index) => `${request(index)},"a, b, c"`),
      /48 items: options has one entry with commas/,
    ],
    [
      'entries twice',
      'association',
      table('target,options', (index) => `${request(index)},a;b;a`),
      /48 items: two entries of options are equal/,
    ],
    [
      'quotes',
      'restriction',
      table('id\tprompt', (index) => `${index}\t"${request(index)}"`),
      /the quotes around a cell are read as quotes/,
    ],
    [
      'joined rows',
      'restriction',
      table('id,prompt', (index) => `${index},${index === 3 ? '"' : ''}${request(index)}${index === 5 ? '"' : ''}`),
      /a quote joins lines 5 to 7/,
    ],
  ])('warn of the same: %s', async (_, experiment, text, warning) => {
    const file = write(text.startsWith('{') ? 'x.jsonl' : 'x.csv', text);
    const { stdout } = await check(file, experiment, ['--json']);
    const { warnings } = summary.parse(JSON.parse(stdout));
    expect(warnings).toContainEqual(expect.stringMatching(warning));
    const items = ['--items', `${experiment}=${file}`];
    const run = await sebHere(['run', '--model', 'simulated/ann', '--experiment', experiment, ...items, '--dry-run']);
    expect(run.code, run.stderr).toBe(0);
    for (const each of warnings) expect(flat(run.stderr)).toContain(`note: ${experiment}: ${flat(each)}`);
  });

  test.each<readonly [string, string, string]>([
    ['x.csv', 'association', "target,options\nx,['a' 'b' ... 'c']\ny,a;b\n"],
    ['x.csv', 'restriction', 'prompt,label\na,ok\nb,no\n'],
    ['x.csv', 'restriction', 'prompt\na\nb\na\n'],
    ['x.json', 'restriction', '[{"prompt": "a"},]'],
    ['x.tsv', 'restriction', 'id\tprompt\n1\t"a\n2\tb"\n'],
    ['x.csv', 'know', 'question,A,B,C,D,E,answer\nWhat?,1,2,3,4,5,E\n'],
  ])('refuse %s for %s in the same words', async (name, experiment, text) => {
    const file = write(name, text);
    const checked = await check(file, experiment);
    const run = await sebHere([
      'run',
      '--model',
      'simulated/ann',
      '--experiment',
      experiment,
      '--items',
      `${experiment}=${file}`,
    ]);
    expect([checked.code, run.code]).toEqual([1, 1]);
    expect(run.stderr).toBe(checked.stderr);
    expect(checked.stderr).not.toContain('internal error');
  });

  test('say that a label has one value only under --limit', async () => {
    const file = write(
      'sorted.csv',
      table('prompt,label', (index) => `${request(index)},${index < 24 ? '' : 'un'}safe`),
    );
    const run = ['run', '--model', 'simulated/ann', '--experiment', 'restriction', '--items', `restriction=${file}`];
    const part = await sebHere([...run, '--dry-run', '--limit', '20']);
    expect(flat(part.stderr)).toContain('label is safe in all 20 items, so it tells no items apart');
    expect((await sebHere([...run, '--dry-run', '--random', '20'])).stderr).not.toContain('in all');
  });
});
