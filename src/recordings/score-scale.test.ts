import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecording } from './formats.ts';
import type { FieldChoice } from './recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-scales-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Cell = string | number | boolean;

/** Returns the values of one score, or why it is left open. */
async function read(cells: readonly Cell[], choice: FieldChoice = {}): Promise<readonly number[] | string> {
  const rows = cells.map((score, id) => ({ model: 'm', id, score }));
  return await scoreOf(rows, 'score', choice);
}

async function scoreOf(
  rows: readonly object[],
  name: string,
  choice: FieldChoice,
): Promise<readonly number[] | string> {
  const file = join(folder, 'scores.jsonl');
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  const log = await readRecording(file, choice);
  const score = log.scores.find((each) => each.name === name);
  if (score?.kind === 'unread') return `${score.reason}; ${score.advice}`;
  return log.rows.flatMap((row) =>
    row.score === name && row.outcome.kind === 'scored' ? [Number(row.outcome.value.toFixed(9))] : [],
  );
}

describe('points and percent', () => {
  it.each<[string, readonly Cell[], FieldChoice, readonly number[]]>([
    ['points under a threshold in points', ['5/10', '7/10', '10/10'], { threshold: 7 }, [0, 1, 1]],
    ['points within a range', ['5/10', '7/10', '0/10'], { range: [0, 10] }, [0.5, 0.7, 0]],
    ['points within a range that begins at 1', ['1/5', '3 of 5', '5/5'], { range: [1, 5] }, [0, 0.5, 1]],
    ['points as shares', ['5/10', '7/10'], { range: [0, 1] }, [0.5, 0.7]],
    ['points under a threshold that is a share', ['5/10', '7/10'], { range: [0, 1], threshold: 0.7 }, [0, 1]],
    ['points of several maxima', ['7/10', '3 of 4', '1/2'], { threshold: 0.7 }, [1, 1, 0]],
    ['percent under a threshold in percent', ['28 %', '29 %', '85%'], { threshold: 29 }, [0, 1, 1]],
    ['percent within a range', ['85 %', '20,5 %'], { range: [0, 100] }, [0.85, 0.205]],
    ['percent, less being better', ['85 %', '20 %'], { better: 'lower' }, [0.15, 0.8]],
    ['percent beside shares', ['85 %', 0.2, 1], {}, [0.85, 0.2, 1]],
    ['percent beside numbers, with a range', ['85 %', 20], { range: [0, 100] }, [0.85, 0.2]],
    ['points beside a word', ['7/10', 'pass', 'fail'], { threshold: 7 }, [1, 1, 0]],
    ['words beside grades of a range', [7, 'correct', 'wrong', true], { range: [0, 10] }, [0.7, 1, 0, 1]],
    ['words beside grades under a threshold', [6, 8, 'correct', 'wrong'], { threshold: 7 }, [0, 1, 1, 0]],
    ['words alone: nothing is on another scale', ['yes', 'no', 'partial'], { range: [0, 10] }, [1, 0, 0.5]],
  ])('reads %s', async (_, cells, choice, values) => {
    expect(await read(cells, choice)).toEqual(values);
  });

  it.each<[string, readonly Cell[], FieldChoice, string]>([
    [
      'a threshold that may be a share',
      ['5/10', '7/10'],
      { threshold: 0.7 },
      'may be 0.7 of 10, or a share; add --range 0 10 where it is in points, or --range 0 1',
    ],
    [
      'a threshold of 1 beside points',
      ['5/10', '7/10'],
      { threshold: 1 },
      'holds "5/10" (row 1): --threshold 1 may be',
    ],
    [
      'a threshold that may be percent',
      ['85 %', '7 %'],
      { threshold: 0.85 },
      'add --range 0 100 where it is percent, or --range 0 1 where it is a share',
    ],
    [
      'a threshold above all points',
      ['5/10', '7/10'],
      { threshold: 70 },
      'from 0 to 10, and --threshold 70 is outside: all would be below it',
    ],
    [
      'a threshold in points of several maxima',
      ['7/10', '3/5'],
      { threshold: 7 },
      'points of several maxima are shares: give a share, such as --threshold 0.5',
    ],
    ['a threshold above shares', [0.2, 0.7], { threshold: 7 }, 'from 0 to 1, and --threshold 7 is outside'],
    ['a threshold above words', ['yes', 'no'], { threshold: 7 }, '--threshold 7 is outside'],
    ['a threshold above all grades', [2, 5, 3], { threshold: 70 }, 'add --range LOWEST HIGHEST'],
    ['a threshold outside a range', [2, 5, 3], { range: [0, 10], threshold: 70 }, 'from 0 to 10, and --threshold 70'],
    [
      'a range of other points',
      ['7/10', '3/10'],
      { range: [0, 5] },
      'holds "7/10" (row 1), whose maximum is not 5; add --range 0 10',
    ],
    ['percent within points', ['85 %', '3/10'], { range: [0, 10] }, 'holds "85 %" (row 1), whose maximum is not 10'],
    [
      'points beside numbers',
      ['7/10', 8],
      {},
      'its values go from 8 (row 2) to 8 (row 2), and the log does not state their range; add --range 0 10',
    ],
  ])('does not read %s, and says which flag settles it', async (_, cells, choice, sentence) => {
    expect(await read(cells, choice)).toContain(sentence);
  });
});

describe('--range', () => {
  const notesOf = async (cells: readonly Cell[], choice: FieldChoice) => {
    const file = join(folder, 'range.jsonl');
    writeFileSync(file, cells.map((score, id) => JSON.stringify({ model: 'm', id, score })).join('\n'));
    return (await readRecording(file, choice)).notes;
  };

  it.each<[readonly Cell[], readonly [number, number]]>([
    [
      [0, 1, 1],
      [0, 10],
    ],
    [
      [0.2, 0.9],
      [0, 100],
    ],
    [
      [1, 1.5],
      [1, 5],
    ],
  ])('is doubted where no value of %j is above its lowest quarter: %j', async (cells, range) => {
    const [note = ''] = await notesOf(cells, { range });
    expect(note).toMatch(
      /^column score has no value above [\d.]+ \(row \d\), \d+ % of --range \d+ \d+: leave the flag out/,
    );
  });

  it.each<[readonly Cell[], FieldChoice]>([
    [[0, 3], { range: [0, 10] }],
    [[0, 1], { range: [0, 1] }],
    [[0, 1], { range: [0, 10], threshold: 1 }],
    [['yes', 'no'], { range: [0, 10] }],
  ])('is not doubted on %j with %j', async (cells, choice) => {
    expect(await notesOf(cells, choice)).toEqual([]);
  });
});

describe('--range, --threshold and --better', () => {
  const row = (id: number, named: Readonly<Record<string, Cell>>, success = id % 2 === 0) => ({
    ...{ promptIdx: 0, testIdx: id, success, gradingResult: {}, provider: { id: 'm' }, vars: { id } },
    ...{ response: { output: 'x' }, namedScores: named },
  });
  const rows = (...named: readonly Readonly<Record<string, Cell>>[]) => named.map((each, id) => row(id, each));

  const helpful = rows({ helpful: 3 }, { helpful: 10 });
  const two = rows({ helpful: 3, clear: 2 }, { helpful: 10, clear: 5 });
  const shares = rows({ helpful: 0.3, clear: 0.2 }, { helpful: 0.9, clear: 0.5 });
  const errors = rows({ error_rate: 0.3, clear: 0.2 }, { error_rate: 0.9, clear: 0.5 });

  it.each<[string, readonly object[], FieldChoice, Readonly<Record<string, readonly number[]>>]>([
    ['a range is about the grades', helpful, { range: [0, 10] }, { success: [1, 0], 'namedScores.helpful': [0.3, 1] }],
    ['a threshold, too', helpful, { threshold: 7 }, { success: [1, 0], 'namedScores.helpful': [0, 1] }],
    [
      'and both together',
      helpful,
      { threshold: 7, range: [0, 10] },
      { success: [1, 0], 'namedScores.helpful': [0, 1] },
    ],
    [
      'the named score is meant',
      two,
      { range: [1, 5], score: 'namedScores.clear' },
      { success: [1, 0], 'namedScores.clear': [0.25, 1] },
    ],
    [
      'one threshold is about all shares',
      shares,
      { threshold: 0.5 },
      { success: [1, 0], 'namedScores.helpful': [0, 1], 'namedScores.clear': [0, 1] },
    ],
    [
      'a direction is about the score that needs it',
      errors,
      { better: 'lower' },
      { success: [1, 0], 'namedScores.error_rate': [0.7, 0.1], 'namedScores.clear': [0.2, 0.5] },
    ],
    [
      'a direction of one named score',
      shares,
      { better: 'lower', score: 'namedScores.clear' },
      { success: [1, 0], 'namedScores.helpful': [0.3, 0.9], 'namedScores.clear': [0.8, 0.5] },
    ],
    [
      'no score needs it',
      rows({ polite: true }, { polite: false }),
      { range: [0, 10] },
      { success: [1, 0], 'namedScores.polite': [1, 0] },
    ],
  ])('%s', async (_, log, choice, values) => {
    for (const [name, expected] of Object.entries(values))
      expect([name, await scoreOf(log, name, choice)]).toEqual([name, expected]);
  });

  it.each<[string, readonly object[], FieldChoice, RegExp]>([
    [
      'a range of two grades',
      two,
      { range: [0, 10] },
      /--range is about one score, and .* has several that it may be about: namedScores\.helpful, namedScores\.clear/,
    ],
    ['a threshold of two grades', two, { threshold: 7 }, /--threshold is about one score/],
    ['a range of two shares', shares, { range: [0, 10] }, /--range is about one score/],
    ['a direction of two shares', shares, { better: 'lower' }, /--better is about one score/],
  ])('refuse %s', async (_, log, choice, message) => {
    await expect(scoreOf(log, 'success', choice)).rejects.toThrow(message);
  });

  it('say which score they are about by --score, and in a note that no score needs them', async () => {
    const file = join(folder, 'note.jsonl');
    writeFileSync(
      file,
      rows({ polite: true }, { polite: false })
        .map((each) => JSON.stringify(each))
        .join('\n'),
    );
    const { notes } = await readRecording(file, { better: 'lower' });
    expect(notes).toContain('--better changes nothing: no score needs it (--score NAME says which one it is about)');
  });
});

describe('a few other values among right and wrong ones', () => {
  const among = (...strays: readonly Cell[]) => [...Array.from({ length: 60 }, (_, row) => row % 2), ...strays];

  it.each([5, -1, 9, 99, 2, -99])('are named, and no scale is guessed from them: %s', async (stray) => {
    const text = await read(among(stray));
    expect(text).toContain(`holds 1 value of 61 that is not right or wrong, such as ${stray} (`);
    expect(text).toContain('leave the field empty where nothing was scored');
    expect(text).not.toMatch(/--range \d/);
  });

  it('are those of the models that have them', async () => {
    const file = join(folder, 'models.jsonl');
    const rows = ['sound', 'stray'].flatMap((model) =>
      Array.from({ length: 60 }, (_, id) => ({ model, id, score: model === 'stray' && id === 7 ? 2 : id % 2 })),
    );
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    expect((await readRecording(file)).scores).toMatchObject([{ kind: 'unread', models: ['stray'] }]);
    const many = rows.map((row) => ({ ...row, score: row.model === 'stray' ? row.id : row.score }));
    writeFileSync(file, many.map((row) => JSON.stringify(row)).join('\n'));
    expect((await readRecording(file)).scores).toMatchObject([{ kind: 'unread', models: [] }]);
  });

  it('are grades where they are many', async () => {
    expect(await read(among(...Array.from({ length: 10 }, () => 5)))).toContain('--range 0 10');
  });
});
