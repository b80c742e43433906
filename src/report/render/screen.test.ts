import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { filled, left, textCell, withNote } from '../tables/report-table.ts';
import { maxScreenLines, screenText } from './screen.ts';

const models = ['claude-3.7-sonnet-thinking', 'claude-3.7-sonnet', '大規模言語模型大規模言語模型大規模言語模型0'];

const table = (rows: readonly string[], notes: readonly string[] = []) => ({
  ...{ id: 'models', title: '', lead: '', notes },
  ...filled(rows, [
    left('', 'The model.', (name) => textCell(name)),
    left('words it lists', 'The word.', () => textCell('63 % beyond others')),
    left('requests it refuses', 'The word.', () => textCell('100 % informative *')),
    left('order of difficulty', 'The word.', () => textCell('86 % informative')),
  ]),
});

const linesOf = (rows: readonly string[], notes: readonly string[] = []) =>
  screenText(
    { question: 'Can they?', answer: 'Yes.', unfinished: [], tables: [table(rows, notes)], limits: [], next: [] },
    { width: 80 },
  ).split('\n');

describe('tables of a screen', () => {
  it('keeps both ends of a name where the tasks leave little room', () => {
    const lines = linesOf(models);
    expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
    for (const name of models) {
      const shown = lines.find((line) => line.startsWith(name.slice(0, 3)) && line.includes(`${name.slice(-4)} `));
      expect(shown, lines.join('\n')).toBeDefined();
    }
  });

  it('cuts names before it cuts a word or a p value', () => {
    const wide = {
      ...table([]),
      ...filled(
        ['claude-3.5-haiku − llama-3.1-8b-instruct'],
        [
          left('', 'Two models.', (name) => textCell(name)),
          left('', 'Value.', () => textCell('−0.01 [−0.06, 0.08]')),
          left('', 'The word.', () => textCell('no difference found, p = 0.068')),
        ],
      ),
    };
    const screen = { question: 'Do they?', answer: 'No.', unfinished: [], tables: [wide], limits: [], next: [] };
    const lines = screenText({ ...screen, maxNameColumns: 60 }, { width: 72 }).split('\n');
    expect(lines.at(-1)).toMatch(/^claude-\S*….* {2}−0\.01 \[−0\.06, 0\.08\] {2}no difference found, p = 0\.068$/);
    for (const line of linesOf(models).slice(4))
      expect(line).toMatch(/63 % beyond others {2,}100 % informative \* {2,}86 %/);
  });

  it('shortens a word of a note that is wider than the terminal', () => {
    const lines = linesOf(models, [`left out: ${'m'.repeat(200)}`]);
    expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
    expect(lines.at(-1)).toContain('…');
  });
});

describe('screenText', () => {
  const screen = (rows: number, limits: number, prefix = 'seb') =>
    screenText(
      {
        ...{ question: 'Can they?', answer: 'Yes.', unfinished: [] },
        tables: [table(Array.from({ length: rows }, (_, index) => `model-${index}`))],
        limits: Array.from({ length: limits }, (_, index) => `limit ${index}`),
        next: ['seb view', 'seb items latest --wrong', 'seb report --list'].map((command) => ({ command, about: '' })),
      },
      { width: 80, command: (command) => command.replace('seb', prefix) },
    ).split('\n');

  it('leaves out blank lines only where the screen is full', () => {
    expect(screen(3, 2).filter((line) => line === '')).toHaveLength(3);
    const full = screen(24, 9);
    expect(full).not.toContain('');
    expect(full.length).toBeLessThanOrEqual(maxScreenLines);
    expect(full).toContain('- limit 0');
    expect(full).toContain('- 8 more limits: seb report --table limits');
  });

  it('counts what the list of limits has below them among the limits without room', () => {
    const limits = Array.from({ length: 40 }, (_, index) => `limit ${index}`);
    const shown = { question: 'Can they?', answer: 'Yes.', unfinished: [], tables: [], limits, next: [] };
    const moreOf = (notes: number) =>
      Number(/(\d+) more limits/.exec(screenText({ ...shown, notes }, { width: 80 }))?.[1]);
    expect(moreOf(4)).toBe(moreOf(0) + 4);
  });

  it.each([30, 40, 80, 200])('prints whole commands, with their store, at %i columns', (width) => {
    const typed = (command: string) => command.replace('seb report', 'seb report --store some/folder/d.sqlite');
    const limits = Array.from({ length: 40 }, (_, index) => `limit ${index}`);
    const text = screenText(
      { question: 'Can they?', answer: 'Yes.', unfinished: [], tables: [], limits, next: [] },
      { width, command: typed },
    );
    expect(text.replaceAll(/ \\\n +/g, ' ')).toMatch(
      /more limits:\s+seb report --store some\/folder\/d\.sqlite --table limits$/,
    );
    expect(text.split('\n').filter((line) => stringWidth(line) > width)).toEqual([]);
  });

  it('explains only columns that have room', () => {
    const columns = [
      left<string>('', 'The model.', (name) => textCell(name)),
      left<string>('score', 'The score.', () => textCell('70 %')),
      withNote(
        'by chance: shuffled',
        left<string>('by chance', 'Shuffled.', () => textCell('50 %'), 1),
      ),
      withNote(
        'data label: the label',
        left<string>('data label', 'The label.', () => textCell('55 %'), 1),
      ),
    ];
    const notes = ['useful: it beats every constant'];
    const labeled = { id: 'verdicts', title: '', lead: '', notes, ...filled(['a-model'], columns) };
    const explained = (width: number) =>
      screenText(
        { question: 'Can they?', answer: 'Yes.', unfinished: [], tables: [labeled], limits: [], next: [] },
        { width },
      );
    for (const width of [15, 25, 40, 80]) {
      const text = explained(width);
      const [head = ''] = text.split('\n').filter((line) => line.includes('score'));
      for (const name of ['by chance', 'data label'])
        expect(text.includes(`${name}: `), `${name} at ${width}`).toBe(
          head.includes(name) || text.includes(`    ${name}:`),
        );
      expect(text.replaceAll(/\s+/g, ' ')).toContain('useful: it beats');
    }
    expect(explained(25)).not.toContain('data label');
  });

  it.each([20, 21, 22, 24])('has at most the lines of a screen with %s rows and a command of two lines', (rows) => {
    const lines = screen(rows, 9, `npm run -s seb -- --store ${'folder/'.repeat(6)}store.sqlite`);
    expect(lines.length).toBeLessThanOrEqual(maxScreenLines);
    expect(lines.at(-1)).toMatch(/sqlite|next|--/);
  });
});
