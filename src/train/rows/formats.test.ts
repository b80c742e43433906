import { describe, expect, test } from 'vitest';
import type { Message } from '../../domain/call.ts';
import { type FormatName, formatNames, formats, trainingText } from './formats.ts';

const plain: readonly Message[] = [
  { role: 'user', content: 'First "word"?\nOne word.' },
  { role: 'assistant', content: 'wölf' },
];
const rows = [
  { messages: plain },
  {
    messages: [
      { role: 'system', content: 'Be terse.' } as const,
      ...plain.slice(0, 1),
      { role: 'assistant', content: '\u2028' } as const,
    ],
  },
];

const golden: Readonly<Record<FormatName, string>> = {
  chat: String.raw`{"messages":[{"role":"user","content":"First \"word\"?\nOne word."},{"role":"assistant","content":"wölf"}]}
{"messages":[{"role":"system","content":"Be terse."},{"role":"user","content":"First \"word\"?\nOne word."},{"role":"assistant","content":"\u2028"}]}
`,
  'prompt-completion': String.raw`{"prompt":[{"role":"user","content":"First \"word\"?\nOne word."}],"completion":[{"role":"assistant","content":"wölf"}]}
{"prompt":[{"role":"system","content":"Be terse."},{"role":"user","content":"First \"word\"?\nOne word."}],"completion":[{"role":"assistant","content":"\u2028"}]}
`,
  'sharegpt-openai': String.raw`{"messages":[{"role":"user","content":"First \"word\"?\nOne word."},{"role":"assistant","content":"wölf"}]}
{"messages":[{"role":"system","content":"Be terse."},{"role":"user","content":"First \"word\"?\nOne word."},{"role":"assistant","content":"\u2028"}]}
`,
  contents: String.raw`{"contents":[{"role":"user","parts":[{"text":"First \"word\"?\nOne word."}]},{"role":"model","parts":[{"text":"wölf"}]}]}
{"systemInstruction":{"role":"system","parts":[{"text":"Be terse."}]},"contents":[{"role":"user","parts":[{"text":"First \"word\"?\nOne word."}]},{"role":"model","parts":[{"text":"\u2028"}]}]}
`,
};

describe('trainingText', () => {
  test.each(formatNames)('writes the format %s byte by byte', (name) => {
    expect(trainingText(formats[name], rows)).toBe(golden[name]);
  });

  test.each(formatNames)('writes %s without a byte order mark, one JSON object per line', (name) => {
    const text = trainingText(formats[name], rows);
    expect(text.split(/[\n\u0085\u2028\u2029]/).map((line) => line === '' || typeof JSON.parse(line))).toEqual([
      'object',
      'object',
      true,
    ]);
    expect(text.charCodeAt(0)).toBe('{'.charCodeAt(0));
  });
});

describe('formats', () => {
  test('describe both sets of sharegpt-openai in dataset_info.json', () => {
    const info = (hasValidation: boolean): unknown =>
      JSON.parse(formats['sharegpt-openai'].extraFiles(hasValidation)['dataset_info.json'] ?? '');
    const seb = {
      file_name: 'train.jsonl',
      formatting: 'sharegpt',
      columns: { messages: 'messages' },
      tags: {
        role_tag: 'role',
        content_tag: 'content',
        user_tag: 'user',
        assistant_tag: 'assistant',
        system_tag: 'system',
      },
    };
    expect(info(false)).toEqual({ seb });
    expect(info(true)).toEqual({ seb, seb_validation: { ...seb, file_name: 'validation.jsonl' } });
  });
});
