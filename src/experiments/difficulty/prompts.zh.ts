import type { DifficultyTexts } from './texts.ts';

export const chinese: DifficultyTexts = {
  solve: '可以先推理。最后给出一个 JSON 对象。它的键是 "answer"，值是正确选项的字母。',
  leads: {
    paper:
      '下面是四道选择题，每道题都附有正确答案。假设你要在单独的会话中分别解答每一道题，请把它们从你会用最少 token 的题到你会用最多 token 的题排序。' +
      '你会答错的题排在最后。',
    effort:
      '这里有四道选择题和它们的正确答案。请按它们对你来说的难度排序，最容易的在前：' +
      '你用较短的回答就能解出的题排在需要较长回答的题之前，你会答错的题排在最后。',
    separate:
      '下面四道题会分别在单独的空白对话中给你，不附正确答案。请预测你的回答：' +
      '先排你答对的题，回答最短的在前，然后排你答错的题。',
  },
  rightAnswer: '正确答案：',
  answerForms: {
    direct: '只用一个 JSON 对象回答。它的键是 "ranking"，值是四个名称的列表，例如 ["Q1", "Q2", "Q3", "Q4"]。',
    deliberate:
      '可以先推理。最后给出一个 JSON 对象。它的键是 "ranking"，值是四个名称的列表，例如 ["Q1", "Q2", "Q3", "Q4"]。',
  },
};
