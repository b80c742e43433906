import { expect, test } from 'vitest';
import { crashText } from '../cli/crash.ts';
import { redact } from '../models/http/redact.ts';
import { redactKeys } from './redact-keys.ts';

const middle = '9f8e7d6c5b4a39281706';
const lookAlikes = [
  `sk-${middle}`,
  `sk-proj-${middle}`,
  `sk-ant-api03-${middle}`,
  `sk-or-v1-${middle}`,
  `sk-${'*'.repeat(16)}1706`,
  `pk-${middle}`,
  `gsk_${middle}`,
  `xai-${middle}`,
  `AIza${middle}`,
  `hf_${middle}`,
  `tgp_v1_${middle}`,
  `AKIA${middle.toUpperCase()}`,
];

/**
 * Every path by which a text that may hold a key leaves this program: a server's message, and the printed form of an
 * error.
 */
const waysOut = {
  'a failure': (text: string) => redact(text, []),
  'a crash': (text: string) => crashText(new Error(text), { environment: {}, args: [] }),
};

for (const [name, wayOut] of Object.entries(waysOut)) {
  test.each(lookAlikes)(`${name} does not say %s`, (key) => {
    for (const text of [`bad key ${key}.`, `{"key":"${key}"}`, `https://host/v1?key=${key}&x=1`, `Bearer ${key}`]) {
      const said = wayOut(text);
      expect(said).toContain('[key]');
      expect(said).not.toContain(key);
      expect(said).not.toContain('1706');
    }
  });

  test.each([
    `OPENAI_API_KEY=${middle}`,
    `{\\"api_key\\":\\"${middle}\\"}`,
    `x-api-key: ${middle}`,
    `{ "api_key": "${middle}" }`,
    `apiKey='${middle}'`,
    `Basic ${middle}`,
  ])(`${name} does not say what is named a key: %s`, (text) => {
    expect(wayOut(text)).not.toContain(middle);
    expect(wayOut(text)).toContain('[key]');
  });
}

test('removes a known key in any form, also from URLs and with a shared prefix', () => {
  const keys = ['plain words', 'plain words and more', 'a+b/c='];
  const text = 'plain words and more, plain words, a+b/c= and ?key=a%2Bb%2Fc%3D';
  expect(redactKeys(text, keys)).toBe('[key], [key], [key] and ?key=[key]');
});

test('does not treat short texts as keys', () => {
  expect(redactKeys('a word of abc', ['', 'a', 'abc'])).toBe('a word of abc');
});

test.each(['the task-list is empty', 'risk-averse models', 'no api key is set', 'api key: none', 'AKIAlike'])(
  'keeps ordinary words: %s',
  (text) => expect(redactKeys(text, [])).toBe(text),
);
