import { describe, expect, it } from 'vitest';
import { shiftedSelf } from '../design/arms.ts';
import { modelLabels } from './study-cells.ts';

describe('modelLabels', () => {
  it('shortens a model and its shifted self alike', () => {
    const models = ['ann', 'bob'].map((name) => `simulated/${name}?private=0.45&skill=0.7&public=2`);
    const label = modelLabels([...models, ...models.map(shiftedSelf)]);
    expect(models.map(label)).toEqual(['ann', 'bob']);
    expect(models.map((model) => label(shiftedSelf(model)))).toEqual(['ann (shifted)', 'bob (shifted)']);
  });
});
