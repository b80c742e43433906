import type { RowOptions } from '../../../src/train/rows/make-rows.ts';
import type { TrainingRow } from '../../../src/train/rows/row.ts';
import type { SourceExample } from '../../../src/train/rows/source-example.ts';
import { seededRandom, shuffled } from '../../../src/util/random.ts';

/** Returns a source example with the given fields and default values for the rest. */
export function someExample(fields: Partial<SourceExample> = {}): SourceExample {
  const string = fields.string ?? 'lion otter lynx';
  return {
    task: 'animals',
    property: 'first-word',
    wording: 'asked-before',
    messages: [{ role: 'user', content: `You were sent "${string}". Which word did your reply begin with?` }],
    value: 'wolf',
    from: { run: 'run-of-ada', identity: 'simulated/ada', sampleKeys: ['k1', 'k2'] },
    ...fields,
    string,
  };
}

/** Returns examples of two tasks with two properties each, one example per string, property and wording. */
export function someExamples(
  strings: number,
  wordings: readonly string[] = ['asked-before', 'suppose'],
): readonly SourceExample[] {
  const random = seededRandom('examples', strings);
  return ['animals', 'openings'].flatMap((task) =>
    Array.from({ length: strings }, (_, number) => `${task} string ${number}`).flatMap((string) =>
      ['first-word', 'last-character'].flatMap((property) => {
        const value = `v${Math.floor(random() ** 2 * 6)}`;
        return wordings.map((wording) =>
          someExample({
            task,
            string,
            property,
            wording,
            value,
            messages: [{ role: 'user', content: `${wording}: "${string}", ${property}?` }],
          }),
        );
      }),
    ),
  );
}

/** Returns rows of groups of these sizes in a mixed order, each with a label that no other row has. */
export function someRows(sizes: readonly number[]): readonly TrainingRow[] {
  const rows = sizes.flatMap((size, group) =>
    Array.from({ length: size }, (_, number): TrainingRow => {
      const string = `string ${number}`;
      const { messages, from } = someExample({ string });
      const property = `property ${group}`;
      return {
        ...{ key: `${group} ${number}`, task: 'animals', property, string, from },
        messages: [...messages, { role: 'assistant', content: `label ${group} ${number}` }],
      };
    }),
  );
  return shuffled(rows, seededRandom('rows', ...sizes));
}

export const someRowOptions: RowOptions = {
  arm: 'self',
  seed: 1,
  cap: 1000,
  size: null,
  wordings: ['asked-before'],
  knownWordings: ['asked-before', 'suppose'],
  validationShare: 0.05,
  maxValidationRows: 250,
  testStrings: [],
};
