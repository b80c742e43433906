import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitReasoning } from './reasoning.ts';

describe('splitReasoning', () => {
  it.each([
    ['<think>two and two</think>\n\nfour', 'four', 'two and two'],
    ['\n <think>\n</think>four', 'four', ''],
    ['the template opened it\n</think>\nfour', 'four', 'the template opened it'],
    ['<think>cut off in the mid', '', 'cut off in the mid'],
    ['<thinking>hm</thinking>yes', 'yes', 'hm'],
    ['four', 'four', null],
    ['The tag <think> opens and </think> closes it.', 'The tag <think> opens and </think> closes it.', null],
    ['<think>a</think>b</think>c', 'c', 'a</think>b'],
    ['<think>a</think><think>b</think>c', 'c', 'a\nb'],
    ['Sure.\n<think>\nhm\n</think>\nfour', 'Sure.\n\nfour', 'hm'],
    ['<think>I may write <think> here</think>four', 'four', 'I may write <think> here'],
    ['<think>a <think>b</think> c</think>four', 'four', 'a <think>b</think> c'],
    ['analysisIt wants blue.assistantfinalBlue', 'Blue', 'analysisIt wants blue.assistantfinal'],
    ['Analysis of variance is a test.', 'Analysis of variance is a test.', null],
    ['<b>bold</b> text', '<b>bold</b> text', null],
    ['[Thinking] Well, yes.', '[Thinking] Well, yes.', null],
    ['The `</think>` tag ends it.', 'The `</think>` tag ends it.', null],
    ['<|channel|>analysis<|message|>cut', '', 'cut'],
  ])('splits %j', (raw, text, reasoning) => {
    expect(splitReasoning(raw)).toEqual({ text, reasoning });
  });

  it.each([
    ['<think>', '</think>'],
    ['<Think>', '</Think>'],
    ['<THINKING>', '</THINKING>'],
    ['[THINK]', '[/THINK]'],
    ['<thought>', '</thought>'],
    ['<reasoning>', '</reasoning>'],
    ['<seed:think>', '</seed:think>'],
    ['◁think▷', '◁/think▷'],
    ['<mm:think>', '</mm:think>'],
    ['<|START_THINKING|>', '<|END_THINKING|><|START_RESPONSE|>'],
    ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
    ['<|channel>thought\n', '<channel|>'],
    ['<antThinking>', '</antThinking>'],
    ['<inner_monologue>', '</inner_monologue>'],
    ['<reflection>', '</reflection>'],
    ['<scratchpad>', '</scratchpad>'],
    ['<longcat_think>', '</longcat_think>'],
    ['<|begin_of_thought|>', '<|end_of_thought|>\n<|begin_of_solution|>'],
    ['<think effort="low">', '</think>'],
    ['<analysis>', '</analysis>'],
    ['<chain_of_thought>', '</chain_of_thought>'],
    ['<思考>', '</思考>'],
    ['<razonamiento>', '</razonamiento>'],
    ['<pensando>', '</pensando>'],
    ['<rationale>', '</rationale>'],
    ['<self_critique>', '</self_critique>'],
    ['<｜begin▁of▁thinking｜>', '<｜end▁of▁thinking｜>'],
    ['&lt;think&gt;', '&lt;/think&gt;'],
    ['<unused94>thought\n', '<unused95>'],
    ['', '</reasoning>'],
    ['', '[/THINK]'],
    ['', '◁/think▷'],
  ])('splits off %s ... %s', (open, close) => {
    const split = splitReasoning(`${open}\nI keep it short.\n${close}\nBlue skies today.`);
    expect(split).toEqual({ text: 'Blue skies today.', reasoning: 'I keep it short.' });
  });

  it('returns a text without tags unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/<|\[|◁|【/.test(text));
        expect(splitReasoning(text)).toEqual({ text, reasoning: null });
      }),
    );
  });

  it('never leaks a closed block into the answer', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (thought, answer) => {
        fc.pre(!/<|\[|◁|【/.test(thought + answer));
        expect(splitReasoning(`<think>${thought}</think>${answer}`)).toEqual({
          text: answer.trimStart(),
          reasoning: thought.trim(),
        });
      }),
    );
  });

  it.each(['<think>', '</think>', '<', '[THINK]', '<think', 'analysis', '<|channel|>'])(
    'splits a megabyte of %s',
    (piece) => {
      expect(splitReasoning(piece.repeat(1_000_000 / piece.length)).text.length).toBeLessThanOrEqual(1_000_000);
    },
  );
});
