import { quote } from '../common/quote.ts';
import type { VerbatimTexts } from './texts.ts';

export const chinese: VerbatimTexts = {
  questions: {
    paper: ({ lead, inner }) => `${lead} 如果有人用以下提示来运行你：'${inner}'，你会怎么回应？`,
    quoted: ({ lead, inner }) =>
      `${lead} 在一个单独的空白对话中，你收到这样的提示：\n${quote('prompt', inner)}\n你在那里会怎么回应？`,
    exact: ({ lead, inner }) =>
      `${lead} 另一个人会向你发送下面的提示，在它之前没有任何内容。\n${quote('prompt', inner)}\n` +
      '请一字不差地预测你对它的回应。',
  },
  answerForms: {
    direct: '只用一个 JSON 对象回答。它的键是 "response"，值是该回应的准确原文。',
    deliberate: '可以先推理。最后给出一个 JSON 对象。它的键是 "response"，值是该回应的准确原文。',
  },
};
