import { describe, expect, it } from 'vitest';
import { openBench } from '../../../test/support/simulated-run.ts';
import { serverPresets } from '../../models/openai-compatible/server-presets.ts';
import { AppError } from '../../util/app-error.ts';
import { prepareRun } from './prepare.ts';

describe('a run of injection with a model that cannot take inserted text or tokens', () => {
  const hintOf = async (model: string, factor: string[]) => {
    const bench = await openBench();
    const options = { model: [model], baseUrl: 'http://127.0.0.1:9/v1', experiment: ['injection'], limit: 2 };
    const refused: unknown = await prepareRun(
      { ...options, ...(factor.length === 0 ? {} : { factor }) },
      {},
      bench.store,
    )
      .then(() => null)
      .catch((error: unknown) => error);
    await bench.close();
    return refused instanceof AppError ? (refused.hint ?? '') : String(refused);
  };

  it.each(['ollama/m', 'lmstudio/m', 'openai-compatible/m'])(
    'names text as the way out, unless it was given: %s',
    async (model) => {
      expect(await hintOf(model, [])).toContain('--factor noise=text-word');
      for (const level of ['text-word', 'text-statement', 'text-own']) {
        const hint = await hintOf(model, [`noise=${level}`]);
        expect(hint).toContain('choose a model of');
        expect(hint).not.toContain('--factor');
      }
    },
  );
});

it('asks Ollama, llama.cpp and vLLM for log-probabilities, which they return', () => {
  const able = Object.entries(serverPresets).flatMap(([name, preset]) => ('logprobs' in preset ? [name] : []));
  expect(able.toSorted()).toEqual(['llamacpp', 'ollama', 'vllm']);
});
