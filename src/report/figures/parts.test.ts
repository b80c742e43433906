import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Estimate } from '../../results/estimate.ts';
import { buildLabels } from './marks/figure-rows.ts';
import { differenceIntervalText, differenceText, intervalText, numberText } from './marks/number-text.ts';
import { placeLabels } from './marks/scatter.ts';
import { axisNames, shortNames } from './marks/short-names.ts';
import { slug } from './render/slug.ts';
import { textWidth } from './render/text-width.ts';

test('removes path characters from slugs', () => {
  expect(slug('../../Etc', 'F1 score')).toBe('etc-f1-score');
  expect(slug('', '///')).toBe('unnamed');
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => /^[a-z0-9-]+$/.test(slug(a, b))));
});

test('shortens names only while they stay distinct', () => {
  expect(shortNames(['x/a', 'y/b'])).toEqual(['a', 'b']);
  expect(shortNames(['x/a', 'y/a'])).toEqual(['x/a', 'y/a']);
  expect(shortNames(['x/', 'y/b'])).toEqual(['x/', 'y/b']);
  expect(axisNames(['openai/gpt'])).toEqual(new Map([['openai/gpt', 'openai/gpt']]));
});

test('adds condition and run to labels if there are several', () => {
  const estimate = { experiment: 'e', model: 'm', condition: 'paper', run: 'r1' } as Estimate; // the fields that labels read
  expect(buildLabels([estimate])(estimate)).toBe('m');
  expect(buildLabels([estimate, { ...estimate, condition: 'other' }])(estimate)).toBe('m · paper');
  expect(buildLabels([estimate, { ...estimate, run: 'r2' }])(estimate)).toBe('m · run r1');
});

test('formats shares in percent, differences in points with their sign, others plain; no negative zero', () => {
  expect(numberText(0.12345, 'share')).toBe('12.3 %');
  expect(intervalText([0.1, 0.25], 'share')).toBe('[10.0, 25.0]');
  expect(differenceIntervalText(-0.071, [-0.1, 0.004], 'share')).toBe('−7.1 points [−10.0, 0.4]');
  expect(differenceText(0.031, 'difference')).toBe('+3.1 points');
  expect(differenceText(-0.0001, 'share')).toBe('0.0 points');
  expect(differenceText(0.5, 'doublings')).toBe('+0.50');
  expect(numberText(-0.5, 'correlation')).toBe('−0.500');
  expect(numberText(-0.0001, 'correlation')).toBe('0.000');
  expect(numberText(1234.56, 'tokens')).toBe('1234.6');
});

test('places names of a scatter plot inside it without overlap', () => {
  const area = { width: 700, height: 440 };
  const anchors = Array.from({ length: 15 }, (_, index) => ({
    x: 300 + (index % 4) * 25,
    y: 200 + Math.floor(index / 4) * 10,
    text: `model-number-${index}`,
  }));
  const placed = placeLabels(anchors, area);
  for (const [index, a] of placed.entries()) {
    expect(a.labelX).toBeGreaterThanOrEqual(0);
    expect(a.labelEnd).toBeLessThanOrEqual(area.width);
    for (const b of placed.slice(index + 1)) {
      const apart = a.labelEnd <= b.labelX || b.labelEnd <= a.labelX || Math.abs(a.labelY - b.labelY) >= 12;
      expect(apart, `${a.text} and ${b.text}`).toBe(true);
    }
  }
  expect(placed.some(({ far }) => far)).toBe(true);
});

test('measures text without fonts: wide, bold and full-width characters are wider', () => {
  const width = (text: string, bold = false) => textWidth(text, { fontSize: 10, bold });
  expect(width('iiii')).toBeLessThan(width('WWWW') / 3);
  expect(width('a', true)).toBeGreaterThan(width('a'));
  expect(width('日本')).toBeGreaterThan(width('ab'));
});
