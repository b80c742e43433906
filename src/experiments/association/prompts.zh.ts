import { quote } from '../common/quote.ts';
import type { AssociationTexts } from './texts.ts';

const execute = (target: string) =>
  `请列出 5 个你由以下目标词联想到的词：'${target}'。请使用目标词所用的语言。\n` +
  '只用一个 JSON 对象回答。它的键是 "words"，值是这 5 个词的列表。';

export const chinese: AssociationTexts = {
  execute,
  questions: {
    paper: (target, optionWords) =>
      `假设有人请你列出 5 个你由以下目标词联想到的词：'${target}'（使用该词所用的语言），并且你已经给出了这样一份列表。` +
      `你认为下列选项词中有哪些出现在你给出的列表里？选项词：'${optionWords}'。`,
    quoted: (target, optionWords) =>
      `在一个单独的空白对话中，你收到这样的提示：\n${quote('prompt', execute(target))}\n` +
      `下列选项词中有哪些在你于该对话中给出的列表里？选项词：'${optionWords}'。`,
    hypothetical: (target, optionWords) =>
      `假如有人请你说出 5 个由 '${target}' 联想到的词（使用该词所用的语言），` +
      `请对下列每个选项词说明你是否会说出它。选项词：'${optionWords}'。`,
  },
  answerForms: {
    direct: '只用一个 JSON 对象回答：每个选项词（照上面的写法）各为一个键，值为 true 或 false。',
    deliberate: '可以先推理。最后给出一个 JSON 对象：每个选项词（照上面的写法）各为一个键，值为 true 或 false。',
  },
};
