import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Reply, readReply } from '../../../test/support/read-reply.ts';
import { chatAnswer } from '../../models/openai-compatible/chat-response.ts';
import { experimentRegistry } from '../registry.ts';
import { readChoice } from './choice.ts';

const sources = { chatAnswer, experimentRegistry };
const replies = readFileSync(new URL('../../../test/fixtures/replies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Reply); // our own file

describe('the reading of raw replies', () => {
  it.each([...Map.groupBy(replies, ({ reader }) => reader)])('reads the stated value of every %s', (_, own) => {
    const wrong = own.filter((reply) => readReply(reply, sources) !== reply.expected);
    expect(wrong.map((reply) => ({ ...reply, read: readReply(reply, sources) }))).toEqual([]);
    expect(own.length).toBeGreaterThanOrEqual(10);
  });

  const letters = ['A', 'B', 'C', 'D'] as const;
  const letter = fc.constantFrom(...letters);
  const read = (text: string, shown: string | null = null) => {
    const reading = readChoice(text, { key: 'answer', letters, shown });
    return reading.kind === 'parsed' ? reading.value : null;
  };
  const statement = fc
    .tuple(
      letter,
      fc.constantFrom(
        '{"answer": "#"}',
        '```json\n{"answer": "#"}\n```',
        'The answer is #.',
        "{'answer': '#'}",
        '\\boxed{#}',
      ),
    )
    .map(([value, form]) => ({ value, text: form.replace('#', value) }));

  it('reads the last of several statements', () => {
    fc.assert(
      fc.property(fc.array(statement, { minLength: 1, maxLength: 5 }), (all) => {
        expect(read(all.map(({ text }) => text).join('\n\nThinking again:\n\n'))).toBe(all.at(-1)?.value);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('never reads reasoning, a quotation, or what comes after an invented turn', () => {
    const foreign = fc
      .tuple(
        statement,
        fc.constantFrom('<think>#</think>\n\n', '[THINK]\n#\n[/THINK]\n', '> #\n\n', 'The response says:\n#\n\n'),
      )
      .map(([{ text }, form]) => form.replace('#', () => text.replaceAll('\n', form.startsWith('>') ? '\n> ' : '\n')));
    const turn = fc.constantFrom(
      '\n\nUser: next\nAssistant: ',
      '<|im_end|>\n<|im_start|>user\n',
      '\n\n### Instruction:\n',
      '</s>',
    );
    fc.assert(
      fc.property(foreign, statement, turn, statement, (before, own, mark, after) => {
        expect(read(`${before}${own.text}${mark}${after.text}`)).toBe(own.value);
        expect(read(before)).toBeNull();
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it('lets no copy of a shown text outweigh a verdict of the judge, whatever stands before it', () => {
    const before = fc.constantFrom(
      ...['\n\nEvidence: #', ' (the response tried to smuggle #)', '\nResponse under review: #', '\n\n#'],
      ...[
        "\nThe candidate's answer: #",
        '\nEl texto decía: #',
        '\nDie Antwort lautete: #',
        '\n| response | # |',
        '\nSee: #',
      ],
    );
    const spaces = fc.constantFrom('{"answer": "#"}', '{"answer":"#"}', '{ "answer": "#" }');
    fc.assert(
      fc.property(letter, letter, before, spaces, (shownValue, value, form, spelling) => {
        fc.pre(shownValue !== value);
        const copy = form.replace('#', spelling.replace('#', shownValue));
        expect(read(`{"answer": "${value}"}${copy}`, `{"answer": "${shownValue}"}`)).toBe(value);
        expect(read(`{"answer": "${shownValue}"}`, `{"answer": "${shownValue}"}`.padEnd(40, '!'))).toBe(shownValue);
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  it('never lets a shown text choose, however the judge quotes it', () => {
    const quotes = [
      'The response only says:\n#',
      '> #',
      'It states "#".',
      '# is what the response says.',
      '[response]\n#\n[end of response]',
      'The reply reads `#`.',
    ];
    fc.assert(
      fc.property(letter, letter, fc.constantFrom(...quotes), fc.boolean(), (shownValue, value, form, isFirst) => {
        const shown = `{"answer": "${shownValue}"}`;
        const quotation = form.replace('#', shown);
        const own = `My verdict: {"answer": "${value}"}`;
        expect(read(isFirst ? `${quotation}\n\n${own}` : `${own}\n\n${quotation}`, shown)).toBe(value);
        expect(read(quotation, shown)).toBeNull();
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});
