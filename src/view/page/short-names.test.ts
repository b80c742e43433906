import { describe, expect, it } from 'vitest';
import { withoutSharedSettings } from '../../../viewer/parts/short-names.ts';

describe('withoutSharedSettings', () => {
  it('keeps the settings in which models of one base name differ, and no others', () => {
    const models = [
      'simulated/m1?self=0.9&format=0.2',
      'simulated/m1?self=0.5&format=0.2',
      'simulated/m2?self=0.9&format=0.2',
      'openai/gpt',
    ];
    expect([...withoutSharedSettings(models).values()]).toEqual([
      'simulated/m1?self=0.9',
      'simulated/m1?self=0.5',
      'simulated/m2',
      'openai/gpt',
    ]);
  });

  it('keeps a setting that one of two models does not have', () => {
    expect([...withoutSharedSettings(['m?a=1&b=2', 'm?a=1']).values()]).toEqual(['m?b=2', 'm']);
  });
});
