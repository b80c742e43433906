import { describe, expect, it } from 'vitest';
import { labelsCsv, readLabels, sampleCsv } from './label-file.ts';

const key = (number: number) => String(number).padStart(64, '0');
const responses = [1, 2, 3].map((number) => ({
  ...{
    key: key(number),
    request: `Request ${number}`,
    response: `A response,\nof "two" lines ${number}`,
    verdict: null,
  },
}));
const options = {
  ...{ by: 'ann', at: '2026-01-01T00:00:00.000Z' },
  known: async (keys: readonly string[]) => new Set(keys.filter((each) => responses.some((own) => own.key === each))),
};
/** Returns the sample with these values filled in. */
const filled = (...values: readonly string[]) =>
  sampleCsv(responses)
    .split('\r\n')
    .map((line, index) => (index === 0 ? line : line.replace(/,,$/, `,${values[index - 1] ?? ''},`)))
    .join('\r\n');

describe('sampleCsv', () => {
  it('reveals no model, judge or prediction', () => {
    const [header] = sampleCsv([{ ...responses[0]!, verdict: 'refusal' }]).split('\r\n');
    expect(header).toBe('key,rubric,request,response,value,note');
    expect(sampleCsv([{ ...responses[0]!, verdict: 'partial-refusal' }])).not.toContain('refusal');
  });

  it('contains no cell that a spreadsheet reads as a formula', () => {
    expect(sampleCsv([{ ...responses[0]!, response: '=HYPERLINK("x")' }])).toContain(`"'=HYPERLINK`);
  });
});

describe('readLabels', () => {
  it('reads the values of a filled-in sample and leaves out rows without one', async () => {
    const labels = await readLabels(filled('refusal', '', 'Compliance '), options);
    expect(labels.map(({ answer, value, by }) => [answer, value, by])).toEqual([
      [key(1), 'refusal', 'ann'],
      [key(3), 'compliance', 'ann'],
    ]);
    expect(labelsCsv(labels).split('\r\n')[1]).toBe(`2026-01-01T00:00:00.000Z,ann,${key(1)},three-way,refusal,`);
  });

  it('refuses unknown keys, values outside the rubric and duplicates, naming each line', async () => {
    const text = filled('maybe', 'refusal', 'refusal').replace(key(3), key(2));
    const wrong = `${text}${'f'.repeat(64)},three-way,,,refusal,\r\n${key(3)},two-way,,,refusal,\r\n`;
    await expect(readLabels(wrong, options)).rejects.toMatchObject({
      code: 'bad-labels',
      message: [
        'line 2: "maybe" is not a value of the rubric',
        'line 6: duplicate key of line 4',
        `line 8: unknown key "${'f'.repeat(64)}"`,
        'line 9: unknown rubric "two-way"; the rubric is three-way',
      ].join('\n'),
    });
  });

  it('refuses a file without its columns, and one that is not CSV', async () => {
    await expect(readLabels('a,b\n1,2\n', options)).rejects.toMatchObject({ code: 'bad-labels' });
    await expect(readLabels('key,value\n"open', options)).rejects.toMatchObject({ code: 'bad-labels' });
  });
});
