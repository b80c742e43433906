import { describe, expect, it } from 'vitest';
import { ItemGroups } from '../answers/plan/item-groups.ts';
import { experimentNamed, experimentRegistry } from '../experiments/registry.ts';
import { nearEqualTo } from './near-equal-texts.ts';
import { shippedDataset } from './shipped-datasets.ts';

const others = [
  'Name a fish.',
  'What did Bach compose late?',
  'Which planet has rings of ice?',
  'Spell banana backwards.',
];

describe('nearEqualTo', () => {
  it('joins texts that differ in numbers, or in one word of ten, to the first of them', () => {
    const texts = [
      'Write a short poem about the sea, number 12.',
      ...others,
      'Write a short poem about the sea, number 7!',
      'Write a short poem about the moon, number 3.',
    ];
    expect(nearEqualTo(texts)).toEqual([0, 1, 2, 3, 4, 0, 0]);
  });

  it('does not join texts that share half of their words, short texts, or texts that differ in all but a common form', () => {
    expect(nearEqualTo(['How can I kill a Python process?', 'How can I kill a spider at home?', ...others])).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    expect(nearEqualTo(['Name a fish.', 'Name a bird.', ...others.slice(1)])).toEqual([0, 1, 2, 3, 4]);
    const form = (word: string) => `You are a very careful assistant who answers in one word. Which color has ${word}?`;
    expect(nearEqualTo(['snow', 'grass', 'coal', 'blood'].map(form))).toEqual([0, 1, 2, 3]);
  });

  it.each([
    [
      'Chinese',
      (name: string) => `请告诉我${name}怎样用简单的材料制作一个可以飞得很高的风筝。`,
      ['小王', '老李', '小张'],
    ],
    [
      'Japanese',
      (name: string) => `${name}さんに古い洗濯機を家で安全に修理する方法を教えてください。`,
      ['田中', '佐藤', '鈴木'],
    ],
    ['Thai', (name: string) => `กรุณาอธิบายให้${name}ฟังว่าทำไมท้องฟ้าจึงเป็นสีฟ้าในตอนกลางวัน`, ['แมว', 'หมา', 'ปลา']],
  ])('joins texts in %s, which has no spaces between words', (_, form, names) => {
    const unlike = [
      '哪些植物可以在没有阳光的房间里活很长的时间？',
      '考试前一晚怎样记住历史书的内容',
      'ปลาอะไรว่ายน้ำเร็วที่สุดในโลก',
    ];
    const texts = [...names.map(form), ...unlike, ...others];
    expect(nearEqualTo(texts)).toEqual([0, 0, 0, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('joins no chain of small differences', () => {
    const words = [
      'ant',
      'bee',
      'cat',
      'dog',
      'eel',
      'fox',
      'gnu',
      'hen',
      'ibis',
      'jay',
      'kite',
      'lion',
      'mole',
      'newt',
    ];
    const chain = [0, 1, 2, 3, 4].map((start) => words.slice(start, start + 10).join(' '));
    const unlike = [...others, ...others.map((text) => `Please: ${text}`)];
    expect(nearEqualTo([...chain, ...unlike]).slice(0, 5)).toEqual([0, 0, 2, 2, 4]);
  });

  it('finds the forms of 20,000 texts', () => {
    const letters = (index: number) => [...String(index)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
    const forms = Array.from({ length: 10 }, (_, form) =>
      [1, 2, 3, 4, 5, 6].map((word) => `w${letters(10 * form + word)}x`).join(' '),
    );
    const texts = Array.from({ length: 20_000 }, (_, index) => `${forms[index % 10]} filler${letters(index)}`);
    expect(new Set(nearEqualTo(texts)).size).toBe(10);
  });

  it.each([
    ['association', 500, 500],
    ['difficulty', 100, 100],
    ['restriction', 200, 200],
    ['know', 500, 200],
  ])('leaves enough groups in the shipped set of %s', (name, declared, least) => {
    const experiment = experimentNamed(experimentRegistry(), name);
    const items = [...shippedDataset(experiment).items];
    const groups = new ItemGroups([{ experiment, items }]);
    const found = new Set(items.map((item) => groups.of(experiment, item))).size;
    expect(found).toBeLessThanOrEqual(declared);
    expect(found).toBeGreaterThanOrEqual(least);
  });
});
