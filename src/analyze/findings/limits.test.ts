import { describe, expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import type { ModelContrasts } from '../contrasts.ts';
import { limitsOf } from './limits.ts';

function limits(templates: number | null, clusters = 60): string {
  const contrast = { primary: true, run: 'r', experiment: 'restriction', clusters, templates };
  // limitsOf reads only these fields of a contrast
  return limitsOf([], { contrasts: [contrast as unknown as ModelContrasts], itemsOf: () => 60 }, []).join('\n');
}

describe('limitsOf', () => {
  it('names the experiments whose items are made of templates', () => {
    expect(limits(0.83)).toContain('83 % of the items of restriction share most of their wording');
    expect(limits(0.83)).not.toContain('aken as independent');
  });

  it.each([0.5, null])('says that items are taken as independent where their texts show no templates (%s)', (share) => {
    expect(limits(share)).toBe('Taken as independent: 60 items of restriction.');
  });

  it('gives the number of groups where near-equal items were joined, and says nothing of items in groups', () => {
    expect(limits(0, 57)).toBe('Taken as independent: 60 items of restriction (57 groups).');
    expect(limits(0, 30)).toBe('');
  });

  it('states detectable differences of shares in percentage points, and of other scores in their own units', () => {
    const verdict = 'not-distinguishable';
    const findings = [
      madeFinding({ verdict, unit: 'share', detectable: 0.05 }),
      madeFinding({ verdict, unit: 'share', detectable: 0.3 }),
      madeFinding({ verdict, unit: 'correlation', detectable: 0.125 }),
    ];
    const [sentence] = limitsOf(findings, { contrasts: [], itemsOf: () => null }, []);
    expect(sentence).toContain('a difference of 5 to 30 percentage points, or of 0.125.');
  });

  it('says on one line what "above others" does not exclude, where a score is', () => {
    const limitsWith = (verdict: 'above-constant' | 'above-constant-and-others') =>
      limitsOf([madeFinding({ verdict })], { contrasts: [], itemsOf: () => null }, []).filter((text) =>
        /own rule/.test(text),
      );
    expect(limitsWith('above-constant')).toEqual([]);
    const [sentence = ''] = limitsWith('above-constant-and-others');
    expect(sentence).toContain('does not exclude a model’s own rule on what all can see');
    expect(`- ${sentence}`.length).toBeLessThanOrEqual(80);
  });

  it('says for how many scores the detectable difference is not known, instead of 0', () => {
    const findings = [madeFinding({ verdict: 'not-distinguishable', detectable: null }), madeFinding({})];
    expect(limitsOf(findings, { contrasts: [], itemsOf: () => null }, []).join('\n')).toContain(
      'the difference that such runs would find is not known for 1 of 2 scores',
    );
  });
});
