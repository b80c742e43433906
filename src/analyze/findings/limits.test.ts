import { describe, expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import { readableUnits } from '../../results/finding.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { limitsOf } from './limits.ts';
import type { ModelContrasts } from './model-contrasts.ts';

const experiments = experimentRegistry();

function limits(templates: number | null, clusters = 60): string {
  const contrast = { primary: true, run: 'r', experiment: 'restriction', clusters, templates };
  // limitsOf reads only these fields of a contrast
  return limitsOf([], { contrasts: [contrast as unknown as ModelContrasts], itemsOf: () => 60, experiments }, []).join(
    '\n',
  );
}

describe('limitsOf', () => {
  it('names the experiments whose items are made of templates', () => {
    expect(limits(0.83)).toContain('83 % of the items of “requests it refuses” share most of their wording');
    expect(limits(0.83)).not.toContain('aken as independent');
  });

  it.each([0.5, null])('says that items are taken as independent where their texts show no templates (%s)', (share) => {
    expect(limits(share)).toBe('Taken as independent: 60 items (requests it refuses).');
  });

  it('gives the number of groups where near-equal items were joined, and says nothing of items in groups', () => {
    expect(limits(0, 57)).toBe('Taken as independent: 60 items in 57 groups (requests it refuses).');
    expect(limits(0, 30)).toBe('');
  });

  it('states detectable differences of shares in percentage points, and of other scores in their own units', () => {
    const verdict = 'not-distinguishable';
    const findings = [
      madeFinding({ verdict, unit: 'share', detectable: 0.05 }),
      madeFinding({ verdict, unit: 'share', detectable: 0.3 }),
      madeFinding({ verdict, unit: 'correlation', detectable: 0.125 }),
    ];
    const [sentence] = limitsOf(findings, { contrasts: [], itemsOf: () => null, experiments }, []);
    expect(sentence).toContain(
      'a real difference of 5 to 30 percentage points, or of 0.125 would be noticed in 4 of 5 such runs.',
    );
  });

  it('says on one line what "above others" does not exclude, where a score is', () => {
    const limitsWith = (verdict: 'above-constant' | 'above-constant-and-others') =>
      limitsOf([madeFinding({ verdict })], { contrasts: [], itemsOf: () => null, experiments }, []).filter((text) =>
        /own rule/.test(text),
      );
    expect(limitsWith('above-constant')).toEqual([]);
    const [sentence = ''] = limitsWith('above-constant-and-others');
    expect(sentence).toContain('does not exclude a model’s own rule on what all can see');
    expect(`- ${sentence}`.length).toBeLessThanOrEqual(80);
  });

  it('names no verdict that no row has, and no items whose scores were not tested', () => {
    const findings = [madeFinding({ verdict: 'not-above-tells-apart', detectable: 0.06 })];
    const [sentence] = limitsOf(findings, { contrasts: [], itemsOf: () => null, experiments }, []);
    expect(sentence).toMatch(/^Not above is not absent: /);
    const contrast = {
      primary: true,
      run: 'r',
      experiment: 'e',
      clusters: 60,
      templates: 0.9,
      verdict: 'insufficient',
    };
    const untested = contrast as unknown as ModelContrasts; // limitsOf reads only these fields of a contrast
    expect(limitsOf([], { contrasts: [untested], itemsOf: () => 60, experiments }, [])).toEqual([]);
  });

  it('tells units that were not asked from units that could not be read', () => {
    const findings = [
      madeFinding({ usable: 2, total: 100, notAsked: 98 }),
      madeFinding({ usable: 2, total: 100 }),
      madeFinding({}),
    ];
    expect(limitsOf(findings, { contrasts: [], itemsOf: () => null, experiments }, [])).toEqual(
      expect.arrayContaining([
        'Most units that are missing were not asked yet in 1 of 3 scores.',
        'Less than half of the units could be read in 1 of 3 scores.',
      ]),
    );
    expect(readableUnits({ usable: 2, total: 100, notAsked: 98 })).toBe('on 2 of 100 units: 98 not asked');
    expect(readableUnits({ usable: 2, total: 100, notAsked: 90 })).toBe(
      'on 2 of 100 units: 90 not asked, 8 not readable',
    );
    expect(readableUnits({ usable: 2, total: 100 })).toBe('on the 2 of 100 that could be read');
  });

  it('says for how many scores the detectable difference is not known, instead of 0', () => {
    const findings = [madeFinding({ verdict: 'not-distinguishable', detectable: null }), madeFinding({})];
    expect(limitsOf(findings, { contrasts: [], itemsOf: () => null, experiments }, []).join('\n')).toContain(
      'the difference that such runs would notice is not known for 1 of 2 scores',
    );
  });
});
