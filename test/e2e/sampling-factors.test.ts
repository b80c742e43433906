import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/render/report-json.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

const run = ['run', '--model', 'simulated/ada', '--experiment', 'restriction', '--limit', '60', '--factor'];

describe('seb run --factor', () => {
  it('crosses sampling parameters like other factors and reports each difference with its interval', async () => {
    const store = join(newFolder(), 'store.sqlite');
    await sebHere([...run, 'temperature=default,0.70', 'maxOutputTokens=default,2', '--store', store]);
    const { stdout } = await sebHere(['report', '--store', store, '--json']);
    const { conditions, findings, runs } = reportSchema.parse(JSON.parse(stdout));
    expect(
      runs[0]?.config.experiments[0]?.conditions.map(({ temperature, maxOutputTokens }) => [
        temperature,
        maxOutputTokens,
      ]),
    ).toEqual([
      ['default', 'default'],
      ['default', '2'],
      ['0.7', 'default'],
      ['0.7', '2'],
    ]);
    expect(findings.map(({ condition }) => condition)).toEqual([
      'paper, deliberate, maxOutputTokens default, temperature default',
      'paper, deliberate, maxOutputTokens 2, temperature default',
      'paper, deliberate, maxOutputTokens default, temperature 0.7',
      'paper, deliberate, maxOutputTokens 2, temperature 0.7',
    ]);
    const failuresWrong = conditions.find(
      ({ policy, measure }) => policy === 'failures-wrong' && measure === 'accuracy',
    );
    const effects = failuresWrong?.factors.map(({ factor, first, second }) => [factor, first, second]);
    expect(effects).toEqual([
      ['maxOutputTokens', 'default', '2'],
      ['temperature', 'default', '0.7'],
    ]);
    const [cut, warmer] = failuresWrong?.factors ?? [];
    expect(cut?.interval?.[0]).toBeGreaterThan(0); // two tokens hold no answer
    expect(warmer?.interval?.[0]).toBeLessThan(0); // a simulated subject has no temperature
    expect(warmer?.interval?.[1]).toBeGreaterThan(0);
    const tables = (await sebHere(['report', '--store', store, '--markdown'])).stdout;
    expect(tables).toContain('maximum output tokens');
  });

  it.each([
    ['reasoningEffort=low,high', 'a simulated subject does not reason'],
    ['temperature=warm', 'temperature cannot be "warm"'],
    ['warmth=1', 'no experiment of this run has the factor "warmth"'],
  ])('refuses %s', async (factor, reason) => {
    const { stderr } = await sebHere([...run, factor, '--store', join(newFolder(), 'store.sqlite')]);
    expect(stderr).toContain(reason);
  });
});
