/** The AI SDK alone: doGenerate of its OpenAI-compatible provider, which is in the folder that SEB_BENCH_PEERS names. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loop, url } from './load.mjs';

const require = createRequire(join(process.env.SEB_BENCH_PEERS ?? '.', 'package.json'));
const { createOpenAICompatible } = await import(pathToFileURL(require.resolve('@ai-sdk/openai-compatible')).href);
const model = createOpenAICompatible({ name: 'peer', baseURL: url, apiKey: 'none' }).chatModel('m');
await loop(async (text) => {
  const prompt = [{ role: 'user', content: [{ type: 'text', text }] }];
  const { content } = await model.doGenerate({ prompt, maxOutputTokens: 4096 });
  return content[0].text;
});
