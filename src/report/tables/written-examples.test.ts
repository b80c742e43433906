import { describe, expect, it } from 'vitest';
import type { Observed } from '../../domain/outcome.ts';
import type { AuthoredOutcome } from '../../outcome-kinds/authored.ts';
import type { Outcome, OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { TextOutcome } from '../../outcome-kinds/text.ts';
import { WrittenExamples } from './written-examples.ts';

const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });
const lost: Observed<never> = { kind: 'absent', slot: 'answer', reason: 'unparsed', detail: 'no JSON object' };

const question: AuthoredOutcome = {
  kind: 'authored',
  authored: present({
    question: 'Which card is on top?',
    options: ['ace', 'king', 'queen', 'jack'],
    key: 'B',
    explanation: 'no figure is known',
    outOfTheBox: ['shuffle'],
    computedKey: null,
  }),
  claimsImpossible: true,
  attempts: [present('A'), lost],
  peers: [present('B')],
  judge: present('C'),
  duplicateOf: 's1',
};
const prediction: TextOutcome = {
  kind: 'text',
  prediction: present('Hello, Annie!\nHow are you?'),
  executions: [present('Hello, Eliza!'), lost],
  unrelated: null,
  failure: 'engages',
};

function row(outcome: Outcome, more: Partial<OutcomeRow> = {}): OutcomeRow {
  const place = { run: 'r', experiment: 'x', model: 'some/model', condition: 'paper', item: 'i1', cluster: 'i1' };
  return { ...place, reader: 'both', outcome, ...more };
}

describe('WrittenExamples', () => {
  it("shows a question with its key, each model's choice, and the matching rules", () => {
    const examples = new WrittenExamples();
    examples.add(row(question), 'card games');
    const [table] = examples.tables();
    expect(table?.rows[0]?.map(({ text }) => text)).toEqual([
      'some/model · paper',
      'Which card is on top? A: ace; B (key): king; C: queen; D: jack',
      'A n/a',
      'B; judge C',
      'shuffle, calls it impossible, as in s1',
    ]);
  });

  it('shows prediction and response, one line each', () => {
    const examples = new WrittenExamples();
    examples.add(row(prediction), 'Hi, I am Eliza. (asked after: Hi, I am Annie.)');
    expect(examples.tables()[0]?.rows[0]?.map(({ text }) => text)).toEqual([
      'some/model · paper',
      'Hi, I am Eliza. (asked after: Hi, I am Annie.)',
      'Hello, Annie! How are you?',
      'Hello, Eliza!',
      'answers the framing',
    ]);
  });

  it('keeps a few of each condition, and no missing ones', () => {
    const examples = new WrittenExamples();
    for (const condition of ['paper', 'plain', 'third']) {
      for (const item of ['1', '2', '3', '4', '5']) examples.add(row(prediction, { condition, item }), item);
    }
    examples.add(row({ ...question, authored: lost }), 'lost');
    const [table, ...rest] = examples.tables();
    expect(rest).toEqual([]);
    expect(table?.rows.map(([name]) => name?.text.split(' · ')[1])).toEqual([
      ...['paper', 'paper', 'paper', 'plain', 'plain', 'plain'],
    ]);
    expect(new WrittenExamples().tables()).toEqual([]);
  });
});
