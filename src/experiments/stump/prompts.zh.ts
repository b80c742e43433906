import type { StumpTexts } from './texts.ts';

export const chinese: StumpTexts = {
  leads: {
    paper: (topic) =>
      `请写一道主题为“${topic}”的选择题，如果在单独的会话中问你这道题，你很可能会答错。请给出四个选项、正确选项，以及你会答错的原因。`,
    plain: (topic) =>
      `请想一道主题为“${topic}”、你会答错的题。给它四个选项，说明哪一个是正确的，并解释你为什么会选别的选项。`,
    challenge: (topic) =>
      `请难倒你自己：编一道主题为“${topic}”、有四个选项的题，而它的正确选项是你不会选的。请指出正确选项，并说明什么会误导你。`,
  },
  another: (number) => `这是该主题的第 ${number} 道题，请与其他题不同。`,
  answerForms: {
    direct:
      '只用一个 JSON 对象回答。它的键是 "question"、"option_A"、"option_B"、"option_C"、"option_D"、' +
      '"correct_option"（一个字母）和 "explanation"。',
    deliberate:
      '可以先推理。最后给出一个 JSON 对象。它的键是 "question"、"option_A"、"option_B"、"option_C"、"option_D"、' +
      '"correct_option"（一个字母）和 "explanation"。',
  },
  answer: '可以先推理。最后给出一个 JSON 对象。它的键是 "answer"，值是正确选项的字母。',
};
