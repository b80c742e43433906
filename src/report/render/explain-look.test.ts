import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { madeFinding, madeResults } from '../../../test/support/made-findings.ts';
import { verdictTexts, verdictWords } from '../../domain/results/verdict-words.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { explainedLook } from './explain-look.ts';
import { firstLook } from './terminal-first-look.ts';

const experiments = experimentRegistry();
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const words = verdictWords.map((verdict, index) =>
  madeFinding({ model: `m${index}`, experiment: 'restriction', task: 'requests it refuses', verdict, reason: 'why' }),
);

describe('explainedLook', () => {
  it.each([3, verdictWords.length + 4])('says what every word of the first look means, for %i findings', (count) => {
    const more = words.map((each) => ({ ...each, experiment: 'cost', task: 'tokens it will need', usable: 1 }));
    const results = madeResults([...words, ...more].slice(0, count));
    const text = plain(explainedLook(results, { width: 80, experiments }));
    for (const word of new Set(results.findings.map(({ verdict }) => verdict))) {
      expect(text).toContain(`${verdictTexts[word].short}: `);
    }
    expect(text).toContain('requests it refuses (--experiment restriction): Will I answer this request?');
    expect(text).toContain(`adjusted over: ${results.adjustedOver}.`);
    const [header = ''] = firstLook(results, { width: 80, isWhole: true })
      .split('\n')
      .filter((line) => line.startsWith('model '));
    for (const name of header.split(/\s{2,}/).slice(1)) expect(text, name).toContain(`${name}: `);
    if (count > 9) expect(text).toContain('!: less than half');
  });

  it('says which number is subtracted where a lower score is better', () => {
    const [finding = madeFinding({})] = words;
    const explained = (better: 'higher' | 'lower') =>
      plain(explainedLook(madeResults([{ ...finding, better }]), { width: 80, experiments }));
    expect(explained('lower')).toContain(
      'it is the best constant answer minus the score. Above 0, the model is better.',
    );
    expect(explained('higher')).not.toContain('the best constant answer minus the score');
  });

  it('prints no line wider than the terminal', () => {
    const lines = explainedLook(madeResults(words), { width: 60, experiments }).split('\n');
    expect(lines.filter((line) => stringWidth(line) > 60)).toEqual([]);
  });
});
