import type { Sampling } from './call.ts';

/**
 * Returns the sampling that a model's answers are drawn with, in words: the same file gives other answers under the
 * defaults of a server than in this process, where nothing but the set values applies. `model`: its display name.
 */
export function effectiveSampling(model: string, { temperature, topP, seed }: Sampling): string {
  if (/^(?:gguf|bundled)\//.test(model)) {
    return `temperature ${temperature ?? 1}, top-p ${topP ?? 1}, no top-k or min-p, seeded by each call`;
  }
  const set = [
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(topP === undefined ? [] : [`top-p ${topP}`]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ];
  return set.length === 0 ? 'the servers’ default sampling' : `${set.join(', ')}, otherwise the servers’ defaults`;
}
