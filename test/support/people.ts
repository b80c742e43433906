import { seededRandom } from '../../src/util/random.ts';

/** How far the stated confidence of a person or a model follows what it then gets right: 0 (not) to 1. */
type Knowledge = Readonly<Record<string, number>>;

/** Returns a table of answers of people and models to the same questions, with the confidence that each stated before. */
export function peopleTable(knowledge: Knowledge, items = 60): string {
  const random = seededRandom('people', ...Object.keys(knowledge));
  const rows = Object.entries(knowledge).flatMap(([model, known]) =>
    Array.from({ length: items }, (_, item) => {
      const right = Number(random() > 0.5);
      const confidence = known * (0.8 * right + 0.1) + (1 - known) * random();
      return `${model},q${item},${questionOf(item)},${right},${confidence.toFixed(2)}`;
    }),
  );
  return `${['model,item,question,correct,confidence', ...rows].join('\n')}\n`;
}

/** Words without which no two questions share most of their wording. */
const words = [
  'river',
  'tower',
  'year',
  'king',
  'bird',
  'planet',
  'song',
  'metal',
  'island',
  'number',
  'language',
  'tree',
];

function questionOf(item: number): string {
  const at = (step: number) => words[(item * step + Math.floor(item / words.length) * (step + 2)) % words.length];
  return `${at(1)} ${at(5)} ${at(7)} ${item} ${at(11)}?`;
}
