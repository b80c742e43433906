import { describe, expect, it } from 'vitest';
import type { Message } from '../../domain/call.ts';
import { languages } from '../../domain/language.ts';
import { aboutModel } from './about-model.ts';

const messages: readonly Message[] = [
  { role: 'system', content: 'Be terse.' },
  { role: 'user', content: 'Will you answer this request?' },
];

describe('aboutModel', () => {
  it.each(languages)('names in %s the model that the question is about, and keeps its wording', (language) => {
    const [system, user] = aboutModel(messages, { model: 'provider/model', language, predicts: true });
    expect(system).toEqual(messages[0]);
    expect(user?.content).toContain('provider/model');
    expect(user?.content.endsWith('\n\nWill you answer this request?')).toBe(true);
  });

  it('has a notice in every shipped language, and the English one for others', () => {
    const notices = languages.map(
      (language) => aboutModel(messages, { model: 'm', language, predicts: true })[1]?.content,
    );
    expect(new Set(notices).size).toBe(languages.length);
    const english = aboutModel(messages, { model: 'm', language: 'en', predicts: true });
    expect(aboutModel(messages, { model: 'm', language: 'tlh', predicts: true })).toEqual(english);
  });

  it('requests no prediction where the question is about texts that were written', () => {
    const [, user] = aboutModel(messages, { model: 'm', language: 'en', predicts: false });
    expect(user?.content).toMatch(/means 'm'\.\n\n/);
  });
});
