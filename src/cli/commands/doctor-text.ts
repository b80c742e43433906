import type { Check } from '../../answers/check-setup.ts';
import type { Feature } from '../../models/probe-features.ts';

const unknown = 'unknown (the server does not report it)';

const words = {
  works: 'works',
  ignored: 'does not work: the server ignores it',
  refused: 'does not work: the server refuses it',
  unclear: 'not clear',
} as const satisfies Record<Feature['kind'], string>;

function featureText({ kind, detail }: Feature): string {
  return `${words[kind]}${detail === null ? '' : ` (${detail})`}`;
}

function tokens(count: number | null, more: string): string {
  return count === null ? unknown : `${count.toLocaleString('en-US')} tokens${more}`;
}

/** Returns the lines about what a model's test calls found: of a server, also what it tells and can do. */
export function modelLines({ promptTokens, server }: NonNullable<Check['model']>): readonly string[] {
  const counted =
    promptTokens === null ? [] : [['prompt tokens', `${promptTokens} for "Say yes." and the chat template`]];
  if (server === null) return counted.map(line);
  const { name, cutsLongPrompts, contextLength, slots, weights } = server;
  const cut = cutsLongPrompts ? '; a longer prompt is cut by the server, and the answer is refused' : '';
  return [
    ...(name === null ? [] : [['server', name]]),
    ...(weights === null ? [] : [['weights', weights]]),
    ['context length', tokens(contextLength, cut)],
    ['slots', slots === null ? unknown : `${slots}`],
    ['structured output', featureText(server.structuredOutput)],
    ['logprobs', featureText(server.logprobs)],
    ['continuation', featureText(server.continuation)],
    ...(counted.length === 0 ? [['prompt tokens', unknown]] : counted),
  ].map(line);
}

function line([name = '', text = '']: readonly string[]): string {
  return `${name.padEnd(18)} ${text}`;
}
