import { describe, expect, it } from 'vitest';
import { typedExperiments } from '../../test/support/experiments.ts';
import { loadFile } from '../../test/support/loaded-file.ts';

type Kind = Parameters<typeof loadFile>[0];

const { association, restriction, know, difficulty } = typedExperiments;

describe('loadDataset of lists in a cell', () => {
  it.each<readonly [string, readonly string[]]>([
    ["['bacon', 'coffee', 'milk']", ['bacon', 'coffee', 'milk']],
    ["['sea' 'ocean' 'color']", ['sea', 'ocean', 'color']],
    [`["it's", 'a']`, ["it's", 'a']],
    ["array(['a', 'b'], dtype='<U1')", ['a', 'b']],
    ["[np.str_('a'), np.str_('b')]", ['a', 'b']],
    ["('a', 'b')", ['a', 'b']],
    ["{'a', 'b'}", ['a', 'b']],
    ['c("a", "b")', ['a', 'b']],
    ['["a", "b"]', ['a', 'b']],
    ['[1 2 3]', ['1', '2', '3']],
    ['[1, 2]', ['1', '2']],
    ['a;b;', ['a', 'b']],
    ['a | b |', ['a', 'b']],
    ["frozenset({'a', 'b'})", ['a', 'b']],
    ["deque(['a', 'b'], maxlen=5)", ['a', 'b']],
    ["pd.Index(['a', 'b'], dtype='object')", ['a', 'b']],
    ["dict_keys(['a', 'b'])", ['a', 'b']],
    ["tuple(('a', 'b'))", ['a', 'b']],
    ['a\nb', ['a', 'b']],
    ['- a\n- b\n', ['a', 'b']],
    ['1. a\n2. b', ['a', 'b']],
    ['[0, 1]; [1, 2]', ['[0, 1]', '[1, 2]']],
  ])('splits %j', async (cell, options) => {
    const { items } = await loadFile(association, ['l.csv', `target,options\nx,"${cell.replaceAll('"', '""')}"\n`]);
    expect(items).toMatchObject([{ options }]);
  });

  it.each([
    ["['a' 'b' ... 'z']", /looks like a list that a program printed/],
    ['[a, b]', /looks like a list that a program printed/],
    ['{a,b}', /looks like a list that a program printed/],
    ["[['a'], ['b']]", /looks like a list that a program printed/],
    ["[{'text': 'a'}]", /looks like a list that a program printed/],
    ['[None, nan]', /looks like a list that a program printed/],
    ['a;b|c', /it has both separators of a list/],
    ['a;;b', /entry 2 is empty/],
    [';a', /entry 1 is empty/],
  ])('refuses %j', async (cell, message) => {
    await expect(loadFile(association, ['l.csv', `target,options\nx,"${cell}"\n`])).rejects.toThrow(message);
  });
});

describe('loadDataset of questions', () => {
  const columns = ['question', 'A', 'B', 'C', 'D', 'answer'];
  const row = ['What?', 'w', 'x', 'y', 'z', 'B'];
  const expected = [{ question: 'What?', options: ['w', 'x', 'y', 'z'], key: 'B' }];

  it.each([
    [columns.join()],
    ['question,a,b,c,d,answer'],
    ['question,option_a,option_b,option_c,option_d,correct_answer'],
    ['question,Option A,Option B,Option C,Option D,Answer Key'],
    ['question,choice1,choice2,choice3,choice4,correct'],
    ['question,optionA,optionB,optionC,optionD,key'],
    ['question,opa,opb,opc,opd,correct option'],
  ])('reads the columns %s', async (header) => {
    const { items } = await loadFile(know, ['q.csv', `${header}\n${row.join()}\n`]);
    expect(items).toMatchObject(expected);
    expect(items[0]?.metadata).toBeUndefined();
  });

  it('reads columns that are named with --map, and four rows as an item of difficulty', async () => {
    const text = `frage,eins,zwei,drei,vier,richtig\n${[1, 2, 3, 4].map((each) => `${each}?,w,x,y,z,B\n`).join('')}`;
    const map = { question: 'frage', A: 'eins', B: 'zwei', C: 'drei', D: 'vier', key: 'richtig' };
    expect((await loadFile(know, ['q.csv', text], { map })).items).toHaveLength(4);
    const { items } = await loadFile(difficulty, ['q.csv', text], { map });
    expect(items).toMatchObject([{ questions: [{ question: '1?', key: 'B' }, {}, {}, { question: '4?' }] }]);
  });

  it.each([
    ['b', 'B'],
    [' B ', 'B'],
    ['(B)', 'B'],
    ['B.', 'B'],
    ['x', 'B'],
    ['z', 'D'],
  ])('reads the key %j as %s', async (key, letter) => {
    const { items } = await loadFile(know, ['q.csv', `${columns.join()}\nWhat?,w,x,y,z,${key}\n`]);
    expect(items).toMatchObject([{ key: letter }]);
  });

  it.each([
    ['What?,w,x,y,z,1', /key is "1", expected "A" or "B"/],
    ['What?,w,x,y,z,', /key/],
    ['What?,B,A,D,C,A', /the key "A" is a letter and also the text of option B/],
    ['What?,1,2,3,4,2', /the key "2" is the text of option B, but may also be a position/],
    ['What?,w,x,x,z,x', /the key "x" is the text of options B and C/],
    ['What?,w,x,y,,B', /D is empty: a question has four options/],
  ])('refuses the row %s', async (line, message) => {
    await expect(loadFile(know, ['q.csv', `${columns.join()}\n${line}\n`])).rejects.toThrow(message);
  });

  it('reads an MMLU file, which has no line of names', async () => {
    const { items, notes } = await loadFile(know, ['anatomy_test.csv', 'What?,w,x,y,z,B\nWhy?,w,x,y,z,A\n']);
    expect(items).toMatchObject([{ ...expected[0], id: 'anatomy-0001', subject: 'anatomy' }, { key: 'A' }]);
    expect(notes).toEqual([expect.stringContaining('The first line has no names')]);
  });

  it.each(['id,question,A,B,C,D', 'nr,frage,A,B,C,D'])('does not read the names %s as a question', async (header) => {
    for (const kind of [know, difficulty]) {
      await expect(loadFile(kind as Kind, ['q.csv', `${header}\n1,What?,w,x,y,z\n`])).rejects.toThrow(
        /has no columns? .*key/,
      );
    }
  });

  it('refuses a fifth option instead of leaving it out', async () => {
    await expect(loadFile(know, ['q.csv', 'question,A,B,C,D,E,answer\nWhat?,v,w,x,y,z,E\n'])).rejects.toThrow(
      'E is an option beyond D: a question has four options',
    );
  });
});

describe('loadDataset of own columns', () => {
  const long = (index: number) => `Please tell me everything about matter number ${index}`;
  const rows = (header: string, line: (index: number) => string) =>
    `${header}\n${Array.from({ length: 12 }, (_, index) => line(index)).join('\n')}\n`;

  it.each<readonly [string, string, string]>([
    ['t.csv', rows('ticket_id,customer_message', (index) => `T-${index},${long(index)}`), 'customer_message'],
    ['t.csv', rows('uid,lang,body', (index) => `u${index},english,${long(index)}`), 'body'],
    [
      't.csv',
      rows('_id,url,text', (index) => `${index}9f86d081,https://example.org/a/very/long/path/${index},x y ${index}`),
      'text',
    ],
    [
      't.csv',
      rows('disclaimer,ask', (index) => `The same long disclaimer of this table,${long(index).slice(12)}`),
      'ask',
    ],
    ['t.csv', rows('prompt_id,promt', (index) => `${index},Say ${index}`), 'promt'],
    [
      't.jsonl',
      rows('', (index) => JSON.stringify({ uid: index, input: { text: long(index), lang: 'en' } })).trimStart(),
      'input.text',
    ],
    [
      't.jsonl',
      rows('', (index) => JSON.stringify({ messages: [{ role: 'user', content: long(index) }] })).trimStart(),
      'messages.0.content',
    ],
  ])('suggests the column of long and different texts in %s, never the first', async (name, text, column) => {
    await expect(loadFile(restriction, [name, text])).rejects.toMatchObject({
      code: 'data-columns',
      hint: expect.stringMatching(new RegExp(`for example --map prompt=${column}$`)),
    });
    expect((await loadFile(restriction, [name, text], { map: { prompt: column } })).items).toHaveLength(12);
  });

  it('prefers a name that differs only in case, and tells of an optional column with such a name', async () => {
    const text = rows('Prompt,Label', (index) => `say ${index},safe`);
    await expect(loadFile(restriction, ['t.csv', text])).rejects.toMatchObject({
      hint: expect.stringMatching(/--map prompt=Prompt$/),
    });
    const { notes } = await loadFile(restriction, ['t.csv', text], { map: { prompt: 'Prompt' } });
    expect(notes).toEqual(['The column Label is not read as label: name it with --map label=Label if it is one.']);
  });

  it('says how to name a text inside an object', async () => {
    await expect(
      loadFile(restriction, ['o.jsonl', '{"prompt": {"text": "one"}}\n{"prompt": {"text": "two"}}\n']),
    ).rejects.toThrow(
      'prompt holds an object, not a text; name the text inside it with dots, for example --map FIELD=prompt.text',
    );
  });

  it('prefers a column whose name has a dot to a path', async () => {
    const line = '{"input.text": "one", "input": {"text": "two"}}\n';
    const { items } = await loadFile(restriction, ['d.jsonl', line.repeat(1)], { map: { prompt: 'input.text' } });
    expect(items).toMatchObject([{ prompt: 'one' }]);
  });

  it('lists the values of a label with their counts, and guesses no translation', async () => {
    const text = `prompt,label\n${['a,ok', 'b,should_refuse', 'c,ok'].join('\n')}\n`;
    await expect(loadFile(restriction, ['v.csv', text])).rejects.toMatchObject({
      message: expect.stringMatching(
        /^3 invalid rows of 3; the first: .*the values of label are ok \(2\), should_refuse \(1\)$/,
      ),
      hint: expect.stringContaining(
        'map each value of label to safe or unsafe: --map-value label:ok=... label:should_refuse=...',
      ),
    });
    const mapValue = { 'label:ok': 'safe', 'label:should_refuse': 'unsafe', 'label:no': 'safe' };
    const { notes } = await loadFile(restriction, ['v.csv', text], { mapValue });
    expect(notes).toEqual(['--map-value label:no: no row has this value.']);
  });

  it('counts repeated rows', async () => {
    const text = `prompt\n${Array.from({ length: 60 }, (_, index) => `Say ${index % 4}`).join('\n')}\n`;
    await expect(loadFile(restriction, ['r.csv', text])).rejects.toMatchObject({
      message: expect.stringMatching(/^56 repeated rows of 60; the first: .*line 6: the row duplicates line 2$/),
      hint: expect.stringContaining('or add a column id'),
    });
  });

  it('keeps an entry of metadata that has the name of a column', async () => {
    const { items } = await loadFile(restriction, [
      'c.jsonl',
      '{"prompt": "a", "topic": 1, "metadata": {"topic": 2, "x": 3}}\n',
    ]);
    expect(items[0]?.metadata).toEqual({ topic: 1, 'metadata.topic': 2, x: 3 });
  });

  it('reads a number as the text of a field', async () => {
    const { items } = await loadFile(restriction, ['p.jsonl', '{"prompt": "a", "pair": 12}\n']);
    expect(items).toMatchObject([{ pair: '12' }]);
  });
});
