import { expect, test } from 'vitest';
import { chatTemplate } from './chat-template.ts';

const tokens = { bos: '<s>', eos: '</s>' };
const simple =
  "{{ bos_token }}{% for m in messages %}[{{ m['role'] }}]{{ m['content'] }}{{ eos_token }}{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}";

test('renders messages up to the start of the answer', () => {
  const render = chatTemplate(simple, tokens);
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi {{ bos_token }}' },
  ] as const;
  expect(render(messages, null)).toBe('<s>[system]Be brief.</s>[user]Hi {{ bos_token }}</s>[assistant]');
});

test('leaves a prefilled answer open', () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: '{"' },
  ] as const;
  expect(chatTemplate(simple, tokens)(messages, null)).toBe('<s>[user]Hi</s>[assistant]{"');
});

test('switches thinking only if requested', () => {
  const render = chatTemplate(
    '{% if enable_thinking is defined %}{{ enable_thinking }}{% else %}unset{% endif %}',
    tokens,
  );
  expect([render([], null), render([], false), render([], true)]).toEqual(['unset', 'false', 'true']);
});

test('uses a fixed date in prompts', () => {
  const source = "{% if strftime_now is defined %}{{ strftime_now('%d %b %Y') }}{% endif %}";
  expect(chatTemplate(source, tokens)([], null)).toBe('01 Jan 2025');
});

test("throws a template's own refusal", () => {
  const render = chatTemplate("{{ raise_exception('System role not supported') }}", tokens);
  expect(() => render([], null)).toThrow('System role not supported');
});

test('throws for a malformed template', () => {
  expect(() => chatTemplate('{% for %}', tokens)).toThrow();
});
