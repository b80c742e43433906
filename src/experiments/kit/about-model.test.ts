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
    const [system, user] = aboutModel(messages, 'provider/model', language);
    expect(system).toEqual(messages[0]);
    expect(user?.content).toContain('provider/model');
    expect(user?.content.endsWith('\n\nWill you answer this request?')).toBe(true);
  });

  it('has a notice in every shipped language, and the English one for others', () => {
    const notices = languages.map((language) => aboutModel(messages, 'm', language)[1]?.content);
    expect(new Set(notices).size).toBe(languages.length);
    expect(aboutModel(messages, 'm', 'tlh')).toEqual(aboutModel(messages, 'm', 'en'));
  });
});
