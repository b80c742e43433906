import { expect, it } from 'vitest';
import { testRequest } from '../../../test/support/models/request.ts';
import { isOfForm, listForm, objectForm } from '../../domain/answer-form.ts';
import { createModel } from '../registry.ts';

it('a constrained answer has the form and ends after it, at any temperature', async () => {
  const model = await createModel('bundled/ada');
  const form = objectForm({
    choice: { type: 'string', enum: ['A', 'B'] },
    words: listForm({ type: 'string', maxLength: 8 }, 2),
    sure: { type: 'boolean' },
    percent: { type: 'integer', minimum: 0, maximum: 100 },
    tokens: { type: 'integer', minimum: 1, maximum: 9_999_999 },
  });
  const messages = [{ role: 'user' as const, content: 'Tell me a story about a river.' }];
  for (const temperature of [0, 1, 1.5]) {
    const sampling = { temperature, maxOutputTokens: 120 };
    const answer = await model.ask(testRequest({ messages, sampling, form }));
    if (answer.kind === 'failed') throw new Error(answer.message);
    expect(answer.kind).toBe('answered');
    expect(answer.text).toSatisfy((text: string) => isOfForm(text, form));
    const free = await model.ask(testRequest({ messages, sampling }));
    expect(free.kind === 'failed' ? '' : free.text).not.toSatisfy((text: string) => isOfForm(text, form));
  }
  await model.close();
});
