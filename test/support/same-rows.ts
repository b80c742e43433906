import { seededRandom } from '../../src/util/random.ts';

/** One execution: right (1), wrong (0), a grade between them, or missing. */
export interface Row {
  readonly id: string;
  readonly epoch: number;
  readonly text: string;
  readonly topic: string;
  readonly value: number | null;
  /** Stated with the answer; absent: none is. */
  readonly confidence?: number;
}

const places = [
  'Paris river',
  'Rome tower',
  'Oslo garden',
  'Bern harbor',
  'Lima museum',
  'Cairo bridge',
  'Kyiv castle',
];

/** What the answers of a set have. */
export interface Design {
  readonly executions: number;
  readonly hasGroups: boolean;
  readonly hasNearTexts: boolean;
  readonly missing: number;
  readonly isGraded?: true;
  /** Whether a confidence is stated with each answer. */
  readonly isConfident?: true;
}

/** Answers of one side; both sides have the same items. */
export function rowsOf(
  side: string,
  { executions, hasGroups, hasNearTexts, missing, isGraded, isConfident }: Design,
  share: number,
): readonly Row[] {
  const random = seededRandom('same rows', side);
  return Array.from({ length: 120 }, (_, item) => item).flatMap((item) =>
    Array.from({ length: executions }, (_execution, index): Row => {
      const text =
        hasNearTexts && item < 14
          ? `Which ${places[item % 7]} of marble was painted by Anna in spring ${item}`
          : `question ${item}`;
      const grade = isGraded ? share * (Math.round(10 * random()) / 10) : Number(random() < share);
      const value = random() < missing ? null : grade;
      const topic = hasGroups ? `t${Math.floor(item / 3)}` : '';
      const stated = isConfident === true ? { confidence: Math.round(70 * grade + 30 * random()) / 100 } : {};
      return { id: `i${item}`, epoch: index + 1, text, topic, value, ...stated };
    }),
  );
}
